"""A mutator that asks a language model what to change."""

from __future__ import annotations

import asyncio
import inspect
import re
from typing import Any, Protocol

from langeval_core.errors import InputError, MutationError
from langeval_core.importers.json_text import parse_json
from langeval_core.mutators.base import BaseMutator
from langeval_core.mutators.mutation_prompt import build_mutation_prompt
from langeval_core.mutators.updates import Update, apply_updates, read_updates
from langeval_core.schema.mutation import MutationContext, MutationResult


class TextGenerator(Protocol):
    """What is needed of a client; `BaseLLMClient` has it."""

    def generate(self, prompt: str) -> Any:
        """Text, or something to await that gives text."""
        ...


class LLMMutator(BaseMutator):
    """Ask the client for updates as a JSON array and append them to a copy of the state: all of them or none."""

    def __init__(self, client: TextGenerator, *, mutator_id: str = "llm") -> None:
        self._client = client
        self._mutator_id = mutator_id

    async def mutate(self, context: MutationContext) -> MutationResult:
        """Return the changed copy; its metadata hold the raw reply and the number of updates.

        Raises `MutationError`, with the raw reply, for one that is no array or has a bad entry. What the client
        raises is passed on.
        """
        reply = await self._generate(build_mutation_prompt(context.state, context.input.prompt))
        updates = read_mutation_reply(reply)
        message_id = context.input.message_id
        state = apply_updates(context.state, updates, mutator_id=self._mutator_id, message_id=message_id)
        return MutationResult(updated_state=state, metadata={"raw_reply": reply, "updates": len(updates)})

    async def _generate(self, prompt: str) -> str:
        if inspect.iscoroutinefunction(self._client.generate):
            reply = await self._client.generate(prompt)
        else:
            reply = await asyncio.to_thread(self._client.generate, prompt)
            if inspect.isawaitable(reply):
                reply = await reply
        if not isinstance(reply, str):
            raise MutationError(f"The client returned {type(reply).__name__}, not a text.", raw_reply=repr(reply))
        return reply


def read_mutation_reply(reply: str) -> tuple[Update, ...]:
    """Read a reply: a JSON array, bare or in one fenced block; an empty array means no change.

    Raises `MutationError`, with the raw reply, for anything else.
    """
    text = _THOUGHT.sub("", reply, count=1).strip()
    blocks = _FENCED.findall(text)
    if len(blocks) > 1:
        raise MutationError("The reply has several fenced blocks; one JSON array was asked for.", raw_reply=reply)
    try:
        entries = parse_json(blocks[0] if blocks else text)
    except InputError as error:
        raise MutationError(f"The reply is not a JSON array. {error}", raw_reply=reply) from None
    if not isinstance(entries, list):
        raise MutationError("The reply is JSON, but not an array.", raw_reply=reply)
    try:
        return read_updates(entries)
    except ValueError as error:
        raise MutationError(f"{error} Nothing was applied.", raw_reply=reply) from None


# A fence begins or ends a line, where no JSON text can have one of its own: line breaks are escaped in its strings.
_FENCED = re.compile(r"^[ \t]*```[\w-]*\s*(.*?)```[ \t\r]*$", re.DOTALL | re.MULTILINE)
_THOUGHT = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
