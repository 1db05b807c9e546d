"""Journeys through the home page, without a browser."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from streamlit.testing.v1.element_tree import Element

from langeval_core.schema.run import RunState
from langeval_core.store.run_store import RunStore
from tests.dashboard.journeys import keep_benchmark, keep_states, open_page, run_in_address, said


def test_an_empty_store_is_met_with_three_doors_and_a_friendly_word(store: RunStore) -> None:
    app = open_page()
    assert not app.exception
    assert [button.label for button in app.button] == ["State diff", "Benchmark", "State", "Benchmark"]
    assert "Nothing has been run yet." in said(app)


def test_the_latest_runs_stand_below_newest_first(store: RunStore) -> None:
    for number in range(10):
        keep_states(store, f"run {number}")
    links = [link.proto.label for link in open_page().get("page_link") if isinstance(link, Element)]
    assert links == ["run 9", "run 8", "run 7", "run 6", "run 5", "run 4", "run 3", "run 2", "All runs"]


def test_the_doors_lead_to_their_pages(store: RunStore) -> None:
    assert open_page().button(key="state_door").click().run().title[0].value == "State diff"
    assert open_page().button(key="benchmark_door").click().run().title[0].value == "Benchmark"


def test_the_state_sample_is_one_click_away(store: RunStore) -> None:
    app = open_page().button(key="state_sample").click().run()
    assert not app.exception
    run = store.list_runs()[0]
    assert run_in_address(app) == run.id
    assert run.name == "Hotel booking (sample)"
    assert app.title[0].value.startswith("Hotel booking")


def test_the_benchmark_sample_is_one_click_away_and_runs_without_a_key(store: RunStore) -> None:
    app = open_page().button(key="benchmark_sample").click().run()
    assert not app.exception
    run_id = run_in_address(app)
    for _ in range(50):
        if store.get_summary(run_id).state is not RunState.RUNNING:
            break
        app.run()
    summary = store.get_summary(run_id)
    assert summary.state is RunState.FINISHED
    assert summary.is_partial
    assert summary.cases_total == 36
    assert 0 < summary.cases_scored < 36


def test_a_sample_that_was_run_is_opened_again_and_not_run_twice(store: RunStore) -> None:
    open_page().button(key="state_sample").click().run()
    open_page().button(key="state_sample").click().run()
    assert store.count_runs() == 1


def test_a_run_in_the_list_shows_its_result_and_denominator(store: RunStore) -> None:
    keep_benchmark(store, budget=200)
    assert "☰ benchmark · ✓ finished, partial · mean 8.00 · 2 of 3 scored · 2" in said(open_page())


def test_the_home_page_is_shown_without_importing_a_table_library(tmp_path: Path) -> None:
    script = (
        "import sys; from dashboard import data; data.use_store(sys.argv[1]); from tests.dashboard.journeys import *;"
        "keep_benchmark(data.get_store()); app = open_page(); assert not app.exception;"
        "print([name for name in ('pandas', 'pyarrow', 'numpy', 'scipy') if name in sys.modules])"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "runs.db")]
    shown = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2])
    assert shown.stdout.strip() == "[]"
