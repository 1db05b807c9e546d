"""Pieces of HTML that panels share. Everything from users and models passes `escaped`."""

from __future__ import annotations

import html

from dashboard.charts.canvas import ink_on
from dashboard.labels import Label
from dashboard.tables.value_text import visible

MONO = "font-family:'Geist Mono',ui-monospace,monospace;font-size:0.85rem;"
QUIET = "opacity:0.7;"
FRAME = "border:1px solid rgba(127,135,147,0.35);border-radius:8px;"
BLOCK = f"{FRAME}{MONO}padding:0.6rem 0.75rem;white-space:pre-wrap;overflow-wrap:anywhere;line-height:1.6;"
SCROLL = "max-height:22rem;overflow:auto;"


def escaped(text: str) -> str:
    """Text for HTML: marks escaped, invisible characters shown by their code, line breaks kept."""
    return "\n".join(html.escape(visible(line.replace("\t", "    "))) for line in text.split("\n"))


def badge(label: Label) -> str:
    """A label's sign on its colour, for beside its word."""
    style = (
        "display:inline-flex;align-items:center;justify-content:center;width:1.25rem;height:1.25rem;flex:none;"
        f"border-radius:0.3rem;font-size:0.8rem;background:{label.colour};color:{ink_on(label.colour)};"
    )
    return f'<span aria-hidden="true" style="{style}">{html.escape(label.sign)}</span>'
