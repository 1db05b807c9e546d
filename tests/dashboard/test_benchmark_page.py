"""Journeys through the benchmark page and a benchmark run's page, without a browser."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from dashboard import data, jobs
from langeval_core.schema.benchmark import BenchmarkCase, BenchmarkSet
from langeval_core.schema.report import CaseResult, Outcome
from langeval_core.schema.run import RunKind, RunState
from langeval_core.schema.spec import BenchmarkSpec, ProviderSpec
from langeval_core.store.run_store import RunStore
from tests.dashboard.journeys import keep_benchmark, open_page, said
from tests.loopback_server import LoopbackServer

RECORDED = {"response": "42", "judge_reply": '{"reason": "right", "score": 9}', "judge_tokens": 100}
LIMIT_S = 60.0


def upload(app: AppTest, content: bytes, name: str = "cases.json") -> AppTest:
    app = app.file_uploader(key="benchmark_file").set_value((name, content, "application/octet-stream")).run()
    assert not app.exception
    return app


def run_it(app: AppTest) -> AppTest:
    """Click Run and wait on the run's page until the run has ended."""
    return wait(follow(app.button(key="run_benchmark").click().run()))


def follow(app: AppTest) -> AppTest:
    """The run's page in a new session: AppTest does not go along when a page switches to another."""
    assert not app.exception, said(app)
    return open_page("run", run=address(app, "run"))


def wait(app: AppTest) -> AppTest:
    assert not app.exception, said(app)
    end = time.monotonic() + LIMIT_S
    while any(metric.label == "Mean so far" for metric in app.metric):
        assert time.monotonic() < end
        time.sleep(0.05)
        app = app.run()
    return app


def address(app: AppTest, name: str) -> str:
    """A parameter of the address; AppTest gives a list or a text, depending on who set it."""
    value = app.query_params[name]
    return value if isinstance(value, str) else value[0]


def metrics(app: AppTest) -> dict[str, str]:
    return {metric.label: str(metric.value) for metric in app.metric}


def is_ready(app: AppTest) -> bool:
    return not app.button(key="run_benchmark").disabled


def test_the_empty_page_says_what_is_missing_and_cannot_run(store: RunStore) -> None:
    app = open_page("benchmark")
    assert not app.exception
    assert app.title[0].value == "Benchmark"
    assert not is_ready(app)
    assert "Choose a file with cases." in said(app)


def test_the_sample_runs_with_one_click_and_shows_an_exhausted_budget(store: RunStore) -> None:
    app = wait(follow(open_page("benchmark").button(key="run_sample").click().run()))
    assert address(app, "run") == store.list_runs()[0].id
    assert app.warning[0].value == (
        "**Partial result:** 25 of 36 cases scored; 6 budget exhausted, 3 judge unreadable, 1 judge error, "
        "1 subject error."
    )
    assert "Mean score 7\\.72 on a scale of 1 to 10\\, over 25 of 36 cases" in said(app)
    assert metrics(app)["Judge tokens"] == "9,253 of 9,000"


def test_an_uploaded_file_is_recognised_previewed_run_and_kept(store: RunStore) -> None:
    cases = [{"id": str(number), "prompt": f"What is {number}?", **RECORDED} for number in range(3)]
    app = upload(open_page("benchmark"), json.dumps(cases).encode())
    assert "3 cases read from cases" in app.success[0].value.replace("\\", "")
    assert list(app.dataframe[0].value["prompt"]) == ["What is 0?", "What is 1?", "What is 2?"]
    app = run_it(app)
    assert "Mean score 9.00 on a scale of 1 to 10, over all 3 cases." in said(app).replace("\\", "")
    assert [len(app.warning), len(app.error)] == [0, 0]
    kept = store.list_runs()[0]
    assert (kept.name, kept.state, kept.headline) == ("cases", RunState.FINISHED, 9.0)


def test_a_run_takes_budget_parallel_calls_and_name_from_the_form(store: RunStore) -> None:
    cases = [{"prompt": f"What is {number}?", **RECORDED} for number in range(4)]
    app = upload(open_page("benchmark"), json.dumps(cases).encode())
    app.number_input(key="budget_tokens").set_value(200)
    app.number_input(key="parallel_evals").set_value(0)
    app.text_input(key="run_name").set_value("tight <b>budget</b>")
    app = app.run()
    assert "0 judge calls at once runs with 1." in said(app)
    app = run_it(app)
    spec = store.get_run(store.list_runs()[0].id).spec
    assert isinstance(spec, BenchmarkSpec)
    assert (spec.name, spec.budget_tokens, spec.parallel_evals, spec.source) == (
        "tight <b>budget</b>", 200, 0, "cases.json",
    )  # fmt: skip
    assert app.warning[0].value == "**Partial result:** 2 of 4 cases scored; 2 budget exhausted."
    assert "parallel_evals was 0 and became 1." in said(app).replace("\\", "")


def test_a_budget_that_will_not_do_is_said_before_the_run(store: RunStore) -> None:
    app = upload(open_page("benchmark"), json.dumps([{"prompt": str(n), **RECORDED} for n in range(4)]).encode())
    assert "Judging all 4 cases takes roughly 400 tokens; the budget is 50,000." in said(app)
    app = app.number_input(key="budget_tokens").set_value(200).run()
    assert "roughly 400 tokens: a budget of 200 is likely to end before the cases do." in said(app)


def test_nothing_scored_shows_no_gauge_and_says_so(store: RunStore) -> None:
    app = upload(open_page("benchmark"), json.dumps([{"prompt": "a", **RECORDED}]).encode())
    app = run_it(app.number_input(key="budget_tokens").set_value(0).run())
    assert "Nothing was scored, so there is no mean: 1 budget exhausted." in said(app).replace("\\", "")
    assert metrics(app)["Mean score"] == "none"
    assert "there is no mean and no spread to draw" in app.info[0].value


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("picture.png", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4, "not a text"),
        ("empty.csv", b"", "empty"),
        ("null.json", b"null", "null"),
        ("nothing.json", b"[]", "no cases"),
        ("none.toml", b"cases = []", "no cases"),
        ("text.txt", b"just a few words", ""),
        ("broken.json", b'{"cases": [', ""),
        ("quote.csv", b'prompt,reference\n"never closed,x\ny,z\n', ""),
        ("<b>odd</b>.json", b'""', ""),
    ],
)
def test_a_file_that_cannot_be_used_gets_a_sentence(store: RunStore, name: str, content: bytes, words: str) -> None:
    app = upload(open_page("benchmark"), content, name)
    assert not is_ready(app)
    shown = "\n".join(str(alert.value) for alert in (*app.error, *app.warning)).replace("\\", "")
    assert shown
    assert words in shown
    assert "Traceback" not in shown


def test_a_file_that_is_too_big_is_refused(store: RunStore) -> None:
    app = upload(open_page("benchmark"), b'{"prompt": "' + b"x" * (11 * 2**20) + b'"}\n')
    assert "up to 10 MiB are accepted" in app.error[0].value.replace("\\", "")
    assert not is_ready(app)


def test_good_rows_are_run_only_after_agreeing_to_leave_the_bad_ones(store: RunStore) -> None:
    lines = [json.dumps({"prompt": "one", **RECORDED}), "", "{broken", json.dumps({"prompt": "two", **RECORDED})]
    app = upload(open_page("benchmark"), "\n".join(lines).encode(), "cases.jsonl")
    assert app.warning[0].value == "1 row cannot be used."
    assert list(app.dataframe[0].value["line"]) == [3]
    assert not is_ready(app)
    app = app.checkbox[0].check().run()
    assert is_ready(app)
    run_it(app)
    assert store.list_runs()[0].cases_total == 2


def test_columns_with_other_names_are_mapped(store: RunStore) -> None:
    content = b"frage;antwort;urteil\nWas ist 6 x 7?;42;Score: 7/10\n"
    app = upload(open_page("benchmark"), content, "cases.csv")
    assert not is_ready(app)
    assert "No column holds the prompt" in app.error[0].value
    mapped = {"prompt": "frage", "response": "antwort", "judge_reply": "urteil"}
    for field, column in mapped.items():
        box = next(box for box in app.selectbox if (box.key or "").startswith(f"column_{field}_"))
        app = box.set_value(column).run()
    assert [len(app.error), len(app.exception)] == [0, 0]
    app = run_it(app)
    assert metrics(app)["Mean score"] == "7.00"


def test_typed_cases_run_and_survive_a_change_of_page(store: RunStore) -> None:
    app = open_page("benchmark")
    app.session_state["typed_cases_rows"] = [{"prompt": "What is 6 x 7?", "response": "42", "judge_reply": "[[8]]"}]
    app = app.segmented_control(key="cases_from").set_value("Type cases").run()
    assert is_ready(app)
    app = app.switch_page("app_pages/home.py").run().switch_page("app_pages/benchmark.py").run()
    assert app.segmented_control(key="cases_from").value == "Type cases"
    assert is_ready(app)
    app = run_it(app)
    assert metrics(app)["Mean score"] == "8.00"
    assert store.list_runs()[0].name == "Typed cases"


def test_a_typed_row_without_a_prompt_is_named_by_its_row(store: RunStore) -> None:
    app = open_page("benchmark")
    app.session_state["typed_cases_rows"] = [{"prompt": "fine"}, {}, {"reference": "alone"}]
    app = app.segmented_control(key="cases_from").set_value("Type cases").run()
    assert not app.exception
    assert not is_ready(app)
    complaints = next(frame.value for frame in app.dataframe if "what to do" in frame.value)
    assert list(complaints["line"]) == [3]


def test_a_judge_that_is_the_subject_is_warned_of(store: RunStore) -> None:
    app = open_page("benchmark")
    app.selectbox(key="subject_kind").set_value("openai")
    app = app.selectbox(key="judge_kind").set_value("openai").run()
    assert "Subject and judge are the same model." in app.warning[0].value
    app = app.text_input(key="judge_openai_model").set_value("gpt-5").run()
    assert len(app.warning) == 0


def test_a_missing_model_or_address_is_named(store: RunStore) -> None:
    app = upload(open_page("benchmark"), json.dumps([{"prompt": "a", **RECORDED}]).encode())
    app = app.selectbox(key="subject_kind").set_value("compatible").run()
    assert not is_ready(app)
    assert "Name the subject's model." in said(app)
    app.text_input(key="subject_compatible_model").set_value("m")
    app = app.text_input(key="subject_compatible_address").set_value("no address").run()
    assert "is not the address of a server" in app.error[0].value
    assert not is_ready(app)


def test_a_run_without_a_key_is_refused_in_a_sentence(store: RunStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    app = upload(open_page("benchmark"), json.dumps([{"prompt": "a", **RECORDED}]).encode())
    app = app.selectbox(key="subject_kind").set_value("openai").run()
    app = app.button(key="run_benchmark").click().run()
    assert not app.exception
    assert "There is no key for openai" in app.error[0].value
    assert store.count_runs() == 0


def test_a_key_from_the_environment_is_named_and_never_shown(store: RunStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-from-the-environment")
    app = open_page("benchmark")
    app = app.selectbox(key="subject_kind").set_value("openai").run()
    key = app.text_input(key="subject_openai_key")
    assert key.placeholder == "taken from OPENAI_API_KEY"
    assert key.value == ""
    assert "sk-from-the-environment" not in str(app.main)


def test_a_connection_that_fails_is_said_in_a_sentence(store: RunStore) -> None:
    app = open_page("benchmark")
    app = app.selectbox(key="judge_kind").set_value("compatible").run()
    app.text_input(key="judge_compatible_model").set_value("m")
    app.text_input(key="judge_compatible_key").set_value("sk-typed-for-the-test")
    app = app.text_input(key="judge_compatible_address").set_value("http://127.0.0.1:9/v1").run()
    app = app.button(key="judge_test").click().run()
    assert not app.exception
    assert app.error[0].value.startswith("No connection.")
    assert "sk-typed-for-the-test" not in app.error[0].value


def test_a_connection_that_works_is_said_with_model_time_and_tokens(store: RunStore) -> None:
    app = open_page("benchmark")
    app = app.selectbox(key="subject_kind").set_value("compatible").run()
    with LoopbackServer() as server:
        app.text_input(key="subject_compatible_model").set_value("m")
        app = app.text_input(key="subject_compatible_address").set_value(server.base_url).run()
        app = app.button(key="subject_test").click().run()
        assert server.calls == 1
    assert not app.exception
    words = app.success[0].value.replace("\\", "")
    assert words.startswith("Connected. loopback-model answered in ")
    assert words.endswith(" s, 15 tokens: “42”")


def test_a_typed_key_is_sent_and_kept_nowhere(
    store: RunStore, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    app = upload(open_page("benchmark"), json.dumps([{"prompt": "What is 6 x 7?"}]).encode())
    for role in ("subject", "judge"):
        app = app.selectbox(key=f"{role}_kind").set_value("compatible").run()
    with LoopbackServer() as server:
        for role in ("subject", "judge"):
            app.text_input(key=f"{role}_compatible_model").set_value("m")
            app.text_input(key=f"{role}_compatible_key").set_value("sk-typed-for-the-session")
            app = app.text_input(key=f"{role}_compatible_address").set_value(server.base_url).run()
        app = run_it(app)
        assert [request.headers["authorization"] for request in server.requests] == [
            "Bearer sk-typed-for-the-session"
        ] * 2
    assert metrics(app)["Mean score"] == "8.00"
    run_id = store.list_runs()[0].id
    exported = data.run_json(run_id) + data.run_csv(run_id)
    assert b"sk-typed" not in exported
    assert all(b"sk-typed" not in file.read_bytes() for file in tmp_path.iterdir())
    assert "sk-typed" not in "".join(capfd.readouterr())
    app = open_page("run", run=run_id, view="Latency")
    assert "p50 and p95 by nearest rank" in said(app)


def test_a_run_that_is_deleted_while_it_is_watched_is_said_to_be_gone(store: RunStore) -> None:
    recorded = ProviderSpec(name="recorded")
    spec = BenchmarkSpec(subject=recorded, judge=recorded, budget_tokens=500)
    run_id = store.create_run(RunKind.BENCHMARK, spec, [BenchmarkCase(prompt="a")])
    app = open_page("run", run=run_id)
    assert "belongs to another process" in said(app)
    store.finish_run(run_id, RunState.CANCELLED, store.get_run(run_id).report)
    store.delete_run(run_id)
    assert app.run().title[0].value == "Run not found"


def test_faults_that_add_up_to_more_than_all_calls_are_refused(store: RunStore) -> None:
    app = upload(open_page("benchmark"), json.dumps([{"prompt": "a", **RECORDED}]).encode())
    app = app.selectbox(key="judge_kind").set_value("rehearsal").run()
    assert is_ready(app)
    app = app.number_input(key="judge_timeout").set_value(90).run()
    assert "The shares add up to 120 %" in app.error[0].value
    assert not is_ready(app)


def test_cases_without_recorded_answers_are_counted_before_the_run(store: RunStore) -> None:
    app = upload(open_page("benchmark"), json.dumps([{"prompt": "a", **RECORDED}, {"prompt": "b"}]).encode())
    assert [warning.value for warning in app.warning] == [
        "1 of 2 cases have no recorded answer: they will end as subject error.",
        "1 of 2 cases have no recorded judge reply: they will end as judge error.",
    ]


def test_a_case_in_the_address_is_shown_whole(store: RunStore) -> None:
    app = open_page("run", run=keep_benchmark(store), case="2")
    assert not app.exception
    assert app.subheader[0].value.startswith("Case 2: ")
    html = "\n".join(str(element.proto.body) for element in app.get("html"))
    assert "What is 1?" in html
    assert "right" in html
    assert "Read by the rule “whole object”" in said(app)
    assert not any(button.label == "All cases" and button.disabled for button in app.button)


def test_the_next_case_is_the_next_that_passes_the_filter(store: RunStore) -> None:
    app = open_page("run", run=keep_benchmark(store, budget=200), case="1", outcome="budget exhausted")
    next_case = next(button for button in app.button if button.label == "Next")
    app = next_case.click().run()
    assert address(app, "case") == "3"
    assert app.subheader[0].value.startswith("Case 3: ")


@pytest.mark.parametrize("case", ["0", "4", "-1", "x", "99999999999999999999", "٣"])
def test_a_case_that_is_not_there_shows_the_run(store: RunStore, case: str) -> None:
    app = open_page("run", run=keep_benchmark(store), case=case)
    assert not app.exception
    assert metrics(app).get("Mean score") == "8.00" or app.subheader[0].value.startswith("Case 3: ")


def test_cases_are_filtered_by_the_address(store: RunStore) -> None:
    run_id = keep_benchmark(store, budget=200)
    app = open_page("run", run=run_id, view="Cases", outcome="budget exhausted")
    assert not app.exception
    assert list(app.dataframe[0].value["#"]) == [3]
    app = open_page("run", run=run_id, view="Cases", find="is 1")
    assert list(app.dataframe[0].value["prompt"]) == ["What is 1?"]
    app = open_page("run", run=run_id, view="Cases", find="nowhere")
    assert "No case fits this filter." in app.info[0].value


def test_a_click_on_a_row_opens_the_case(store: RunStore) -> None:
    app = open_page("run", run=keep_benchmark(store), view="Cases")
    app.session_state["case_table"] = {"selection": {"rows": [2], "columns": [], "cells": []}}
    app = app.run()
    assert address(app, "case") == "3"
    assert app.subheader[0].value.startswith("Case 3: ")


def test_hostile_texts_are_shown_as_text(store: RunStore) -> None:
    evil = '<img src=x onerror="alert(1)"> # $x$ [a](http://b) :red[no]'
    case = {"id": evil, "prompt": evil, "response": evil, "tags": [evil], "judge_reply": json.dumps(
        {"reason": evil, "score": 5}
    )}  # fmt: skip
    app = run_it(upload(open_page("benchmark"), json.dumps([case]).encode(), f"{evil}.json"))
    app.query_params["case"] = "1"
    app = app.run()
    assert not app.exception
    html = "\n".join(str(element.proto.body) for element in app.get("html"))
    assert "<img" not in html
    assert "&lt;img src=x onerror=&quot;alert(1)&quot;&gt;" in html
    assert "<img" not in said(app).replace("\\<", "")


def test_a_replayed_run_has_no_latency_and_says_why(store: RunStore) -> None:
    app = open_page("run", run=keep_benchmark(store), view="Latency")
    assert "All answers were replayed" in app.info[0].value


def test_a_run_without_tags_says_so(store: RunStore) -> None:
    app = open_page("run", run=keep_benchmark(store), view="Tags")
    assert "No case of this run has a tag." in app.info[0].value


def test_a_run_of_another_process_shows_its_progress(store: RunStore) -> None:
    recorded = ProviderSpec(name="recorded")
    spec = BenchmarkSpec(subject=recorded, judge=recorded, budget_tokens=500)
    run_id = store.create_run(RunKind.BENCHMARK, spec, [BenchmarkCase(prompt=str(number)) for number in range(4)])
    result = CaseResult(case_index=0, case_id="a", outcome=Outcome.SCORED, score=6.0, raw_score=6.0, tokens_used=90)
    store.save_results(run_id, [(result, None)])
    app = open_page("run", run=run_id)
    assert not app.exception
    assert (metrics(app)["Mean so far"], metrics(app)["Scored so far"]) == ("6.00", "1")
    assert "belongs to another process" in said(app)
    assert not any("Cancel" in button.label for button in app.button)
    store.finish_run(run_id, RunState.FINISHED, store.get_run(run_id).report)
    assert metrics(app.run())["Scored"] == "1 of 4"


def test_a_run_is_cancelled_on_its_page(store: RunStore) -> None:
    slow = ProviderSpec.model_validate({"name": "faulty:recorded", "faults": {"latency_ms": 100}})
    spec = BenchmarkSpec(subject=ProviderSpec(name="recorded"), judge=slow, budget_tokens=10**6)
    cases = [BenchmarkCase(prompt=str(number), id=str(number), **RECORDED) for number in range(200)]
    run_id = jobs.start_benchmark(spec, BenchmarkSet(cases=cases))
    app = open_page("run", run=run_id)
    app = wait(next(button for button in app.button if button.label == "Cancel run").click().run())
    assert store.get_run(run_id).summary.state is RunState.CANCELLED
    assert "This run was cancelled" in app.warning[0].value


def test_the_real_benchmark_comes_out_as_published(store: RunStore) -> None:
    file = Path(__file__).parents[3] / "shared" / "data" / "bench_mtbench_en_mistral7b_by_qwen14b.jsonl"
    if not file.exists():
        pytest.skip("the real data is not beside the project")
    app = upload(open_page("benchmark"), file.read_bytes(), file.name)
    app = run_it(app.number_input(key="budget_tokens").set_value(1_000_000).run())
    assert metrics(app)["Mean score"] == "7.49"
    assert metrics(app)["Scored"] == "160 of 160"
    assert store.list_runs()[0].headline == 7.4875
    assert [len(app.warning), len(app.error)] == [0, 0]
