"""Journeys through the list of runs, without a browser."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from langeval_core.store.run_store import RunStore
from tests.dashboard.journeys import keep_benchmark, keep_states, open_page, run_in_address, said


def click(app: AppTest, column: str, row: int, label: str) -> AppTest:
    """Click a button in the table; `column` is `open` or `action`."""
    app.session_state[f"runs_{column}"] = {"row": row, "label": label}
    return app.run()


def names(app: AppTest) -> list[str]:
    return [str(name) for name in app.dataframe[0].value["name"]]


def test_an_empty_store_says_what_will_stand_here(store: RunStore) -> None:
    app = open_page("runs")
    assert not app.exception
    assert "Nothing has been run yet." in said(app)
    assert len(app.dataframe) == 0


def test_all_runs_are_listed_newest_first(store: RunStore) -> None:
    keep_states(store, "first")
    keep_benchmark(store, "second")
    assert names(open_page("runs")) == ["second", "first"]


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ({"text": "FIR"}, ["first"]),
        ({"kind": "benchmark"}, ["second"]),
        ({"state": "finished"}, ["second", "first"]),
        ({"kind": "state", "text": "fir"}, ["first"]),
        ({"kind": "nonsense"}, ["second", "first"]),
        ({"state": "failed"}, []),
    ],
)
def test_the_address_filters_the_list(store: RunStore, address: dict[str, str], found: list[str]) -> None:
    keep_states(store, "first")
    keep_benchmark(store, "second")
    app = open_page("runs", **address)
    assert not app.exception
    assert (names(app) if found else []) == found


def test_filters_that_nothing_fits_say_so(store: RunStore) -> None:
    keep_states(store)
    app = open_page("runs", text="no such name")
    assert "No run fits these filters." in said(app)


def test_many_runs_come_in_pages(store: RunStore) -> None:
    for number in range(53):
        keep_states(store, f"run {number}")
    app = open_page("runs")
    assert len(names(app)) == 50
    assert names(open_page("runs", page="2")) == ["run 2", "run 1", "run 0"]


def test_a_run_is_opened_by_its_button(store: RunStore) -> None:
    run_id = keep_states(store, "first")
    keep_states(store, "second")
    app = click(open_page("runs"), "open", 1, "Open")
    assert run_in_address(app) == run_id
    assert app.title[0].value == "first"


@pytest.mark.parametrize(("label", "title"), [("Rename", "new_name"), ("Delete", "delete_runs")])
def test_the_menu_of_a_row_opens_a_dialog_for_its_run(store: RunStore, label: str, title: str) -> None:
    keep_states(store, "first")
    keep_states(store, "second")
    app = click(open_page("runs"), "action", 1, label)
    assert not app.exception
    if label == "Rename":
        assert app.text_input(key=title).value == "first"
    else:
        assert "**first**" in said(app)
        assert app.button(key=title).label == "Delete"


def test_the_export_dialog_offers_both_files(store: RunStore) -> None:
    keep_states(store)
    app = click(open_page("runs"), "action", 0, "Export")
    assert [button.label for button in app.download_button] == ["Results as CSV", "Everything as JSON"]


def test_marked_runs_can_be_deleted_together(store: RunStore) -> None:
    for name in ("a", "b", "c"):
        keep_states(store, name)
    app = open_page("runs")
    app.session_state["runs_table"] = {"selection": {"rows": [0, 2], "columns": [], "cells": []}}
    app.run()
    assert app.button(key="delete_marked").label == "Delete the 2 marked runs"
    app.button(key="delete_marked").click().run()
    assert "- **c**" in said(app)
    assert "- **a**" in said(app)
    assert "- **b**" not in said(app)
