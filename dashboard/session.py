"""What a browser tab looks at: the only user of `st.session_state` and `st.query_params`.

The address says what is shown (`?run=…`); the session only keeps what an address cannot hold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, tzinfo
from typing import TypeVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

T = TypeVar("T")

RUN_PAGE = "app_pages/run.py"
RUN = "run"
CASE = "case"
FIELD = "field"
ORIGIN = "from"
_NOTICE = "notice"


def run_in_address() -> str | None:
    """The id in `?run=…`, or `None`."""
    run_id = st.query_params.get(RUN)
    return run_id.strip() or None if run_id else None


def open_run(run_id: str) -> None:
    """Go to the run's page; the script ends here."""
    st.switch_page(RUN_PAGE, query_params={RUN: run_id})


def leave_notice(text: str) -> None:
    """Keep a sentence for the next script run, which shows it once; it outlives a change of page."""
    st.session_state[_NOTICE] = text


def take_notice() -> str | None:
    """The sentence left by the last script run, forgotten as it is taken."""
    notice: str | None = st.session_state.pop(_NOTICE, None)
    return notice


def clicked_button(key: str) -> tuple[int, str] | None:
    """Row position and label of the table button that started this script run, or `None`."""
    click = st.session_state.get(key)
    return (int(click["row"]), str(click["label"])) if click else None


def timezone() -> str | None:
    """The browser's time zone, such as `Europe/Oslo`; `None` where it is not known (times are then in UTC)."""
    return st.context.timezone


def zone() -> tzinfo:
    """The browser's time zone; UTC where it is unknown."""
    name = timezone()
    try:
        return ZoneInfo(name) if name else UTC
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


def link_to_run(run_id: str, label: str) -> None:
    """A link to the run's page; `label` is Markdown."""
    st.page_link(RUN_PAGE, label=label, query_params={RUN: run_id})


def field_in_address() -> str | None:
    """The path in `?field=…`: the field whose detail is shown, or `None`."""
    return st.query_params.get(FIELD)


def choose_field(path: str | None) -> None:
    """Show the detail of the field at `path`, or of none."""
    if path is None:
        st.query_params.pop(FIELD, None)
    else:
        st.query_params[FIELD] = path


def marked_row(key: str) -> int | None:
    """Position of the row that is marked in the table `key`, or in which a cell is; `None` without one."""
    selection = st.session_state.get(key, {}).get("selection", {})
    if cells := selection.get("cells"):
        return int(cells[0][0])
    rows = selection.get("rows")
    return int(rows[0]) if rows else None


def mark_row(key: str, position: int | None) -> None:
    """Mark one row (0-based), or none, in the table `key`; call it before the table is drawn."""
    rows = [] if position is None else [position]
    st.session_state[key] = {"selection": {"rows": rows, "columns": [], "cells": []}}


def case_in_address() -> int | None:
    """The 1-based number in `?case=…`, or `None`."""
    number = st.query_params.get(CASE, "")
    return int(number) if number.isdecimal() and len(number) < 10 else None


def show_case(number: int | None) -> None:
    """Put a case's 1-based number into the address, or take it out; the page follows in its next script run."""
    if number is not None:
        st.query_params[CASE] = str(number)
    elif CASE in st.query_params:
        del st.query_params[CASE]


def address_values(name: str) -> list[str]:
    """All values of a parameter of the address."""
    return st.query_params.get_all(name)


def origin_in_address() -> str | None:
    """The id in `?from=…`: the run whose inputs are to be filled in, or `None`."""
    return st.query_params.get(ORIGIN)


def is_new(key: str, value: str | None) -> bool:
    """Whether `value` is another than the last time this tab asked under `key`; `None` never is."""
    if value is None or st.session_state.get(key) == value:
        return False
    st.session_state[key] = value
    return True


def start_with(key: str, value: object) -> None:
    """Give a widget its first value; call it before the widget is drawn. One that has a value keeps it."""
    st.session_state.setdefault(key, value)


def is_clicked(key: str) -> bool:
    """Whether the button `key` started this script run; known before it is drawn."""
    return bool(st.session_state.get(key))


def fill(values: Mapping[str, object]) -> None:
    """Give widgets values by their keys; call it before they are drawn."""
    st.session_state.update(values)


def link_to_form(run_id: str, label: str) -> None:
    """A link to the state form with the run's states filled in; `label` is Markdown."""
    st.page_link("app_pages/state_diff.py", label=label, icon=":material/edit:", query_params={ORIGIN: run_id})


def editor_rows(key: str, make: Callable[[Sequence[Mapping[str, str]]], T]) -> T:
    """What an editable table starts from: `make` of the rows it held when it was left; one object while it is shown.

    An editor forgets its edits when its input changes, and when it is not shown.
    """
    start = f"{key}_start"
    if key not in st.session_state or start not in st.session_state:
        st.session_state[start] = make(st.session_state.get(f"{key}_rows", []))
    kept: T = st.session_state[start]
    return kept


def keep_editor_rows(key: str, rows: Sequence[Mapping[str, str]]) -> None:
    """Remember what an editable table holds, for when it is shown again."""
    st.session_state[f"{key}_rows"] = list(rows)
