from __future__ import annotations

import pandas as pd
import pytest

from dashboard.tables.run_table import RunFilter, one_line, run_table, state_text
from langeval_core.schema.run import RunKind, RunState
from tests.dashboard.test_labels import summary


def test_one_row_a_run_in_the_order_given() -> None:
    table = run_table([summary(), summary(RunKind.STATE, id="r2", name="form", headline=None)])
    assert list(table.columns) == ["open", "name", "kind", "state", "result", "counted", "started", "actions"]
    assert table["name"].tolist() == ["nightly", "form"]
    assert table["kind"].tolist() == [["☰ benchmark"], ["◫ state"]]
    assert table["state"].tolist() == [["✓ finished"], ["✓ finished"]]
    assert table["counted"].tolist() == ["1,580 of 1,600 scored", "1,580 of 1,600 compared"]


def test_a_run_without_a_result_has_a_missing_number_and_not_a_zero() -> None:
    results = run_table([summary(), summary(headline=None)])["result"]
    assert results[0] == 7.4875
    assert pd.isna(results[1])


def test_times_are_kept_with_their_zone() -> None:
    assert run_table([summary()])["started"][0].isoformat() == "2026-03-01T12:00:00+00:00"


def test_no_runs_make_an_empty_table_with_the_same_columns() -> None:
    table = run_table([])
    assert len(table) == 0
    assert list(table.columns) == list(run_table([summary()]).columns)


def test_a_finished_run_that_lacks_scores_says_partial() -> None:
    assert state_text(summary(is_partial=True)) == "✓ finished, partial"
    assert state_text(summary(is_partial=True, state=RunState.CANCELLED)) == "■ cancelled"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("two\nlines", "two lines"),
        ("evil \u202egnp.exe", "evil gnp.exe"),
        ("  ", "(no name)"),
        ("x" * 121, "x" * 119 + "…"),
        ("# <b>x</b>", "# <b>x</b>"),
    ],
)
def test_a_name_fits_one_line_and_reorders_nothing(name: str, shown: str) -> None:
    assert one_line(name) == shown


def test_an_empty_filter_lets_every_run_pass() -> None:
    assert RunFilter().passes(summary())


@pytest.mark.parametrize(
    ("wanted", "passes"),
    [
        (RunFilter(text="NIGHT"), True),
        (RunFilter(text=" night "), True),
        (RunFilter(text="r1"), True),
        (RunFilter(text="daily"), False),
        (RunFilter(kinds=frozenset({RunKind.BENCHMARK})), True),
        (RunFilter(kinds=frozenset({RunKind.STATE})), False),
        (RunFilter(states=frozenset({RunState.FINISHED, RunState.FAILED})), True),
        (RunFilter(states=frozenset({RunState.RUNNING})), False),
        (RunFilter(kinds=frozenset({RunKind.BENCHMARK}), text="daily"), False),
    ],
)
def test_a_run_passes_when_it_fits_all_that_is_asked(wanted: RunFilter, passes: bool) -> None:
    assert wanted.passes(summary()) is passes
