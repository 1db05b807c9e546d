"""Percentiles by nearest rank: always a value that was measured."""

from __future__ import annotations

import math
from collections.abc import Sequence


def median_low(values: Sequence[float]) -> float | None:
    """The lower median: `sorted[(n - 1) // 2]`; `None` of nothing."""
    return sorted(values)[(len(values) - 1) // 2] if values else None


def percentile_95(values: Sequence[float]) -> float | None:
    """The 95th percentile: `sorted[ceil(0.95 n) - 1]`; `None` of nothing."""
    return sorted(values)[math.ceil(len(values) * 95 / 100) - 1] if values else None
