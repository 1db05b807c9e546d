"""Which cases to run: from a file, typed into a table, or the bundled sample."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from dashboard.forms.column_form import column_form
from dashboard.labels import literal
from dashboard.tables.cases_table import complaint_table, preview_table, rejected_csv
from langeval_core.errors import InputError, NoPromptColumnError
from langeval_core.importers.benchmarks import LoadedBenchmark, load_benchmark
from langeval_core.schema.benchmark import BenchmarkSet
from langeval_core.settings import load_settings

_SHOWN = 200
_EXAMPLE = """id,prompt,reference,context,tags
sum,What is 6 x 7?,42,,arithmetic
capital,What is the capital of Norway?,Oslo,Answer in one word.,geography; short
"""


@dataclass(frozen=True)
class CasesChoice:
    """The chosen cases and where they came from; no `benchmark` while something is missing (`problem` says what)."""

    benchmark: BenchmarkSet | None = None
    source: str | None = None
    problem: str | None = None


def upload_form() -> CasesChoice:
    """A file, what it was recognised as, its complaints, and the consent to go on without the bad rows."""
    limit = load_settings().max_upload_mb
    upload = st.file_uploader(
        "Benchmark file: TOML, JSON, JSON Lines, CSV or YAML",
        max_upload_size=limit,
        key="benchmark_file",
        help="Recognised by its content. A case needs a prompt; context, reference, tags, and answers recorded earlier "
        "(response, judge_reply) are optional.",
    )
    st.download_button(
        "Example file", _EXAMPLE.encode(), "benchmark.csv", "text/csv", icon=":material/download:", on_click="ignore",
        type="tertiary",
    )  # fmt: skip
    if upload is None:
        return CasesChoice(problem="Choose a file with cases.")
    loaded = _read(upload.getvalue(), upload.name, upload.file_id, limit)
    if loaded is None:
        return CasesChoice(problem="Mend the file, or pick its columns.")
    st.success(
        literal(f"{_cases(len(loaded.cases))} read from {upload.name}. Recognised as {loaded.format}."),
        icon=":material/task_alt:",
    )
    if loaded.notes:
        st.caption("\n".join(f"- {literal(note)}" for note in loaded.notes))
    choice = settle(loaded, upload.name, upload.file_id)
    if loaded.cases:
        _preview(loaded)
    return choice


def settle(loaded: LoadedBenchmark, source: str, identity: str) -> CasesChoice:
    """The loaded cases; where there are complaints, these are shown and going on without the bad rows is agreed first.

    `identity` tells one consent from another's.
    """
    agreed = _consent(loaded, identity) if loaded.complaints else False
    try:
        return CasesChoice(loaded.benchmark(allow_rejected=agreed), source)
    except InputError as error:
        return CasesChoice(source=source, problem=_what_is_missing(error, loaded))


def _read(content: bytes, name: str, identity: str, limit_mb: int) -> LoadedBenchmark | None:
    """What the file holds with the columns as mapped; errors and the column mapper are shown on the way."""
    mapping: dict[str, str] = {}
    columns: tuple[str, ...] = ()
    guessed: Mapping[str, str] = {}
    error: InputError | None = None
    try:
        loaded = _load(content, name, (), limit_mb)
        columns, guessed = tuple(loaded.columns), loaded.mapping
    except NoPromptColumnError as problem:
        columns, error = problem.columns, problem
    except InputError as problem:
        st.error(literal(str(problem)), icon=":material/error:")
        return None
    mapping = column_form(columns, guessed, identity, needed=error is not None)
    if mapping:
        try:
            return _load(content, name, tuple(mapping.items()), limit_mb)
        except InputError as problem:
            st.error(literal(str(problem)), icon=":material/error:")
            return None
    if error:
        st.error(literal(error.problem), icon=":material/view_column:")
        return None
    return loaded


@st.cache_resource(show_spinner="Reading the file …", max_entries=4, ttl=3600)
def _load(content: bytes, name: str, mapping: tuple[tuple[str, str], ...], limit_mb: int) -> LoadedBenchmark:
    """Read once for each content and mapping; what is returned is shared and must not be changed."""
    return load_benchmark(content, name, mapping=dict(mapping), max_bytes=limit_mb * 2**20)


def _consent(loaded: LoadedBenchmark, identity: str) -> bool:
    rejected, complaints = len(loaded.rejected), len(loaded.complaints)
    st.warning(
        f"{rejected:,} {'row' if rejected == 1 else 'rows'} cannot be used."
        if rejected
        else f"{complaints:,} {'complaint' if complaints == 1 else 'complaints'} about cases that could be read.",
        icon=":material/rule:",
    )
    st.dataframe(
        complaint_table(loaded.complaints),
        hide_index=True,
        height=min(260, 37 * (complaints + 1) + 2),
        key="complaints",
        column_config={"problem": st.column_config.TextColumn(width="large")},
        alt="What is wrong with the file, row by row.",
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        agreed = bool(loaded.cases) and st.checkbox(
            f"Go on with the {_cases(len(loaded.cases))} that can be used", key=f"consent_{identity}"
        )
        if rejected:
            st.download_button(
                "Rejected rows",
                lambda: rejected_csv(loaded.rejected),
                "rejected-rows.csv",
                "text/csv",
                icon=":material/download:",
                on_click="ignore",
                type="tertiary",
            )
    return agreed


def _preview(loaded: LoadedBenchmark) -> None:
    st.dataframe(
        preview_table(loaded.cases[:_SHOWN]),
        hide_index=True,
        height=min(300, 37 * (min(len(loaded.cases), _SHOWN) + 1) + 2),
        key="preview",
        column_config={
            "#": st.column_config.NumberColumn(width=50),
            "prompt": st.column_config.TextColumn(width="large"),
        },
        alt="The cases as they were read.",
    )
    if len(loaded.cases) > _SHOWN:
        st.caption(f"The first {_SHOWN} of {len(loaded.cases):,} cases.")


def _what_is_missing(error: InputError, loaded: LoadedBenchmark) -> str:
    if not loaded.cases:
        return "There is no case that can be used."
    if loaded.complaints:
        return "Mend the rows that cannot be used, or agree to go on without them."
    return error.problem


def _cases(count: int) -> str:
    return f"{count:,} {'case' if count == 1 else 'cases'}"
