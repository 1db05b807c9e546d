"""The one JSON parser: nothing is lost or changed silently, and every refusal has its place."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from langeval_core.errors import InputError
from langeval_core.importers.json_text import MAX_DEPTH, parse_json


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12345678901234567890123456789", 12345678901234567890123456789),
        ('"\\ud83d\\ude00"', "😀"),
        ('\ufeff{"a": 1}', {"a": 1}),
        ('{"a.b": 1, "a": {"b": 2}}', {"a.b": 1, "a": {"b": 2}}),
        ('[{"a": 1}, {"a": 2}]', [{"a": 1}, {"a": 2}]),
        ('["NaN", "1e400"]', ["NaN", "1e400"]),
        ("-0.0", 0.0),
        ("null", None),
        ("[" * MAX_DEPTH + "]" * MAX_DEPTH, None),
    ],
    ids=lambda part: str(part)[:20],
)
def test_sound_json_is_read_exactly(text: str, value: Any) -> None:
    parsed = parse_json(text)

    assert value is None or parsed == value
    assert type(parsed) is type(json.loads(text.removeprefix("\ufeff")))


@pytest.mark.parametrize(
    ("text", "line", "field", "problem"),
    [
        ('{"a": 1,\n "a": 2}', 2, "a", 'The key "a" stands twice in one object (column 2).'),
        ('{"x": [0, {"k": 1, "k": 1}]}', 1, "x.1.k", 'The key "k" stands twice in one object (column 20).'),
        ('{"a": {"k": 1}, "b": {"k": 1},\n"a": {}}', 2, "a", 'The key "a" stands twice in one object (column 1).'),
        ('{"k": 1, "\\u006b": 2}', 1, "k", 'The key "\\u006b" stands twice in one object (column 10).'),
        ('{"a": [1,\n NaN]}', 2, "a.1", "NaN is not a JSON value (column 2)."),
        ("[-Infinity]", 1, "0", "-Infinity is not a JSON value (column 2)."),
        ('{"a": {"b": 1e400}}', 1, "a.b", "The number 1e400 is too large (column 13)."),
        ('{"a": ' + "9" * 5000 + "}", 1, "a", "The number 99999999999999999999… has 5,000 digits (column 7)."),
        (
            '{"a": "x\\ud800y"}',
            1,
            "a",
            "A text has half of a surrogate pair, which is no character (column 7).",
        ),
        ('{"a" 1}', 1, None, "This is not valid JSON: expecting ':' delimiter at column 6."),
        ('{"a": 1}\n{"a": 2}', 2, None, "This is not valid JSON: extra data at column 1."),
        ('{"a": "x', 1, None, "This is not valid JSON: unterminated string starting at column 7."),
        ('{"a": "x\ty"}', 1, None, "This is not valid JSON: invalid control character at column 9."),
        ("[1, 2,]", 1, None, None),
        ("{'a': 1}", 1, None, None),
        ("", 1, None, "This is not valid JSON: expecting value at column 1."),
        ("prompt,reference\n1,2\n", 1, None, "This is not valid JSON: expecting value at column 1."),
        ("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), None, None, "The JSON is nested more than 100 levels deep."),
        ("[" * 100_000, None, None, "The JSON is nested more than 100 levels deep."),
        ('{"a":' * 100_000, None, None, "The JSON is nested more than 100 levels deep."),
    ],
    ids=lambda part: str(part)[:20],
)
def test_what_is_refused_is_refused_with_its_place(
    text: str, line: int | None, field: str | None, problem: str | None
) -> None:
    with pytest.raises(InputError) as caught:
        parse_json(text, "state.json")

    assert caught.value.line == line
    assert caught.value.field == field
    assert problem is None or caught.value.problem == problem
    assert caught.value.file == "state.json"


@settings(deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=8,
    )
)
def test_what_python_writes_is_read_back(value: Any) -> None:
    assert parse_json(json.dumps(value)) == value
    assert parse_json(json.dumps(value, ensure_ascii=False)) == value


@settings(deadline=None)
@given(st.text(st.sampled_from('{}[]:,"\\ \n01eNaud8'), max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(InputError):
        parse_json(text)
