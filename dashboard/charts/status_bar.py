"""How many fields have which status, cause and change class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dashboard.charts.canvas import canvas
from dashboard.charts.parts_bar import EDGE, parts_bar
from dashboard.colours import BLUE, ORANGE, VERMILLION
from dashboard.labels import FIELD_STATUS
from dashboard.tables.state_table import causes_table, changes_table, status_counts
from langeval_core.schema.comparison import StateComparison

if TYPE_CHECKING:
    from plotly.graph_objects import Figure


def status_bar(comparison: StateComparison) -> Figure:
    """A part for each status that occurs, of all rows.

    It needs no legend beside the cards of the four counts, which carry the same signs and colours.
    """
    return parts_bar([(FIELD_STATUS[status], count) for status, count in status_counts(comparison).items()], height=44)


def cause_bar(comparison: StateComparison) -> Figure:
    """A bar for every cause of a mismatch that occurs, the most frequent on top."""
    causes = causes_table(comparison)
    return _small_bars(
        names=list(causes["cause"]),
        counts=list(causes["count"]),
        colours=[VERMILLION] * len(causes),
        hovers=list(causes["word"]),
        total=comparison.mismatched_fields,
    )


def change_bar(comparison: StateComparison) -> Figure:
    """A bar for every change class that occurs, signed ✓ where the change was right."""
    changes = changes_table(comparison)
    good = list(changes["good"])
    return _small_bars(
        names=[f"{'✓' if right else '✗'} {word}" for word, right in zip(changes["word"], good, strict=True)],
        counts=list(changes["count"]),
        colours=[BLUE if right else ORANGE for right in good],
        hovers=list(changes["word"]),
        total=len(comparison.changes),
    )


def _small_bars(names: list[str], counts: list[int], colours: list[str], hovers: list[str], total: int) -> Figure:
    import plotly.graph_objects as go

    figure = canvas(24 + 24 * max(len(names), 1), bargap=0.3, margin={"l": 4, "r": 44, "t": 4, "b": 4})
    figure.add_trace(
        go.Bar(
            x=counts,
            y=names,
            orientation="h",
            marker={"color": colours, "line": EDGE},
            text=[f"{count:,}" for count in counts],
            textposition="outside",
            cliponaxis=False,
            customdata=hovers,
            hovertemplate="%{customdata}: %{x:,} of " + f"{total:,}<extra></extra>",
            showlegend=False,
        )
    )
    figure.update_xaxes(range=[0, max(counts, default=1)], visible=False)
    figure.update_yaxes(autorange="reversed", ticks="", showgrid=False)
    return figure
