"""`langeval bench run`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import CommandLine, Done
from tests.loopback_replies import Reply
from tests.loopback_server import LoopbackServer, Request

REAL_FILE = Path(__file__).parents[3] / "shared/data/bench_mtbench_en_mistral7b_by_qwen14b.jsonl"
RECORDED = ("--subject", "recorded", "--judge", "recorded", "--budget", 100_000)


def recorded_case(number: int, reply: str = '{"score": 8, "reason": "fine"}', tokens: int = 33) -> dict[str, Any]:
    return {"id": f"c{number}", "prompt": f"Q{number}?", "response": "A", "judge_reply": reply, "judge_tokens": tokens}


@pytest.fixture
def write(tmp_path: Path) -> Any:
    def cases(*records: dict[str, Any]) -> Path:
        path = tmp_path / "cases.jsonl"
        path.write_text("\n".join(json.dumps(record) for record in records), encoding="utf-8")
        return path

    return cases


@pytest.mark.skipif(not REAL_FILE.exists(), reason=f"real data is not there: {REAL_FILE}")
def test_the_real_benchmark_gives_its_published_mean(langeval: CommandLine) -> None:
    done = langeval(
        *("bench", "run", REAL_FILE, "--subject", "recorded", "--judge", "recorded", "--budget", 10_000_000),
        *("--map", "response=subject_reply", "--format", "json"),
    )

    assert done.code == 0
    assert done.document["mean_score"] == 7.4875
    assert done.document["cases_scored"] == 160
    assert done.document["is_partial"] is False
    assert done.document["outcomes"]["scored"] == 160


def test_the_report_has_the_contracts_names_at_the_top_level(langeval: CommandLine, write: Any) -> None:
    done = langeval("bench", "run", write(*map(recorded_case, range(3))), *RECORDED, "--format", "json")

    assert done.code == 0
    document = done.document
    assert (document["mean_score"], document["cases_scored"], document["cases_total"]) == (8.0, 3, 3)
    assert (document["total_tokens"], document["error_count"], document["is_partial"]) == (99, 0, False)
    assert document["p50_latency_ms"] is None
    assert document["p95_latency_ms"] is None
    assert [score["case_index"] for score in document["per_case"]] == [0, 1, 2]
    assert document["outcomes"] == {
        "scored": 3,
        "budget_exhausted": 0,
        "judge_unreadable": 0,
        "judge_error": 0,
        "judge_timeout": 0,
        "subject_error": 0,
        "subject_timeout": 0,
        "cancelled": 0,
        "not_started": 0,
    }


def test_the_text_says_the_mean_and_over_how_many_cases(langeval: CommandLine, write: Any) -> None:
    done = langeval("bench", "run", write(*map(recorded_case, range(3))), *RECORDED)

    assert "Mean score 8 on a scale from 1 to 10, over 3 of 3 cases." in done.out
    assert "done 3 of 3 · mean 8.00 · 99/100,000 tokens" in done.err


def test_an_exhausted_budget_is_partial(langeval: CommandLine, write: Any) -> None:
    path = write(*map(recorded_case, range(5)))

    done = langeval("bench", "run", path, *RECORDED[:4], "--budget", 60, "--parallel", 1)

    assert done.code == 3
    assert "Partial: 3 of 5 without a score. With them the mean could be 3.80 to 9.20." in done.out
    assert "budget exhausted" in done.out


@pytest.mark.parametrize(
    ("replies", "options", "code"),
    [
        (['{"score": 8}'], [], 0),
        (['{"score": 8}'], ["--min-mean", 8], 0),
        (['{"score": 8}'], ["--min-mean", 8.01], 1),
        (['{"score": 8}', "cannot say"], [], 3),
        (['{"score": 2}', "cannot say"], ["--min-mean", 8], 3),
        (["cannot say"], [], 5),
        (['{"score": 8}'], ["--budget", 0], 5),
        ([None], [], 4),
        (['{"score": 8}', None], [], 3),
        (["cannot say", None], [], 5),
    ],
)
def test_the_exit_code_says_how_it_ended(
    langeval: CommandLine, write: Any, replies: list[str | None], options: list[object], code: int
) -> None:
    records = [
        {"id": str(index), "prompt": "Q?", "response": "A", **({"judge_reply": reply} if reply else {})}
        for index, reply in enumerate(replies)
    ]

    assert langeval("bench", "run", write(*records), *RECORDED, *options).code == code


def test_an_unreachable_subject_is_a_provider_failure(
    langeval: CommandLine, write: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-not-to-be-seen")
    path = write(recorded_case(1), recorded_case(2))
    subject = ("--subject", "openai:m", "--subject-url", "http://127.0.0.1:9/v1", "--attempts", 1)

    tolerant = langeval("bench", "run", path, *subject, *RECORDED[2:])
    strict = langeval("bench", "run", path, *subject, *RECORDED[2:], "--stop-on-error")

    assert (tolerant.code, strict.code) == (4, 4)
    assert "The subject failed at case 1" in strict.err
    assert "sk-not" not in tolerant.out + tolerant.err + strict.out + strict.err


def test_compatible_servers_answer_as_subject_and_judge(
    langeval: CommandLine, write: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-not-to-be-seen")

    def answer(request: Request) -> Reply:
        is_judge = request.body["model"] == "judge-model"
        return Reply('{"reason": "ok", "score": 9}' if is_judge else "42", usage=(20, 4))

    with LoopbackServer(answer) as server:
        done = langeval(
            *("bench", "run", write({"prompt": "What is 6×7?"})),
            *("--subject", "subject-model", "--subject-url", server.base_url),
            *("--judge", "judge-model", "--judge-url", server.base_url, "--budget", 1000, "--format", "json"),
        )

    assert done.code == 0
    assert (done.document["mean_score"], done.document["total_tokens"], done.document["subject_tokens"]) == (9, 24, 24)
    assert "sk-not" not in done.out + done.err


def kept_id(done: Done) -> str:
    return done.err.split("Kept as run ")[1].split()[0]


def test_the_run_is_kept_and_it_is_said_where(langeval: CommandLine, write: Any, tmp_path: Path) -> None:
    done = langeval("bench", "run", write(recorded_case(1)), *RECORDED, "--name", "Spring")

    run_id = kept_id(done)
    assert f"Kept as run {run_id} in {tmp_path / 'kept' / 'runs.db'}." in done.err
    assert f"/run?run={run_id}" in done.err
    (summary,) = langeval("runs", "list", "--format", "json").document
    assert (summary["id"], summary["name"], summary["state"]) == (run_id, "Spring", "finished")


def test_another_store_can_be_named(langeval: CommandLine, write: Any, tmp_path: Path) -> None:
    store = tmp_path / "my runs.db"

    done = langeval("bench", "run", write(recorded_case(1)), *RECORDED, "--store", store)

    assert f"langeval runs show {kept_id(done)} --store '{store}'" in done.err
    assert langeval("runs", "list", "--format", "json").document == []
    assert len(langeval("runs", "list", "--format", "json", "--store", store).document) == 1


@pytest.mark.parametrize(
    "pairs",
    [
        ["--map", "response=said", "--map", "judge_reply=verdict"],
        ["--map", "response=said", "judge_reply=verdict"],
        ["--map", "response=said,judge_reply=verdict"],
        ["--map=response=said", "--map=judge_reply=verdict"],
    ],
)
def test_columns_are_mapped_however_the_pairs_are_given(langeval: CommandLine, write: Any, pairs: list[str]) -> None:
    path = write({"prompt": "Q?", "said": "A", "verdict": "Score: 7/10", "judge_reply": "Score: 1/10"})

    done = langeval("bench", "run", *pairs, path, *RECORDED, "--format", "json")

    assert done.document["mean_score"] == 7


def test_bad_rows_stop_the_run_unless_they_are_to_be_skipped(langeval: CommandLine, write: Any) -> None:
    path = write(recorded_case(1), {"context": "no prompt"}, recorded_case(3))

    refused = langeval("bench", "run", path, *RECORDED)
    skipped = langeval("bench", "run", path, *RECORDED, "--skip-bad-rows", "--format", "json")

    assert refused.code == 2
    assert "cases.jsonl, line 2, field prompt: Case 2 has no prompt." in refused.err
    assert "With --skip-bad-rows 2 good cases would be used." in refused.err
    assert skipped.code == 0
    assert skipped.document["cases_total"] == 2
    assert "1 complaint; left out: 1 row." in skipped.err


def test_what_the_importer_found_out_is_said(langeval: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "cases.csv"
    path.write_text("question;judge_reply;response\nQ?;Score: 7/10;A\n", encoding="utf-16")

    done = langeval("bench", "run", path, *RECORDED)

    assert done.code == 0
    assert "cases.csv: 1 case, CSV, separated by semicolon “;”, UTF-16." in done.err
    assert "Column “question” is taken as prompt." in done.err


def test_a_run_never_has_a_blank_name(langeval: CommandLine, write: Any) -> None:
    done = langeval("bench", "run", write(recorded_case(1)), *RECORDED, "--name", "  ", "--format", "json")

    assert done.document["name"] == "cases"


def test_parallel_0_runs_with_1_and_says_so(langeval: CommandLine, write: Any) -> None:
    done = langeval("bench", "run", write(recorded_case(1)), *RECORDED, "--parallel", 0)

    assert done.code == 0
    assert "0 calls at once would never start: 1 is used." in done.err


def test_faults_spoil_calls_as_planned(langeval: CommandLine, write: Any) -> None:
    done = langeval(
        *("bench", "run", write(recorded_case(1), recorded_case(2)), "--subject", "recorded"),
        *("--judge", "faulty:recorded", "--judge-faults", "seed=1,unreadable=1", "--budget", 1000, "--format", "json"),
    )

    assert done.code == 5
    assert done.document["outcomes"]["judge_unreadable"] == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--budget", "-1"], "Invalid value for '--budget'"),
        (["--budget", "many"], "Invalid value for '--budget'"),
        (["--min-mean", "11"], "Invalid value for '--min-mean'"),
        (["--judge-timeout", "0"], "Invalid value for '--judge-timeout'"),
        (["--nonsense"], "No such option: --nonsense"),
        (["--judge", "bogus:x"], "field --judge: “bogus:x” is not the name of a provider. Write vendor:model"),
        (["--subject", "openai:gpt-5-mini"], "There is no key for openai. Set OPENAI_API_KEY"),
        (["--subject-url", "ftp://x"], "field --subject: “ftp://x” is not the address of a server."),
        (["--map", "response"], "field --map: “response” maps nothing. Write it as field=column"),
        (["--map", "said=response"], "There is no field “said” to map a column to."),
        (["--map", "response=nowhere"], "The file has no column “nowhere” for response."),
        (["--judge-faults", "seed=1"], "“recorded” is not to be spoilt. Write faulty:recorded."),
        (["--judge", "faulty:recorded", "--judge-faults", "colour=1"], "“colour=1” is no part of a fault plan."),
        (["--judge", "faulty:recorded", "--judge-faults", "cut=2"], "cut: Input should be less than or equal to 1."),
        (
            ["--judge", "faulty:recorded", "--judge-faults", "latency_ms=inf"],
            "latency_ms: Input should be a finite number",
        ),
    ],
)
def test_bad_usage_is_one_line_and_exit_2(langeval: CommandLine, write: Any, options: list[str], message: str) -> None:
    done = langeval("bench", "run", write(recorded_case(1)), *RECORDED, *options)

    assert done.code == 2
    assert done.out == ""
    said = [line for line in done.err.splitlines() if line.startswith("langeval: ")]
    assert len(said) == 1
    assert message in said[0]
    assert "Traceback" not in done.err
    assert langeval("runs", "list", "--format", "json").document == []


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "The file is empty."),
        (b"null", "The file holds nothing but null."),
        (b"\x89PNG\r\n\x1a\n", "The file is a PNG image"),
        (b"cases = []", "The benchmark has no cases."),
        (b"x" * (2**20 + 1), "The file has 1.0 MiB; up to 1 MiB are accepted."),
    ],
)
def test_a_file_that_is_no_benchmark_is_refused(
    langeval: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes, message: str
) -> None:
    monkeypatch.setenv("LANGEVAL_MAX_UPLOAD_MB", "1")
    path = tmp_path / "cases.json"
    path.write_bytes(data)

    done = langeval("bench", "run", path, *RECORDED)

    assert done.code == 2
    assert f"langeval: cases.json: {message}" in done.err


def test_a_file_that_is_not_there_is_named(langeval: CommandLine, tmp_path: Path) -> None:
    done = langeval("bench", "run", tmp_path / "absent.csv", *RECORDED)

    assert (done.code, done.out) == (2, "")
    assert "absent.csv: There is no such file." in done.err


def test_a_store_that_cannot_be_opened_is_named(langeval: CommandLine, write: Any, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no folder")

    done = langeval("bench", "run", write(recorded_case(1)), *RECORDED, "--store", tmp_path / "notes.txt" / "runs.db")

    assert done.code == 2
    assert "Traceback" not in done.err


def test_a_limit_that_is_no_number_is_refused(
    langeval: CommandLine, write: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGEVAL_MAX_UPLOAD_MB", "lots")

    done = langeval("bench", "run", write(recorded_case(1)), *RECORDED)

    assert (done.code, done.err) == (
        2,
        "langeval: The setting LANGEVAL_MAX_UPLOAD_MB is “lots”. Set it to a whole number of MiB, such as 50.\n",
    )


def test_hostile_text_gives_the_terminal_no_orders(langeval: CommandLine, write: Any) -> None:
    evil = "\x1b]0;owned\x07[red]x[/red] :smile: \u202egnp"
    record = {"id": f"id {evil}", "prompt": "Q?", "response": "A", "judge_reply": f"no score {evil}", "tags": [evil]}

    done = langeval("bench", "run", write(record), *RECORDED, "--name", evil)
    listed = langeval("runs", "list")

    for text in (done.out, done.err, listed.out):
        assert not set(text) & {"\x1b", "\x07", "\u202e"}
    assert "␛]0;owned␇[red]x[/red] :smile: \\u202egnp" in listed.out
