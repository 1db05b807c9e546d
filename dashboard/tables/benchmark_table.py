"""Benchmark results as frames: cases and tags, narrowed by what the reader asks for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dashboard.labels import OUTCOME
from langeval_core.schema.report import CaseResult, EvalReport, Outcome

if TYPE_CHECKING:
    import pandas as pd

LONGEST_CELL = 300
"""Characters of a text shown in a cell; the case detail has all of it."""


@dataclass(frozen=True)
class CaseFilter:
    """Which cases to show: any of `outcomes` and any of `tags` (empty: all), and `text` somewhere in what is known."""

    outcomes: tuple[Outcome, ...] = ()
    tags: tuple[str, ...] = ()
    text: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether every case passes."""
        return not (self.outcomes or self.tags or self.text.strip())


def filter_cases(
    cases: Iterable[CaseResult], wanted: CaseFilter, prompts: Mapping[int, str] | None = None
) -> list[CaseResult]:
    """The cases that pass, in their order; `text` is sought in id, tags, prompt, reason and problem, in any case."""
    needle = wanted.text.strip().casefold()
    prompts = prompts or {}
    return [
        case
        for case in cases
        if (not wanted.outcomes or case.outcome in wanted.outcomes)
        and (not wanted.tags or any(tag in wanted.tags for tag in case.tags))
        and (not needle or needle in _searched(case, prompts.get(case.case_index, "")))
    ]


def case_table(cases: Sequence[CaseResult], prompts: Mapping[int, str] | None = None) -> pd.DataFrame:
    """A row for each case, in the order given. `#` is 1-based; `outcome` is a list of one, which is drawn as a chip.

    `raw` is filled only where the judge's number lay outside the scale, `latency` (s) only where a call was made.
    """
    import pandas as pd

    prompts = prompts or {}
    return pd.DataFrame(
        {
            "#": [case.case_index + 1 for case in cases],
            "case": [case.case_id for case in cases],
            "prompt": [one_line(prompts.get(case.case_index, "")) for case in cases],
            "tags": [", ".join(case.tags) for case in cases],
            "outcome": [[OUTCOME[case.outcome].text] for case in cases],
            "score": pd.Series([case.score for case in cases], dtype="float64"),
            "raw": pd.Series([case.raw_score if case.clamped else None for case in cases], dtype="float64"),
            "tokens": pd.Series([case.judge_tokens for case in cases], dtype="int64"),
            "latency": pd.Series([_seconds(case) for case in cases], dtype="float64"),
            "reason": [one_line(case.problem or case.reason) for case in cases],
        }
    )


def tag_table(report: EvalReport) -> pd.DataFrame:
    """A row for each tag: mean, scored and all cases, ends of the interval (empty where there is none)."""
    import pandas as pd

    tags = report.by_tag
    return pd.DataFrame(
        {
            "tag": [tag.tag for tag in tags],
            "mean": pd.Series([tag.mean_score for tag in tags], dtype="float64"),
            "scored": pd.Series([tag.cases_scored for tag in tags], dtype="int64"),
            "cases": pd.Series([tag.cases_total for tag in tags], dtype="int64"),
            "from": pd.Series([tag.interval.low if tag.interval else None for tag in tags], dtype="float64"),
            "to": pd.Series([tag.interval.high if tag.interval else None for tag in tags], dtype="float64"),
        }
    )


def one_line(text: str) -> str:
    """The text on one line, cut after `LONGEST_CELL` characters."""
    flat = " ".join(text[: LONGEST_CELL * 4].split())
    return flat if len(flat) <= LONGEST_CELL else flat[: LONGEST_CELL - 1] + "…"


def _searched(case: CaseResult, prompt: str) -> str:
    return "\n".join((case.case_id, *case.tags, prompt, case.reason, case.problem or "")).casefold()


def _seconds(case: CaseResult) -> float | None:
    call = case.judge_call
    if call is None or call.replayed or call.latency_ms is None:
        return None
    return call.latency_ms / 1000
