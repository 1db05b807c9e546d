"""What a tab looks at, read from addresses as people and strangers write them."""

from __future__ import annotations

from datetime import UTC

import pytest
from streamlit.testing.v1 import AppTest


def look() -> None:
    import streamlit as st

    from dashboard import session

    st.text(repr((session.run_in_address(), session.case_in_address())))


def notice() -> None:
    import streamlit as st

    from dashboard import session

    if st.button("leave"):
        session.leave_notice("done")
    st.text(repr((session.take_notice(), session.take_notice())))


def click() -> None:
    import streamlit as st

    from dashboard import session

    st.text(repr(session.clicked_button("table_open")))


@pytest.mark.parametrize(
    ("address", "seen"),
    [
        ({}, "(None, None)"),
        ({"run": ""}, "(None, None)"),
        ({"run": "  "}, "(None, None)"),
        ({"run": " 1m8qj6m3z5dp0k "}, "('1m8qj6m3z5dp0k', None)"),
        ({"run": "a", "case": "12"}, "('a', 12)"),
        ({"case": "-1"}, "(None, None)"),
        ({"case": "1.5"}, "(None, None)"),
        ({"case": "²"}, "(None, None)"),
        ({"case": "9" * 400}, "(None, None)"),
    ],
)
def test_an_address_names_a_run_and_a_case_or_nothing(address: dict[str, str], seen: str) -> None:
    app = AppTest.from_function(look)
    for name, value in address.items():
        app.query_params[name] = value
    assert app.run().text[0].value == seen


def test_a_notice_is_taken_once() -> None:
    app = AppTest.from_function(notice).run()
    assert app.text[0].value == "(None, None)"
    assert app.button[0].click().run().text[0].value == "('done', None)"
    assert app.run().text[0].value == "(None, None)"


def test_a_click_in_a_table_gives_row_and_label() -> None:
    app = AppTest.from_function(click)
    assert app.run().text[0].value == "None"
    app.session_state["table_open"] = {"row": 3, "label": "Open"}
    assert app.run().text[0].value == "(3, 'Open')"


def test_times_are_in_utc_where_the_browsers_zone_is_unknown() -> None:
    from dashboard import session

    assert session.zone() is UTC
