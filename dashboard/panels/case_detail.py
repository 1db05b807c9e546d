"""One case of a benchmark run, whole: what was asked, answered, judged, and how the verdict was read."""

from __future__ import annotations

import json

import streamlit as st

from dashboard import data, session
from dashboard.forms.case_filter import case_filter_in_address
from dashboard.labels import OUTCOME, literal
from dashboard.panels.html_text import BLOCK, FRAME, QUIET, escaped
from dashboard.panels.outcome_legend import outcome_chip
from dashboard.tables.benchmark_table import filter_cases
from dashboard.tables.call_table import call_table
from langeval_core.schema.benchmark import BenchmarkCase
from langeval_core.schema.report import CaseResult, CaseTranscript, EvalReport

LONGEST_TEXT = 60_000
"""Characters of one text that are shown; a browser gets slow beyond."""

_RULES = {
    "whole object": ": the reply is one JSON object",
    "fenced object": ": the one JSON object in a code fence",
    "last object": ": the last complete JSON object with a score",
    "cut object": ": an object that was cut off after its score",
    "double brackets": ": the last [[number]]",
    "score statement": ": the last “score: number” or “number/10”",
}
_PROSE = f"{FRAME}padding:0.6rem 0.85rem;white-space:pre-wrap;overflow-wrap:anywhere;line-height:1.55;"


def case_detail_panel(run_id: str, report: EvalReport, result: CaseResult) -> None:
    """The case, with ways back and to its neighbours among the cases that pass the filter in the address."""
    _ways(run_id, report, result)
    case = data.load_case(run_id, result.case_index)
    if not isinstance(case, BenchmarkCase):
        raise TypeError("a benchmark run holds benchmark cases")
    transcript = data.load_transcript(run_id, result.case_index) or CaseTranscript(case_index=result.case_index)
    st.subheader(f"Case {result.case_index + 1}: {literal(result.case_id)}", anchor=False)
    asked, judged = st.columns([1, 1], gap="medium")
    with asked:
        _asked(case, transcript)
    with judged:
        _verdict(report, result, transcript)
        _reading(result, transcript)
        _calls(result)


def _ways(run_id: str, report: EvalReport, result: CaseResult) -> None:
    wanted = case_filter_in_address()
    prompts = data.load_prompts(run_id) if wanted.text else None
    numbers = [case.case_index + 1 for case in filter_cases(report.cases, wanted, prompts)]
    number = result.case_index + 1
    before = next((other for other in reversed(numbers) if other < number), None)
    after = next((other for other in numbers if other > number), None)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("All cases", icon=":material/arrow_back:", on_click=session.show_case, args=(None,))
        st.button(
            "Previous",
            icon=":material/chevron_left:",
            on_click=session.show_case,
            args=(before,),
            disabled=before is None,
            shortcut="Left",
        )
        st.button(
            "Next",
            icon=":material/chevron_right:",
            icon_position="right",
            on_click=session.show_case,
            args=(after,),
            disabled=after is None,
            shortcut="Right",
        )
        if wanted.is_empty:
            st.caption(f"{number:,} of {report.cases_total:,}")
        else:
            st.caption(f"within the {len(numbers):,} of {report.cases_total:,} cases that the filter lets through")


def _asked(case: BenchmarkCase, transcript: CaseTranscript) -> None:
    if case.tags:
        st.caption(literal("Tags: " + ", ".join(case.tags)))
    _text("Prompt", case.prompt)
    if case.context is not None:
        _text("Context", case.context, note="the subject's system text")
    if case.reference is not None:
        _text("Reference", case.reference, note="seen by the judge only")
    if transcript.answer is None:
        _missing("Answer", "The subject gave no answer that was kept.")
    else:
        _text("Answer", transcript.answer, note="by the subject")
    if case.metadata:
        with st.expander("Other columns of this case"):
            st.code(
                json.dumps(case.metadata, ensure_ascii=False, indent=2, default=str), language=None, wrap_lines=True
            )


def _verdict(report: EvalReport, result: CaseResult, transcript: CaseTranscript) -> None:
    st.markdown("**Verdict**")
    st.html(outcome_chip(result.outcome))
    if result.score is None:
        st.write(OUTCOME[result.outcome].help)
    else:
        clamped = f", clamped from {result.raw_score:g}" if result.clamped else ""
        st.html(
            f'<div><span style="font-size:2.1rem;font-weight:600">{result.score:g}</span>'
            f'<span style="{QUIET}"> on a scale of {report.scale[0]:g} to {report.scale[1]:g}{clamped}</span></div>'
        )
    if result.problem:
        kind = f" ({result.error_kind.replace('_', ' ')})" if result.error_kind else ""
        st.warning(literal(result.problem + kind), icon=":material/report:")
    if result.reason.strip() and result.reason.strip() != (transcript.judge_reply or "").strip():
        _text("Reason", result.reason, note="by the judge")


def _reading(result: CaseResult, transcript: CaseTranscript) -> None:
    if transcript.judge_reply is None:
        _missing("Judge's reply", "The judge was not asked, or no reply came.")
    else:
        _text("Judge's reply", transcript.judge_reply, note="as it came", style=BLOCK)
        if result.rule:
            st.caption(f"Read by the rule “{literal(result.rule)}”{literal(_RULES.get(result.rule, ''))}.")
    for note in result.notes:
        st.caption(literal(note))
    if transcript.judge_messages:
        with st.expander("What the judge was sent"):
            for message in transcript.judge_messages:
                _text(message.role, message.content, style=BLOCK)


def _calls(result: CaseResult) -> None:
    table = call_table(result)
    if table.empty:
        return
    st.markdown("**Calls**")
    st.dataframe(table, hide_index=True, key="calls", alt="Tokens, times and attempts of the subject and the judge.")
    if result.judge_call and result.judge_call.estimated:
        st.caption("The provider reported no usage: its tokens are estimated.")


def _text(title: str, text: str, *, note: str = "", style: str = _PROSE) -> None:
    """A titled text, shown literally; very long ones are cut, and it is said."""
    st.markdown(f"**{title}**" + (f" :gray[{note}]" if note else ""))
    if not text.strip():
        st.caption("empty" if not text else f"{len(text):,} blank characters")
        return
    st.html(f'<div style="{style}">{escaped(text[:LONGEST_TEXT])}</div>')
    if len(text) > LONGEST_TEXT:
        st.caption(f"The first {LONGEST_TEXT:,} of {len(text):,} characters; the export holds them all.")


def _missing(title: str, sentence: str) -> None:
    st.markdown(f"**{title}**")
    st.caption(sentence)
