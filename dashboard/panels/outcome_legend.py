"""The legend of every chart of outcomes: sign, word and count, wrapping where the page is narrow."""

from __future__ import annotations

import html
from collections.abc import Mapping

from dashboard.labels import OUTCOME
from dashboard.panels.html_text import QUIET, badge
from langeval_core.schema.report import Outcome

_LIST = "display:flex;flex-wrap:wrap;gap:0.3rem 1.1rem;font-size:0.875rem;line-height:1.5;"
_ITEM = "display:inline-flex;align-items:center;gap:0.4rem;white-space:nowrap;"


def outcome_legend(outcomes: Mapping[Outcome, int]) -> str:
    """HTML that lists the outcomes that occurred, and in one pale line those that did not."""
    absent = [OUTCOME[outcome].word for outcome in Outcome if not outcomes.get(outcome, 0)]
    none = f'<span style="{QUIET}">none: {html.escape(", ".join(absent))}</span>' if absent else ""
    return f'<div style="{_LIST}" role="list">{_items(outcomes)}{none}</div>'


def growing_legend(outcomes: Mapping[Outcome, int]) -> str:
    """HTML that lists the outcomes that occurred, as high when there are none yet: for a run that goes on."""
    return f'<div style="{_LIST}min-height:1.6rem;" role="list">{_items(outcomes)}</div>'


def outcome_chip(outcome: Outcome) -> str:
    """HTML of one outcome: sign on its colour, and the word."""
    return f'<span style="{_LIST}" role="list">{_item(outcome, "")}</span>'


def _items(outcomes: Mapping[Outcome, int]) -> str:
    return "".join(_item(outcome, f"<b>{outcomes[outcome]:,}</b>") for outcome in Outcome if outcomes.get(outcome, 0))


def _item(outcome: Outcome, count: str) -> str:
    label = OUTCOME[outcome]
    return (
        f'<span role="listitem" style="{_ITEM}" title="{html.escape(label.help)}">'
        f"{badge(label)}{html.escape(label.word)} {count}</span>"
    )
