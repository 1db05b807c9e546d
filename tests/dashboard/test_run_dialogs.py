"""The dialogs on a kept run, each on a page of its own.

For a click in a dialog AppTest runs the whole script, where a browser runs the dialog alone.
"""

from __future__ import annotations

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from dashboard import data
from langeval_core.store.run_store import RunStore
from tests.dashboard.journeys import keep_benchmark, keep_states, keep_unfinished, said

HOSTILE = "# <b>x</b> [a](http://b) $x$"


def rename(run_id: str) -> None:
    from dashboard import data, session
    from dashboard.panels.run_dialogs import rename_dialog

    rename_dialog(data.load_summary(run_id))
    if notice := session.take_notice():
        import streamlit as st

        st.markdown(notice)


def delete(run_ids: list[str]) -> None:
    import streamlit as st

    from dashboard import data
    from dashboard.panels.run_dialogs import delete_dialog

    if "runs" not in st.session_state:
        st.session_state["runs"] = [data.load_summary(run_id) for run_id in run_ids]
    delete_dialog(st.session_state["runs"])


def opened(dialog: Callable[..., None], *what: object) -> AppTest:
    return AppTest.from_function(dialog, args=what, default_timeout=30).run()


def give_name(store: RunStore, name: str) -> AppTest:
    app = opened(rename, keep_states(store, "before"))
    app.text_input(key="new_name").set_value(name)
    return app.button(key="rename_run").click().run()


def test_a_run_is_renamed(store: RunStore) -> None:
    app = give_name(store, "  after ")
    assert [run.name for run in store.list_runs()] == ["after"]
    assert "Renamed to “after”." in said(app)


def test_a_blank_name_is_refused(store: RunStore) -> None:
    app = give_name(store, "   ")
    assert [error.value for error in app.error] == ["A run needs a name."]
    assert [run.name for run in store.list_runs()] == ["before"]


def test_deleting_says_what_is_lost_and_waits_for_a_second_click(store: RunStore) -> None:
    app = opened(delete, [keep_benchmark(store, HOSTILE, budget=200)])
    assert "- **\\# \\<b\\>x\\<\\/b\\>" in said(app)
    assert "mean 8.00 · 2 of 3 scored" in said(app)
    assert "Answers, verdicts and transcripts of 3 cases are lost. There is no undo" in said(app)
    assert store.count_runs() == 1
    app.button(key="delete_runs").click().run()
    assert store.count_runs() == 0


def test_a_run_can_be_kept_after_all(store: RunStore) -> None:
    opened(delete, [keep_states(store)]).button(key="keep_runs").click().run()
    assert store.count_runs() == 1


def test_several_runs_are_deleted_together(store: RunStore) -> None:
    first, _, last = (keep_states(store, name) for name in ("a", "b", "c"))
    app = opened(delete, [first, last])
    assert "These 2 runs go:" in said(app)
    app.button(key="delete_runs").click().run()
    assert [run.name for run in store.list_runs()] == ["b"]


def test_of_many_runs_the_first_are_named_and_the_rest_counted(store: RunStore) -> None:
    app = opened(delete, [keep_states(store, f"run {number}") for number in range(8)])
    assert "- **run 4**" in said(app)
    assert "- **run 5**" not in said(app)
    assert "- and 3 more" in said(app)


def test_a_run_that_is_gone_meanwhile_is_no_error(store: RunStore) -> None:
    run_id = keep_states(store)
    app = opened(delete, [run_id])
    store.delete_run(run_id)
    app.button(key="delete_runs").click().run()
    assert not app.error


def test_a_run_that_is_going_on_is_not_deleted(store: RunStore) -> None:
    app = opened(delete, [keep_unfinished(data.store_address(), long_ago=False)])
    app.button(key="delete_runs").click().run()
    assert [error.value for error in app.error] == ["This run is going on\\. Cancel it first\\, then delete it\\."]
    assert store.count_runs() == 1
