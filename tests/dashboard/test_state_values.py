"""How values, confidences and verdicts are worded."""

from __future__ import annotations

from typing import Any

import pytest

from dashboard.tables.state_verdict import accuracy_formula, accuracy_text, percent_text, share_text, state_verdict
from dashboard.tables.value_text import best_text, confidence_text, value_text, visible
from langeval_core.evaluators.values import json_type
from langeval_core.schema.comparison import FieldStatus
from tests.dashboard.state_builders import best, compared, extra, matching, mismatched, missing


@pytest.mark.parametrize(
    ("value", "text", "kind"),
    [
        ("42", '"42"', "text"),
        (42, "42", "integer"),
        (42.0, "42.0", "number"),
        (True, "true", "true/false"),
        (None, "null", "null"),
        ("", '""', "text"),
        ("null", '"null"', "text"),
        ([], "[]", "list"),
        ({"a": ["ü"]}, '{"a": ["ü"]}', "object"),
        (2**64 + 1, "18446744073709551617", "integer"),
        (float("nan"), "NaN", "number"),
        ("line\nbreak", '"line\\nbreak"', "text"),
        ("<b>$x$</b> #1", '"<b>$x$</b> #1"', "text"),
    ],
)
def test_a_value_shows_its_json_type(value: Any, text: str, kind: str) -> None:
    assert value_text(value) == text
    assert json_type(value) == kind


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u00a0b", "a\\u00a0b"),
        ("\u202egpj.exe", "\\u202egpj.exe"),
        ("zero\u200bwidth", "zero\\u200bwidth"),
        ("\U000e0041", "\\U000e0041"),
        ("👩\u200d🔬 é", "👩\u200d🔬 é"),
    ],
)
def test_characters_that_show_nothing_are_shown_by_their_code(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_a_long_value_is_cut_and_says_how_much_is_left() -> None:
    assert value_text("a" * 2_998, limit=10) == '"aaaaaaaaa… (2,990 more characters)'


def test_a_value_nested_without_end_is_named_instead_of_shown() -> None:
    value: list[object] = []
    for _ in range(100_000):
        value = [value]
    assert value_text(value) == "list, nested too deeply to be shown"


def test_absent_null_and_empty_text_are_three_different_things() -> None:
    assert [best_text(None), best_text(best(None)), best_text(best(""))] == ["∅ absent", "null", '""']


def test_confidences_keep_all_digits_and_line_up_at_the_point() -> None:
    assert [confidence_text(c) for c in (0.9, 0.1 + 0.2, -1.0, 1e-7, 0.0, None)] == [
        "\u20070.90",
        "\u20070.30000000000000004",
        "-1.00",
        "\u20070.0000001",
        "\u20070.00",
        "",
    ]


def test_the_verdict_counts_what_matches_and_what_does_not() -> None:
    rows = [matching(f"a.{i}") for i in range(18)]
    rows += [mismatched(f"b.{i}") for i in range(4)] + [missing("c"), missing("d"), extra("e")]
    assert state_verdict(compared(*rows)) == "18 of 24 expected fields match; 4 mismatched, 2 missing, 1 extra"


def test_the_verdict_leaves_out_counts_of_zero() -> None:
    assert state_verdict(compared(mismatched("a"))) == "0 of 1 expected field matches; 1 mismatched"


def test_the_verdict_names_a_full_match() -> None:
    assert state_verdict(compared(matching("a"), matching("b"))) == "All 2 expected fields match"
    assert state_verdict(compared(matching("a"))) == "The one expected field matches"


def test_extra_fields_spoil_a_full_match() -> None:
    assert state_verdict(compared(matching("a"), extra("b"))) == "1 of 1 expected field matches; 1 extra"


def test_the_verdict_says_when_nothing_was_expected() -> None:
    assert state_verdict(compared(extra("a"), extra("b"), extra("c"))) == "Nothing expected; 3 extra"
    assert state_verdict(compared()) == "Nothing expected, and nothing there"


def test_the_formula_names_the_denominator() -> None:
    comparison = compared(matching("a"), mismatched("b"), missing("c"), extra("d"))
    assert accuracy_formula(comparison) == ("matching / (matching + mismatched + missing) = 1 / (1 + 1 + 1) = 0.333")


def test_the_formula_says_why_an_accuracy_of_zero_means_nothing() -> None:
    assert accuracy_formula(compared(extra("a"))).startswith("0.0 by rule: nothing expected")


@pytest.mark.parametrize(
    ("accuracy", "text"),
    [(0.0, "0.000"), (1.0, "1.000"), (1 / 3, "0.333"), (0.9999, "0.9999"), (0.0001, "0.0001"), (0.9995, "0.9995")],
)
def test_an_accuracy_is_never_rounded_to_a_whole_it_is_not(accuracy: float, text: str) -> None:
    assert accuracy_text(accuracy) == text


@pytest.mark.parametrize(
    ("count", "total", "text"),
    [(0, 5, "0.0%"), (5, 5, "100.0%"), (9_999, 10_000, ">99.9%"), (1, 10_000, "<0.1%"), (1, 8, "12.5%")],
)
def test_a_share_is_never_rounded_to_nothing_or_all(count: int, total: int, text: str) -> None:
    assert percent_text(count, total) == text


def test_shares_name_what_they_are_shares_of() -> None:
    comparison = compared(matching("a"), missing("b"), extra("c"))
    assert share_text(comparison, FieldStatus.MATCHING, 1) == "50.0% of expected"
    assert share_text(comparison, FieldStatus.EXTRA, 1) == "33.3% of all rows"
    assert share_text(compared(extra("c")), FieldStatus.MISSING, 0) == "nothing expected"
