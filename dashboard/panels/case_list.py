"""The cases of a run as a table, narrowed by a filter; a click opens one."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from dashboard import data, session
from dashboard.forms.case_filter import case_filter_form
from dashboard.labels import OUTCOME
from dashboard.tables.benchmark_table import case_table, filter_cases
from langeval_core.schema.report import CaseResult, EvalReport

_TABLE = "case_table"
_HEIGHT = 520
_ORDER = ("#", "outcome", "score", "raw", "prompt", "reason", "case", "tags", "tokens", "latency")


def case_list_panel(run_id: str, report: EvalReport) -> None:
    """Filter, table, and a word on how many of the cases are shown."""
    prompts = data.load_prompts(run_id)
    wanted = case_filter_form(report)
    cases = filter_cases(report.cases, wanted, prompts)
    if not cases:
        st.info("No case fits this filter.", icon=":material/filter_alt_off:")
        return
    shown = f"{len(report.cases):,} cases" if wanted.is_empty else f"{len(cases):,} of {len(report.cases):,} cases"
    st.caption(f"{shown}. Click a row to read the whole case.")
    _case_frame(cases, prompts, report)


def _case_frame(cases: list[CaseResult], prompts: Mapping[int, str], report: EvalReport) -> None:
    frame = case_table(cases, prompts)
    empty = [name for name in ("tags", "raw", "latency") if not frame[name].replace("", None).notna().any()]
    column = st.column_config
    st.dataframe(
        frame,
        key=_TABLE,
        on_select="rerun",
        selection_mode=["single-row", "single-cell"],
        placeholder="",
        hide_index=True,
        height=min(_HEIGHT, 37 * (len(cases) + 1) + 2),
        column_order=[name for name in _ORDER if name not in empty],
        column_config={
            "#": column.NumberColumn(width=55, format="%d"),
            "case": column.TextColumn(width=130),
            "prompt": column.TextColumn(width=260),
            "tags": column.TextColumn(width=120),
            "outcome": column.MultiselectColumn(
                options=[label.text for label in OUTCOME.values()],
                color=[label.colour for label in OUTCOME.values()],
                width=155,
            ),
            "score": column.NumberColumn(width=70, format="%.1f", help=_scale_help(report)),
            "raw": column.NumberColumn(
                width=70, format="%.4g", help="The judge's own number, where it lay outside the scale and was clamped."
            ),
            "tokens": column.NumberColumn(width=80, format="localized", help="Judge tokens, every attempt included."),
            "latency": column.NumberColumn(width=80, format="%.2f s", help="The judge's last attempt."),
            "reason": column.TextColumn(width=300, help="The judge's reason, or why there is no score."),
        },
        alt="The cases of this run with outcome, score, tokens and reason.",
    )
    row = session.marked_row(_TABLE)
    if row is not None and row < len(cases):
        session.show_case(cases[row].case_index + 1)
        st.rerun()


def _scale_help(report: EvalReport) -> str:
    return f"From {report.scale[0]:g} to {report.scale[1]:g}; empty where there is no score."
