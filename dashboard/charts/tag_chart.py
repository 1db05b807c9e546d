"""The mean score of each tag with its interval, on the fixed scale."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from dashboard.charts.canvas import LINE, canvas
from dashboard.charts.score_gauge import score_ticks
from dashboard.colours import BLUE
from langeval_core.schema.report import EvalReport

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

MOST_TAGS = 20
_LONGEST_TAG = 28


def tag_chart(report: EvalReport) -> Figure:
    """A dot and an interval for each tag with a score, in the report's order from top to bottom, at most 20 tags.

    A tag without an interval (one case, or always the same score) gets its dot alone.
    """
    import plotly.graph_objects as go

    rows = [(tag, tag.mean_score) for tag in report.by_tag if tag.mean_score is not None][:MOST_TAGS]
    names = [f"{_short(tag.tag)} (n={tag.cases_scored:,})" for tag, _ in rows]
    means = [mean for _, mean in rows]
    figure = canvas(90 + 26 * max(len(rows), 1))
    figure.add_trace(
        go.Scatter(
            x=means,
            y=list(range(len(rows))),
            mode="markers",
            marker={"size": 10, "color": BLUE},
            error_x={
                "type": "data",
                "symmetric": False,
                "array": [tag.interval.high - mean if tag.interval else 0 for tag, mean in rows],
                "arrayminus": [mean - tag.interval.low if tag.interval else 0 for tag, mean in rows],
                "color": LINE,
                "thickness": 1.5,
                "width": 4,
            },
            hovertemplate="%{text}: %{x:.2f}<extra></extra>",
            text=names,
        )
    )
    low, high = report.scale
    pad = (high - low) * 0.02
    figure.update_xaxes(range=[low - pad, high + pad], tickvals=score_ticks(report.scale), title="mean score")
    figure.update_yaxes(
        tickvals=list(range(len(rows))),
        ticktext=names,
        range=[len(rows) - 0.5, -0.5],
        showgrid=False,
        ticklabelstandoff=6,
    )
    return figure


def _short(tag: str) -> str:
    """The tag on one line, cut when long and escaped: plotly reads `<b>` and links in labels."""
    flat = " ".join(tag.split())
    return html.escape(flat if len(flat) <= _LONGEST_TAG else flat[: _LONGEST_TAG - 1] + "…")
