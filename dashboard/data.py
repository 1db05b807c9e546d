"""Where pages get kept runs from: the only user of the store in the dashboard.

The nouns are imported where they are used, as this module is loaded before the server listens.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING

import streamlit as st

from langeval_core.errors import RunNotFoundError
from langeval_core.settings import load_settings, public_address

if TYPE_CHECKING:
    from langeval_core.schema.benchmark import BenchmarkCase
    from langeval_core.schema.comparison import StateComparison
    from langeval_core.schema.report import CaseTranscript
    from langeval_core.schema.run import Run, RunKind, RunState, RunSummary
    from langeval_core.schema.spec import StateSpec
    from langeval_core.schema.state import StateCase
    from langeval_core.store.run_store import RunStore

_chosen: list[str] = []


def use_store(address: str) -> None:
    """Choose the store of this process, instead of the one in the settings."""
    _chosen[:] = [address]


def store_address() -> str:
    """The address of the store in use; it may hold a password, see `store_name`."""
    return _chosen[0] if _chosen else load_settings().store


def store_name() -> str:
    """The store's address as it may be shown: without its password."""
    return public_address(store_address())


def get_store() -> RunStore:
    """The store, opened once for each address in a process. Raises `StoreError`."""
    return _open(store_address())


@st.cache_resource(show_spinner=False)
def _open(address: str) -> RunStore:
    from langeval_core.store.run_store import open_store

    return open_store(address)


def recent_runs(limit: int = 100, *, kind: RunKind | None = None, offset: int = 0) -> list[RunSummary]:
    """Summaries of kept runs, newest first; asked anew each time."""
    return get_store().list_runs(kind=kind, limit=limit, offset=offset)


def all_runs() -> list[RunSummary]:
    """Summaries of every kept run, newest first."""
    return recent_runs(get_store().count_runs() + 1)


def load_summary(run_id: str) -> RunSummary:
    """Where a run stands, asked anew each time. Raises `RunNotFoundError`."""
    return get_store().get_summary(run_id)


def load_run(run_id: str) -> Run:
    """A run by its id: kept in memory once it has ended, read anew until then. Raises `RunNotFoundError`.

    The run is shared between sessions: do not change it.
    """
    from langeval_core.schema.run import RunState

    summary = load_summary(run_id)
    if summary.state in (RunState.RUNNING, RunState.INTERRUPTED):
        return get_store().get_run(run_id)
    run = _load_ended(store_address(), run_id, summary.state, summary.finished_at)
    return run.model_copy(update={"summary": summary})


@st.cache_resource(show_spinner=False, max_entries=4)
def _load_ended(address: str, run_id: str, state: RunState, finished_at: datetime | None) -> Run:
    """`state` and `finished_at` are there for the key: a run that was resumed is another one."""
    return _open(address).get_run(run_id)


def load_case(run_id: str, case_index: int) -> BenchmarkCase | StateCase:
    """One case of a run (0-based index)."""
    return get_store().get_case(run_id, case_index)


@st.cache_resource(show_spinner=False, max_entries=16)
def _load_prompts(address: str, run_id: str) -> dict[int, str]:
    from langeval_core.schema.benchmark import BenchmarkCase

    cases = _open(address).iter_cases(run_id)
    return {index: case.prompt for index, case in enumerate(cases) if isinstance(case, BenchmarkCase)}


def load_prompts(run_id: str) -> dict[int, str]:
    """The prompt of each case by 0-based index, kept in memory: cases are written once, when a run starts."""
    return _load_prompts(store_address(), run_id)


def load_comparison(run_id: str, case_index: int) -> tuple[StateCase, StateComparison] | None:
    """A state case and its comparison, kept in memory; `None` for a case without an actual state. Do not change them.

    Raises `RunNotFoundError`.
    """
    try:
        return _compare_case(store_address(), run_id, case_index)
    except _NotComparedError:
        return None


class _NotComparedError(Exception):
    """Keeps a case whose actual state may still come out of the cache, which does not keep what was raised."""


@st.cache_resource(show_spinner=False, max_entries=16)
def _compare_case(address: str, run_id: str, case_index: int) -> tuple[StateCase, StateComparison]:
    from langeval_core.evaluators.state_diff import compare_states
    from langeval_core.schema.spec import StateSpec
    from langeval_core.schema.state import StateCase

    spec, case = load_run(run_id).spec, _open(address).get_case(run_id, case_index)
    if not isinstance(case, StateCase) or not isinstance(spec, StateSpec) or case.actual is None:
        raise _NotComparedError
    return case, compare_states(case.expected, case.actual, case.pre_state, fields=spec.fields)


def run_states(spec: StateSpec, cases: Sequence[StateCase]) -> str:
    """Compare states and keep the result; gives the run's id."""
    from langeval_core import runner

    return runner.run_states(spec, cases, get_store()).id


def load_transcript(run_id: str, case_index: int) -> CaseTranscript | None:
    """The long texts of one case, or `None` where there are none."""
    return get_store().get_transcript(run_id, case_index)


def rename_run(run_id: str, name: str) -> None:
    """Give a run another name."""
    get_store().rename_run(run_id, name)


def delete_run(run_id: str) -> None:
    """Delete a run with all that was kept of it; one that is already gone is fine."""
    with suppress(RunNotFoundError):
        get_store().delete_run(run_id)


def run_csv(run_id: str) -> bytes:
    """The results of a run, one row a case, with their texts."""
    from langeval_core.exporters.results_csv import CaseTexts, results_csv
    from langeval_core.schema.benchmark import BenchmarkCase
    from langeval_core.schema.run import RunKind

    run = load_run(run_id)
    if run.summary.kind is RunKind.STATE:
        return results_csv(run)
    texts = {
        index: CaseTexts(case, load_transcript(run_id, index))
        for index, case in enumerate(get_store().iter_cases(run_id))
        if isinstance(case, BenchmarkCase)
    }
    return results_csv(run, texts)


def run_json(run_id: str) -> bytes:
    """All that is kept of a run."""
    from langeval_core.exporters import run_json as exporter

    run = load_run(run_id)
    transcripts = (load_transcript(run_id, result.case_index) for result in run.report.cases)
    cases = get_store().iter_cases(run_id)
    return exporter.run_json(run, cases, (transcript for transcript in transcripts if transcript))
