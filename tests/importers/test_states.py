"""States in their four forms, and everything that is not one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from langeval_core.errors import InputError
from langeval_core.evaluators.state_diff import compare_states
from langeval_core.importers.states import EXPECTED, StateFormat, load_state, read_state
from langeval_core.schema.comparison import Cause, ChangeClass, FieldStatus
from langeval_core.schema.state import Inference, InterpretiveState, ValueConfidence

SAMPLES = Path(__file__).parents[2] / "sample_data" / "states"


def best_of(state: InterpretiveState) -> dict[str, tuple[Any, float]]:
    best = {path: state.get_best_value(path) for path in state.paths()}
    return {path: (value.value, value.confidence) for path, value in best.items() if value}


def refusal(text: str | bytes, **options: Any) -> InputError:
    with pytest.raises(InputError) as caught:
        load_state(text, "state.json", **options)
    return caught.value


def test_the_flat_form_has_all_candidates_and_the_inference() -> None:
    loaded = load_state(
        '{"guest.name": {"values": [{"value": "Ada", "confidence": 0.9}, {"value": null, "confidence": -1}],'
        ' "inference": {"content": "she said so", "mutator_id": "m", "message_id": null}}}'
    )

    assert loaded.format is StateFormat.FLAT
    field = loaded.state.get_field("guest.name")
    assert field is not None
    assert field.values == [ValueConfidence(value="Ada", confidence=0.9), ValueConfidence(value=None, confidence=-1.0)]
    assert field.inference == Inference(content="she said so", mutator_id="m")


def test_the_flat_form_is_what_a_state_writes() -> None:
    state = InterpretiveState()
    state.add_value("a.b", ValueConfidence(value=[1, {"x": None}], confidence=0.25))
    state.add_inference("valueless", Inference(content="nothing yet"))

    loaded = load_state(state.to_json())

    assert loaded.format is StateFormat.FLAT
    assert loaded.state == state


def test_an_inference_may_be_written_as_its_text() -> None:
    field = load_state('{"a": {"values": [], "inference": "why"}}').state.get_field("a")

    assert field is not None
    assert field.inference == Inference(content="why")


def test_the_short_form_has_one_value_a_path() -> None:
    loaded = load_state('{"a.b": {"value": [1], "confidence": 0.5}, "c": {"value": null, "confidence": 0}}')

    assert loaded.format is StateFormat.SHORT
    assert best_of(loaded.state) == {"a.b": ([1], 0.5), "c": (None, 0.0)}


def test_plain_nested_json_gives_a_field_for_each_leaf() -> None:
    loaded = load_state(
        """{"guest": {"name": "Ada", "tags": ["vip", null], "nothing": null, "none": {}, "empty": []},
            "rooms": [{"type": "double"}, 7, [1, 2], [{"deep": [[3]]}]], "total": 12}"""
    )

    assert loaded.format is StateFormat.NESTED
    assert best_of(loaded.state) == {
        "guest.name": ("Ada", 1.0),
        "guest.tags": (["vip", None], 1.0),
        "guest.nothing": (None, 1.0),
        "guest.none": ({}, 1.0),
        "guest.empty": ([], 1.0),
        "rooms.0.type": ("double", 1.0),
        "rooms.1": (7, 1.0),
        "rooms.2": ([1, 2], 1.0),
        "rooms.3.0.deep": ([[3]], 1.0),
        "total": (12, 1.0),
    }


def test_nested_lists_of_objects_give_leaves_with_their_full_paths() -> None:
    assert load_state('{"a": [{"b": [0, {"c": 1}]}]}').state.paths() == ["a.0.b.0", "a.0.b.1.c"]


def test_a_graph_dump_has_containers_as_paths_without_value() -> None:
    loaded = load_state(
        '{"nodes": [{"path": "guest", "value": null}, {"path": "guest.name", "value": "Ada"},'
        ' {"path": "guest.age", "value": 36, "confidence": 0.5}], "hyperedges": [{"from": ["guest"]}]}'
    )

    assert loaded.format is StateFormat.GRAPH
    assert loaded.state.paths() == ["guest", "guest.name", "guest.age"]
    assert best_of(loaded.state) == {"guest.name": ("Ada", 1.0), "guest.age": (36, 0.5)}
    assert loaded.notes == ["Hyperedges were left out: they hold no values."]


def test_a_graph_dump_may_hold_whole_fields() -> None:
    loaded = load_state(
        '{"nodes": [{"path": "a", "value": {"values": [{"value": 1, "confidence": 0.3}], "inference": null}}],'
        ' "hyperedges": []}'
    )

    assert best_of(loaded.state) == {"a": (1, 0.3)}


def test_an_empty_object_is_an_empty_state() -> None:
    loaded = load_state("{}")

    assert loaded.state == InterpretiveState()
    assert loaded.notes == ["The state is empty."]


def test_the_form_can_be_said_instead_of_detected() -> None:
    text = '{"a": {"value": 1, "confidence": 0.5}}'

    assert load_state(text).state.paths() == ["a"]
    assert load_state(text, format="nested").state.paths() == ["a.value", "a.confidence"]
    assert load_state(text, format=StateFormat.NESTED).format is StateFormat.NESTED


def test_the_form_that_was_said_is_held_to() -> None:
    assert refusal('{"a": 1}', format="short").field == "a"
    assert refusal('{"a": {"value": 1, "confidence": 1}}', format="flat").field == "a"
    assert refusal('{"a": 1}', format="graph").field == "nodes"


@pytest.mark.parametrize("form", list(StateFormat))
def test_each_form_is_said_in_words(form: StateFormat) -> None:
    assert len(form.sentence.split()) > 4


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ('{"a": {"value": 1, "confidence": 0.5}, "b": 2}', "b"),
        ('{"a": 1, "b": {"value": 1, "confidence": 0.5}}', "b"),
        ('{"a": {"value": 1, "confidence": 0.5}, "b": {"values": [{"value": 1}]}}', "b"),
        ('{"guest": {"name": {"value": "Ada", "confidence": 0.5}}}', "guest.name"),
        ('{"guests": [{"name": {"values": [{"value": 1}]}}]}', "guests.0.name"),
        ('{"nodes": [{"path": "a", "value": 1}, {"path": "b", "value": {"value": 1, "confidence": 1}}]}', "b"),
    ],
)
def test_a_mixture_of_forms_is_refused_with_the_path(text: str, path: str) -> None:
    error = refusal(text)

    assert error.field == path
    assert "mixes two forms" in error.problem
    assert error.hint


@pytest.mark.parametrize(
    ("text", "path", "first", "second"),
    [
        ('{"a.b": 1, "a": {"b": 2}}', "a.b", "“a.b”", "“a” → “b”"),
        ('{"a": {"b.c": 1, "b": {"c": 1}}}', "a.b.c", "“a” → “b.c”", "“a” → “b” → “c”"),
        ('{"steps": [{"name": 1}], "steps.0": {"name": 1}}', "steps.0.name", "“steps” → “0” → “name”", "“steps.0”"),
    ],
)
def test_one_path_reached_in_two_ways_is_refused_with_both(text: str, path: str, first: str, second: str) -> None:
    error = refusal(text)

    assert error.field == path
    assert first in error.problem
    assert second in error.problem


def test_a_dotted_key_stands_as_it_is() -> None:
    assert load_state('{"a": {"b.c": 1}, "d.e": 2}').state.paths() == ["a.b.c", "d.e"]


def test_a_list_and_an_object_with_numbers_as_keys_give_the_same_paths() -> None:
    listed, keyed = load_state('{"steps": [{"name": 1}]}'), load_state('{"steps": {"0": {"name": 1}}}')

    assert listed.state.paths() == ["steps.0.name"]
    assert listed.state == keyed.state


def test_two_nodes_of_one_path_are_refused() -> None:
    assert refusal('{"nodes": [{"path": "a", "value": 1}, {"path": "a", "value": 2}]}').field == "a"


@pytest.mark.parametrize(
    ("confidence", "problem"),
    [
        ("1.2", "The confidence is 1.2, not between -1 and 1."),
        ("-2", "The confidence is not between -1 and 1."),
        ('"high"', "The confidence is not a number."),
        ("true", "The confidence is not a number."),
        ("null", "The confidence is not a number."),
    ],
)
def test_a_confidence_out_of_range_is_refused_with_the_path(confidence: str, problem: str) -> None:
    for text in (
        f'{{"guest.name": {{"value": 1, "confidence": {confidence}}}}}',
        f'{{"guest.name": {{"values": [{{"value": 1, "confidence": {confidence}}}]}}}}',
    ):
        error = refusal(text)
        assert (error.field, error.problem) == ("guest.name", problem)


def test_nan_and_numbers_beyond_a_float_are_refused_with_line_and_path() -> None:
    error = refusal('{"guest.name":\n {"value": 1, "confidence": NaN}}')

    assert (error.line, error.field) == (2, "guest.name.confidence")
    assert refusal('{"a": {"value": 1e400, "confidence": 1}}').field == "a.value"


def test_integers_stay_exact() -> None:
    one, other = load_state('{"id": 123456789012345678901}'), load_state('{"id": 123456789012345678902}')

    assert compare_states(one.state, other.state).overall_match is False


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b" \r\n",
        b"\xef\xbb\xbf",
        b"null",
        b"[]",
        b'""',
        b"7",
        b"true",
        b'"text"',
        b'[{"a": 1}]',
        b"a,b\n1,2\n",
        b"\x89PNG\r\n\x1a\n",
        b'{"a": 1',
    ],
)
def test_whatever_is_no_state_is_answered_with_what_was_expected(data: bytes) -> None:
    error = refusal(data)

    assert error.hint == EXPECTED
    assert error.file == "state.json"


def test_json_lines_are_recognised() -> None:
    error = refusal('{"a": 1}\n{"a": 2}\n')

    assert error.line == 2
    assert error.hint == "It looks like JSON Lines; one state is expected here."


def test_a_state_as_json_text_inside_json_is_read_and_noted() -> None:
    loaded = load_state(json.dumps('{"a": 1}'))

    assert best_of(loaded.state) == {"a": (1, 1.0)}
    assert loaded.notes == ["The JSON stood as text inside a JSON text; the inner one was read."]


def test_a_key_given_twice_is_refused() -> None:
    error = refusal('{"a": 1,\n "a": 2}')

    assert (error.line, error.field) == (2, "a")


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ('{"a": {"values": [{"value": 1}, 3], "inference": null}}', "a"),
        ('{"a": {"values": [{"value": 1, "weight": 3}], "inference": null}}', "a"),
        ('{"a": {"values": [], "inference": 5}}', "a"),
        ('{"a": {"values": [], "inference": {"text": "x"}}}', "a"),
        ('{"a": {"values": [], "inference": {"content": "x", "mutator_id": 5}}}', "a"),
        ('{"a": {"values": [], "inference": {"content": "x", "author": "y"}}}', "a"),
        ('{"nodes": [1], "hyperedges": []}', "nodes.0"),
        ('{"nodes": [{"value": 1}], "hyperedges": []}', "nodes.0"),
    ],
)
def test_a_faulty_field_is_named(text: str, path: str) -> None:
    assert refusal(text).field == path


def test_another_encoding_is_noted() -> None:
    loaded = load_state('{"city": "Zürich"}'.encode("utf-16"))

    assert best_of(loaded.state) == {"city": ("Zürich", 1.0)}
    assert loaded.notes == ["The file was read as UTF-16."]


def test_a_file_is_read_by_its_path(tmp_path: Path) -> None:
    file = tmp_path / "post.json"
    file.write_text('{"a": 1}', encoding="utf-8")

    assert load_state(file).state.paths() == ["a"]


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file") as missing:
        load_state(tmp_path / "gone.json")
    with pytest.raises(InputError, match="cannot be read"):
        load_state(tmp_path)

    assert missing.value.file == str(tmp_path / "gone.json")


def test_a_file_that_is_too_big_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "big.json"
    file.write_text('{"a": "' + "x" * 3 * 2**20 + '"}')

    for data in (file, file.read_bytes(), file.read_text()):
        with pytest.raises(InputError, match=r"has 3.0 MiB; at most 1 MiB"):
            load_state(data, "big.json", max_bytes=2**20)


def test_a_parsed_state_is_read_with_the_line_of_its_batch() -> None:
    with pytest.raises(InputError) as caught:
        read_state({"a": {"value": 1, "confidence": 7}}, "batch.jsonl", line=3)

    assert (caught.value.file, caught.value.line, caught.value.field) == ("batch.jsonl", 3, "a")


def test_the_bundled_sample_shows_every_status_cause_and_change() -> None:
    pre, expected, actual = (load_state(SAMPLES / f"{name}.json").state for name in ("pre", "expected", "actual"))

    comparison = compare_states(expected, actual, pre)

    assert {row.status for row in comparison.fields} == set(FieldStatus)
    assert {row.cause for row in comparison.fields} == {None, *Cause}
    assert {item.change for item in comparison.changes} == set(ChangeClass)
    assert [row.path for row in comparison.fields if row.note] == ["booking.total"]


def test_the_bundled_sample_has_several_candidates_texts_and_structures() -> None:
    actual = load_state(SAMPLES / "actual.json").state
    best = [value for path in actual.paths() if (value := actual.get_best_value(path))]

    assert max(len(field.values) for field in actual.root.values()) == 3
    assert min(value.confidence for value in best) < 0 < 0.9 < max(value.confidence for value in best)
    assert any(isinstance(value.value, str) and len(value.value) > 200 for value in best)
    assert any(isinstance(value.value, dict) for value in best)
    assert all(field.inference for path, field in actual.root.items() if path.startswith("room."))
