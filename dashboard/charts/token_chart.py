"""Judge tokens over the run against the budget: where it ended, and which cases went without a score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from dashboard.charts.canvas import LINE, canvas
from dashboard.labels import BLUE, OUTCOME, VERMILLION
from langeval_core.schema.report import CaseResult, EvalReport, Outcome

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

MOST_STEPS = 2_000
_SYMBOLS = {
    Outcome.BUDGET_EXHAUSTED: "square",
    Outcome.JUDGE_UNREADABLE: "diamond",
    Outcome.JUDGE_ERROR: "x",
    Outcome.JUDGE_TIMEOUT: "hourglass",
    Outcome.SUBJECT_ERROR: "cross",
    Outcome.SUBJECT_TIMEOUT: "bowtie",
    Outcome.CANCELLED: "pentagon",
    Outcome.NOT_STARTED: "circle-open",
}


class TokenStep(NamedTuple):
    """After the `ended`-th outcome (1-based) the judge had used `tokens` in all."""

    ended: int
    tokens: int
    result: CaseResult


def token_steps(report: EvalReport) -> list[TokenStep]:
    """One step for each case, in the order the outcomes came; cases that never started stand last at the final sum."""
    started = [case for case in report.cases if case.outcome is not Outcome.NOT_STARTED]
    waiting = [case for case in report.cases if case.outcome is Outcome.NOT_STARTED]
    started.sort(key=lambda case: case.position)
    used = [case.tokens_used for case in started] + [report.total_tokens] * len(waiting)
    cases = started + waiting
    return [TokenStep(index + 1, tokens, case) for index, (tokens, case) in enumerate(zip(used, cases, strict=True))]


def exhaustion_step(steps: Sequence[TokenStep]) -> TokenStep | None:
    """The first case that was refused for want of tokens, or `None` when the budget lasted."""
    return next((step for step in steps if step.result.outcome is Outcome.BUDGET_EXHAUSTED), None)


def token_chart(report: EvalReport) -> Figure:
    """A step line of tokens, the dashed budget, the exhaustion point, and a marker for each case without a score.

    `customdata` of every marker is the 1-based case number. Above `MOST_STEPS` cases the line is
    thinned; markers never are.
    """
    import plotly.graph_objects as go

    steps = token_steps(report)
    line = _thinned(steps)
    figure = canvas(320)
    figure.add_trace(
        go.Scatter(
            x=[0, *(step.ended for step in line)],
            y=[0, *(step.tokens for step in line)],
            mode="lines",
            line={"shape": "hv", "color": BLUE, "width": 2},
            name="judge tokens used",
            hoverinfo="skip",
        )
    )
    for outcome, symbol in _SYMBOLS.items():
        marked = [step for step in steps if step.result.outcome is outcome]
        if marked:
            figure.add_trace(_markers(outcome, symbol, marked))
    top = max(report.total_tokens, 1)
    if report.budget_tokens <= top * 4:
        top = max(top, report.budget_tokens)
        figure.add_trace(
            go.Scatter(
                x=[0, max(len(steps), 1)],
                y=[report.budget_tokens] * 2,
                mode="lines",
                line={"dash": "dash", "color": LINE, "width": 2},
                name=f"budget {report.budget_tokens:,}",
                hoverinfo="skip",
            )
        )
    else:
        share = report.total_tokens / report.budget_tokens
        figure.add_annotation(
            text=f"budget {report.budget_tokens:,} lies far above this chart ({share:.1%} used)",
            xref="paper", yref="paper", x=0, y=1, xanchor="left", yanchor="top", showarrow=False,
        )  # fmt: skip
    exhausted = exhaustion_step(steps)
    if exhausted:
        figure.add_trace(
            go.Scatter(
                x=[exhausted.ended],
                y=[exhausted.tokens],
                customdata=[exhausted.result.case_index + 1],
                mode="markers",
                marker={"symbol": "x-thin", "size": 16, "line": {"width": 3, "color": VERMILLION}},
                name=f"budget exhausted after {exhausted.tokens:,} tokens",
                hovertemplate="budget exhausted here<extra></extra>",
            )
        )
    figure.update_xaxes(range=[0, max(len(steps), 1) * 1.02], title="cases ended", tickformat=",d", nticks=8)
    figure.update_yaxes(range=[0, top * 1.1], title="judge tokens", tickformat=",d")
    return figure


def _markers(outcome: Outcome, symbol: str, steps: Sequence[TokenStep]) -> Figure:
    """A marker for each of the cases; drawn by WebGL when they are many."""
    import plotly.graph_objects as go

    label = OUTCOME[outcome]
    kind = go.Scattergl if len(steps) > MOST_STEPS else go.Scatter
    return kind(
        x=[step.ended for step in steps],
        y=[step.tokens for step in steps],
        customdata=[step.result.case_index + 1 for step in steps],
        mode="markers",
        marker={"symbol": symbol, "size": 9, "color": label.colour, "line": {"width": 1, "color": label.colour}},
        name=f"{label.text} {len(steps):,}",
        hovertemplate=f"case %{{customdata}}: {label.text}<extra></extra>",
    )


def _thinned(steps: Sequence[TokenStep]) -> Sequence[TokenStep]:
    """At most about `MOST_STEPS` of the steps, evenly taken, always with the last."""
    if len(steps) <= MOST_STEPS:
        return steps
    stride = -(-len(steps) // MOST_STEPS)
    return [*steps[stride - 1 :: stride], steps[-1]]
