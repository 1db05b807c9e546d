"""The empty figure all benchmark charts are drawn on: transparent, calm, readable on light and dark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

LINE = "#7F8793"
"""Mid grey for explicit lines: seen on white and on black alike."""

GRID = "rgba(127, 135, 147, 0.22)"
SHADE = "rgba(127, 135, 147, 0.25)"
AXIS: dict[str, Any] = {"gridcolor": GRID, "zeroline": False, "automargin": True, "fixedrange": True}
"""A quiet axis that the reader cannot zoom, so that it keeps its range."""


def ink_on(colour: str) -> str:
    """Black or white, whichever is read more easily on `#RRGGBB` (by WCAG relative luminance)."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#000000" if luminance > 0.179 else "#FFFFFF"


def translucent(colour: str, opacity: float) -> str:
    """`#RRGGBB` with an opacity in [0, 1], as a CSS colour."""
    red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return f"rgba({red}, {green}, {blue}, {opacity:g})"


def canvas(height: int, **layout: Any) -> Figure:
    """A figure `height` px high with small margins, quiet axes and no legend; `layout` overrides."""
    import plotly.graph_objects as go

    figure = go.Figure()
    figure.update_layout(
        height=height,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        showlegend=False,
        hovermode="closest",
        dragmode=False,
        bargap=0.12,
        xaxis=AXIS,
        yaxis=AXIS,
    )
    figure.update_layout(**layout)
    return figure


CHART_CONFIG: dict[str, Any] = {"displayModeBar": False, "scrollZoom": False, "doubleClick": False}
"""How the browser may handle a chart: no toolbar, no zoom, so that axes stay fixed."""
