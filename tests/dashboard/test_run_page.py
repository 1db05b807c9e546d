"""Journeys through the page of one run, without a browser."""

from __future__ import annotations

import json

import pytest

from dashboard import data
from langeval_core.schema.run import RunState
from langeval_core.store.run_store import RunStore
from tests.dashboard.journeys import keep_benchmark, keep_states, keep_unfinished, open_page, said


def test_without_an_id_the_page_says_what_it_is_for(store: RunStore) -> None:
    app = open_page("run")
    assert not app.exception
    assert "its address names none" in said(app)


@pytest.mark.parametrize("run_id", ["nope", "<script>alert(1)</script>", "1m8qj6m3z5dp0k' or 1=1", "x" * 5000])
def test_an_unknown_id_gets_a_sentence(store: RunStore, run_id: str) -> None:
    app = open_page("run", run=run_id)
    assert not app.exception
    assert app.title[0].value == "Run not found"
    assert "There is no run" in said(app)
    assert "<script>" not in said(app)


def test_a_complete_benchmark_run_has_its_header_and_no_banner(store: RunStore) -> None:
    app = open_page("run", run=keep_benchmark(store, "MT"))
    assert not app.exception
    assert app.title[0].value == "MT"
    assert "☰ benchmark · ✓ finished · mean 8.00 · 3 of 3 scored · started 2" in said(app)
    assert "Subject recorded, judge recorded, rubric “default”" in said(app).replace("\\", "")
    assert [len(app.warning), len(app.error)] == [0, 0]


def test_a_partial_run_says_so_with_its_counts(store: RunStore) -> None:
    app = open_page("run", run=keep_benchmark(store, budget=200))
    assert [warning.value for warning in app.warning] == [
        "**Partial result:** 2 of 3 cases scored; 1 budget exhausted."
    ]


def test_a_failed_run_shows_its_error_literally_and_its_counts(store: RunStore) -> None:
    run_id = keep_unfinished(data.store_address(), long_ago=False)
    store.finish_run(run_id, RunState.FAILED, store.get_run(run_id).report, "The model refused <b>all</b>.")
    app = open_page("run", run=run_id)
    assert [error.value for error in app.error] == [
        "This run was stopped by an error. What was done is kept. **Partial result:** 0 of 2 cases compared; "
        "2 not started. The model refused \\<b\\>all\\<\\/b\\>\\."
    ]


def test_an_interrupted_run_says_so(store: RunStore) -> None:
    app = open_page("run", run=keep_unfinished(data.store_address(), long_ago=True))
    assert not app.exception
    assert app.warning[0].value == (
        "This run was interrupted: its process ended early. What was done is kept. **Partial result:** 0 of 2 cases "
        "compared; 2 not started."
    )


def test_a_running_state_run_shows_how_far_it_is(store: RunStore) -> None:
    app = open_page("run", run=keep_unfinished(data.store_address(), long_ago=False))
    assert not app.exception
    assert app.get("progress")[0].proto.text == "0 of 2 cases compared"
    assert [len(app.warning), len(app.error)] == [0, 0]


def test_a_state_run_of_one_case_shows_its_comparison(store: RunStore) -> None:
    app = open_page("run", run=keep_states(store, "form"))
    assert not app.exception
    assert "1 of 2 expected fields match" in said(app)


def test_a_state_run_of_several_cases_shows_totals_and_the_case_in_the_address(store: RunStore) -> None:
    app = open_page("run", run=keep_states(store, cases=3), case="2")
    assert not app.exception
    assert {metric.label: metric.value for metric in app.metric}["Cases that match"] == "0 of 3"
    assert "Case 2: turn 1" in said(app)


def test_a_run_that_was_renamed_or_deleted_elsewhere_is_not_shown_as_it_was(store: RunStore) -> None:
    run_id = keep_states(store, "before")
    assert open_page("run", run=run_id).title[0].value == "before"
    store.rename_run(run_id, "after")
    assert open_page("run", run=run_id).title[0].value == "after"
    store.delete_run(run_id)
    assert open_page("run", run=run_id).title[0].value == "Run not found"


def test_the_json_export_holds_cases_and_transcripts(store: RunStore) -> None:
    run_id = keep_benchmark(store)
    document = json.loads(data.run_json(run_id))
    assert document["summary"]["id"] == run_id
    assert [case["prompt"] for case in document["cases"]] == ["What is 0?", "What is 1?", "What is 2?"]
    assert [transcript["answer"] for transcript in document["transcripts"]] == ["0", "1", "2"]


def test_the_csv_export_holds_one_row_a_case(store: RunStore) -> None:
    lines = data.run_csv(keep_benchmark(store)).decode("utf-8-sig").splitlines()
    assert len(lines) == 4
    assert '"What is 2?"' in lines[3]


def test_a_state_export_holds_one_row_a_case(store: RunStore) -> None:
    assert len(data.run_csv(keep_states(store, cases=2)).splitlines()) == 3
