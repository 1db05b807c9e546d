"""A whole and its parts: one stacked bar."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dashboard.charts.canvas import canvas, ink_on
from dashboard.labels import Label

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

EDGE = {"width": 1, "color": "rgba(127, 135, 147, 0.6)"}
"""The line around bars: seen on light and on dark."""


def parts_bar(parts: Sequence[tuple[Label, int]], height: int) -> Figure:
    """A trace for every part that is not 0, named with sign, word and count; x runs from 0 to the sum.

    `height` in pixels. The bar has no legend of its own: plotly's covers it where the page is narrow.
    """
    import plotly.graph_objects as go

    total = sum(count for _, count in parts)
    figure = canvas(height, barmode="stack", margin={"l": 0, "r": 0, "t": 0, "b": 0})
    for label, count in parts:
        if not count:
            continue
        figure.add_trace(
            go.Bar(
                x=[count],
                y=[""],
                orientation="h",
                name=f"{label.text} {count:,}",
                marker={"color": label.colour, "line": EDGE},
                text=[label.sign],
                textposition="inside",
                insidetextanchor="middle",
                textangle=0,
                textfont={"color": ink_on(label.colour)},
                hovertemplate=f"{label.text}: {count:,} of {total:,} ({count / total:.0%})<extra></extra>",
            )
        )
    figure.update_xaxes(range=[0, max(total, 1)], visible=False)
    figure.update_yaxes(visible=False)
    return figure
