"""Why a field has its status, its cause and its change class, in sentences."""

from __future__ import annotations

from dashboard.tables.value_text import confidence_text, value_text
from langeval_core.evaluators.values import equal_values, json_type
from langeval_core.schema.comparison import Cause, ChangeClass, FieldComparison, FieldStatus
from langeval_core.schema.state import InterpretiveFieldState, ValueConfidence

_SHORT = 80

_CAUSE: dict[Cause, str] = {
    Cause.CASE: "The texts are equal once upper and lower case are taken as the same.",
    Cause.BLANKS: "The texts are equal once blanks are trimmed and runs of them count as one.",
    Cause.UNICODE: "The texts are equal after Unicode normalisation (NFC): same letters, other code points.",
    Cause.ROUNDING: "The numbers are equal within a billionth of their size: one of them was rounded.",
    Cause.INSTANT: "Both name the same moment, in another time zone or format.",
    Cause.ORDER: "The lists hold the same items in another order; lists are compared in order.",
    Cause.EMPTY: "Both are empty, in different ways; null, an empty text, list and object are four values.",
    Cause.VALUE: "The best values differ, and no gentler reading makes them equal.",
}

_CHANGE: dict[ChangeClass, str] = {
    ChangeClass.KEPT: "It was right before, and still is.",
    ChangeClass.CHANGED_CORRECTLY: "It was to change, and changed to what was expected.",
    ChangeClass.NOT_CHANGED: "It was to change, and is as it was before.",
    ChangeClass.CHANGED_WRONGLY: "It was to change, and became something else, or went.",
    ChangeClass.CHANGED_NEEDLESSLY: "It was right before, and was changed or removed.",
    ChangeClass.APPEARED: "It was not there before and is not expected, yet it came.",
    ChangeClass.NOT_REMOVED: "It was to go, and is still there.",
    ChangeClass.REMOVED_CORRECTLY: "It was to go, and went.",
}


def status_reason(field: FieldComparison, actual: InterpretiveFieldState | None) -> str:
    """Why the row has its status, and for a mismatch its cause."""
    match field.status:
        case FieldStatus.MATCHING:
            return "Best value and confidence are both equal."
        case FieldStatus.MISSING:
            return "It is expected, and the actual state has no value at this path."
        case FieldStatus.EXTRA:
            return "It is not expected. Extra fields are left out of the accuracy's denominator."
        case FieldStatus.MISMATCHED:
            return _cause_reason(field, actual)


def _cause_reason(field: FieldComparison, actual: InterpretiveFieldState | None) -> str:
    if field.expected is None or field.actual is None or field.cause is None:
        return "Best value or confidence differs."
    match field.cause:
        case Cause.CONFIDENCE:
            there, here = (confidence_text(best.confidence).strip() for best in (field.expected, field.actual))
            return f"The values are equal. Confidence {there} was expected and is {here}; no tolerance is given."
        case Cause.TYPE:
            return (
                f"Expected is {_typed(field.expected)}, actual {_typed(field.actual)}: "
                "equal once converted, but not the same JSON value."
            )
        case Cause.RANK:
            return _rank_reason(field.expected, actual)
        case cause:
            return _CAUSE[cause]


def _rank_reason(expected: ValueConfidence, actual: InterpretiveFieldState | None) -> str:
    ranked = sorted(actual.values, key=lambda candidate: -candidate.confidence) if actual else []
    rank = next(
        (index for index, candidate in enumerate(ranked, 1) if equal_values(candidate.value, expected.value)), None
    )
    where = f"candidate {rank} of {len(ranked)}" if rank else "among the actual candidates"
    return f"The expected value is {where}. Another one is best: greater confidence, or added earlier on a tie."


def _typed(best: ValueConfidence) -> str:
    return f"the {json_type(best.value)} {value_text(best.value, _SHORT)}"


def change_reason(field: FieldComparison) -> str | None:
    """What was done to the path on the way from pre to actual, `None` where no pre-state was given."""
    return _CHANGE[field.change] if field.change else None
