"""What every store does, whichever database is under it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import func, select

from langeval_core.errors import RunNotFoundError, StoreError
from langeval_core.evaluators.benchmark_report import build_report
from langeval_core.evaluators.state_diff import compare_states
from langeval_core.evaluators.state_report import compared_case, summarise_states
from langeval_core.schema.report import CaseAnswer, CaseTranscript, EvalReport, Outcome, StateReport
from langeval_core.schema.run import RunKind, RunState
from langeval_core.schema.spec import StateSpec
from langeval_core.schema.state import InterpretiveState, StateCase, ValueConfidence
from langeval_core.store.database import open_engine, snapshot
from langeval_core.store.run_store import RunStore, open_store
from langeval_core.store.tables import runs
from tests.store.conftest import Clock
from tests.store.run_builders import CASES, SPEC, scored, started, transcript


def benchmark_report(store: RunStore, run_id: str) -> EvalReport:
    report = store.get_run(run_id).report
    assert isinstance(report, EvalReport)
    return report


def finished_report() -> EvalReport:
    results = [scored(0, 9.0), scored(1, 7.0)]
    return build_report(results, CASES, budget_tokens=1000, scale=(1.0, 10.0), duration_s=2.5)


def test_an_empty_store_lists_no_runs(store: RunStore) -> None:
    assert store.list_runs() == []
    assert store.count_runs() == 0


def test_a_new_run_is_running_and_none_of_its_cases_has_started(store: RunStore) -> None:
    run = store.get_run(started(store))

    assert run.summary.state is RunState.RUNNING
    assert run.spec == SPEC
    assert (run.summary.name, run.summary.cases_total, run.summary.cases_done) == ("Capitals", 3, 0)
    assert isinstance(run.report, EvalReport)
    assert run.report.outcomes[Outcome.NOT_STARTED] == 3


def test_inputs_come_back_as_they_went_in(store: RunStore) -> None:
    run_id = started(store)

    assert list(store.iter_cases(run_id)) == CASES
    assert store.get_case(run_id, 1) == CASES[1]


def test_a_case_that_a_run_does_not_have_is_an_index_error(store: RunStore) -> None:
    run_id = started(store)

    with pytest.raises(IndexError):
        store.get_case(run_id, 3)


def test_answers_come_back_in_case_order(store: RunStore) -> None:
    run_id = started(store)
    store.save_answers(run_id, [CaseAnswer(case_index=2, text="Bern")])
    store.save_answers(run_id, [CaseAnswer(case_index=0, text="Oslo"), CaseAnswer(case_index=1, text="Rom\x00e")])

    assert [answer.text for answer in store.get_answers(run_id)] == ["Oslo", "Rom\x00e", "Bern"]


def test_an_outcome_saved_twice_counts_once_and_the_later_one_holds(store: RunStore) -> None:
    run_id = started(store)
    store.save_results(run_id, [(scored(0, 3.0), None)])
    store.save_results(run_id, [(scored(0, 9.0), None)])

    assert benchmark_report(store, run_id).cases_scored == 1
    assert benchmark_report(store, run_id).mean_score == 9.0


def test_a_running_run_reports_what_is_kept_so_far(store: RunStore) -> None:
    run_id = started(store)
    store.save_results(run_id, [(scored(1, 7.0, position=0), transcript(1)), (scored(0, 9.0, position=1), None)])

    report = benchmark_report(store, run_id)
    assert (report.mean_score, report.cases_scored, report.cases_total, report.is_partial) == (8.0, 2, 3, True)
    assert report.outcomes[Outcome.NOT_STARTED] == 1


def test_a_running_run_is_listed_with_the_numbers_so_far(store: RunStore) -> None:
    run_id = started(store)
    store.save_results(run_id, [(scored(0, 9.0), None), (scored(1, 6.0), None)])

    (summary,) = store.list_runs()
    assert (summary.id, summary.cases_done, summary.cases_scored, summary.headline) == (run_id, 2, 2, 7.5)
    assert summary.is_partial is True


def test_long_texts_come_back_with_their_case(store: RunStore) -> None:
    run_id = started(store)
    store.save_results(run_id, [(scored(0, 9.0), transcript(0)), (scored(1, 9.0), None)])

    assert store.get_transcript(run_id, 0) == transcript(0)
    assert store.get_transcript(run_id, 1) is None


def test_a_finished_run_comes_back_with_its_report_as_it_was(store: RunStore, clock: Clock) -> None:
    run_id = started(store)
    report = finished_report()
    report.notes.append("parallel_evals was 0 and became 1.")
    store.save_results(run_id, [(scored(0, 9.0), None), (scored(1, 7.0), None)])
    clock.now += 2.5
    store.finish_run(run_id, RunState.FINISHED, report)

    run = store.get_run(run_id)
    assert run.report == report
    assert run.summary.state is RunState.FINISHED
    assert run.summary.finished_at is not None
    assert (run.summary.finished_at - run.summary.created_at).total_seconds() == 2.5


def test_ending_a_run_gives_every_case_a_kept_outcome(store: RunStore) -> None:
    run_id = started(store)
    store.finish_run(run_id, RunState.CANCELLED, finished_report(), "stopped")

    report = benchmark_report(store, run_id)
    assert [case.outcome.value for case in report.cases] == ["scored", "scored", "not_started"]
    assert store.get_run(run_id).summary.error == "stopped"


def test_a_finished_run_is_listed_with_its_result(store: RunStore) -> None:
    run_id = started(store)
    store.finish_run(run_id, RunState.FINISHED, finished_report())

    (summary,) = store.list_runs()
    assert summary == store.get_run(run_id).summary
    assert (summary.headline, summary.cases_scored, summary.cases_done, summary.is_partial) == (8.0, 2, 2, True)


def test_a_run_whose_process_is_silent_reads_as_interrupted(store: RunStore, clock: Clock) -> None:
    run_id = started(store)
    clock.now += 9.9
    assert store.get_run(run_id).summary.state is RunState.RUNNING

    clock.now += 0.1
    assert store.get_run(run_id).summary.state is RunState.INTERRUPTED
    assert store.list_runs()[0].state is RunState.INTERRUPTED


def test_an_interrupted_run_recovers_with_the_next_sign_of_life(store: RunStore, clock: Clock) -> None:
    run_id = started(store)
    clock.now += 60.0
    store.beat(run_id)

    assert store.get_run(run_id).summary.state is RunState.RUNNING


def test_a_finished_run_never_reads_as_interrupted(store: RunStore, clock: Clock) -> None:
    run_id = started(store)
    store.finish_run(run_id, RunState.FINISHED, finished_report())
    clock.now += 86_400.0

    assert store.get_run(run_id).summary.state is RunState.FINISHED


def test_runs_are_listed_newest_first_and_by_pages(store: RunStore, clock: Clock) -> None:
    ids = []
    for _ in range(3):
        ids.append(started(store))
        clock.now += 1.0

    assert [run.id for run in store.list_runs()] == ids[::-1]
    assert [run.id for run in store.list_runs(limit=1, offset=1)] == [ids[1]]
    assert store.count_runs() == 3
    assert sorted(ids) == ids


def test_runs_are_listed_by_kind(store: RunStore) -> None:
    started(store)
    case = StateCase(case_id="one", expected=InterpretiveState(), actual=InterpretiveState())
    state_run = store.create_run(RunKind.STATE, StateSpec(name="Bookings"), [case])

    assert [run.id for run in store.list_runs(kind=RunKind.STATE)] == [state_run]


def test_a_state_run_comes_back_with_its_states(store: RunStore) -> None:
    state = InterpretiveState()
    state.add_value("a.b", ValueConfidence(value=[2**70, 1.0, True, None, "ö\x00"], confidence=0.5))
    case = StateCase(case_id="one", expected=state, actual=state.copy(), metadata={"turn": 3})
    run_id = store.create_run(RunKind.STATE, StateSpec(name="Bookings"), [case])
    result = compared_case(0, "one", compare_states(case.expected, state))
    store.save_results(run_id, [(result, None)])
    store.finish_run(run_id, RunState.FINISHED, summarise_states([result], 1))

    run = store.get_run(run_id)
    assert store.get_case(run_id, 0) == case
    assert isinstance(run.report, StateReport)
    assert (run.report.accuracy_score, run.report.cases_matching) == (1.0, 1)


def test_values_that_json_does_not_have_survive_in_a_state(store: RunStore) -> None:
    state = InterpretiveState()
    state.add_value("rate", ValueConfidence(value=float("nan"), confidence=1.0))
    state.add_value("limit", ValueConfidence(value=float("inf"), confidence=1.0))
    run_id = store.create_run(RunKind.STATE, StateSpec(), [StateCase(case_id="one", expected=state, actual=state)])

    kept = store.get_case(run_id, 0)
    assert isinstance(kept, StateCase)
    rate, limit = kept.expected.get_best_value("rate"), kept.expected.get_best_value("limit")
    assert rate is not None
    assert rate.value != rate.value
    assert limit is not None
    assert limit.value == float("inf")


def test_a_run_can_be_renamed(store: RunStore) -> None:
    run_id = started(store)
    store.rename_run(run_id, "  Capitals of <b>Europe</b> ")

    assert store.get_run(run_id).summary.name == "Capitals of <b>Europe</b>"


def test_a_blank_name_is_refused(store: RunStore) -> None:
    run_id = started(store)

    with pytest.raises(StoreError, match="a name that is not blank"):
        store.rename_run(run_id, "  ")


def test_deleting_a_run_leaves_nothing_of_it(store: RunStore) -> None:
    run_id = started(store)
    store.save_answers(run_id, [CaseAnswer(case_index=0, text="Oslo")])
    store.save_results(run_id, [(scored(0, 9.0), transcript(0))])
    store.finish_run(run_id, RunState.FINISHED, finished_report())
    store.delete_run(run_id)

    assert store.count_runs() == 0
    assert store.get_transcript(run_id, 0) is None
    with pytest.raises(RunNotFoundError):
        store.get_run(run_id)


def test_a_run_that_goes_on_is_not_deleted(store: RunStore) -> None:
    run_id = started(store)

    with pytest.raises(StoreError, match="Cancel it first"):
        store.delete_run(run_id)
    assert store.count_runs() == 1


def test_an_interrupted_run_can_be_deleted(store: RunStore, clock: Clock) -> None:
    run_id = started(store)
    clock.now += 60.0
    store.delete_run(run_id)

    assert store.count_runs() == 0


@pytest.mark.parametrize("run_id", ["nothing", "", "'; drop table runs --", "x" * 500])
def test_an_unknown_run_is_named_in_a_sentence(store: RunStore, run_id: str) -> None:
    with pytest.raises(RunNotFoundError, match="There is no run"):
        store.get_run(run_id)


def test_writing_to_a_deleted_run_says_that_it_is_gone(store: RunStore, clock: Clock) -> None:
    run_id = started(store)
    clock.now += 60.0
    store.delete_run(run_id)

    with pytest.raises(RunNotFoundError):
        store.save_results(run_id, [(scored(0, 9.0), None)])
    with pytest.raises(RunNotFoundError):
        store.beat(run_id)


def test_several_threads_write_through_one_store(store: RunStore) -> None:
    run_ids = [started(store) for _ in range(4)]

    def write(run_id: str) -> None:
        for index in range(3):
            store.save_results(run_id, [(scored(index, 5.0), transcript(index))])

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, run_ids))

    assert [benchmark_report(store, run_id).cases_scored for run_id in run_ids] == [3, 3, 3, 3]


def test_a_second_opening_finds_what_the_first_one_kept(store: RunStore, address: str, clock: Clock) -> None:
    run_id = started(store)

    with open_store(address, clock=clock) as again:
        assert again.get_run(run_id).summary.name == "Capitals"


UNSTORABLE = ["a\x00b", "a\ud800b"]


@pytest.mark.parametrize("text", UNSTORABLE)
def test_text_that_no_database_takes_is_kept_with_a_replacement(store: RunStore, text: str) -> None:
    spec = SPEC.model_copy(update={"name": text, "source": text})
    run_id = store.create_run(RunKind.BENCHMARK, spec, CASES)
    result = scored(0, 9.0).model_copy(update={"case_id": text, "reason": "a\ud800b"})
    store.save_results(run_id, [(result, CaseTranscript(case_index=0, answer="a\ud800b"))])
    store.finish_run(run_id, RunState.FAILED, benchmark_report(store, run_id), text)

    run = store.get_run(run_id)
    kept = store.get_transcript(run_id, 0)
    assert (run.summary.name, run.summary.error) == ("a\ufffdb", "a\ufffdb")
    assert isinstance(run.report, EvalReport)
    assert run.report.cases[0].reason == "a\ufffdb"
    assert kept is not None
    assert kept.answer == "a\ufffdb"


@pytest.mark.parametrize("text", UNSTORABLE)
def test_an_id_that_no_database_takes_is_an_unknown_run(store: RunStore, text: str) -> None:
    for ask in (store.get_run, store.get_summary, store.get_answers, store.delete_run, store.beat):
        with pytest.raises(RunNotFoundError, match="There is no run “a\ufffdb”"):
            ask(text)
    assert store.get_transcript(text, 0) is None


@pytest.mark.parametrize("case_index", [-1, 3, 2**31, 2**63, 10**30])
def test_no_case_index_is_too_odd_to_be_looked_for(store: RunStore, case_index: int) -> None:
    run_id = started(store)

    assert store.get_transcript(run_id, case_index) is None
    with pytest.raises(IndexError):
        store.get_case(run_id, case_index)


def test_all_long_texts_come_in_case_order(store: RunStore) -> None:
    run_id = started(store)
    store.save_results(run_id, [(scored(2, 9.0), transcript(2)), (scored(1, 9.0), None)])
    store.save_results(run_id, [(scored(0, 9.0), transcript(0))])

    assert list(store.iter_transcripts(run_id)) == [transcript(0), transcript(2)]


def test_a_summary_is_the_same_with_and_without_the_report(store: RunStore, clock: Clock) -> None:
    run_id = started(store)
    store.save_results(run_id, [(scored(0, 9.0), None), (scored(1, 6.0), None)])
    assert store.get_summary(run_id) == store.get_run(run_id).summary

    clock.now += 60.0
    assert store.get_summary(run_id) == store.get_run(run_id).summary
    assert store.get_summary(run_id).state is RunState.INTERRUPTED


def test_an_interrupted_run_can_be_taken_up_and_finished(store: RunStore, clock: Clock) -> None:
    run_id = started(store)
    store.save_results(run_id, [(scored(0, 9.0), transcript(0))])
    store.finish_run(run_id, RunState.CANCELLED, benchmark_report(store, run_id))
    clock.now += 3600.0
    store.save_results(run_id, [(scored(1, 7.0), transcript(1)), (scored(2, 5.0), transcript(2))])
    results = [scored(0, 9.0), scored(1, 7.0), scored(2, 5.0)]
    whole = build_report(results, CASES, budget_tokens=1000, scale=(1.0, 10.0), duration_s=5.0)
    store.finish_run(run_id, RunState.FINISHED, whole)

    assert store.get_run(run_id).report == whole
    assert store.get_run(run_id).summary.state is RunState.FINISHED


def test_many_openings_of_a_new_store_at_once_all_succeed(address: str) -> None:
    def count(_: int) -> int:
        with open_store(address) as opened:
            return opened.count_runs()

    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(count, range(6))) == [0] * 6


def test_what_is_read_together_stands_as_it_stood_at_one_moment(store: RunStore, address: str) -> None:
    engine = open_engine(address)
    count = select(func.count()).select_from(runs)
    with snapshot(engine) as connection:
        assert connection.scalar(count) == 0
        started(store)
        assert connection.scalar(count) == 0
    with snapshot(engine) as connection:
        assert connection.scalar(count) == 1
    engine.dispose()


def test_outcomes_that_are_written_together_are_never_seen_in_part(store: RunStore) -> None:
    run_ids = [started(store) for _ in range(20)]
    seen: set[int] = set()

    def write() -> None:
        for run_id in run_ids:
            store.save_results(run_id, [(scored(index, 5.0), None) for index in range(3)])

    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit(write)
        while not writing.done():
            seen.update(benchmark_report(store, run_id).cases_scored for run_id in run_ids[-3:])
        writing.result()
    seen.update(benchmark_report(store, run_id).cases_scored for run_id in run_ids)

    assert seen <= {0, 3}
    assert 3 in seen
