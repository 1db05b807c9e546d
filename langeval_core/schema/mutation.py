"""What goes into a mutator and what comes out."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from pydantic import BaseModel, ConfigDict

from langeval_core.schema.state import InterpretiveState, StructuredInput


class MutationContext(BaseModel):
    """The input of one mutation; `state` is the mutator's own copy."""

    input: StructuredInput
    state: InterpretiveState
    metadata: dict[str, Any] | None = None


class MutationResult(BaseModel):
    """The state after a mutation."""

    updated_state: InterpretiveState
    metadata: dict[str, Any] | None = None


@runtime_checkable
class Mutator(Protocol):
    """Anything that changes a state."""

    async def mutate(self, context: MutationContext) -> MutationResult:
        """Return the changed state; raise if it cannot be made."""
        ...


class EvaluationContext(BaseModel):
    """One state evaluation: run `mutator` on a copy of `pre_state`, compare with `expected_post_state`."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    mutator: Mutator
    pre_state: InterpretiveState
    expected_post_state: InterpretiveState
    mutation_input: StructuredInput
    metadata: dict[str, Any] | None = None
