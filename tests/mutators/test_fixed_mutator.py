"""The mutator that needs no model."""

from __future__ import annotations

from typing import Any

import pytest

from langeval_core.mutators.fixed_mutator import FixedMutator
from langeval_core.schema.mutation import MutationContext, Mutator
from langeval_core.schema.state import InterpretiveState, StructuredInput, ValueConfidence


def state_with(value: Any) -> InterpretiveState:
    state = InterpretiveState()
    state.add_value("x", ValueConfidence(value=value, confidence=0.5))
    return state


def context_of(state: InterpretiveState) -> MutationContext:
    return MutationContext(input=StructuredInput(prompt="", message_id="m1"), state=state)


async def test_updates_are_appended_each_time_anew() -> None:
    mutator = FixedMutator([{"path": "x", "value": 2, "confidence": 0.9, "inference": "because"}])
    before = state_with(1)

    first = await mutator.mutate(context_of(before))
    second = await mutator.mutate(context_of(before))

    field = first.updated_state.get_field("x")
    assert field is not None
    assert field.inference is not None
    assert [candidate.value for candidate in field.values] == [1, 2]
    assert (field.inference.content, field.inference.mutator_id, field.inference.message_id) == (
        "because",
        "fixed",
        "m1",
    )
    assert second.updated_state == first.updated_state
    assert before == state_with(1)


async def test_a_given_state_replaces_what_was_there() -> None:
    given = state_with([1])
    mutator = FixedMutator(given)

    result = await mutator.mutate(context_of(state_with("old")))
    result.updated_state.root["x"].values[0].value.append(2)
    again = await mutator.mutate(context_of(state_with("old")))

    assert again.updated_state == state_with([1])
    assert given == state_with([1])


def test_a_bad_update_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="Entry 1 has no “confidence”"):
        FixedMutator([{"path": "x", "value": 1}])


def test_it_is_a_mutator() -> None:
    assert isinstance(FixedMutator([]), Mutator)
