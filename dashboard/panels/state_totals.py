"""The numbers over the cases of a state run."""

from __future__ import annotations

import streamlit as st

from langeval_core.schema.report import StateReport


def state_totals_panel(report: StateReport) -> None:
    """Mean accuracy, matching cases and the four counts, each with what it is counted over."""
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
