from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st
from scipy import stats

from langeval_core.stats.intervals import mean_interval, mean_of

SCALE = (1.0, 10.0)


def test_a_mean_is_summed_without_rounding_errors() -> None:
    assert mean_of([0.1] * 10) == 0.1
    assert mean_of([1e16, 1.0, -1e16, 1.0]) == 0.5
    assert mean_of([]) is None


def test_the_interval_of_five_known_scores() -> None:
    interval = mean_interval([2, 4, 4, 5, 5], SCALE)

    assert interval is not None
    assert (round(interval.low, 4), round(interval.high, 4)) == (2.4793, 5.5207)
    assert (interval.level, interval.method) == (0.95, "Student's t over 5 scores")


@settings(deadline=None)
@given(st.lists(st.integers(3, 7), min_size=30, max_size=60).filter(lambda scores: min(scores) < max(scores)))
def test_the_interval_is_scipys_own(scores: list[int]) -> None:
    ours = mean_interval(scores, SCALE)
    theirs = stats.ttest_1samp(scores, 0).confidence_interval(0.95)

    assert ours is not None
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), rel=1e-12)


def test_the_interval_never_leaves_the_scale() -> None:
    interval = mean_interval([10, 10, 10, 10, 1], SCALE)

    assert interval is not None
    assert (interval.low > 1, interval.high) == (True, 10.0)


@pytest.mark.parametrize("scores", [[], [5.0], [4.0, 5.0, 6.0, 7.0], [8.0] * 50])
def test_too_few_or_equal_scores_have_no_interval(scores: list[float]) -> None:
    assert mean_interval(scores, SCALE) is None
