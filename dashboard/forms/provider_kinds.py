"""Who can answer, as the provider form offers it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from langeval_core.providers.registry import FAULTY_PREFIX, RECORDED
from langeval_core.providers.vendors import COMPATIBLE


class ProviderKind(NamedTuple):
    """One choice. `vendor` is empty for a provider that takes no model; `model` is an example of one.

    `variables` are those of the environment that the key is taken from where none is typed.
    """

    label: str
    help: str
    vendor: str = ""
    model: str = ""
    takes_key: bool = False
    needs_address: bool = False
    address: str = ""
    variables: tuple[str, ...] = ()


REHEARSAL = "rehearsal"
OTHER = "other"

KINDS: Mapping[str, ProviderKind] = {
    RECORDED: ProviderKind("Recorded answers", "Plays what the cases hold. No call is made, no key is needed."),
    "openai": ProviderKind(
        "OpenAI", "Models of OpenAI.", "openai", "gpt-5-mini", takes_key=True, variables=("OPENAI_API_KEY",)
    ),
    "anthropic": ProviderKind(
        "Anthropic",
        "Models of Anthropic.",
        "anthropic",
        "claude-sonnet-4-5",
        takes_key=True,
        variables=("ANTHROPIC_API_KEY",),
    ),
    "google": ProviderKind(
        "Google",
        "Gemini models.",
        "google",
        "gemini-2.5-flash",
        takes_key=True,
        variables=("GOOGLE_API_KEY", "GEMINI_API_KEY"),
    ),
    "ollama": ProviderKind(
        "Ollama",
        "Models on this machine.",
        "ollama",
        "llama3.2",
        needs_address=True,
        address="http://localhost:11434/v1",
    ),
    "compatible": ProviderKind(
        "OpenAI-compatible server",
        "Any server that speaks OpenAI's protocol, by its address.",
        COMPATIBLE,
        "my-model",
        takes_key=True,
        needs_address=True,
        address="http://localhost:8000/v1",
    ),
    OTHER: ProviderKind("Another vendor", "Any vendor that pydantic-ai knows, as vendor:model.", takes_key=True),
    REHEARSAL: ProviderKind(
        "Rehearsal with faults", "Recorded answers, some spoilt on purpose: how do results look when calls fail?"
    ),
}
"""Choice -> what it needs, in the order offered."""

REHEARSAL_NAME = f"{FAULTY_PREFIX}{RECORDED}"
