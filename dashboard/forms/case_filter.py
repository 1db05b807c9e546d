"""Which cases of a run to show; the choice stands in the address."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard import session
from dashboard.labels import OUTCOME
from dashboard.tables.benchmark_table import CaseFilter
from langeval_core.schema.report import EvalReport, Outcome

_OUTCOME, _TAG, _FIND = "outcome", "tag", "find"


def case_filter_form(report: EvalReport) -> CaseFilter:
    """Outcomes that occurred, tags that are there, and a text."""
    find, outcomes, tags = st.columns([2, 2, 2])
    text = find.text_input(
        "Find", key=_FIND, bind="query-params", placeholder="in id, prompt, tags, reason", icon=":material/search:"
    )
    chosen = outcomes.multiselect(
        "Outcome",
        [OUTCOME[outcome].word for outcome in Outcome if report.outcomes.get(outcome, 0)],
        key=_OUTCOME,
        bind="query-params",
        placeholder="all outcomes",
    )
    chosen_tags = tags.multiselect(
        "Tag",
        [tag.tag for tag in report.by_tag],
        key=_TAG,
        bind="query-params",
        placeholder="all tags" if report.by_tag else "no case has a tag",
        disabled=not report.by_tag,
    )
    return CaseFilter(_outcomes(chosen), tuple(chosen_tags), text or "")


def case_filter_in_address() -> CaseFilter:
    """The same choice, where the form is not shown; what cannot be read is left out."""
    return CaseFilter(
        _outcomes(session.address_values(_OUTCOME)),
        tuple(session.address_values(_TAG)),
        next(iter(session.address_values(_FIND)), ""),
    )


def _outcomes(words: Sequence[str]) -> tuple[Outcome, ...]:
    """The outcomes that these are the words for; the address holds what the form shows."""
    return tuple(outcome for outcome, label in OUTCOME.items() if label.word in words)
