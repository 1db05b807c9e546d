"""The button that asks a provider one short question before a run is paid for."""

from __future__ import annotations

import time

import streamlit as st

from dashboard.labels import literal
from dashboard.tables.benchmark_table import one_line
from langeval_core.errors import LangEvalError
from langeval_core.providers.registry import Role
from langeval_core.schema.completion import Completion
from langeval_core.schema.spec import ProviderSpec


def connection_test(role: Role, spec: ProviderSpec | None, api_key: str | None) -> None:
    """A button and, after a click, what came back: model, time, tokens and text, or what went wrong."""
    clicked = st.button(
        "Test this connection", icon=":material/cable:", key=f"{role}_test", disabled=spec is None, width="stretch"
    )
    if not clicked or spec is None:
        return
    from langeval_core.runner import check_connection

    started = time.monotonic()
    try:
        with st.spinner(f"Asking {literal(spec.name)} …"):
            completion = check_connection(spec, role, api_key)
    except LangEvalError as error:
        st.error(f"No connection. {literal(str(error))}", icon=":material/link_off:")
        return
    st.success(_words(completion, time.monotonic() - started), icon=":material/check_circle:")


def _words(completion: Completion, seconds: float) -> str:
    who = literal(completion.model or "The model")
    tokens = f", {completion.usage.total:,} tokens" if completion.usage else ", no usage reported"
    answer = one_line(completion.text)[:120]
    said = f": “{literal(answer)}”" if answer else ", with an empty text"
    return f"Connected. {who} answered in {seconds:.1f} s{tokens}{said}"
