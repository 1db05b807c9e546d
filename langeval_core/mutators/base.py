"""What a mutator is, and the language model client behind one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable

from langeval_core.schema.mutation import MutationContext, MutationResult


class BaseLLMClient(ABC):
    """A language model, as small as can be: text in, text out."""

    @abstractmethod
    def generate(self, prompt: str) -> str | Awaitable[str]:
        """Answer the prompt. Usually `async def`; a plain `def` is called in a thread."""


class BaseMutator(ABC):
    """Anything that changes a state."""

    @abstractmethod
    async def mutate(self, context: MutationContext) -> MutationResult:
        """Return the changed state; raise if it cannot be made."""
