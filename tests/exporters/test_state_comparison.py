"""A state comparison to CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

from langeval_core.evaluators.state_diff import compare_states
from langeval_core.exporters.state_comparison import comparison_csv, comparison_json
from langeval_core.schema.comparison import StateComparison
from langeval_core.schema.state import InterpretiveState, ValueConfidence


def state(**values: Any) -> InterpretiveState:
    made = InterpretiveState()
    for path, value in values.items():
        made.add_value(path, ValueConfidence(value=value, confidence=0.9))
    return made


def records(comparison: StateComparison) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(comparison_csv(comparison).decode("utf-8-sig"), newline="")))


def test_the_contracts_names_stand_at_the_top_level() -> None:
    document = json.loads(comparison_json(compare_states(state(a=1, b=2), state(a=1, c=3))))

    assert document["overall_match"] is False
    assert document["accuracy_score"] == 0.5
    assert document["matching_fields"] == 1
    assert (document["mismatched_fields"], document["missing_fields"], document["extra_fields"]) == (0, 1, 1)
    assert document["nothing_expected"] is False
    assert [(row["path"], row["status"]) for row in document["fields"]] == [
        ("a", "matching"),
        ("b", "missing"),
        ("c", "extra"),
    ]


def test_an_absent_side_is_an_empty_cell_and_null_is_a_value() -> None:
    (row,) = records(compare_states(state(a=None), state()))

    assert (row["status"], row["expected"], row["expected_confidence"]) == ("missing", "null", "0.9")
    assert (row["actual"], row["actual_confidence"], row["pre"]) == ("", "", "")


def test_cause_and_change_are_in_the_row() -> None:
    (row,) = records(compare_states(state(a="Oslo"), state(a="oslo"), state(a="Rome")))

    assert (row["cause"], row["change"], row["pre"]) == ("case", "changed_wrongly", '"Rome"')


@pytest.mark.parametrize(
    ("value", "cell"),
    [("5", '"5"'), (5, "5"), (-5, "-5"), (True, "true"), (2**60, "1152921504606846976"), (["é"], '["é"]')],
)
def test_values_show_their_json_type(value: Any, cell: str) -> None:
    assert records(compare_states(state(a=value), state(a=value)))[0]["expected"] == cell


def test_a_path_that_a_spreadsheet_would_run_gets_an_apostrophe() -> None:
    assert records(compare_states(state(**{"=1+1": 1}), state()))[0]["path"] == "'=1+1"


def test_nan_does_not_break_the_json() -> None:
    comparison = compare_states(state(a=float("nan")), state(a=float("nan")))

    assert json.loads(comparison_json(comparison))["fields"][0]["expected"]["value"] is None
