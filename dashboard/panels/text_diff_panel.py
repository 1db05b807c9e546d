"""Two texts as one, with what goes struck through and what comes underlined."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.charts.canvas import translucent
from dashboard.colours import BLUE, VERMILLION
from dashboard.panels.html_text import BLOCK, QUIET, SCROLL, escaped
from dashboard.tables.text_diff import Edit, Part, code_points, diff_texts, looks_alike

_REMOVED = f"background:{translucent(VERMILLION, 0.22)};text-decoration:line-through;border-radius:3px;padding:0 1px;"
_ADDED = (
    f"background:{translucent(BLUE, 0.22)};text-decoration:underline;text-underline-offset:3px;"
    "border-radius:3px;padding:0 1px;"
)
_SIGN = "font-weight:700;text-decoration:none;display:inline-block;padding-right:1px;"
_NAMED = 12
"""So many characters at most are named by code; more would hide what matters."""


def text_diff_panel(expected: str, actual: str) -> None:
    """The character-level difference, and the code points where it cannot be seen."""
    parts = diff_texts(expected, actual)
    st.html(
        f'<div style="{QUIET}font-size:0.85rem;margin-bottom:0.3rem;">Text, expected → actual: '
        f'<del style="{_REMOVED}">{_sign("−")}only expected</del> '
        f'<ins style="{_ADDED}">{_sign("+")}only actual</ins></div>'
        f'<div style="{BLOCK}{SCROLL}">{"".join(_part_html(part) for part in parts)}</div>'
    )
    if looks_alike(parts):
        st.text(f"The difference cannot be seen: {_code_points(parts)}.")


def _part_html(part: Part) -> str:
    match part.edit:
        case Edit.KEPT:
            return escaped(part.text)
        case Edit.REMOVED:
            return f'<del style="{_REMOVED}">{_sign("−")}{_marked(part.text)}</del>'
        case Edit.ADDED:
            return f'<ins style="{_ADDED}">{_sign("+")}{_marked(part.text)}</ins>'


def _sign(sign: str) -> str:
    return f'<span style="{_SIGN}">{sign}</span>'


def _marked(text: str) -> str:
    """A changed part: blanks at its ends and line breaks get a mark, since they would not be seen."""
    core = text.strip(" ")
    if not core:
        return "␣" * len(text)
    lead = len(text) - len(text.lstrip(" "))
    marked = "␣" * lead + core + "␣" * (len(text) - lead - len(core))
    return escaped(marked).replace("\n", "↵\n")


def _code_points(parts: Sequence[Part]) -> str:
    pieces = []
    for edit, word in ((Edit.REMOVED, "only expected"), (Edit.ADDED, "only actual")):
        text = "".join(part.text for part in parts if part.edit is edit)
        if text:
            more = f" and {len(text) - _NAMED:,} more" if len(text) > _NAMED else ""
            pieces.append(f"{word} {code_points(text[:_NAMED])}{more}")
    return "; ".join(pieces)
