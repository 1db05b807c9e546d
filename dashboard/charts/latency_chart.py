"""How long the calls took: judge and subject, each with p50 and p95."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from dashboard.charts.canvas import AXIS, LINE, canvas
from dashboard.colours import BLUE, ORANGE
from langeval_core.schema.report import CallRecord, EvalReport, Outcome

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

_BINS = 40


class Latencies(NamedTuple):
    """Latencies of one role in ms, those the report's percentiles are made of."""

    role: str
    colour: str
    values: list[float]
    p50: float | None
    p95: float | None


def called_latencies(report: EvalReport) -> list[Latencies]:
    """Judge, then subject; replayed answers are left out, a role that made no call has no values."""
    judge = [case.judge_call for case in report.cases if case.outcome is Outcome.SCORED]
    subject = [case.subject_call for case in report.cases]
    return [
        Latencies("judge", BLUE, _measured(judge), report.p50_latency_ms, report.p95_latency_ms),
        Latencies("subject", ORANGE, _measured(subject), report.subject_p50_latency_ms, report.subject_p95_latency_ms),
    ]


def latency_chart(report: EvalReport) -> Figure | None:
    """A histogram for each role that made calls, one above the other, both from 0 s to the slowest call.

    `None` when every answer was replayed: there is nothing to time.
    """
    import plotly.graph_objects as go

    roles = [role for role in called_latencies(report) if role.values]
    if not roles:
        return None
    slowest = max(max(role.values) for role in roles)
    width = max(slowest, 1.0) / _BINS
    figure = canvas(40 + 170 * len(roles), margin={"t": 30})
    for row, role in enumerate(roles):
        number = "" if row == 0 else str(row + 1)
        counts = _counts(role.values, width)
        figure.add_trace(
            go.Bar(
                x=[(index + 0.5) * width / 1000 for index in range(_BINS)],
                y=counts,
                width=width / 1000,
                name=role.role,
                marker={"color": role.colour},
                xaxis=f"x{number}",
                yaxis=f"y{number}",
                hovertemplate=f"{role.role}: %{{y:,}} calls around %{{x:.3~g}} s<extra></extra>",
            )
        )
        bottom = 1 - (row + 1) / len(roles)
        figure.update_layout(
            {
                f"yaxis{number}": {
                    **AXIS,
                    "domain": [bottom + 0.22 / len(roles), bottom + 0.84 / len(roles)],
                    "title": "calls",
                    "nticks": 4,
                    "tickformat": ",d",
                    "rangemode": "tozero",
                },
                f"xaxis{number}": {
                    **AXIS,
                    "range": [0, _BINS * width / 1000],
                    "anchor": f"y{number}",
                    "title": "seconds" if row == len(roles) - 1 else None,
                },
            }
        )
        _mark_percentiles(figure, role, number)
    return figure


def _mark_percentiles(figure: Figure, role: Latencies, number: str) -> None:
    """Dotted lines at p50 and p95, both named in one line of text over the histogram."""
    named = [(name, value) for name, value in (("p50", role.p50), ("p95", role.p95)) if value is not None]
    for _, value in named:
        figure.add_shape(
            type="line",
            x0=value / 1000,
            x1=value / 1000,
            y0=0,
            y1=1,
            xref=f"x{number}",
            yref=f"y{number} domain",
            line={"color": LINE, "dash": "dot", "width": 1.5},
        )
    text = " · ".join(f"{name} {value / 1000:.3g} s" for name, value in named)
    figure.add_annotation(
        text=f"{role.role}, n={len(role.values):,}" + (f" · {text}" if text else ""),
        xref="paper",
        x=0,
        xanchor="left",
        yref=f"y{number} domain",
        y=1.02,
        yanchor="bottom",
        showarrow=False,
    )


def _measured(calls: Sequence[CallRecord | None]) -> list[float]:
    """Latencies of calls that were made and answered, in ms."""
    return [call.latency_ms for call in calls if call and not call.replayed and call.latency_ms is not None]


def _counts(values: Sequence[float], width: float) -> list[int]:
    """Values per bin of `width` from 0 on; the last bin has both its edges."""
    counts = [0] * _BINS
    for value in values:
        counts[min(_BINS - 1, int(value / width))] += 1
    return counts
