"""The table of kept runs with what can be done to each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from dashboard import session
from dashboard.labels import RUN_KIND, RUN_STATE
from dashboard.panels.run_dialogs import delete_dialog, export_dialog, rename_dialog
from dashboard.tables.run_table import DELETE, EXPORT, RENAME, run_table
from langeval_core.schema.run import RunSummary

if TYPE_CHECKING:
    from streamlit.elements.lib.column_types import ButtonColumnResult, ColumnConfig

PAGE_SIZE = 50
_ROW_HEIGHT = 40
_OPEN, _ACTION = "runs_open", "runs_action"


def run_list_panel(runs: Sequence[RunSummary]) -> None:
    """The runs in pages of 50; a click opens one, its menu renames, exports or deletes it, marked ones go together."""
    if not runs:
        st.info("No run fits these filters.", icon=":material/filter_alt_off:")
        return
    shown = runs
    if len(runs) > PAGE_SIZE:
        page = st.pagination(-(-len(runs) // PAGE_SIZE), key="page", bind="query-params")
        shown = runs[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
    event = st.dataframe(
        run_table(shown),
        hide_index=True,
        height="content",
        row_height=_ROW_HEIGHT,
        placeholder="–",
        column_config=_columns(),
        on_select="rerun",
        selection_mode="multi-row",
        key="runs_table",
    )
    _act(shown)
    if chosen := [shown[row] for row in event["selection"]["rows"] if row < len(shown)]:
        what = "the marked run" if len(chosen) == 1 else f"the {len(chosen)} marked runs"
        if st.button(f"Delete {what}", icon=":material/delete:", key="delete_marked"):
            delete_dialog(chosen)


def empty_store_panel() -> None:
    """What to do where nothing was run yet."""
    st.info("Nothing has been run yet. Runs are kept here as soon as they start.", icon=":material/inbox:")
    st.page_link("app_pages/home.py", label="Start in one of the three ways on the home page", icon=":material/home:")


def _act(shown: Sequence[RunSummary]) -> None:
    """Do what a click in the table asked for."""
    if (click := session.clicked_button(_OPEN)) and click[0] < len(shown):
        session.open_run(shown[click[0]].id)
    elif (click := session.clicked_button(_ACTION)) and click[0] < len(shown):
        run = shown[click[0]]
        if click[1] == RENAME:
            rename_dialog(run)
        elif click[1] == EXPORT:
            export_dialog(run)
        elif click[1] == DELETE:
            delete_dialog([run])


def _columns() -> dict[str, ColumnConfig | ButtonColumnResult]:
    config = st.column_config
    states = [(text, label.tint) for label in RUN_STATE.values() for text in (label.text, f"{label.text}, partial")]
    return {
        "open": config.ButtonColumn("", type="tertiary", key=_OPEN, width=64, pinned=True),
        "name": config.TextColumn("Name", width=220),
        "kind": config.MultiselectColumn(
            "Kind",
            options=[label.text for label in RUN_KIND.values()],
            color=[label.tint for label in RUN_KIND.values()],
        ),
        "state": config.MultiselectColumn(
            "State", options=[text for text, _ in states], color=[tint for _, tint in states]
        ),
        "result": config.NumberColumn("Result", format="%.2f", help="Mean score of a benchmark, accuracy of a state."),
        "counted": config.TextColumn("Counted", help="The cases that the result is a mean of."),
        "started": config.DatetimeColumn("Started", format="YYYY-MM-DD HH:mm", timezone=session.timezone()),
        "actions": config.ButtonColumn("", type="tertiary", key=_ACTION, width=56),
    }
