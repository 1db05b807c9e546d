"""Benchmark charts, by the values they are drawn from."""

from __future__ import annotations

from dashboard.charts.canvas import ink_on
from dashboard.charts.latency_chart import latency_chart
from dashboard.charts.outcome_bar import outcome_bar
from dashboard.charts.score_gauge import score_gauge, score_ticks
from dashboard.charts.score_histogram import ScoreBin, score_bins, score_histogram
from dashboard.charts.tag_chart import tag_chart
from dashboard.charts.token_chart import MOST_STEPS, exhaustion_step, token_chart, token_steps
from langeval_core.schema.report import Interval, Outcome, TagScore
from tests.dashboard.benchmark_reports import report, result

SCORED, EXHAUSTED = Outcome.SCORED, Outcome.BUDGET_EXHAUSTED


def test_the_outcome_bar_stacks_every_outcome_that_occurred_over_all_cases() -> None:
    figure = outcome_bar({SCORED: 3, EXHAUSTED: 2, Outcome.JUDGE_ERROR: 0})
    assert [(trace.name, list(trace.x)) for trace in figure.data] == [
        ("✓ scored 3", [3]),
        ("◧ budget exhausted 2", [2]),
    ]
    assert list(figure.layout.xaxis.range) == [0, 5]
    assert figure.layout.barmode == "stack"


def test_an_outcome_bar_without_cases_is_empty() -> None:
    figure = outcome_bar({})
    assert len(figure.data) == 0
    assert list(figure.layout.xaxis.range) == [0, 1]


def test_the_gauge_spans_the_whole_scale_whatever_the_mean() -> None:
    figure = score_gauge(report([result(0, score=7.5)], mean=7.5))
    assert figure is not None
    assert figure.data[0].value == 7.5
    assert list(figure.data[0].gauge.axis.range) == [1, 10]


def test_the_gauge_shows_interval_and_for_a_partial_run_the_bounds() -> None:
    cases = [result(0, score=7), result(1, EXHAUSTED)]
    figure = score_gauge(report(cases, mean=7, interval=(6, 8), bounds=(4, 8.5)))
    assert figure is not None
    assert [(step.name, list(step.range)) for step in figure.data[0].gauge.steps] == [
        ("bounds", [4, 8.5]),
        ("interval", [6, 8]),
    ]


def test_a_complete_run_has_no_bounds_on_its_gauge() -> None:
    figure = score_gauge(report([result(0, score=7)], mean=7, bounds=(7, 7)))
    assert figure is not None
    assert len(figure.data[0].gauge.steps) == 0


def test_there_is_no_gauge_when_nothing_was_scored() -> None:
    assert score_gauge(report([result(0, EXHAUSTED)])) is None


def test_ticks_are_whole_scores_on_a_short_scale_and_eleven_on_a_long_one() -> None:
    assert score_ticks((1, 10)) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert score_ticks((0, 100)) == [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]
    assert score_ticks((0, 1)) == [0, 1]


def test_whole_scores_get_a_bin_each_and_empty_bins_are_kept() -> None:
    bins = score_bins([1, 7, 7, 10], (1, 10))
    assert [row.centre for row in bins] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert [row.cases for row in bins] == [1, 0, 0, 0, 0, 0, 2, 0, 0, 1]


def test_halves_make_half_bins() -> None:
    bins = score_bins([8.5, 8.5, 9, 10], (1, 10))
    assert len(bins) == 19
    assert [row for row in bins if row.cases] == [ScoreBin(8.5, 0.5, 2), ScoreBin(9.0, 0.5, 1), ScoreBin(10.0, 0.5, 1)]


def test_a_long_scale_is_cut_into_ten_and_both_ends_are_counted() -> None:
    bins = score_bins([0, 100, 51], (0, 100))
    assert [(row.centre, row.cases) for row in bins if row.cases] == [(0, 1), (50, 1), (100, 1)]


def test_the_histogram_keeps_the_scale_as_its_axis_and_points_at_the_mean() -> None:
    figure = score_histogram(report([result(0, score=9), result(1, score=8)], mean=8.5))
    assert list(figure.layout.xaxis.range) == [0.5, 10.5]
    assert list(figure.data[0].y) == [0, 0, 0, 0, 0, 0, 0, 1, 1, 0]
    assert list(figure.data[1].x) == [8.5]
    assert list(figure.data[1].text) == ["mean 8.50"]


def _budget_100() -> list[tuple[int, Outcome, int]]:
    return [(0, SCORED, 33), (1, SCORED, 66), (2, Outcome.JUDGE_UNREADABLE, 99), (3, SCORED, 132), (4, EXHAUSTED, 132)]


def test_tokens_are_a_step_line_that_starts_at_nothing() -> None:
    cases = [result(index, outcome, tokens=33, used=used) for index, outcome, used in _budget_100()]
    line = token_chart(report(cases, budget=100)).data[0]
    assert line.line.shape == "hv"
    assert list(line.x) == [0, 1, 2, 3, 4, 5]
    assert list(line.y) == [0, 33, 66, 99, 132, 132]


def test_the_budget_is_a_dashed_line_in_sight() -> None:
    cases = [result(index, outcome, tokens=33, used=used) for index, outcome, used in _budget_100()]
    figure = token_chart(report(cases, budget=100))
    budget = next(trace for trace in figure.data if trace.name == "budget")
    assert (budget.line.dash, list(budget.y)) == ("dash", [100, 100])
    assert "budget 100" in [note.text for note in figure.layout.annotations]


def test_every_case_without_a_score_is_marked_by_its_sign_and_number() -> None:
    cases = [result(index, outcome, tokens=33, used=used) for index, outcome, used in _budget_100()]
    marks = {trace.name: trace for trace in token_chart(report(cases, budget=100)).data if trace.mode == "markers+text"}
    assert set(marks) == {"◧ budget exhausted 1", "? judge unreadable 1"}
    unreadable = marks["? judge unreadable 1"]
    assert (list(unreadable.x), list(unreadable.y)) == ([3], [99])
    assert (list(unreadable.text), list(unreadable.customdata)) == (["?"], [3])


def test_the_exhaustion_point_is_the_first_refused_case() -> None:
    cases = [result(index, outcome, tokens=33, used=used) for index, outcome, used in _budget_100()]
    evaluation = report(cases, budget=100)
    step = exhaustion_step(token_steps(evaluation))
    assert step is not None
    assert (step.ended, step.tokens) == (5, 132)
    notes = [note.text for note in token_chart(evaluation).layout.annotations]
    assert "budget exhausted at 132 tokens" in notes


def test_a_budget_that_lasted_has_no_exhaustion_point() -> None:
    evaluation = report([result(0, score=8, tokens=60, used=60)], budget=60)
    assert exhaustion_step(token_steps(evaluation)) is None
    assert [note.text for note in token_chart(evaluation).layout.annotations] == ["budget 60"]


def test_a_budget_far_above_does_not_flatten_the_line_and_is_named() -> None:
    figure = token_chart(report([result(0, score=8, tokens=60, used=60)], budget=50_000))
    assert list(figure.layout.yaxis.range) == [0, 69]
    assert [note.text for note in figure.layout.annotations] == ["budget 50,000, far above: 0.1% used"]
    assert "budget" not in [trace.name for trace in figure.data]


def test_a_budget_of_nothing_marks_all_cases_at_zero() -> None:
    figure = token_chart(report([result(0, EXHAUSTED), result(1, EXHAUSTED)], budget=0))
    assert list(figure.data[0].y) == [0, 0, 0]
    assert list(figure.data[1].y) == [0, 0]


def test_steps_follow_the_order_in_which_outcomes_came_and_end_with_what_never_started() -> None:
    cases = [
        result(0, score=5, used=50, position=1),
        result(1, Outcome.NOT_STARTED),
        result(2, score=6, used=20, position=0),
    ]
    steps = token_steps(report(cases))
    assert [(step.ended, step.tokens, step.result.case_index) for step in steps] == [(1, 20, 2), (2, 50, 0), (3, 50, 1)]


def test_ten_thousand_cases_thin_the_line_and_let_neighbours_share_a_marker_that_counts_them() -> None:
    cases = [result(index, score=7, tokens=10, used=10 * (index + 1)) for index in range(5_000)]
    cases += [result(index, EXHAUSTED, used=50_000) for index in range(5_000, 10_000)]
    figure = token_chart(report(cases, budget=50_000))
    assert len(figure.data[0].x) <= MOST_STEPS + 3
    assert figure.data[0].x[-1] == 10_000
    marks = figure.data[1]
    assert marks.name == "◧ budget exhausted 5,000"
    assert len(marks.x) == 500
    assert (marks.x[0], marks.customdata[0], marks.hovertext[0]) == (5_001, 5_001, "case 5,001 and 9 beside it")
    assert marks.mode == "markers"


def test_charts_need_no_webgl_which_not_every_browser_has() -> None:
    cases = [result(index, EXHAUSTED) for index in range(10_000)]
    assert {trace.type for trace in token_chart(report(cases)).data} == {"scatter"}


def test_tags_are_dots_with_intervals_on_the_scale() -> None:
    tags = [
        TagScore(
            tag="coding", cases_total=4, cases_scored=3, mean_score=6.0, interval=Interval(low=5, high=8, method="t")
        ),
        TagScore(tag="<b>odd</b>", cases_total=1, cases_scored=1, mean_score=9.0),
        TagScore(tag="lost", cases_total=1, cases_scored=0, mean_score=None),
    ]
    figure = tag_chart(report([result(0, score=6)], by_tag=tags))
    dots = figure.data[0]
    assert list(dots.x) == [6.0, 9.0]
    assert list(dots.error_x.array) == [2.0, 0]
    assert list(dots.error_x.arrayminus) == [1.0, 0]
    assert list(figure.layout.yaxis.ticktext) == ["coding (n=3)", "&lt;b&gt;odd&lt;/b&gt; (n=1)"]
    assert figure.layout.xaxis.range[0] < 1
    assert figure.layout.xaxis.range[1] > 10


def test_latencies_of_judge_and_subject_stand_one_above_the_other_on_one_scale() -> None:
    cases = [
        result(0, score=7, tokens=1, judge_ms=1000, subject_ms=4000),
        result(1, score=7, tokens=1, judge_ms=2000, subject_ms=500),
    ]
    figure = latency_chart(report(cases, p50=1000, p95=2000))
    assert figure is not None
    assert [trace.name for trace in figure.data] == ["judge", "subject"]
    assert [sum(trace.y) for trace in figure.data] == [2, 2]
    assert list(figure.layout.xaxis.range) == [0, 4.0]
    assert list(figure.layout.xaxis2.range) == [0, 4.0]
    assert [note.text for note in figure.layout.annotations] == [
        "judge, n=2 · p50 1 s · p95 2 s",
        "subject, n=2",
    ]


def test_replayed_answers_have_no_latency() -> None:
    cases = [result(0, score=7, tokens=1, judge_ms=0.1, subject_ms=0.1, replayed=True)]
    assert latency_chart(report(cases)) is None


def test_ink_is_black_on_pale_colours_and_white_on_dark_ones() -> None:
    assert ink_on("#E69F00") == "#000000"
    assert ink_on("#0072B2") == "#FFFFFF"
