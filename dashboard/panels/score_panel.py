"""How the scores came out: mean, spread, tokens against the budget, and tags."""

from __future__ import annotations

from typing import Any

import streamlit as st

from dashboard import session
from dashboard.charts.canvas import CHART_CONFIG
from dashboard.labels import literal
from dashboard.tables.benchmark_table import tag_table
from langeval_core.schema.report import EvalReport


def overview_panel(report: EvalReport) -> None:
    """What must be known of the numbers; gauge and histogram where anything was scored; tokens over the run."""
    if report.notes:
        st.caption("\n".join(f"- {literal(note)}" for note in report.notes))
    if report.mean_score is None:
        st.info("Nothing was scored: there is no mean and no spread to draw.", icon=":material/info:")
    else:
        _scores(report)
    st.markdown("**Judge tokens over the run**")
    _tokens(report)


def tag_panel(report: EvalReport) -> None:
    """Mean and interval of each tag, drawn and in numbers."""
    if not report.by_tag:
        st.info("No case of this run has a tag.", icon=":material/label_off:")
        return
    from dashboard.charts.tag_chart import MOST_TAGS, tag_chart

    chart, table = st.columns([3, 2], gap="large")
    with chart:
        st.plotly_chart(tag_chart(report), key="tag_chart", config=CHART_CONFIG, alt="Mean score of each tag.")
        if len(report.by_tag) > MOST_TAGS:
            st.caption(f"The first {MOST_TAGS} of {len(report.by_tag):,} tags are drawn; the table has them all.")
    column = st.column_config
    table.dataframe(
        tag_table(report),
        hide_index=True,
        key="tag_table",
        placeholder="",
        column_config={
            "mean": column.NumberColumn(format="%.2f"),
            "scored": column.NumberColumn(format="localized", help="Cases behind the mean."),
            "cases": column.NumberColumn(format="localized", help="Cases with this tag."),
            "from": column.NumberColumn(format="%.2f", help="Lower end of the interval."),
            "to": column.NumberColumn(format="%.2f", help="Upper end of the interval."),
        },
    )
    st.caption(
        "Bars are 95% intervals of the mean; a tag with too few scored cases, or always the same score, has none. "
        "A case with several tags counts in each."
    )


def _scores(report: EvalReport) -> None:
    from dashboard.charts.score_gauge import score_gauge
    from dashboard.charts.score_histogram import score_histogram

    gauge, histogram = st.columns([2, 3], gap="large")
    with gauge:
        st.markdown("**Mean score**")
        st.plotly_chart(score_gauge(report), key="score_gauge", config=CHART_CONFIG, alt="The mean on its scale.")
        st.caption(_gauge_words(report))
    with histogram:
        st.markdown(f"**Spread of {report.cases_scored:,} scores**")
        st.plotly_chart(score_histogram(report), key="histogram", config=CHART_CONFIG, alt="Cases by score.")


def _gauge_words(report: EvalReport) -> str:
    words = []
    if report.mean_interval:
        interval = report.mean_interval
        words.append(f"Blue band: {interval.level:.0%} interval, {interval.low:.2f} to {interval.high:.2f}.")
    else:
        words.append("No interval can be given; the notes say why.")
    if report.is_partial and report.bounds:
        low, high = report.bounds
        words.append(
            f"Grey band: {low:.2f} to {high:.2f}, were every case without a score given "
            f"{report.scale[0]:g} or {report.scale[1]:g}."
        )
    return " ".join(words)


def _tokens(report: EvalReport) -> None:
    from dashboard.charts.token_chart import token_chart

    event: Any = st.plotly_chart(
        token_chart(report),
        key="token_chart",
        config=CHART_CONFIG,
        on_select="rerun",
        selection_mode="points",
        alt="Judge tokens used after each case, against the budget.",
    )
    over = f" It ended {report.tokens_over_budget:,} tokens over." if report.tokens_over_budget else ""
    st.caption(
        f"{report.total_tokens:,} of {report.budget_tokens:,} tokens used.{over} "
        "Signs mark cases without a score; click one to read it."
    )
    points = event["selection"]["points"]
    if points and (number := points[0].get("customdata")) is not None:
        session.show_case(int(number))
        st.rerun()
