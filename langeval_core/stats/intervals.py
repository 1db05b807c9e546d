"""Confidence intervals, by SciPy."""

from __future__ import annotations

import math
from collections.abc import Sequence

from langeval_core.schema.report import Interval

FEWEST = 5
"""Fewer values than this get no interval."""


def mean_of(values: Sequence[float]) -> float | None:
    """The arithmetic mean, summed without rounding errors; `None` of nothing."""
    return math.fsum(values) / len(values) if values else None


def mean_interval(values: Sequence[float], within: tuple[float, float], level: float = 0.95) -> Interval | None:
    """Student's t interval of the mean, clipped to the values' range `within`.

    `None` from fewer than `FEWEST` values, and where all are equal: their spread says nothing about the next value.
    """
    mean = mean_of(values)
    if mean is None or len(values) < FEWEST or min(values) == max(values):
        return None
    from scipy.special import stdtrit

    freedom = len(values) - 1
    deviation = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / freedom)
    reach = float(stdtrit(freedom, 0.5 + level / 2)) * deviation / math.sqrt(len(values))
    return Interval(
        low=max(within[0], mean - reach),
        high=min(within[1], mean + reach),
        level=level,
        method=f"Student's t over {len(values)} scores",
    )
