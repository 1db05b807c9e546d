"""A benchmark run while it goes on: progress that is asked for once a second and keeps its place on the page."""

from __future__ import annotations

from datetime import UTC, datetime

import streamlit as st

from dashboard import data, jobs
from dashboard.labels import literal
from dashboard.panels.outcome_legend import growing_legend
from dashboard.tables.benchmark_verdict import duration
from langeval_core.errors import RunNotFoundError
from langeval_core.schema.run import Run, RunState

_EVERY_S = 1.0


def live_panel(run: Run) -> None:
    """Progress, whichever process works on the run; once it has ended the page is drawn anew with its result."""
    _progress(run.id)


@st.fragment(run_every=_EVERY_S)
def _progress(run_id: str) -> None:
    job = jobs.get_job(run_id)
    try:
        snapshot = job or _kept(run_id)
        if not snapshot.is_live:
            _end(run_id, snapshot)
            return
    except RunNotFoundError:  # deleted meanwhile: the page says so
        st.rerun()
    _draw(snapshot)
    if job is None:
        st.caption("This run belongs to another process; it can be cancelled only there.")
        return
    st.button(
        "Stopping after the calls in flight …" if snapshot.cancelling else "Cancel run",
        icon=":material/stop_circle:",
        on_click=jobs.cancel_job,
        args=(run_id,),
        disabled=snapshot.cancelling,
    )


def _end(run_id: str, snapshot: jobs.JobSnapshot) -> None:
    """Draw the page anew, unless the worker died before it could write the run's end."""
    if data.load_run(run_id).summary.state is not RunState.RUNNING:
        st.rerun()
    st.error(literal(snapshot.error or "The run has ended, but its end could not be written to the store."))
    st.caption("What was done is kept. The run is shown as interrupted as soon as it is known to have stopped.")


def _kept(run_id: str) -> jobs.JobSnapshot:
    run = data.load_run(run_id)
    return jobs.snapshot_of_run(run, run.age_s(datetime.now(UTC)))


def _draw(job: jobs.JobSnapshot) -> None:
    st.subheader(_headline(job), anchor=False)
    st.progress(_share(job.answers, job.cases_total), text=f"Answers: {job.answers:,} of {job.cases_total:,}")
    st.progress(_share(job.cases_done, job.cases_total), text=f"Cases done: {job.cases_done:,} of {job.cases_total:,}")
    st.progress(
        _share(job.tokens_used, job.budget_tokens),
        text=f"Judge tokens: {job.tokens_used:,} of a budget of {job.budget_tokens:,}",
    )
    mean, scored, elapsed, left = st.columns(4)
    mean.metric("Mean so far", "–" if job.mean_score is None else f"{job.mean_score:.2f}")
    scored.metric("Scored so far", f"{job.cases_scored:,}")
    elapsed.metric("Time so far", duration(job.elapsed_s))
    left.metric(
        "Time left" if job.phase is jobs.Phase.JUDGING else "Until all answers are in",
        "–" if job.seconds_left is None else f"about {duration(job.seconds_left)}",
    )
    st.html(growing_legend(job.outcomes))
    if job.error:
        st.error(literal(job.error))


def _headline(job: jobs.JobSnapshot) -> str:
    if job.cancelling:
        return "Stopping. What was done is kept."
    if job.phase is jobs.Phase.JUDGING:
        return "The judge is scoring the answers."
    return "The subject is answering."


def _share(part: int, whole: int) -> float:
    return min(1.0, part / whole) if whole else 1.0
