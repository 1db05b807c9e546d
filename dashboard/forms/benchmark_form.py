"""A benchmark run, set up: cases, subject, judge, budget. Widgets to a spec."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import streamlit as st

from dashboard.forms.cases_form import CasesChoice, upload_form
from dashboard.forms.provider_form import ProviderChoice, provider_form
from dashboard.forms.provider_kinds import REHEARSAL_NAME
from dashboard.forms.typed_cases_form import typed_cases_form
from langeval_core.evaluators.forecast import forecast_judge_tokens
from langeval_core.providers.registry import RECORDED
from langeval_core.schema.benchmark import BenchmarkSet
from langeval_core.schema.spec import BenchmarkSpec, ProviderSpec

_UPLOAD, _TYPE = "Upload a file", "Type cases"
_PLAYED = frozenset({RECORDED, REHEARSAL_NAME})


@dataclass(frozen=True)
class BenchmarkRequest:
    """All that a run needs. `api_keys` by role; they are not printed with the rest."""

    spec: BenchmarkSpec
    benchmark: BenchmarkSet
    api_keys: Mapping[str, str] = field(default_factory=dict, repr=False)


def benchmark_form() -> BenchmarkRequest | None:
    """The whole form; a request when Run was clicked and nothing is missing."""
    st.subheader("1 · Cases", anchor=False)
    way = st.segmented_control(
        "Where the cases come from", [_UPLOAD, _TYPE], default=_UPLOAD, required=True, key="cases_from",
        label_visibility="collapsed", persist_state="session",
    )  # fmt: skip
    cases = typed_cases_form() if way == _TYPE else upload_form()
    st.subheader("2 · Who answers, who judges", anchor=False)
    left, right = st.columns(2, gap="medium")
    with left, st.container(border=True):
        st.markdown("**Subject**: answers every case")
        subject = provider_form("subject")
    with right, st.container(border=True):
        st.markdown("**Judge**: scores every answer from 1 to 10")
        judge = provider_form("judge")
    _remarks(cases, subject, judge)
    st.subheader("3 · Budget and run", anchor=False)
    return _run_form(cases, subject, judge)


def _run_form(cases: CasesChoice, subject: ProviderChoice, judge: ProviderChoice) -> BenchmarkRequest | None:
    budget_place, parallel_place, name_place = st.columns([2, 1, 2], vertical_alignment="bottom")
    budget = budget_place.number_input(
        "Budget (judge tokens)", min_value=0, value=50_000, step=5_000, key="budget_tokens", persist_state="session"
    )
    parallel = parallel_place.number_input(
        "Judge calls at once", min_value=0, max_value=200, value=3, key="parallel_evals", persist_state="session"
    )
    name = name_place.text_input(
        "Name of the run", key="run_name", max_chars=200, placeholder=_default_name(cases), persist_state="session"
    )
    st.caption(
        "Judging stops once the judge has used this many tokens, input and output together, retries included. "
        "Calls in flight are finished and count, so a run may end a little above. The subject's tokens are not counted."
    )
    if cases.benchmark is not None:
        st.markdown(_forecast(cases.benchmark, budget or 0))
    if parallel == 0:
        st.caption("0 judge calls at once runs with 1.")
    if budget == 0:
        st.caption("With a budget of 0 the subject answers, and nothing is scored.")
    with st.expander("More settings"):
        tolerate = st.toggle(
            "Go on when a subject call fails",
            value=True,
            key="tolerate_subject_errors",
            persist_state="session",
            help="The case is then counted as subject error. Switched off, the run ends at the first such failure; "
            "answers collected before it are kept.",
        )
        at_once = st.number_input(
            "Subject calls at once",
            min_value=1,
            max_value=200,
            value=1,
            key="parallel_subjects",
            persist_state="session",
        )
    problem = cases.problem or subject.problem or judge.problem
    with st.container(horizontal=True, vertical_alignment="center"):
        clicked = st.button(
            "Run benchmark",
            type="primary",
            icon=":material/play_arrow:",
            disabled=problem is not None,
            key="run_benchmark",
        )
        if problem:
            st.caption(problem)
    if not clicked or cases.benchmark is None or subject.spec is None or judge.spec is None:
        return None
    spec = BenchmarkSpec(
        name=(name or "").strip() or _default_name(cases),
        source=cases.source,
        subject=subject.spec,
        judge=judge.spec,
        budget_tokens=budget or 0,
        parallel_evals=parallel or 0,
        parallel_subjects=at_once or 1,
        tolerate_subject_errors=tolerate,
    )
    keys = {role: choice.api_key for role, choice in (("subject", subject), ("judge", judge))}
    return BenchmarkRequest(spec, cases.benchmark, {role: key for role, key in keys.items() if key})


def _remarks(cases: CasesChoice, subject: ProviderChoice, judge: ProviderChoice) -> None:
    """What the chosen combination means for the result, before it is paid for."""
    if is_own_judge(subject.spec, judge.spec):
        st.warning(
            "Subject and judge are the same model. Models tend to favour their own answers: better take another judge.",
            icon=":material/balance:",
        )
    if cases.benchmark is None:
        return
    for sentence in unrecorded(cases.benchmark, subject.spec, judge.spec):
        st.warning(sentence, icon=":material/voice_over_off:")


def is_own_judge(subject: ProviderSpec | None, judge: ProviderSpec | None) -> bool:
    """Whether one live model would judge its own answers."""
    if subject is None or judge is None or subject.name in _PLAYED:
        return False
    return (subject.name, subject.base_url) == (judge.name, judge.base_url)


def unrecorded(benchmark: BenchmarkSet, subject: ProviderSpec | None, judge: ProviderSpec | None) -> list[str]:
    """A sentence for each role that is to play recorded answers which some of the cases do not hold."""
    total = len(benchmark.cases)
    answers = sum(case.response is None for case in benchmark.cases)
    replies = sum(case.judge_reply is None for case in benchmark.cases)
    sentences = []
    if subject and subject.name in _PLAYED and answers:
        sentences.append(f"{answers:,} of {total:,} cases have no recorded answer: they will end as subject error.")
    if judge and judge.name in _PLAYED and replies:
        sentences.append(f"{replies:,} of {total:,} cases have no recorded judge reply: they will end as judge error.")
    return sentences


def _forecast(benchmark: BenchmarkSet, budget: int) -> str:
    """Whether the budget will do, as far as can be told before the run."""
    needed = forecast_judge_tokens(benchmark.cases)
    count = len(benchmark.cases)
    said = f"Judging {'the case' if count == 1 else f'all {count:,} cases'} takes roughly {_rough(needed):,} tokens"
    if budget < needed:
        return f":orange[:material/data_usage:] {said}: a budget of {budget:,} is likely to end before the cases do."
    return f"{said}; the budget is {budget:,}."


def _rough(count: int) -> int:
    """The number to two digits: more would promise what an estimate cannot keep."""
    return round(float(f"{count:.2g}"))


def _default_name(cases: CasesChoice) -> str:
    return (cases.benchmark and cases.benchmark.name) or "Benchmark"
