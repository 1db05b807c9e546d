"""What goes wrong in a run, and that it harms nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from langeval_core.errors import ProviderError, ProviderErrorKind, SubjectError
from langeval_core.evaluators.benchmark import Evaluator
from langeval_core.schema.completion import Completion, Message, TokenUsage
from langeval_core.schema.report import CaseAnswer, CaseResult, CaseTranscript, Outcome
from tests.evaluators.benchmark_providers import ByCase, Echo, Watched, benchmark_of, no_sleep, reply, verdict

REFUSED = ProviderError("The key was refused.", kind=ProviderErrorKind.AUTHENTICATION)


async def test_a_judge_that_fails_for_one_case_marks_only_that_case() -> None:
    judge = ByCase({"c0": [REFUSED], "*": [verdict(8)]})

    report = await Evaluator(judge, benchmark_of(3), 1000).evaluate(Echo())

    assert [case.outcome for case in report.cases] == [Outcome.JUDGE_ERROR, Outcome.SCORED, Outcome.SCORED]
    assert (report.cases[0].problem, report.cases[0].error_kind) == ("The key was refused.", "authentication")
    assert (report.mean_score, report.error_count) == (8.0, 1)


async def test_a_failure_whose_message_looks_like_a_score_is_no_score() -> None:
    judge = ByCase({"*": [ProviderError("Score: 8/10 requests left")]})

    report = await Evaluator(judge, benchmark_of(1), 1000).evaluate(Echo())

    assert report.cases[0].outcome is Outcome.JUDGE_ERROR
    assert (report.mean_score, report.cases[0].score) == (None, None)


async def test_a_judge_that_never_answers_times_out_and_the_run_goes_on() -> None:
    judge = ByCase({"c1": [None], "*": [verdict(8)]})

    report = await Evaluator(judge, benchmark_of(4), 1000, judge_timeout_s=0.05, judge_attempts=1).evaluate(Echo())

    assert report.cases[1].outcome is Outcome.JUDGE_TIMEOUT
    assert (report.cases_scored, report.cases[1].error_kind) == (3, "timeout")


async def test_an_error_and_then_a_verdict_is_scored() -> None:
    busy = ProviderError("busy", kind=ProviderErrorKind.RATE_LIMITED, usage=TokenUsage(input_tokens=7))
    judge = ByCase({"*": [busy, verdict(8, 10)]})

    report = await Evaluator(judge, benchmark_of(1), 1000, sleep=no_sleep).evaluate(Echo())

    assert (report.cases[0].outcome, report.total_tokens) == (Outcome.SCORED, 17)
    assert report.cases[0].judge_call is not None
    assert report.cases[0].judge_call.attempts == 2


async def test_a_failed_judge_call_is_charged_what_it_reports() -> None:
    costly = ProviderError("refused", kind=ProviderErrorKind.REFUSED, usage=TokenUsage(input_tokens=60))
    judge = ByCase({"c0": [costly], "*": [verdict(8, 10)]})

    report = await Evaluator(judge, benchmark_of(2), 60, parallel_evals=1).evaluate(Echo())

    assert [case.outcome for case in report.cases] == [Outcome.JUDGE_ERROR, Outcome.BUDGET_EXHAUSTED]
    assert report.total_tokens == 60


async def test_an_unreadable_reply_is_charged_and_not_asked_again_by_default() -> None:
    judge = ByCase({"*": [reply("no", 40), verdict(8, 10)]})

    report = await Evaluator(judge, benchmark_of(1), 1000).evaluate(Echo())

    assert (report.cases[0].outcome, report.total_tokens, len(judge.calls)) == (Outcome.JUDGE_UNREADABLE, 40, 1)


async def test_a_first_reply_unreadable_and_a_second_fine_are_both_charged() -> None:
    judge = ByCase({"*": [reply("no", 40), verdict(8, 10)]})

    report = await Evaluator(judge, benchmark_of(1), 1000, judge_reasks=1).evaluate(Echo())

    assert (report.cases[0].outcome, report.mean_score, report.total_tokens) == (Outcome.SCORED, 8.0, 50)
    assert report.cases[0].judge_call is not None
    assert report.cases[0].judge_call.attempts == 2


async def test_a_judge_is_not_asked_again_once_the_budget_is_used_up() -> None:
    judge = ByCase({"*": [reply("no", 40), verdict(8, 10)]})

    report = await Evaluator(judge, benchmark_of(1), 40, judge_reasks=1).evaluate(Echo())

    assert (report.cases[0].outcome, report.total_tokens) == (Outcome.JUDGE_UNREADABLE, 40)


async def test_a_subject_that_fails_ends_the_run_with_the_answers_so_far() -> None:
    subject = ByCase({"c2": [REFUSED], "*": [Completion(text="fine")]})
    judge = Watched(verdict(8))

    with pytest.raises(SubjectError, match=r"case 3 \(“c2”\): The key was refused\.") as raised:
        await Evaluator(judge, benchmark_of(5), 1000).evaluate(subject)

    assert raised.value.case_index == 2
    assert [(answer.case_index, answer.text) for answer in raised.value.answers] == [(0, "fine"), (1, "fine")]
    assert subject.calls == ["c0", "c1", "c2"]
    assert judge.calls == []


async def test_the_case_whose_subject_failed_is_told_before_the_run_ends() -> None:
    told: list[CaseResult] = []
    subject = ByCase({"c1": [REFUSED], "*": [Completion(text="fine")]})

    with pytest.raises(SubjectError):
        await Evaluator(Echo(), benchmark_of(3), 1000).evaluate(
            subject, on_outcome=lambda result, _: told.append(result)
        )

    assert [(result.case_id, result.outcome) for result in told] == [("c1", Outcome.SUBJECT_ERROR)]


async def test_answers_under_way_when_a_parallel_subject_fails_are_carried_too() -> None:
    slow = Watched(Completion(text="fine"))

    class FailsForTheFirst:
        async def complete(self, messages: Sequence[Message], **options: Any) -> Completion:
            if options["case"].id == "c0":
                await asyncio.sleep(0)
                raise REFUSED
            return await slow.complete(messages, **options)

    with pytest.raises(SubjectError) as raised:
        await Evaluator(Echo(), benchmark_of(9), 1000, parallel_subjects=3).evaluate(FailsForTheFirst())

    assert raised.value.case_index == 0
    assert [answer.case_index for answer in raised.value.answers] == [1, 2]


async def test_tolerated_subject_failures_become_outcomes_and_are_not_judged() -> None:
    subject = ByCase({"c0": [REFUSED], "c1": [None], "*": [Completion(text="fine")]})
    judge = Watched(verdict(8))
    evaluator = Evaluator(
        judge, benchmark_of(3), 1000, tolerate_subject_errors=True, subject_timeout_s=0.05, subject_attempts=1
    )

    report = await evaluator.evaluate(subject)

    assert [case.outcome for case in report.cases] == [Outcome.SUBJECT_ERROR, Outcome.SUBJECT_TIMEOUT, Outcome.SCORED]
    assert judge.calls == ["c2"]
    assert (report.mean_score, report.error_count, report.is_partial) == (8.0, 2, True)


async def test_a_subject_that_times_out_ends_the_run_unless_that_is_tolerated() -> None:
    evaluator = Evaluator(Echo(), benchmark_of(1), 1000, subject_timeout_s=0.05, subject_attempts=1)

    with pytest.raises(SubjectError, match=r"No answer within 0\.05 s"):
        await evaluator.evaluate(ByCase({"*": [None]}))


async def test_an_answer_cut_off_at_its_limit_is_judged_and_noted() -> None:
    subject = ByCase({"*": [Completion(text="The ans", finish_reason="length")]})

    report = await Evaluator(Watched(verdict(3)), benchmark_of(1), 1000).evaluate(subject)

    assert report.cases[0].score == 3
    assert report.cases[0].notes == ("the subject's answer was cut off at its output limit",)


async def test_stopping_before_the_start_makes_no_call() -> None:
    subject, judge = Watched(Completion(text="42")), Watched(verdict(8))

    report = await Evaluator(judge, benchmark_of(3), 1000).evaluate(subject, should_stop=lambda: True)

    assert (subject.calls, judge.calls) == ([], [])
    assert report.outcomes[Outcome.CANCELLED] == 3


async def test_stopping_in_the_subject_phase_keeps_the_answers_unjudged() -> None:
    answers: list[CaseAnswer] = []
    transcripts: dict[int, CaseTranscript] = {}

    report = await Evaluator(Watched(verdict(8)), benchmark_of(4), 1000).evaluate(
        Echo(),
        on_answer=answers.append,
        on_outcome=lambda result, transcript: transcripts.update({result.case_index: transcript}),
        should_stop=lambda: len(answers) == 2,
    )

    assert [answer.text for answer in answers] == ["Answer to Question 0?", "Answer to Question 1?"]
    assert report.outcomes[Outcome.CANCELLED] == 4
    assert [transcripts[index].answer for index in range(4)] == [*(answer.text for answer in answers), None, None]


async def test_stopping_in_the_judge_phase_awaits_and_counts_what_is_under_way() -> None:
    judge = Watched(verdict(8, 10))

    report = await Evaluator(judge, benchmark_of(9), 1000, parallel_evals=3).evaluate(
        Echo(), should_stop=lambda: len(judge.calls) >= 3
    )

    assert (report.outcomes[Outcome.SCORED], report.outcomes[Outcome.CANCELLED]) == (3, 6)
    assert (report.total_tokens, report.mean_score) == (30, 8.0)


async def test_a_stop_is_not_taken_back() -> None:
    asked: list[bool] = []

    def only_once() -> bool:
        asked.append(True)
        return len(asked) == 2

    report = await Evaluator(Watched(verdict(8)), benchmark_of(3), 1000).evaluate(Echo(), should_stop=only_once)

    assert report.outcomes[Outcome.CANCELLED] == 3


async def test_a_callback_that_fails_ends_the_run_after_what_is_under_way() -> None:
    judge = Watched(verdict(8))
    told: list[int] = []

    def fail_on_second(result: CaseResult, transcript: CaseTranscript) -> None:
        told.append(result.case_index)
        if len(told) == 2:
            raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        await Evaluator(judge, benchmark_of(9), 1000, parallel_evals=3).evaluate(Echo(), on_outcome=fail_on_second)

    assert judge.under_way == 0
    assert len(judge.calls) <= 4
    assert len(told) == len(judge.calls)


async def test_a_cancelled_task_leaves_no_call_behind() -> None:
    judge = Watched(verdict(8), latency_s=30)
    task = asyncio.create_task(Evaluator(judge, benchmark_of(9), 1000).evaluate(Echo()))
    await judge.three_at_once.wait()

    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert judge.under_way == 0


async def test_outcomes_tell_position_tokens_and_time_for_a_chart_of_the_run() -> None:
    told: list[CaseResult] = []
    subject = ByCase({"c1": [REFUSED], "*": [Completion(text="fine")]})
    evaluator = Evaluator(Watched(verdict(8, 60)), benchmark_of(5), 100, parallel_evals=1, tolerate_subject_errors=True)

    report = await evaluator.evaluate(subject, on_outcome=lambda result, _: told.append(result))

    assert [(result.case_id, result.position, result.tokens_used) for result in told] == [
        ("c1", 0, 0),
        ("c0", 1, 60),
        ("c2", 2, 120),
        ("c3", 3, 120),
        ("c4", 4, 120),
    ]
    assert [result.finished_s for result in told] == sorted(result.finished_s for result in told)
    assert (report.exhausted_at, report.duration_s >= told[-1].finished_s) == (120, True)
    assert told[3].problem == "The budget of 100 tokens was used up (120 used)."


async def test_transcripts_hold_what_was_sent_and_said() -> None:
    transcripts: list[CaseTranscript] = []

    await Evaluator(Watched(reply("odd \ud800")), benchmark_of(1), 1000).evaluate(
        Echo(), on_outcome=lambda _, transcript: transcripts.append(transcript)
    )

    assert transcripts[0].answer == "Answer to Question 0?"
    assert transcripts[0].judge_reply == "odd \ufffd"
    assert "<subject_response>\nAnswer to Question 0?" in transcripts[0].judge_messages[1].content
