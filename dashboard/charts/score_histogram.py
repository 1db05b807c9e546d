"""How the scores are spread, on the fixed scale."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from dashboard.charts.canvas import LINE, canvas
from dashboard.charts.score_gauge import score_ticks
from dashboard.colours import BLUE
from langeval_core.schema.report import EvalReport

if TYPE_CHECKING:
    from plotly.graph_objects import Figure


class ScoreBin(NamedTuple):
    """`cases` scores within half of `width` around `centre` (the upper edge belongs to the next bin)."""

    centre: float
    width: float
    cases: int


def score_bins(scores: Sequence[float], scale: tuple[float, float]) -> list[ScoreBin]:
    """Bins over the whole scale, empty ones too: a bin for each whole score, or for each half when halves occur.

    A scale of more than 12 steps is cut into ten.
    """
    low, high = scale
    span = high - low
    if span > 12:
        width = span / 10
    elif all(float(score).is_integer() for score in scores):
        width = 1.0
    else:
        width = 0.5
    last = round(span / width)
    counts = Counter(min(last, max(0, math.floor((score - low) / width + 0.5))) for score in scores)
    return [ScoreBin(low + step * width, width, counts[step]) for step in range(last + 1)]


def score_histogram(report: EvalReport) -> Figure:
    """Bars of `score_bins`, with a triangle at the mean when there is one; the x axis always spans the scale."""
    import plotly.graph_objects as go

    bins = score_bins([case.score for case in report.per_case], report.scale)
    low, high = report.scale
    half = bins[0].width / 2
    figure = canvas(280)
    figure.add_trace(
        go.Bar(
            x=[row.centre for row in bins],
            y=[row.cases for row in bins],
            width=[row.width * 0.88 for row in bins],
            text=[f"{row.cases:,}" if row.cases else "" for row in bins],
            textposition="outside",
            cliponaxis=False,
            marker={"color": BLUE},
            hovertemplate="score %{x:g}: %{y:,} cases<extra></extra>",
        )
    )
    highest = max(row.cases for row in bins)
    figure.update_xaxes(range=[low - half, high + half], tickvals=score_ticks(report.scale), title="score")
    figure.update_yaxes(range=[0, max(highest * 1.4, 1)], title="cases", tickformat=",d", nticks=5)
    if report.mean_score is not None:
        figure.add_trace(
            go.Scatter(
                x=[report.mean_score],
                y=[highest * 1.3 or 1],
                mode="markers+text",
                marker={"symbol": "triangle-down", "size": 11, "color": LINE},
                text=[f"mean {report.mean_score:.2f}"],
                textposition="middle right" if report.mean_score < (low + high) / 2 else "middle left",
                hoverinfo="skip",
            )
        )
    return figure
