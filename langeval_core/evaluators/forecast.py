"""What judging a benchmark will cost, before anything is paid for."""

from __future__ import annotations

from collections.abc import Sequence

from langeval_core.evaluators.judge_prompt import build_judge_messages
from langeval_core.evaluators.tokens import estimate_usage
from langeval_core.schema.benchmark import BenchmarkCase
from langeval_core.schema.judging import Rubric

ANSWER_CHARACTERS = 1_200
"""How long an answer is taken to be where none is recorded."""

VERDICT_CHARACTERS = 300
"""How long a judge's reply is taken to be where none is recorded."""

_LOOKED_AT = 200


def forecast_judge_tokens(cases: Sequence[BenchmarkCase], rubric: Rubric | None = None) -> int:
    """Judge tokens that one call for each case may take: a rough figure, from at most 200 cases spread over all.

    Recorded tokens count as they are. Else the texts are estimated; what is not recorded is taken as of usual length.
    """
    if not cases:
        return 0
    rubric = rubric or Rubric()
    looked_at = cases[:: -(-len(cases) // _LOOKED_AT)]
    total = sum(_case_tokens(case, rubric) for case in looked_at)
    return round(total * len(cases) / len(looked_at))


def _case_tokens(case: BenchmarkCase, rubric: Rubric) -> int:
    if case.judge_tokens is not None:
        return case.judge_tokens
    answer = "x" * ANSWER_CHARACTERS if case.response is None else case.response
    reply = "x" * VERDICT_CHARACTERS if case.judge_reply is None else case.judge_reply
    return estimate_usage(build_judge_messages(case, answer, rubric), reply).total
