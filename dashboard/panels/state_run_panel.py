"""A kept state run: its one case, or the numbers over many with a way into each."""

from __future__ import annotations

import streamlit as st

from dashboard import data, session
from dashboard.labels import STATE_OUTCOME, literal
from dashboard.panels.state_panel import state_result_panel
from dashboard.tables.state_run_table import state_cases_table
from langeval_core.evaluators.state_diff import compare_states
from langeval_core.schema.report import StateCaseResult, StateOutcome, StateReport
from langeval_core.schema.run import Run
from langeval_core.schema.spec import StateSpec
from langeval_core.schema.state import StateCase

_TABLE = "state_cases"
_ROW_HEIGHT = 36


def state_run_panel(run: Run) -> None:
    """The whole comparison of a single case; for several, totals, a table, and the case that is chosen in it."""
    report = run.report
    if not isinstance(report, StateReport) or not isinstance(run.spec, StateSpec):
        raise TypeError("this panel is for state runs")
    if len(report.cases) == 1:
        _case(run.id, run.spec, report.cases[0])
        return
    _totals(report)
    number = _choose(report)
    if number is None:
        st.caption("Mark a case to see its fields.")
        return
    result = report.cases[number - 1]
    st.subheader(f"Case {number:,}: {literal(result.case_id)}", anchor=False)
    _case(run.id, run.spec, result)


def _totals(report: StateReport) -> None:
    mean, matching, fields = st.columns([1, 1, 2])
    accuracy = "–" if report.accuracy_score is None else f"{report.accuracy_score:.3f}"
    mean.metric("Mean accuracy", accuracy, help=f"Over the {report.cases_compared:,} cases that were compared.")
    matching.metric("Cases that match", f"{report.cases_matching:,} of {report.cases_compared:,}")
    fields.metric(
        "Fields matching / mismatched / missing / extra",
        f"{report.matching_fields:,} / {report.mismatched_fields:,} / {report.missing_fields:,} "
        f"/ {report.extra_fields:,}",
    )
    if report.cases_nothing_expected:
        st.caption(
            f"In {report.cases_nothing_expected:,} of them nothing was expected; their accuracy of 0.0 says only that."
        )


def _choose(report: StateReport) -> int | None:
    """The 1-based number of the case that is marked in the table or named by the address."""
    column = st.column_config
    in_address = session.case_in_address()
    event = st.dataframe(
        state_cases_table(report.cases),
        hide_index=True,
        row_height=_ROW_HEIGHT,
        placeholder="–",
        on_select="rerun",
        selection_mode="single-row",
        key=_TABLE,
        column_config={
            "case": column.TextColumn("Case", width=220),
            "outcome": column.MultiselectColumn(
                "Outcome",
                options=[label.text for label in STATE_OUTCOME.values()],
                color=[label.tint for label in STATE_OUTCOME.values()],
            ),
            "match": column.TextColumn("All fields match"),
            "accuracy": column.NumberColumn("Accuracy", format="%.3f", help="From 0 to 1; extra fields do not count."),
            "matching": column.NumberColumn("Matching"),
            "mismatched": column.NumberColumn("Mismatched"),
            "missing": column.NumberColumn("Missing"),
            "extra": column.NumberColumn("Extra"),
            "problem": column.TextColumn("Problem", width=260),
        },
    )
    if rows := event["selection"]["rows"]:
        session.show_case(rows[0] + 1)
        return int(rows[0]) + 1
    return in_address if in_address and in_address <= len(report.cases) else None


def _case(run_id: str, spec: StateSpec, result: StateCaseResult) -> None:
    if result.outcome is not StateOutcome.COMPARED:
        label = STATE_OUTCOME[result.outcome]
        st.info(f"{label.text}. {label.help} {literal(result.problem or '')}")
        return
    case = data.load_case(run_id, result.case_index)
    if not isinstance(case, StateCase) or case.actual is None:
        st.info("The states of this case were not kept.", icon=":material/info:")
        return
    state_result_panel(compare_states(case.expected, case.actual, case.pre_state, fields=spec.fields), case)
