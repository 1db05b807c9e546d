"""Real judge replies: every score is the one that the authors published, and so are the means."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from langeval_core.evaluators.judge_reply import read_judge_reply
from langeval_core.importers.benchmarks import load_benchmark
from langeval_core.runner import run_benchmark
from langeval_core.schema.report import EvalReport
from langeval_core.schema.run import RunState
from langeval_core.schema.spec import BenchmarkSpec, ProviderSpec
from langeval_core.store.run_store import open_store

DATA = Path(__file__).parents[3] / "shared" / "data"
RECORDED = ProviderSpec(name="recorded")

pytestmark = pytest.mark.skipif(not DATA.exists(), reason=f"real data not found at {DATA}")


def replies(judge: str) -> Iterator[dict[str, Any]]:
    for line in (DATA / f"judge_mtbench_en_{judge}.jsonl").read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def mean(scores: list[float]) -> float:
    return sum(scores) / len(scores)


@pytest.mark.parametrize("judge", ["qwen14b", "qwen32b"])
def test_every_reply_is_read_as_the_authors_read_it(judge: str) -> None:
    read = [(row["case_id"], read_judge_reply(row["judge_reply"]).score) for row in replies(judge)]

    assert len(read) == 960
    assert read == [(row["case_id"], row["published_score"]) for row in replies(judge)]


@pytest.mark.parametrize(
    ("judge", "valid", "unreadable", "published"), [("qwen14b", 960, 0, 7.87), ("qwen32b", 958, 2, 7.66)]
)
def test_the_mean_over_readable_replies_is_the_published_one(
    judge: str, valid: int, unreadable: int, published: float
) -> None:
    readings = [read_judge_reply(row["judge_reply"]) for row in replies(judge)]
    scores = [reading.score for reading in readings if reading.score is not None]

    assert (len(scores), sum(reading.problem is not None for reading in readings)) == (valid, unreadable)
    assert round(mean(scores), 2) == published


@pytest.mark.parametrize(
    ("judge", "published"),
    [
        ("qwen14b", [8.1687, 6.8875, 8.55, 8.0312, 7.4875, 8.0875]),
        ("qwen32b", [7.7125, 6.7188, 8.3208, 8.0943, 7.0875, 8.0625]),
    ],
)
def test_the_mean_of_each_subject_is_the_published_one(judge: str, published: list[float]) -> None:
    by_subject = defaultdict(list)
    for row in replies(judge):
        score = read_judge_reply(row["judge_reply"]).score
        if score is not None:
            by_subject[row["subject"].split("-")[0]].append(score)

    found = [mean(by_subject[name]) for name in ("Llama", "EEVE", "EXAONE", "gemma", "Mistral", "Phi")]
    assert found == pytest.approx(published, abs=6e-5)


def test_a_recorded_run_of_the_whole_benchmark_has_the_published_mean(tmp_path: Path) -> None:
    loaded = load_benchmark(DATA / "bench_mtbench_en_mistral7b_by_qwen14b.jsonl", mapping={"response": "subject_reply"})
    spec = BenchmarkSpec(subject=RECORDED, judge=RECORDED, budget_tokens=1_000_000)
    with open_store(str(tmp_path / "runs.db")) as store:
        run = run_benchmark(spec, loaded.benchmark(), store)

    assert isinstance(run.report, EvalReport)
    assert run.summary.state is RunState.FINISHED
    assert (run.report.mean_score, run.report.cases_scored, run.report.cases_total) == (7.4875, 160, 160)
    assert run.report.is_partial is False
    assert [case.score for case in run.report.cases] == [
        case.metadata["published_score"] for case in loaded.benchmark().cases
    ]
