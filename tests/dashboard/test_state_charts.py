"""The figures of a state comparison, tested on values."""

from __future__ import annotations

from dashboard.charts.accuracy_gauge import accuracy_gauge
from dashboard.charts.status_bar import cause_bar, change_bar, status_bar
from langeval_core.schema.comparison import Cause, ChangeClass
from tests.dashboard.state_builders import compared, extra, matching, mismatched, missing


def test_the_gauge_stands_on_a_fixed_scale_from_0_to_1() -> None:
    figure = accuracy_gauge(compared(matching("a"), missing("b"), extra("c")))
    assert figure.data[0].value == 0.5
    assert tuple(figure.data[0].gauge.axis.range) == (0, 1)
    assert figure.data[0].number.valueformat == ".3f"


def test_the_gauge_does_not_round_up_to_a_full_match() -> None:
    figure = accuracy_gauge(compared(*(matching(f"a{i}") for i in range(9_999)), missing("b")))
    assert figure.data[0].number.valueformat == ".4f"


def test_the_status_bar_has_a_part_for_each_status_that_occurs() -> None:
    figure = status_bar(compared(matching("a"), matching("b"), mismatched("c"), extra("d")))
    assert [(trace.name, trace.x[0]) for trace in figure.data] == [
        ("✓ matching 2", 2),
        ("≠ mismatched 1", 1),
        ("+ extra 1", 1),
    ]
    assert tuple(figure.layout.xaxis.range) == (0, 4)


def test_the_status_bar_of_an_empty_comparison_is_an_empty_scale() -> None:
    figure = status_bar(compared())
    assert len(figure.data) == 0
    assert tuple(figure.layout.xaxis.range) == (0, 1)


def test_the_cause_bars_show_the_most_frequent_first() -> None:
    figure = cause_bar(compared(mismatched("a", cause=Cause.RANK), mismatched("b"), mismatched("c"), matching("d")))
    assert list(figure.data[0].y) == ["value", "rank"]
    assert list(figure.data[0].x) == [2, 1]
    assert tuple(figure.layout.xaxis.range) == (0, 2)


def test_the_change_bars_say_by_sign_what_was_right() -> None:
    comparison = compared(
        matching("a", change=ChangeClass.KEPT),
        mismatched("b", change=ChangeClass.CHANGED_NEEDLESSLY),
        removed=("c",),
    )
    figure = change_bar(comparison)
    assert list(figure.data[0].y) == ["✓ kept", "✗ changed needlessly", "✓ removed correctly"]
    assert list(figure.data[0].x) == [1, 1, 1]
