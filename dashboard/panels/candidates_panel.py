"""All candidates of one field in one state."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from dashboard.panels.html_text import FRAME, MONO, QUIET, SCROLL, escaped
from dashboard.tables.state_table import candidates_table
from langeval_core.schema.state import Inference, InterpretiveFieldState

_VALUE_LIMIT = 20_000
_SHOWN = 100
_GRID = "display:grid;grid-template-columns:repeat(auto-fit,minmax(17rem,1fr));gap:0.75rem;align-items:start;"
_TABLE = "width:100%;border-collapse:collapse;font-size:0.85rem;"
_CELL = "padding:0.25rem 0.5rem;vertical-align:top;border-top:1px solid rgba(127,135,147,0.2);"
_HEAD = f"padding:0.25rem 0.5rem;text-align:left;font-weight:500;font-size:0.8rem;{QUIET}"
_NUMBER = "text-align:right;white-space:nowrap;"


def candidates_panel(fields: Mapping[str, InterpretiveFieldState | None]) -> None:
    """For each state, by its title, a table of the candidates, best first, with why they are believed."""
    st.html(f'<div style="{_GRID}">{"".join(_card(title, field) for title, field in fields.items())}</div>')


def _card(title: str, field: InterpretiveFieldState | None) -> str:
    table = candidates_table(field)
    if table.empty:
        body = f'<div style="padding:0.5rem;{QUIET}">∅ no value at this path</div>'
    else:
        rows = "".join(
            f'<tr><td style="{_CELL}{_NUMBER}">{row.rank}</td>'
            f'<td style="{_CELL}{MONO}overflow-wrap:anywhere;">{_cut(str(row.value))}</td>'
            f'<td style="{_CELL}{QUIET}">{row.type}</td>'
            f'<td style="{_CELL}{MONO}{_NUMBER}">{row.confidence}</td></tr>'
            for row in table.head(_SHOWN).itertuples()
        )
        more = f"<tr><td></td><td>and {len(table) - _SHOWN:,} more</td></tr>" if len(table) > _SHOWN else ""
        body = (
            f'<table style="{_TABLE}"><thead><tr><th style="{_HEAD}">#</th>'
            f'<th style="{_HEAD}width:60%;">value</th><th style="{_HEAD}">type</th>'
            f'<th style="{_HEAD}{_NUMBER}">confidence</th></tr></thead><tbody>{rows}{more}</tbody></table>'
        )
    note = _inference(field.inference) if field and field.inference else ""
    return (
        f'<div style="{FRAME}{SCROLL}"><div style="padding:0.45rem 0.5rem;font-weight:600;">{title}</div>'
        f"{body}{note}</div>"
    )


def _cut(text: str) -> str:
    more = len(text) - _VALUE_LIMIT
    return escaped(text) if more <= 0 else f"{escaped(text[:_VALUE_LIMIT])}… ({more:,} more characters)"


def _inference(inference: Inference) -> str:
    sources = [
        f"{name} {value}"
        for name, value in (("mutator", inference.mutator_id), ("message", inference.message_id))
        if value
    ]
    by = f' <span style="{QUIET}">({escaped(", ".join(sources))})</span>' if sources else ""
    return (
        f'<div style="padding:0.5rem;border-top:1px solid rgba(127,135,147,0.2);font-size:0.85rem;'
        f'overflow-wrap:anywhere;"><span style="{QUIET}">inference </span>{escaped(inference.content)}{by}</div>'
    )
