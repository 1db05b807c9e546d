"""The mean score on its whole scale, with the interval and the bounds it must be read with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dashboard.charts.canvas import LINE, SHADE, canvas, translucent
from dashboard.colours import BLUE
from langeval_core.schema.report import EvalReport

if TYPE_CHECKING:
    from plotly.graph_objects import Figure


def score_gauge(report: EvalReport) -> Figure | None:
    """A gauge over the report's scale; `None` when nothing was scored, since there is no needle to show.

    Steps: the bounds (only of a partial run), then the interval of the mean, both wide and pale behind the bar.
    """
    import plotly.graph_objects as go

    if report.mean_score is None:
        return None
    low, high = report.scale
    steps = []
    if report.is_partial and report.bounds:
        steps.append({"range": list(report.bounds), "color": SHADE, "thickness": 1.0, "name": "bounds"})
    if report.mean_interval:
        interval = [report.mean_interval.low, report.mean_interval.high]
        steps.append({"range": interval, "color": translucent(BLUE, 0.35), "thickness": 0.75, "name": "interval"})
    figure = canvas(210, margin={"l": 28, "r": 28, "t": 28, "b": 4})
    figure.add_trace(
        go.Indicator(
            mode="gauge+number",
            value=report.mean_score,
            number={"valueformat": ".2f", "font": {"size": 32}},
            gauge={
                "axis": {"range": [low, high], "tickvals": score_ticks(report.scale), "tickcolor": LINE},
                "bar": {"color": BLUE, "thickness": 0.28},
                "bgcolor": "rgba(0,0,0,0)",
                "borderwidth": 1,
                "bordercolor": LINE,
                "steps": steps,
            },
        )
    )
    return figure


def score_ticks(scale: tuple[float, float]) -> list[float]:
    """Whole numbers of the scale when they are few, else eleven even steps."""
    low, high = scale
    if float(low).is_integer() and float(high).is_integer() and high - low <= 12:
        return [low + step for step in range(int(high - low) + 1)]
    return [low + (high - low) * step / 10 for step in range(11)]
