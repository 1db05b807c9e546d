"""Compare an expected with an actual state, field by field."""

from __future__ import annotations

from typing import Any

from langeval_core.evaluators.causes import cause_of_mismatch
from langeval_core.evaluators.changes import ABSENT, VALUELESS, change_class
from langeval_core.evaluators.paths import containers_of, natural_path_key
from langeval_core.evaluators.values import equal_values, type_note
from langeval_core.schema.comparison import (
    Cause,
    FieldComparison,
    FieldSet,
    FieldStatus,
    PathChange,
    StateComparison,
)
from langeval_core.schema.state import InterpretiveState, ValueConfidence

BestValues = dict[str, ValueConfidence | None]
"""Path -> best value; `None` where a path counts although it has no candidate."""


def compare_states(
    expected: InterpretiveState,
    actual: InterpretiveState,
    pre: InterpretiveState | None = None,
    *,
    fields: FieldSet | str = FieldSet.LEAVES,
) -> StateComparison:
    """Compare best values, path by path, under strict equality of value and confidence. Pure.

    Args:
        expected: what should be.
        actual: what came.
        pre: what was before; with it every row gets its change class, and `changes` is filled.
        fields: `leaves` counts paths with a value; `all` also containers and paths without a value, as LangState does.

    Returns:
        Rows in natural path order. `accuracy_score` is matching / (matching + mismatched + missing) in [0, 1].

    Raises:
        ValueError: `fields` is neither `leaves` nor `all`.
    """
    counted = FieldSet(fields)
    wanted, found = _best_values(expected, counted), _best_values(actual, counted)
    before = None if pre is None else _best_values(pre, counted)
    paths = {*wanted, *found} if before is None else {*wanted, *found, *before}
    rows: list[FieldComparison] = []
    changes: list[PathChange] = []
    statuses: list[FieldStatus] = []
    for path in sorted(paths, key=natural_path_key):
        change = None
        if before is not None:
            change = change_class(_value(before, path), _value(wanted, path), _value(found, path))
            changes.append(PathChange(path=path, change=change))
            if path not in wanted and path not in found:
                continue
        status, cause, note = _judge(path, wanted, found, actual)
        statuses.append(status)
        rows.append(
            FieldComparison(
                path=path,
                status=status,
                expected=wanted.get(path),
                actual=found.get(path),
                pre=before.get(path) if before else None,
                cause=cause,
                change=change,
                note=note,
            )
        )
    matching = statuses.count(FieldStatus.MATCHING)
    extra = statuses.count(FieldStatus.EXTRA)
    expected_fields = len(rows) - extra
    return StateComparison(
        fields=rows,
        matching_fields=matching,
        mismatched_fields=statuses.count(FieldStatus.MISMATCHED),
        missing_fields=statuses.count(FieldStatus.MISSING),
        extra_fields=extra,
        overall_match=matching == len(rows),
        accuracy_score=matching / expected_fields if expected_fields else 0.0,
        changes=changes,
        counted=counted,
    )


def _judge(
    path: str, wanted: BestValues, found: BestValues, actual: InterpretiveState
) -> tuple[FieldStatus, Cause | None, str | None]:
    """Status, cause and note of a path that at least one side has."""
    if path not in found:
        return FieldStatus.MISSING, None, None
    if path not in wanted:
        return FieldStatus.EXTRA, None, None
    one, other = wanted[path], found[path]
    if one is None or other is None:
        if one is other:
            return FieldStatus.MATCHING, None, "no value on either side"
        return FieldStatus.MISMATCHED, Cause.VALUE, f"no {'expected' if one is None else 'actual'} value"
    if not equal_values(one.value, other.value):
        return FieldStatus.MISMATCHED, cause_of_mismatch(one, other, actual.root[path].values), None
    note = None if type(one.value) is type(other.value) in _PLAIN else type_note(one.value, other.value)
    if one.confidence != other.confidence:
        return FieldStatus.MISMATCHED, Cause.CONFIDENCE, note
    return FieldStatus.MATCHING, None, note


def _best_values(state: InterpretiveState, counted: FieldSet) -> BestValues:
    if counted is FieldSet.ALL:
        best = {path: field.best() for path, field in state.root.items()}
        return {**dict.fromkeys(containers_of(best)), **best}
    return {path: value for path, field in state.root.items() if (value := field.best())}


def _value(best: BestValues, path: str) -> Any:
    if path not in best:
        return ABSENT
    value = best[path]
    return VALUELESS if value is None else value.value


_PLAIN = frozenset({str, int, float, bool, type(None)})
