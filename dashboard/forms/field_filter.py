"""Which fields of a comparison to show; the choice stands in the address."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TypeVar

import streamlit as st

from dashboard import session
from dashboard.labels import CAUSE, CHANGE, FIELD_STATUS
from dashboard.tables.state_table import FieldFilter
from langeval_core.schema.comparison import Cause, ChangeClass, FieldStatus, StateComparison

STATUS, CAUSE_KEY, CHANGE_KEY, FIND = "status", "cause", "change", "find"
_LIST_PX = 210
_Choice = TypeVar("_Choice", bound=StrEnum)


def field_filter(comparison: StateComparison) -> FieldFilter:
    """Pills for the four statuses, lists of the causes and changes that occur, and a search."""
    causes = _occurring(Cause, (field.cause for field in comparison.fields))
    changes = _occurring(ChangeClass, (field.change for field in comparison.fields))
    with st.container(horizontal=True, vertical_alignment="top"):
        status = st.pills(
            "Status",
            [status.value for status in FieldStatus],
            selection_mode="multi",
            key=STATUS,
            bind="query-params",
            help="  \n".join(f"{label.text}: {label.help}" for label in FIELD_STATUS.values()),
        )
        cause = st.multiselect(
            "Cause",
            [cause.value for cause in causes],
            key=CAUSE_KEY,
            bind="query-params",
            placeholder="any" if causes else "no mismatch",
            disabled=not causes,
            width=_LIST_PX,
            help="Why a field is mismatched.  \n" + "  \n".join(f"{cause.value}: {CAUSE[cause]}" for cause in causes),
        )
        change = st.multiselect(
            "Change",
            [CHANGE[change] for change in changes],
            key=CHANGE_KEY,
            bind="query-params",
            placeholder="any" if changes else "no pre-state",
            disabled=not changes,
            width=_LIST_PX,
            help="What became of a field on the way from the pre-state.",
        )
        find = st.text_input(
            "Search", key=FIND, bind="query-params", type="search", placeholder="path, value or note", live="300ms"
        )
    return FieldFilter(
        statuses=frozenset(FieldStatus(value) for value in status),
        causes=frozenset(Cause(value) for value in cause),
        changes=frozenset(change_class for change_class in changes if CHANGE[change_class] in change),
        text=find,
    )


def reset_filter() -> None:
    """Show every field again; for a button's `on_click`."""
    session.fill({STATUS: [], CAUSE_KEY: [], CHANGE_KEY: [], FIND: ""})


def _occurring(kind: type[_Choice], values: Iterable[_Choice | None]) -> list[_Choice]:
    found = set(values)
    return [value for value in kind if value in found]
