"""A state comparison in words."""

from __future__ import annotations

from math import floor

from langeval_core.schema.comparison import FieldStatus, StateComparison


def state_verdict(comparison: StateComparison) -> str:
    """One line, such as “18 of 24 expected fields match; 4 mismatched, 2 missing, 1 extra”."""
    others = ", ".join(
        f"{count} {word}"
        for count, word in (
            (comparison.mismatched_fields, "mismatched"),
            (comparison.missing_fields, "missing"),
            (comparison.extra_fields, "extra"),
        )
        if count
    )
    if comparison.nothing_expected:
        return f"Nothing expected; {others}" if others else "Nothing expected, and nothing there"
    total = comparison.expected_fields
    noun, verb = ("field", "matches") if total == 1 else ("fields", "match")
    if comparison.overall_match:
        return "The one expected field matches" if total == 1 else f"All {total:,} expected fields match"
    return f"{comparison.matching_fields:,} of {total:,} expected {noun} {verb}; {others}"


def accuracy_formula(comparison: StateComparison) -> str:
    """How the accuracy came about, with its denominator."""
    matching, mismatched, missing = (
        comparison.matching_fields,
        comparison.mismatched_fields,
        comparison.missing_fields,
    )
    if comparison.nothing_expected:
        return "0.0 by rule: nothing expected, so there is nothing to divide by"
    sum_text = f"{matching:,} / ({matching:,} + {mismatched:,} + {missing:,})"
    return f"matching / (matching + mismatched + missing) = {sum_text} = {accuracy_text(comparison.accuracy_score)}"


def accuracy_text(accuracy: float) -> str:
    """An accuracy in [0, 1] with three decimals, more where three would claim a whole 0 or 1 that it is not."""
    if 0.9995 <= accuracy < 1:
        return f"{floor(accuracy * 1e6) / 1e6}"
    return f"{accuracy:.2g}" if 0 < accuracy < 0.0005 else f"{accuracy:.3f}"


def share_text(comparison: StateComparison, status: FieldStatus, count: int) -> str:
    """The share of a count: of the expected fields, or for extra fields, which are not among them, of all rows."""
    if status is FieldStatus.EXTRA:
        total, of = len(comparison.fields), "all rows"
    else:
        total, of = comparison.expected_fields, "expected"
    return f"{percent_text(count, total)} of {of}" if total else "nothing expected"


def percent_text(count: int, total: int) -> str:
    """A share in percent with one decimal; never a round 0 or 100 that it is not."""
    if 0 < count < total and not 0.0005 <= count / total < 0.9995:
        return "<0.1%" if count / total < 0.5 else ">99.9%"
    return f"{count / total:.1%}"
