"""The four counts of a state comparison as cards."""

from __future__ import annotations

import html

import streamlit as st

from dashboard.labels import FIELD_STATUS
from dashboard.panels.html_text import FRAME, QUIET, badge
from dashboard.tables.state_table import status_counts
from dashboard.tables.state_verdict import share_text
from langeval_core.schema.comparison import FieldStatus, StateComparison

_GRID = "display:grid;grid-template-columns:repeat(auto-fit,minmax(7.25rem,1fr));gap:0.75rem;"
_CARD = f"{FRAME}padding:0.7rem 0.9rem 0.75rem;"
_WORD = "display:flex;align-items:center;gap:0.5rem;font-size:0.9rem;"
_COUNT = "font-size:1.75rem;font-weight:560;line-height:1.35;"


def status_cards(comparison: StateComparison) -> None:
    """Sign, word, count and share of each status."""
    cards = "".join(_card(comparison, status, count) for status, count in status_counts(comparison).items())
    st.html(f'<div style="{_GRID}" role="list">{cards}</div>')


def _card(comparison: StateComparison, status: FieldStatus, count: int) -> str:
    label = FIELD_STATUS[status]
    return (
        f'<div role="listitem" style="{_CARD}" title="{html.escape(label.help)}">'
        f'<div style="{_WORD}">{badge(label)}{label.word}</div>'
        f'<div style="{_COUNT}">{count:,}</div>'
        f'<div style="{QUIET}font-size:0.8rem;">{html.escape(share_text(comparison, status, count))}</div></div>'
    )
