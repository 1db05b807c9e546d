"""A state comparison as tables: its fields, its causes, its change classes, the candidates of one field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dashboard.labels import CAUSE, CHANGE, FIELD_STATUS, STATE_OUTCOME
from dashboard.tables.value_text import ABSENT, NO_VALUE, best_text, confidence_text, value_text, visible
from langeval_core.evaluators.values import json_type
from langeval_core.schema.comparison import Cause, ChangeClass, FieldComparison, FieldStatus, StateComparison
from langeval_core.schema.report import StateCaseResult
from langeval_core.schema.state import InterpretiveFieldState, ValueConfidence

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class FieldFilter:
    """Which rows to show; an empty part lets all pass. `text` is sought in paths, values and notes, without case."""

    statuses: frozenset[FieldStatus] = frozenset()
    causes: frozenset[Cause] = frozenset()
    changes: frozenset[ChangeClass] = frozenset()
    text: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether every row passes."""
        return not (self.statuses or self.causes or self.changes or self.text.strip())

    def passes(self, field: FieldComparison) -> bool:
        """Whether a row is shown."""
        return (
            (not self.statuses or field.status in self.statuses)
            and (not self.causes or field.cause in self.causes)
            and (not self.changes or field.change in self.changes)
            and self._has_text(field)
        )

    def _has_text(self, field: FieldComparison) -> bool:
        sought = self.text.strip().casefold()
        if not sought:
            return True
        texts = [field.path, field.note or ""]
        texts += [value_text(best.value) for best in (field.pre, field.expected, field.actual) if best]
        return any(sought in text.casefold() for text in texts)


def filter_fields(comparison: StateComparison, wanted: FieldFilter) -> list[FieldComparison]:
    """The rows that pass, in the comparison's natural path order."""
    if wanted.is_empty:
        return comparison.fields
    return [field for field in comparison.fields if wanted.passes(field)]


def fields_table(fields: Sequence[FieldComparison]) -> pd.DataFrame:
    """One row a field, all cells text: path, pre, expected, actual with confidences, status, cause, change, note.

    `status` is a list of one text, which is what a column of coloured chips takes.
    """
    import pandas as pd

    return pd.DataFrame(
        {
            "path": [visible(field.path) for field in fields],
            "pre": [best_text(field.pre) for field in fields],
            "pre_confidence": [_confidence(field.pre) for field in fields],
            "expected": [_side(field.expected, field, FieldStatus.EXTRA) for field in fields],
            "expected_confidence": [_confidence(field.expected) for field in fields],
            "actual": [_side(field.actual, field, FieldStatus.MISSING) for field in fields],
            "actual_confidence": [_confidence(field.actual) for field in fields],
            "status": [[FIELD_STATUS[field.status].text] for field in fields],
            "cause": [field.cause.value if field.cause else "" for field in fields],
            "change": [CHANGE[field.change] if field.change else "" for field in fields],
            "note": [field.note or "" for field in fields],
        }
    )


def _side(best: ValueConfidence | None, field: FieldComparison, lacking: FieldStatus) -> str:
    return best_text(best, absent=ABSENT if field.status is lacking else NO_VALUE)


def _confidence(best: ValueConfidence | None) -> str:
    return confidence_text(best.confidence if best else None)


def common_confidence(comparison: StateComparison) -> float | None:
    """The one confidence that every value of the rows has, `None` where they differ or there are none."""
    found = {
        best.confidence
        for field in comparison.fields
        for best in (field.pre, field.expected, field.actual)
        if best is not None
    }
    return found.pop() if len(found) == 1 else None


def causes_table(comparison: StateComparison) -> pd.DataFrame:
    """Causes of the mismatched rows that occur, most frequent first: cause, word, count."""
    import pandas as pd

    counts = Counter(field.cause for field in comparison.fields if field.cause is not None)
    causes = sorted(counts, key=lambda cause: (-counts[cause], list(Cause).index(cause)))
    return pd.DataFrame(
        {
            "cause": [cause.value for cause in causes],
            "word": [CAUSE[cause] for cause in causes],
            "count": [counts[cause] for cause in causes],
        }
    )


GOOD_CHANGES = frozenset({ChangeClass.KEPT, ChangeClass.CHANGED_CORRECTLY, ChangeClass.REMOVED_CORRECTLY})
"""Change classes in which the actual state did what the expected one asks."""


def changes_table(comparison: StateComparison) -> pd.DataFrame:
    """Change classes that occur, in the order of their definition: change, word, count, good."""
    import pandas as pd

    counts = Counter(change.change for change in comparison.changes)
    changes = [change for change in ChangeClass if counts[change]]
    return pd.DataFrame(
        {
            "change": [change.value for change in changes],
            "word": [CHANGE[change] for change in changes],
            "count": [counts[change] for change in changes],
            "good": [change in GOOD_CHANGES for change in changes],
        }
    )


def removed_paths(comparison: StateComparison) -> list[str]:
    """Paths removed correctly: they have no row and stand in none of the four counts."""
    return [change.path for change in comparison.changes if change.change is ChangeClass.REMOVED_CORRECTLY]


def candidates_table(field: InterpretiveFieldState | None) -> pd.DataFrame:
    """The candidates in rank order, all cells text but the ranks: rank, value, type, confidence, added (1-based)."""
    import pandas as pd

    values = field.values if field else []
    order = sorted(range(len(values)), key=lambda index: -values[index].confidence)
    return pd.DataFrame(
        {
            "rank": range(1, len(order) + 1),
            "value": [value_text(values[index].value) for index in order],
            "type": [json_type(values[index].value) for index in order],
            "confidence": [confidence_text(values[index].confidence) for index in order],
            "added": [index + 1 for index in order],
        }
    )


def status_counts(comparison: StateComparison) -> dict[FieldStatus, int]:
    """The four counts, by status."""
    return {
        FieldStatus.MATCHING: comparison.matching_fields,
        FieldStatus.MISMATCHED: comparison.mismatched_fields,
        FieldStatus.MISSING: comparison.missing_fields,
        FieldStatus.EXTRA: comparison.extra_fields,
    }


def state_cases_table(results: Sequence[StateCaseResult]) -> pd.DataFrame:
    """One row a case: number (1-based), case, outcome (for chips), accuracy (`None` when not compared), four counts."""
    import pandas as pd

    return pd.DataFrame(
        {
            "#": [result.case_index + 1 for result in results],
            "case": [visible(result.case_id) for result in results],
            "outcome": [[STATE_OUTCOME[result.outcome].text] for result in results],
            "accuracy": [result.accuracy_score for result in results],
            **{
                status.value: [getattr(result, f"{status.value}_fields") for result in results]
                for status in FieldStatus
            },
            "problem": [visible(result.problem or "") for result in results],
        }
    )
