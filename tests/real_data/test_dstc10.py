"""Real dialogue states of a challenge entry: published joint goal accuracy, by way of the cause of each mismatch."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from langeval_core.evaluators.state_diff import compare_states
from langeval_core.importers.states import read_state
from langeval_core.schema.comparison import Cause, FieldStatus

DATA = Path(__file__).parents[3] / "shared" / "data" / "dst_dstc10_A07e0.jsonl"

pytestmark = pytest.mark.skipif(not DATA.exists(), reason=f"real data not found at {DATA}")


def test_statuses_and_joint_goal_accuracy_are_the_published_ones() -> None:
    statuses: Counter[FieldStatus] = Counter()
    by_case = strict = turns = 0
    for line in DATA.read_text(encoding="utf-8").splitlines():
        turn = json.loads(line)
        comparison = compare_states(read_state(turn["expected"]).state, read_state(turn["actual"]).state)
        statuses.update(row.status for row in comparison.fields)
        strict += comparison.overall_match
        by_case += all(row.status is FieldStatus.MATCHING or row.cause is Cause.CASE for row in comparison.fields)
        turns += 1

    assert statuses == {
        FieldStatus.MATCHING: 19023,
        FieldStatus.MISMATCHED: 26870,
        FieldStatus.MISSING: 4257,
        FieldStatus.EXTRA: 1659,
    }
    assert (strict, turns) == (81, 6588)
    assert by_case / turns == pytest.approx(0.274438373, abs=5e-10)
