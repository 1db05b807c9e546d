"""Judge tokens over the run against the budget: where it ended, and which cases went without a score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from dashboard.charts.canvas import LINE, canvas, ink_on
from dashboard.colours import BLUE
from dashboard.labels import OUTCOME
from langeval_core.schema.report import CaseResult, EvalReport, Outcome

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

MOST_STEPS = 2_000
MOST_MARKS = 1_000
MOST_SIGNS = 300


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
    thinned; above `MOST_MARKS` cases side by side share a marker, which counts them.
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
    for outcome in Outcome:
        marked = [step for step in steps if step.result.outcome is outcome]
        if marked and outcome is not Outcome.SCORED:
            figure.add_trace(_markers(outcome, marked, len(steps)))
    _draw_budget(figure, report, len(steps))
    exhausted = exhaustion_step(steps)
    if exhausted:
        figure.add_annotation(
            x=exhausted.ended,
            y=exhausted.tokens,
            ax=exhausted.ended,
            ay=exhausted.tokens * 0.1,
            axref="x",
            ayref="y",
            text=f"budget exhausted at {exhausted.tokens:,} tokens",
            xanchor="right" if exhausted.ended > len(steps) / 2 else "left",
            arrowhead=2,
            arrowcolor=LINE,
            standoff=9,
        )
    figure.update_xaxes(range=[0, max(len(steps), 1) * 1.02], title="cases ended", tickformat=",d", nticks=8)
    figure.update_yaxes(title="judge tokens", tickformat=",d")
    return figure


def _draw_budget(figure: Figure, report: EvalReport, cases: int) -> None:
    """The dashed budget, which sets the height of the y axis unless it would flatten the line of tokens."""
    import plotly.graph_objects as go

    used, budget = max(report.total_tokens, 1), report.budget_tokens
    in_sight = budget <= used * 4
    if in_sight:
        figure.add_trace(
            go.Scatter(
                x=[0, max(cases, 1) * 1.02],
                y=[budget, budget],
                mode="lines",
                line={"dash": "dash", "color": LINE, "width": 2},
                name="budget",
                hoverinfo="skip",
            )
        )
    figure.add_annotation(
        text=f"budget {budget:,}" if in_sight else f"budget {budget:,}, far above: {used / budget:.1%} used",
        xref="paper",
        x=0.01,
        y=budget if in_sight else used * 1.15,
        xanchor="left",
        yanchor="bottom" if in_sight else "top",
        showarrow=False,
    )
    figure.update_yaxes(range=[0, max(used, budget) * 1.15 if in_sight else used * 1.15])


def _markers(outcome: Outcome, steps: Sequence[TokenStep], cases: int) -> Figure:
    """A marker with the outcome's sign for each of the cases; where they are many, one for those side by side."""
    import plotly.graph_objects as go

    label = OUTCOME[outcome]
    few = len(steps) <= MOST_SIGNS
    groups = _neighbours(steps, max(1, -(-cases // MOST_MARKS)))
    return go.Scatter(
        x=[group[0].ended for group in groups],
        y=[group[0].tokens for group in groups],
        customdata=[group[0].result.case_index + 1 for group in groups],
        mode="markers+text" if few else "markers",
        marker={"symbol": "circle", "size": 15 if few else 5, "color": label.colour},
        text=[label.sign] * len(groups) if few else None,
        textfont={"size": 11, "color": ink_on(label.colour)},
        textposition="middle center",
        cliponaxis=False,
        name=f"{label.text} {len(steps):,}",
        hovertext=[_hover(group) for group in groups],
        hovertemplate=f"%{{hovertext}}: {label.text}<extra></extra>",
    )


def _neighbours(steps: Sequence[TokenStep], width: int) -> list[list[TokenStep]]:
    """The steps in groups that share one `width` of the x axis."""
    groups: dict[int, list[TokenStep]] = {}
    for step in steps:
        groups.setdefault((step.ended - 1) // width, []).append(step)
    return list(groups.values())


def _hover(group: Sequence[TokenStep]) -> str:
    first = f"case {group[0].result.case_index + 1:,}"
    return first if len(group) == 1 else f"{first} and {len(group) - 1:,} beside it"


def _thinned(steps: Sequence[TokenStep]) -> Sequence[TokenStep]:
    """At most about `MOST_STEPS` of the steps, evenly taken, always with the last."""
    if len(steps) <= MOST_STEPS:
        return steps
    stride = -(-len(steps) // MOST_STEPS)
    return [*steps[stride - 1 :: stride], steps[-1]]
