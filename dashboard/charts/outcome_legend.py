"""The legend of every chart of outcomes: sign, word and count, wrapping where the page is narrow."""

from __future__ import annotations

import html
from collections.abc import Mapping

from dashboard.charts.canvas import ink_on
from dashboard.labels import OUTCOME
from langeval_core.schema.report import Outcome

_LIST = "display:flex;flex-wrap:wrap;gap:0.25rem 1.1rem;font-size:0.875rem;line-height:1.5;"
_ITEM = "display:inline-flex;align-items:center;gap:0.4rem;white-space:nowrap;"
_BADGE = (
    "display:inline-flex;align-items:center;justify-content:center;width:1.15rem;height:1.15rem;border-radius:0.3rem;"
    "font-size:0.75rem;"
)


def outcome_legend(outcomes: Mapping[Outcome, int]) -> str:
    """HTML that lists the outcomes that occurred, and in one pale sentence those that did not."""
    occurred = [(outcome, outcomes[outcome]) for outcome in Outcome if outcomes.get(outcome, 0)]
    absent = [OUTCOME[outcome].word for outcome in Outcome if not outcomes.get(outcome, 0)]
    items = "".join(_item(outcome, count) for outcome, count in occurred)
    none = f'<span style="opacity:0.65">none: {html.escape(", ".join(absent))}</span>' if absent else ""
    return f'<div style="{_LIST}" role="list">{items}{none}</div>'


def _item(outcome: Outcome, count: int) -> str:
    label = OUTCOME[outcome]
    badge = f"{_BADGE}background:{label.colour};color:{ink_on(label.colour)}"
    return (
        f'<span role="listitem" style="{_ITEM}" title="{html.escape(label.help)}">'
        f'<span aria-hidden="true" style="{badge}">{html.escape(label.sign)}</span>'
        f"{html.escape(label.word)} <b>{count:,}</b></span>"
    )
