"""What must be said above a run's result: that it is partial, and why."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from dashboard.labels import OUTCOME, STATE_OUTCOME, literal
from langeval_core.schema.report import EvalReport, Outcome, StateOutcome
from langeval_core.schema.run import Run, RunState

_OPENINGS = {
    RunState.INTERRUPTED: "This run was interrupted: its process ended early. What was done is kept.",
    RunState.CANCELLED: "This run was cancelled. What was done is kept.",
    RunState.FAILED: "This run was stopped by an error. What was done is kept.",
}


def run_banner(run: Run) -> None:
    """Nothing above a complete run; else its state, its error, and how many cases lack a result and why."""
    text = banner_text(run)
    if text is None:
        return
    show: Callable[..., object] = st.error if run.summary.state is RunState.FAILED else st.warning
    show(text, icon=":material/error:" if run.summary.state is RunState.FAILED else ":material/warning:")


def banner_text(run: Run) -> str | None:
    """The banner as Markdown, with what came from outside escaped; `None` where the result is complete."""
    summary = run.summary
    if summary.state is RunState.RUNNING:
        return None
    sentences = [opening] if (opening := _OPENINGS.get(summary.state)) else []
    if run.report.is_partial:
        sentences.append(_shortfall(run))
    if summary.error:
        sentences.append(literal(summary.error))
    return " ".join(sentences) or None


def _shortfall(run: Run) -> str:
    report = run.report
    done, verb = (
        (report.cases_scored, "scored") if isinstance(report, EvalReport) else (report.cases_compared, "compared")
    )
    reasons = ", ".join(f"{count:,} {word}" for word, count in _unfinished(run) if count)
    return f"**Partial result:** {done:,} of {report.cases_total:,} cases {verb}; {reasons}."


def _unfinished(run: Run) -> list[tuple[str, int]]:
    report = run.report
    if isinstance(report, EvalReport):
        return [
            (OUTCOME[outcome].word, count)
            for outcome, count in report.outcomes.items()
            if outcome is not Outcome.SCORED
        ]
    return [
        (STATE_OUTCOME[outcome].word, count)
        for outcome, count in report.outcomes.items()
        if outcome is not StateOutcome.COMPARED
    ]
