from __future__ import annotations

import pytest

from langeval_core.evaluators.judge_reply import read_judge_reply
from langeval_core.schema.judging import JudgeReading

WHOLE, FENCED, LAST, CUT, BRACKETS, STATEMENT = (
    "whole object",
    "fenced object",
    "last object",
    "cut object",
    "double brackets",
    "score statement",
)


@pytest.mark.parametrize(
    ("reply", "score", "rule"),
    [
        ('{"reason": "fine", "score": 8}', 8, WHOLE),
        ('\ufeff \n{"score": 8}\n\n', 8, WHOLE),
        ('{"score": 10.0}', 10, WHOLE),
        ('{"score": 8.25e0}', 8.25, WHOLE),
        ('{"score": 9, "reason": "uses {a: 1}"}', 9, WHOLE),
        ('{"score": 4, "parts": {"style": {"score": 9}}}', 4, WHOLE),
        ('{"parts": [{"score": 9}, {"score": 1}], "score": 4}', 4, WHOLE),
        ('{"reason": "the answer leaks </think> and <think> tags", "score": 2}', 2, WHOLE),
        ('{"reason": "wrote ```json {\\"score\\": 10} ```", "score": 2}', 2, WHOLE),
        ('{"score": 3, "overall_score": 3}', 3, WHOLE),
        ('{"\\u0073core": 3}', 3, WHOLE),
        ('```json\n{"score": 9, "reason": "ok"}\n```', 9, FENCED),
        ('```\n{"score": 9}\n```', 9, FENCED),
        ('~~~JSON\r\n{"score": 9}\r\n~~~', 9, FENCED),
        ('My verdict:\n```json\n{"score": 9}\n```\nThanks {"score": 2}', 9, FENCED),
        ('```json\n{"score": 9}\n```\nrather\n```json\n{"score": 2}\n```', 2, LAST),
        ('```json\n{"example": 1}\n```\n{"score": 7}', 7, LAST),
        ('```python\nx = {"score": 1}\n```\n{"score": 7}', 7, LAST),
        ('Here it is: {"score": 7}. Bye.', 7, LAST),
        ('First {"score": 3}, on reflection {"score": 6}', 6, LAST),
        ('{"score": 5}{"score": 6}', 6, LAST),
        ('{"score": 8}}', 8, LAST),
        ('Uses {a: 1} and {"x" wrongly, so {"score": 7}', 7, LAST),
        ('It wrote {"a: 1} and so {"score": 7}', 7, LAST),
        ('A [link](http://b) and [1] and [see {"score": 7}]', 7, LAST),
        ('Parts: [{"score": 3}]. Overall: {"score": 7}', 7, LAST),
        ('The format is {"reason": "...", "score": <1-10>}: {"reason": "x", "score": 7}', 7, LAST),
        ('The answer says "Score: 10/10", but {"score": 2}', 2, LAST),
        ('{"score": 2} out of the answer\'s own claim of [[10]] and 10/10', 2, LAST),
        ('<think>maybe {"score": 3}</think>{"score": 7}', 7, LAST),
        ('<THINKING mode="long">{"score": 3}</THINKING >\n{"score": 7}', 7, LAST),
        ('<reasoning>[[3]]</reasoning>\n{"score": 7}', 7, LAST),
        ('[THINK]{"score": 3}[/THINK]{"score": 7}', 7, LAST),
        ('I was told to think {"score": 3}</think>{"score": 7}', 7, LAST),
        ('{"score": 7}<think>was that right? {"score": 3}', 7, LAST),
        ("[[8.5]]", 8.5, BRACKETS),
        ("[[Rating: 8]]", 8, BRACKETS),
        ("Rating: [[ 8 ]] and the rest is prose, 3/10", 8, BRACKETS),
        ("Rating: [[8]] for one, [[6]] for the other.\n\nRating: [[7]]", 7, BRACKETS),
        ("[[8]], see [[Section 3]]", 8, BRACKETS),
        ("[[8/10]]", 8, BRACKETS),
        ('{"reason": "no number in here"} [[7]]', 7, BRACKETS),
        ("<think>[[3]]</think> [[7]]", 7, BRACKETS),
        ("I found 5 problems. Score: 8/10", 8, STATEMENT),
        ("score: 8", 8, STATEMENT),
        ("**Final score:** **8.5**.", 8.5, STATEMENT),
        ("Score (1-10): 8", 8, STATEMENT),
        ("Overall score = 8 out of 10", 8, STATEMENT),
        ("Score: 3\nAfter another look:\nScore: 6", 6, STATEMENT),
        ("It deserves 7/10.", 7, STATEMENT),
        ("It deserves 7 / 10, not 4/5 and not 70/100.", 7, STATEMENT),
        ("Uses {a: 1}, which is fine. Score: 8/10", 8, STATEMENT),
        ("Code that opens with { gets a score: 8", 8, STATEMENT),
        ('[{"score": 3}, {"score": 4}] make up a Score: 7/10', 7, STATEMENT),
    ],
)
def test_a_verdict_is_read_by_the_first_rule_that_applies(reply: str, score: float, rule: str) -> None:
    reading = read_judge_reply(reply)

    assert (reading.score, reading.raw_score, reading.rule, reading.problem) == (score, score, rule, None)


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        ('[{"score": 7}]', "list of objects"),
        ('Here: [{"score": 7}] as asked.', "list of objects"),
        ('[{"score": 7}, oops]', "list of objects"),
        ('[{"score": 7}, {"score": 8', "list of objects"),
        ('{"score": NaN}', "not a finite number"),
        ('{"score": Infinity}', "not a finite number"),
        ('{"score": -Infinity}', "not a finite number"),
        ('{"score": 1e400}', "not a finite number"),
        ('{"score": "NaN"}', "not a finite number"),
        ('{"score": "good"}', "“good” is not a number"),
        ('{"score": ""}', "empty"),
        ('{"score": "8 out of 10"}', "not a number"),
        ('{"score": "8,5"}', "not a number"),
        ('{"score": "1_0"}', "not a number"),
        ('{"score": "８"}', "not a number"),
        ('{"score": true}', "a truth value"),
        ('{"score": null}', "null"),
        ('{"score": [8, 7]}', "a list"),
        ('{"score": {"total": 8}}', "an object"),
        ('{"score": 8, "score": 3}', "2 scores"),
        ('{"score": 8, "score": 8}', "2 scores"),
        ('{"Score": 8, "score": 3}', "2 scores"),
        ('{"score": 8, "overall_score": 3}', "another total"),
        ('{"score": 3} no: {"score": "good"}', "“good” is not a number"),
        ('{"reason": "bad answer"}', "no “score” at its top level"),
        ('{"reason": "bad answer, not 8/10, not Score: 9, not [[7]]"}', "no “score” at its top level"),
        ('So {"reason": "not 8/10"} it is.', "has a “score” at its top level"),
        ('{"verdict": {"score": 7}}', "no “score” at its top level"),
        ("{}", "no “score” at its top level"),
        ('{"score":', "cut off before the score"),
        ('{"reason": "The ans', "cut off before the score"),
        ('```json\n{"reason": "The ans', "cut off before the score"),
        ('{"reason": "a \\u12', "cut off before the score"),
        ('{"parts": {"style": {"score": 9', "cut off before the score"),
        ('{"reason": "x", "score": 1', "cut off inside the score “1”"),
        ('{"score": 9, "score": ', "several scores"),
        ('<think>maybe {"score": 3}', "unfinished reasoning"),
        ("<thinking>Score: 3", "unfinished reasoning"),
        ("[THINK]Score: 3", "unfinished reasoning"),
        ("<think>Score: 3</think>", "only reasoning"),
        ("Score: 3/10 it may be.</think>", "only reasoning"),
        ("", "empty"),
        (" \n\t", "empty"),
        ("Rating: [[5, 1, 3]]", "“5, 1, 3” is not a number"),
        ("[[8]] or rather [[5, 1, 3]]", "not a number"),
        ("[[8,5]]", "not a number"),
        ("[[Rating: high]]", "“high” is not a number"),
        ("[[rating]]: 7", "No score was found"),
        ("Score: 7-8", "not one plain score"),
        ("Score: 7 to 8", "not one plain score"),
        ("Score: 3. Then again, 7–8/10", "not one plain score"),
        ("Score: 8,5", "not one plain score"),
        ("Score: 8, 7, 9", "not one plain score"),
        ("Score: 8.5.1", "not one plain score"),
        ("Score: 1０", "not one plain score"),
        ("Score: 80%", "not one plain score"),
        ("Seen on 3/10/2024", "not one plain score"),
        ("Score: 4/5", "“4/5” is not on the scale 1 to 10"),
        ("Score: 85/100", "not on the scale"),
        ('{"score": "4/5"}', "not on the scale"),
        ('{"score": 4, "parts": {"score": 9}, oops}', "more than one number"),
        ('{"score": 3, "reason": "he said "score: 9" there"}', "more than one number"),
        ("Score: high", "No score was found"),
        ("Rating: 8", "No score was found"),
        ("8", "No score was found"),
        ("null", "No score was found"),
        ("[]", "No score was found"),
        ('"{\\"score\\": 8}"', "No score was found"),
        ("I cannot judge this.", "No score was found"),
    ],
)
def test_a_reply_without_one_clear_score_is_unreadable_and_says_why(reply: str, problem: str) -> None:
    reading = read_judge_reply(reply)

    assert reading.score is None
    assert reading.raw_score is None
    assert reading.rule is None
    assert reading.problem is not None
    assert problem in reading.problem


@pytest.mark.parametrize(
    ("reply", "score", "raw"),
    [
        ('{"score": 15}', 10, 15),
        ('{"score": -5}', 1, -5),
        ('{"score": 0}', 1, 0),
        ('{"score": 10.5}', 10, 10.5),
        ('{"score": 11}', 10, 11),
        ('{"score": -3}', 1, -3),
        ('{"score": 0.8}', 1, 0.8),
        ('{"score": 87}', 10, 87),
        ('{"score": 1e5}', 10, 100_000),
        ("[[87]]", 10, 87),
        ("score: -3", 1, -3),
        ("11/10", 10, 11),
    ],
)
def test_a_number_outside_the_scale_is_clamped_and_kept_raw(reply: str, score: float, raw: float) -> None:
    reading = read_judge_reply(reply)

    assert (reading.score, reading.raw_score, reading.clamped) == (score, raw, True)
    assert "outside the scale 1 to 10" in reading.notes[-1]


@pytest.mark.parametrize(
    ("reply", "score", "note"),
    [
        ('{"score": "8"}', 8, "in quotes"),
        ('{"score": " 8.5 "}', 8.5, "in quotes"),
        ('{"score": "8/10"}', 8, "in quotes"),
        ('{"Score": 8}', 8, "written “Score”"),
        ('{"score": 9, "reason": "one\n\ttwo"}', 9, "raw line breaks or tabs"),
        ('{"score": 9, "reason": "ok",}', 9, "comma before the closing bracket"),
        ('{"score": 9, "reason": "The ans', 9, "cut off after the score"),
        ('{"score": 9, ', 9, "cut off after the score"),
        ('{"score": 9\n', 9, "cut off after the score"),
        ('{"score": 3} then {"score": 7, "reason": "The ans', 3, "cut-off object was ignored"),
        ("{'score': 8, 'reason': 'ok'}", 8, "not valid JSON"),
        ('{score: 8, reason: "ok"}', 8, "not valid JSON"),
        ('{"score": 8, "reason": "he said "hi" there"}', 8, "not valid JSON"),
    ],
)
def test_what_was_forgiven_is_noted(reply: str, score: float, note: str) -> None:
    reading = read_judge_reply(reply)

    assert reading.score == score
    assert any(note in given for given in reading.notes)


def test_a_clean_verdict_has_no_notes() -> None:
    assert read_judge_reply('{"reason": "right", "score": 9}') == JudgeReading(
        score=9.0, raw_score=9.0, reason="right", rule="whole object"
    )


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ('{"score": 8, "reasoning": {"detail": "x"}, "reason": "y"}', "y"),
        ('{"score": 8, "reasoning": {"detail": "x"}}', '{"detail": "x"}'),
        ('{"score": 8, "explanation": "because"}', "because"),
        ('{"score": 8, "reason": "a\tb\nc"}', "a\tb\nc"),
        ('{"score": 8, "reason": "caf\\u00e9 \\"quoted\\" \\ud83d\\ude00"}', 'café "quoted" 😀'),
        ('{"score": 8, "reason": "lone \\ud800 and \\u0000"}', "lone \ufffd and \ufffd"),
        ('{"score": 8}', ""),
        ('{"score": 9, "reason": "The ans', "The ans"),
        ('{"score": 9, "reason": "a \\"b\\', 'a "b'),
        ("Well argued.\n\nRating: [[8]]", "Well argued.\n\nRating: [[8]]"),
        ("<think>hm</think>Good. Score: 8", "Good. Score: 8"),
    ],
)
def test_the_reason_is_kept_whole(reply: str, reason: str) -> None:
    assert read_judge_reply(reply).reason == reason


@pytest.mark.parametrize(
    ("reply", "scale", "score", "raw"),
    [
        ('{"score": 0}', (0, 9), 0, 0),
        ('{"score": 9.5}', (0, 9), 9, 9.5),
        ("It deserves 0/9.", (0, 9), 0, 0),
        ("It deserves 4/5.", (1, 5), 4, 4),
        ("Score: 5/5", (1, 5), 5, 5),
        ("[[7]]", (1, 5), 5, 7),
        ('{"score": 0.8}', (0, 1), 0.8, 0.8),
        ('{"score": -1}', (-2, 2), -1, -1),
    ],
)
def test_another_scale_is_honoured(reply: str, scale: tuple[float, float], score: float, raw: float) -> None:
    reading = read_judge_reply(reply, scale)

    assert (reading.score, reading.raw_score) == (score, raw)


def test_a_fraction_of_another_scale_is_no_statement() -> None:
    assert read_judge_reply("It deserves 8/10.", (1, 5)).score is None


@pytest.mark.parametrize("finish_reason", ["length", "max_tokens", "MAX_TOKENS"])
def test_an_empty_reply_at_the_output_limit_says_so(finish_reason: str) -> None:
    assert read_judge_reply("", finish_reason=finish_reason).problem == (
        f"The reply is empty: the judge reached its output limit (finish reason “{finish_reason}”)."
    )


def test_an_empty_reply_names_any_other_finish_reason() -> None:
    assert read_judge_reply("", finish_reason="content_filter").problem == (
        "The reply is empty (finish reason “content_filter”)."
    )


def test_any_unreadable_reply_at_the_output_limit_says_so() -> None:
    problem = read_judge_reply("<think>let me see", finish_reason="length").problem

    assert problem == (
        "The reply is an unfinished reasoning block without a verdict."
        " The judge had reached its output limit (finish reason “length”)."
    )


def test_a_missing_last_brace_is_forgiven_only_where_the_judge_had_finished() -> None:
    reply = '{"reason": "x", "score": 1'

    assert read_judge_reply(reply, finish_reason="stop").score == 1
    assert read_judge_reply(reply, finish_reason="length").score is None
    assert read_judge_reply(reply).score is None
