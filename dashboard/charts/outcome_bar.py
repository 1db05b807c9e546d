"""What became of the cases: one stacked bar, as long as the benchmark."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from dashboard.charts.canvas import canvas, ink_on
from dashboard.labels import OUTCOME
from langeval_core.schema.report import Outcome

if TYPE_CHECKING:
    from plotly.graph_objects import Figure


def outcome_bar(outcomes: Mapping[Outcome, int]) -> Figure:
    """A trace for every outcome that occurred, named with sign, word and count; x runs from 0 to all cases.

    Its legend is `outcome_legend`: plotly's own covers the bar where the page is narrow.
    """
    import plotly.graph_objects as go

    counts = {outcome: outcomes.get(outcome, 0) for outcome in Outcome}
    total = sum(counts.values())
    figure = canvas(48, barmode="stack", margin={"l": 0, "r": 0, "t": 0, "b": 0})
    for outcome, count in counts.items():
        if not count:
            continue
        label = OUTCOME[outcome]
        share = f"{count / total:.0%}" if total else ""
        figure.add_trace(
            go.Bar(
                x=[count],
                y=[""],
                orientation="h",
                name=f"{label.text} {count:,}",
                marker={"color": label.colour, "line": {"width": 1, "color": "rgba(127, 135, 147, 0.6)"}},
                text=[label.sign],
                textposition="inside",
                insidetextanchor="middle",
                textangle=0,
                textfont={"color": ink_on(label.colour)},
                hovertemplate=f"{label.text}: {count:,} of {total:,} ({share})<extra></extra>",
            )
        )
    figure.update_xaxes(range=[0, max(total, 1)], visible=False)
    figure.update_yaxes(visible=False)
    return figure
