"""The table of kept runs with what can be done to each."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard import session
from dashboard.labels import RUN_KIND, RUN_STATE
from dashboard.panels.run_dialogs import delete_dialog, export_dialog, rename_dialog
from dashboard.tables.run_table import DELETE, EXPORT, OPEN, RENAME, run_table
from langeval_core.schema.run import RunSummary

PAGE_SIZE = 50
_OPEN_KEY, _ACTION_KEY = "runs_open", "runs_action"


def run_list_panel(runs: Sequence[RunSummary], timezone: str | None) -> None:
    """The runs in pages of 50; a click opens one, its menu renames, exports or deletes it."""
    if not runs:
        st.info("No run fits these filters.", icon=":material/filter_alt_off:")
        return
    shown = runs
    if len(runs) > PAGE_SIZE:
        pages = -(-len(runs) // PAGE_SIZE)
        page = st.pagination(pages, key="page", bind="query-params")
        shown = runs[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
    event = st.dataframe(
        run_table(shown),
        hide_index=True,
        width="stretch",
        height="content",
        row_height=40,
        column_config=_columns(timezone),
        on_select="rerun",
        selection_mode="multi-row",
        key="runs_table",
    )
    _act(shown)
    if chosen := [shown[row] for row in event["selection"]["rows"] if row < len(shown)]:
        many = f"{len(chosen)} runs" if len(chosen) > 1 else "the chosen run"
        if st.button(f"Delete {many}", icon=":material/delete:"):
            delete_dialog(chosen)


def empty_store_panel() -> None:
    """What to do where nothing was run yet."""
    st.info("Nothing has been run yet. Runs are kept here as soon as they start.", icon=":material/inbox:")
    st.page_link("app_pages/home.py", label="Start with one of the three ways on the home page", icon=":material/home:")


def _act(shown: Sequence[RunSummary]) -> None:
    if click := session.clicked_button(_OPEN_KEY):
        session.open_run(shown[click[0]].id)
    elif click := session.clicked_button(_ACTION_KEY):
        run = shown[click[0]]
        if click[1] == RENAME:
            rename_dialog(run)
        elif click[1] == EXPORT:
            export_dialog(run)
        elif click[1] == DELETE:
            delete_dialog([run])


def _columns(timezone: str | None) -> dict[str, object]:
    config = st.column_config
    return {
        "open": config.ButtonColumn("", type="tertiary", key=_OPEN_KEY, width=70, pinned=True),
        "name": config.TextColumn("Name", width="medium"),
        "kind": config.MultiselectColumn(
            "Kind",
            options=[label.text for label in RUN_KIND.values()],
            color=[label.colour for label in RUN_KIND.values()],
        ),
        "state": config.MultiselectColumn(
            "State",
            options=[text for label in RUN_STATE.values() for text in (label.text, f"{label.text}, partial")],
            color=[label.colour for label in RUN_STATE.values() for _ in range(2)],
        ),
        "result": config.NumberColumn("Result", format="%.2f", help="Mean score of a benchmark, accuracy of a state."),
        "counted": config.TextColumn("Counted", help="What the result is a mean of."),
        "cases": config.NumberColumn("Cases", format="localized"),
        "started": config.DatetimeColumn("Started", format="YYYY-MM-DD HH:mm", timezone=timezone),
        "actions": config.ButtonColumn("", type="tertiary", key=_ACTION_KEY, width=60),
    }
