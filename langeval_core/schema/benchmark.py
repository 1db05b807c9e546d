"""Benchmark cases and sets."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator


def case_digest(prompt: str, context: str | None, reference: str | None) -> str:
    """The id of a case that was given none: 12 hex digits of SHA-256 over prompt, context and reference."""
    text = json.dumps([prompt, context, reference], ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


class BenchmarkCase(BaseModel):
    """One question. `context` is the subject's system text; only the judge sees `reference`.

    `response`, `judge_reply` and `judge_tokens` were recorded earlier; the provider `recorded` plays them.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    prompt: str
    context: str | None = None
    reference: str | None = None
    tags: list[str] | None = None
    id: str = ""
    response: str | None = None
    judge_reply: str | None = None
    judge_tokens: int | None = Field(default=None, ge=0)
    metadata: dict[str, Any] = Field(default_factory=dict)

    @field_validator("prompt")
    @classmethod
    def _prompt_is_not_blank(cls, prompt: str) -> str:
        if not prompt.strip():
            raise ValueError("a case needs a prompt that is not blank")
        return prompt

    @model_validator(mode="before")
    @classmethod
    def _digest_as_id(cls, data: Any) -> Any:
        if isinstance(data, Mapping) and not data.get("id") and isinstance(data.get("prompt"), str):
            digest = case_digest(data["prompt"], data.get("context"), data.get("reference"))
            return {**data, "id": digest}
        return data


class BenchmarkSet(BaseModel):
    """Cases in file order."""

    model_config = ConfigDict(frozen=True)

    cases: list[BenchmarkCase]
    name: str | None = None
