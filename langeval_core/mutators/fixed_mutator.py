"""A mutator that needs no model: the same change each time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langeval_core.mutators.base import BaseMutator
from langeval_core.mutators.updates import apply_updates, read_updates
from langeval_core.schema.mutation import MutationContext, MutationResult
from langeval_core.schema.state import InterpretiveState


class FixedMutator(BaseMutator):
    """Append given updates to the state, or replace the state by a given one.

    Args:
        change: a list of `{path, value, confidence, inference}`, or the state to come.

    Raises `ValueError` for a bad update.
    """

    def __init__(self, change: Sequence[Any] | InterpretiveState, *, mutator_id: str = "fixed") -> None:
        self._state = change.copy() if isinstance(change, InterpretiveState) else None
        self._updates = () if isinstance(change, InterpretiveState) else read_updates(change)
        self._mutator_id = mutator_id

    async def mutate(self, context: MutationContext) -> MutationResult:
        """The given state, or a copy of the context's state with the updates applied."""
        if self._state is not None:
            return MutationResult(updated_state=self._state.copy())
        message_id = context.input.message_id
        state = apply_updates(context.state, self._updates, mutator_id=self._mutator_id, message_id=message_id)
        return MutationResult(updated_state=state)
