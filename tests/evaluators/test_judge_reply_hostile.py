from __future__ import annotations

import json
import math
import time

import pytest
from hypothesis import given, settings, strategies as st

from langeval_core.evaluators.judge_reply import read_judge_reply

PIECES = st.sampled_from(
    [
        *'{}[]",:\\/ \n\t0123456789.-+eE',
        '{"score": ',
        '"score"',
        "score: ",
        "Score",
        "7",
        "/10",
        "[[",
        "]]",
        "rating: ",
        "```json\n",
        "```",
        "<think>",
        "</think>",
        "[THINK]",
        "[/THINK]",
        "NaN",
        "Infinity",
        "true",
        "null",
        "\\ud800",
        "\ud800",
        "\x00",
        "\ufeff",
        "８",
        "é",
        "9" * 50,
        '"reason": "x"',
    ]
)
BROKEN_TEXT = st.lists(PIECES, max_size=40).map("".join) | st.text(max_size=60)
SCALES = st.sampled_from([(1, 10), (0, 9), (1, 5), (0, 1), (-2, 2)])


@settings(deadline=None)
@given(BROKEN_TEXT, SCALES, st.sampled_from([None, "stop", "length"]))
def test_any_text_gives_a_score_on_the_scale_or_a_problem(
    text: str, scale: tuple[float, float], finish_reason: str | None
) -> None:
    reading = read_judge_reply(text, scale, finish_reason=finish_reason)

    assert (reading.score is None) == (reading.problem is not None)
    if reading.score is not None:
        assert reading.raw_score is not None
        assert scale[0] <= reading.score <= scale[1]
        assert math.isfinite(reading.raw_score)
    reading.model_dump_json()


@settings(deadline=None)
@given(
    st.dictionaries(st.text(max_size=8).filter(lambda key: "score" not in key.lower()), st.text(max_size=20)),
    st.floats(1, 10),
    st.text(max_size=60),
    st.sampled_from([None, 1, 4]),
)
def test_any_json_object_with_one_score_gives_exactly_that_score(
    other: dict[str, str], score: float, reason: str, indent: int | None
) -> None:
    members = {key: value for key, value in other.items() if key.lower() not in {"reason", "overall"}}
    reply = json.dumps({**members, "reason": reason, "score": score}, indent=indent)

    reading = read_judge_reply(reply)

    assert reading.score == score
    assert reading.rule == "whole object"


@settings(deadline=None)
@given(st.floats(1, 10), st.text(max_size=60), st.data())
def test_a_cut_reply_never_gives_another_score_than_the_whole_one(
    score: float, reason: str, data: st.DataObject
) -> None:
    whole = json.dumps({"score": score, "reason": reason})
    cut = whole[: data.draw(st.integers(0, len(whole)))]

    assert read_judge_reply(cut).score in {None, score}


N = 100_000
NESTED_LISTS = '{"a":[' * 50

HOSTILE = {
    "opening brackets": "[" * N,
    "opening braces": "{" * N,
    "nested objects": '{"a":' * N,
    "nested objects closed": '{"a":' * N + "1" + "}" * N,
    "nested in the score": '{"score": ' + "[" * N + "]" * N + "}",
    "unclosed objects": '{"a":1,' * N,
    "objects": '{"a":1}' * N,
    "open strings": '{"' * N,
    "backslashes": '{"a":"' + "\\" * N,
    "escaped quotes": '{"a":"' + '\\"{' * N,
    "a long list inside nesting": NESTED_LISTS + "1," * N + "x",
    "broken objects": '{"a":[{"b":{"c":1},x' * N,
    "ten megabytes of digits": "1" * 10_000_000,
    "a score of ten megabytes": '{"score": ' + "1" * 10_000_000 + "}",
    "a stated score of ten megabytes": "score: " + "1" * 10_000_000,
    "score keys": '{"score": ' * N,
    "the word score": "score: " * N,
    "fractions of nothing": "8/" * N,
    "dashes": "8-" * N,
    "open reasoning": "<think>" * N,
    "closed reasoning": "</think>" * N,
    "tags without end": "<think " * N,
    "fences": "```" * N,
    "double brackets": "[[8" * N,
    "blanks": '{"score"' + " " * 1_000_000,
    "parentheses": "score (" * N,
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_text_is_unreadable_in_linear_time(kind: str) -> None:
    started = time.perf_counter()

    reading = read_judge_reply(HOSTILE[kind])

    assert reading.problem
    assert len(reading.problem) < 300
    assert time.perf_counter() - started < 20


def test_a_very_long_reason_is_read_whole() -> None:
    reason = "word " * 1_000_000

    reading = read_judge_reply(json.dumps({"score": 7, "reason": reason}))

    assert reading.score == 7
    assert reading.reason == reason.strip()


def test_a_number_of_absurd_length_is_unreadable_even_where_it_would_be_on_the_scale() -> None:
    problem = read_judge_reply('{"score": 8.' + "0" * 60 + "}").problem

    assert problem is not None
    assert "written with 62 characters" in problem
