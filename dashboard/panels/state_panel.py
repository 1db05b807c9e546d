"""The result of comparing one expected with one actual state."""

from __future__ import annotations

import streamlit as st

from dashboard import session
from dashboard.charts.accuracy_gauge import accuracy_gauge
from dashboard.charts.canvas import CHART_CONFIG
from dashboard.charts.status_bar import cause_bar, change_bar, status_bar
from dashboard.forms.field_filter import field_filter, reset_filter
from dashboard.labels import literal
from dashboard.panels.field_detail import field_detail
from dashboard.panels.field_table import field_table
from dashboard.panels.status_cards import status_cards
from dashboard.tables.state_table import filter_fields, removed_paths
from dashboard.tables.state_verdict import accuracy_formula, state_verdict
from langeval_core.exporters.state_comparison import comparison_csv, comparison_json
from langeval_core.schema.comparison import FieldComparison, FieldSet, StateComparison
from langeval_core.schema.state import StateCase

_SHOWN_REMOVED = 20


def state_result_panel(comparison: StateComparison, case: StateCase) -> None:
    """Verdict, numbers and charts, then every field with its detail. `case` holds the states that were compared."""
    _verdict(comparison)
    status_cards(comparison)
    if comparison.fields:
        st.plotly_chart(status_bar(comparison), key="state_status_bar", config=CHART_CONFIG)
    _overview(comparison)
    _fields(comparison, case)
    _downloads(comparison)


def _verdict(comparison: StateComparison) -> None:
    text = state_verdict(comparison)
    if comparison.overall_match and not comparison.nothing_expected:
        st.success(f"**{text}**", icon=":material/check_circle:")
    elif comparison.nothing_expected:
        st.info(f"**{text}** · the accuracy of 0.0 only says that no field was expected", icon=":material/info:")
    else:
        st.warning(f"**{text}**", icon=":material/difference:")


def _overview(comparison: StateComparison) -> None:
    grid = st.grid(3, min_column_width=280, border=True)
    with grid.cell():
        st.markdown("**Accuracy**" + (" · nothing expected" if comparison.nothing_expected else ""))
        st.plotly_chart(accuracy_gauge(comparison), key="state_gauge", config=CHART_CONFIG)
        st.caption(accuracy_formula(comparison))
        if comparison.counted is FieldSet.ALL:
            st.caption("Containers and paths without a value are counted too (fields=all).")
    with grid.cell():
        st.markdown("**Why fields are mismatched**")
        if comparison.mismatched_fields:
            st.plotly_chart(cause_bar(comparison), key="state_causes", config=CHART_CONFIG)
        else:
            st.caption("No field is mismatched.")
    with grid.cell():
        st.markdown("**What changed since the pre-state**")
        if comparison.changes:
            st.plotly_chart(change_bar(comparison), key="state_changes", config=CHART_CONFIG)
        else:
            st.caption("No pre-state was given, so changes are not known.")


@st.fragment
def _fields(comparison: StateComparison, case: StateCase) -> None:
    st.subheader("Fields", anchor=False)
    if not comparison.fields:
        st.info("Neither state has a field, so there is nothing to list.", icon=":material/info:")
        return
    wanted = field_filter(comparison)
    rows = filter_fields(comparison, wanted)
    _shown_line(len(rows), len(comparison.fields), filtered=not wanted.is_empty)
    if rows:
        chosen = field_table(rows, comparison, has_pre=case.pre_state is not None)
        _removed(comparison)
        _detail(rows, chosen, case)
    else:
        st.info("No field passes this filter.", icon=":material/filter_alt_off:")


def _shown_line(shown: int, total: int, *, filtered: bool) -> None:
    if not filtered:
        st.caption(f"{total:,} {'field' if total == 1 else 'fields'}. Click a row to see all that is known of it.")
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f"{shown:,} of {total:,} fields pass the filter.", width="content")
        st.button("Reset filter", on_click=reset_filter, icon=":material/restart_alt:", type="tertiary")


def _removed(comparison: StateComparison) -> None:
    paths = removed_paths(comparison)
    if paths:
        more = f" and {len(paths) - _SHOWN_REMOVED:,} more" if len(paths) > _SHOWN_REMOVED else ""
        st.caption(
            "Removed correctly, so without a row and in none of the four counts: "
            f"{literal(', '.join(paths[:_SHOWN_REMOVED]))}{more}"
        )


def _detail(rows: list[FieldComparison], chosen: int | None, case: StateCase) -> None:
    if chosen is None:
        return
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center"):
            _step("Previous", ":material/arrow_upward:", rows, chosen - 1, "K")
            _step("Next", ":material/arrow_downward:", rows, chosen + 1, "J")
            st.caption(f"Row {chosen + 1:,} of {len(rows):,}", width="stretch")
            st.button("Close", icon=":material/close:", on_click=session.choose_field, args=(None,), type="tertiary")
        field_detail(rows[chosen], case)


def _step(label: str, icon: str, rows: list[FieldComparison], target: int, shortcut: str) -> None:
    inside = 0 <= target < len(rows)
    st.button(
        label,
        icon=icon,
        shortcut=shortcut,
        disabled=not inside,
        on_click=session.choose_field,
        args=(rows[target].path if inside else None,),
    )


def _downloads(comparison: StateComparison) -> None:
    with st.container(horizontal=True):
        st.download_button(
            "Fields as CSV",
            data=lambda: comparison_csv(comparison),
            file_name="state-fields.csv",
            mime="text/csv",
            icon=":material/table_view:",
            on_click="ignore",
            help="One row a path, safe to open in a spreadsheet.",
        )
        st.download_button(
            "Comparison as JSON",
            data=lambda: comparison_json(comparison),
            file_name="state-comparison.json",
            mime="application/json",
            icon=":material/data_object:",
            on_click="ignore",
            help="Counts, accuracy, every field and its change class.",
        )
