"""What became of the cases: one stacked bar, as long as the benchmark."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from dashboard.charts.parts_bar import parts_bar
from dashboard.labels import OUTCOME
from langeval_core.schema.report import Outcome

if TYPE_CHECKING:
    from plotly.graph_objects import Figure


def outcome_bar(outcomes: Mapping[Outcome, int]) -> Figure:
    """A part for every outcome that occurred, of all cases. Its legend is `outcome_legend`."""
    return parts_bar([(OUTCOME[outcome], outcomes.get(outcome, 0)) for outcome in Outcome], height=48)
