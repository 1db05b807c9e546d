"""Real dialogue states: our match is the authors' match, turn by turn."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from langeval_core.evaluators.state_diff import compare_states
from langeval_core.evaluators.state_report import compared_case, summarise_states
from langeval_core.importers.states import read_state
from langeval_core.schema.report import StateReport

DATA = Path(__file__).parents[3] / "shared" / "data" / "dst_mwz21_dialogues.jsonl"

pytestmark = pytest.mark.skipif(not DATA.exists(), reason=f"real data not found at {DATA}")


@pytest.fixture(scope="module")
def turns() -> tuple[StateReport, list[bool]]:
    """The report over all turns, and for each turn the match the authors published."""
    results, published = [], []
    for index, line in enumerate(DATA.read_text(encoding="utf-8").splitlines()):
        turn = json.loads(line)
        pre, expected, actual = (read_state(turn[side]).state for side in ("pre_state", "expected", "actual"))
        results.append(compared_case(index, turn["case_id"], compare_states(expected, actual, pre)))
        published.append(turn["published_match"])
    return summarise_states(results, len(results)), published


def test_every_turn_matches_where_the_authors_say_so(turns: tuple[StateReport, list[bool]]) -> None:
    report, published = turns

    assert len(published) == 365
    assert [case.overall_match for case in report.cases] == published
    assert report.cases_matching == 185


def test_fields_by_status_over_all_turns(turns: tuple[StateReport, list[bool]]) -> None:
    report, _ = turns

    assert (report.matching_fields, report.mismatched_fields, report.missing_fields, report.extra_fields) == (
        1889,
        57,
        136,
        93,
    )


def test_turns_in_which_nothing_is_expected(turns: tuple[StateReport, list[bool]]) -> None:
    report, _ = turns
    empty = [case for case in report.cases if case.matching_fields + case.mismatched_fields + case.missing_fields == 0]

    assert report.cases_nothing_expected == len(empty) == 5
    assert Counter(case.extra_fields == 0 for case in empty) == {True: 4, False: 1}
