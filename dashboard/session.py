"""What a browser tab looks at: the only user of `st.session_state` and `st.query_params`.

The address says what is shown (`?run=…`); the session only keeps what an address cannot hold.
"""

from __future__ import annotations

from datetime import UTC, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

RUN_PAGE = "app_pages/run.py"
RUN = "run"
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
