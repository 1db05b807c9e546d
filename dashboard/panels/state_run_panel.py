"""The result of a kept state run."""

from __future__ import annotations

import streamlit as st

from dashboard import data, session
from dashboard.labels import STATE_OUTCOME, literal
from dashboard.panels.state_panel import state_result_panel
from dashboard.tables.state_table import state_cases_table
from langeval_core.schema.report import StateCaseResult, StateReport
from langeval_core.schema.run import Run

_TABLE = "state_cases"


def state_run_panel(run: Run) -> None:
    """The comparison of the run's case; of a run of several, the table of cases and the chosen one."""
    if not isinstance(run.report, StateReport):
        raise TypeError(f"run {run.id} is not a state run")
    results = run.report.cases
    if not results:
        st.info("No case of this run was tried.", icon=":material/info:")
        return
    result = results[0] if run.report.cases_total == 1 else _chosen_case(results)
    compared = data.load_comparison(run.id, result.case_index)
    if compared is None:
        reason = result.problem or STATE_OUTCOME[result.outcome].help
        st.warning(literal(reason), icon=":material/warning:")
        return
    case, comparison = compared
    if run.report.cases_total == 1:
        session.link_to_form(run.id, "Edit these states and compare again")
    state_result_panel(comparison, case)


def _chosen_case(results: list[StateCaseResult]) -> StateCaseResult:
    numbers = [result.case_index + 1 for result in results]
    number = session.case_in_address()
    position = numbers.index(number) if number in numbers else 0
    session.mark_row(_TABLE, position)
    column = st.column_config
    st.dataframe(
        state_cases_table(results),
        key=_TABLE,
        hide_index=True,
        on_select=lambda: _choose(numbers),
        selection_mode=["single-row", "single-cell"],
        column_config={
            "#": column.NumberColumn(width=60, format="%d"),
            "outcome": column.MultiselectColumn(
                options=[label.text for label in STATE_OUTCOME.values()],
                color=[label.colour for label in STATE_OUTCOME.values()],
            ),
            "accuracy": column.NumberColumn(format="%.3f"),
        },
        alt="Cases of this run",
    )
    result = results[position]
    st.subheader(f"Case {numbers[position]:,}: {literal(result.case_id)}", anchor=False)
    return result


def _choose(numbers: list[int]) -> None:
    position = session.marked_row(_TABLE)
    session.show_case(numbers[position] if position is not None else None)
