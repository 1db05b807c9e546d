from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from langeval_core.stats.percentiles import median_low, percentile_95


@pytest.mark.parametrize(
    ("values", "p50", "p95"),
    [
        ([], None, None),
        ([250], 250, 250),
        ([200, 100], 100, 200),
        ([500, 100, 400, 200, 300], 300, 500),
        (list(range(10, 201, 10)), 100, 190),
        (list(range(1, 101)), 50, 95),
    ],
)
def test_percentiles_are_by_nearest_rank(values: list[float], p50: float | None, p95: float | None) -> None:
    assert (median_low(values), percentile_95(values)) == (p50, p95)


@settings(deadline=None)
@given(st.lists(st.floats(0, 1e6), min_size=1, max_size=300))
def test_a_percentile_is_a_measured_value_with_enough_values_at_or_below_it(values: list[float]) -> None:
    p95 = percentile_95(values)

    assert p95 in values
    assert p95 is not None
    assert 100 * sum(value <= p95 for value in values) >= 95 * len(values)
