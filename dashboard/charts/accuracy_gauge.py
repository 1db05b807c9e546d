"""The accuracy of a state comparison on its whole scale, 0 to 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dashboard.charts.canvas import LINE, canvas
from dashboard.colours import BLUE
from dashboard.tables.state_verdict import accuracy_text
from langeval_core.schema.comparison import StateComparison

if TYPE_CHECKING:
    from plotly.graph_objects import Figure


def accuracy_gauge(comparison: StateComparison) -> Figure:
    """A gauge from 0 to 1. Where nothing was expected the rule's 0.0 stands with those words under it."""
    import plotly.graph_objects as go

    decimals = len(accuracy_text(comparison.accuracy_score).partition(".")[2])
    figure = canvas(200, margin={"l": 28, "r": 28, "t": 24, "b": 8})
    figure.add_trace(
        go.Indicator(
            mode="gauge+number",
            value=comparison.accuracy_score,
            number={"valueformat": f".{decimals}f", "font": {"size": 40}},
            gauge={
                "axis": {"range": [0, 1], "tickvals": [0, 0.25, 0.5, 0.75, 1], "tickcolor": LINE},
                "bar": {"color": BLUE, "thickness": 0.28},
                "bgcolor": "rgba(0,0,0,0)",
                "borderwidth": 1,
                "bordercolor": LINE,
            },
        )
    )
    return figure
