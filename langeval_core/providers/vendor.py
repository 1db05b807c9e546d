"""Every vendor, through pydantic-ai's direct model requests: one request a call, no retries of its own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from pydantic import BaseModel
from pydantic_ai.direct import model_request
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    SystemPromptPart,
    TextPart,
    UserPromptPart,
)
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings
from pydantic_ai.usage import RequestUsage

from langeval_core.errors import ProviderError, ProviderErrorKind
from langeval_core.providers.vendor_errors import provider_error
from langeval_core.providers.vendor_model import open_model, without_retries
from langeval_core.schema.completion import Completion, Message, TokenUsage
from langeval_core.schema.spec import ProviderSpec

_REJECTED = (400, 422)


class VendorProvider:
    """A model of a vendor, or of any OpenAI-compatible server (`base_url`).

    Asks for schema-constrained output when given `output_type`, where the model's profile says that it can. Retries,
    and limits on time, are the caller's. Where a server may take a chat template's own marks (`<|im_end|>`) in a text
    for real, pydantic-ai breaks them with an invisible joiner; all other text is sent as it is.

    Args:
        spec: `name` is `vendor:model`.
        api_key: the key; `None` takes the vendor's from the environment. A key from the environment is never sent to
            an address given in the spec.

    Raises `InputError` where the key or the vendor's package is missing.
    """

    def __init__(self, spec: ProviderSpec, api_key: str | None = None) -> None:
        self._spec = spec
        self._api_key = api_key or None
        self._model = open_model(spec, self._api_key)
        self._base_settings = without_retries(self._model)
        self._entered = False
        self._constrain = bool(self._model.profile.get("supports_json_schema_output"))

    async def complete(self, messages: Sequence[Message], **options: Any) -> Completion:
        """Ask the model once. Raises `ProviderError`."""
        if not self._entered:
            self._entered = True
            await self._model.__aenter__()
        output_type = options.get("output_type") if self._constrain else None
        try:
            return await self._request(messages, options, output_type)
        except ProviderError as error:
            # Not every server that calls itself compatible knows response formats; the prompt says the same in words.
            if not (output_type and self._spec.base_url and error.status in _REJECTED):
                raise
        completion = await self._request(messages, options, None)
        self._constrain = False
        return completion

    async def aclose(self) -> None:
        """Close the connections. The provider may be used again afterwards."""
        if self._entered:
            self._entered = False
            await self._model.__aexit__(None, None, None)

    async def _request(
        self, messages: Sequence[Message], options: dict[str, Any], output_type: type[BaseModel] | None
    ) -> Completion:
        try:
            response = await model_request(
                self._model,
                _conversation(messages),
                model_settings=self._settings(options),
                model_request_parameters=_parameters(output_type),
            )
        except Exception as error:  # noqa: BLE001 - each vendor's client raises what it likes
            # What it raises holds the request with its key: it is not kept as the cause.
            raise provider_error(error, api_key=self._api_key) from None
        return _completion(response)

    def _settings(self, options: dict[str, Any]) -> ModelSettings:
        settings = self._base_settings.copy()
        temperature = options.get("temperature", self._spec.temperature)
        if temperature is not None:
            settings["temperature"] = temperature
        max_output_tokens = options.get("max_output_tokens", self._spec.max_output_tokens)
        if max_output_tokens is not None:
            settings["max_tokens"] = max_output_tokens
        return settings


def _conversation(messages: Sequence[Message]) -> list[ModelMessage]:
    conversation: list[ModelMessage] = []
    for message in messages:
        if message.role == "assistant":
            conversation.append(ModelResponse(parts=[TextPart(message.content)]))
            continue
        part = SystemPromptPart(message.content) if message.role == "system" else UserPromptPart(message.content)
        if conversation and isinstance(conversation[-1], ModelRequest):
            conversation[-1] = ModelRequest(parts=[*conversation[-1].parts, part])
        else:
            conversation.append(ModelRequest(parts=[part]))
    return conversation


@lru_cache(maxsize=32)
def _parameters(output_type: type[BaseModel] | None) -> ModelRequestParameters:
    if output_type is None:
        return ModelRequestParameters()
    schema = output_type.model_json_schema()
    # A docstring written for programmers, paid for with each call.
    schema.pop("description", None)
    return ModelRequestParameters(
        output_mode="native",
        output_object=OutputObjectDefinition(json_schema=schema, name=output_type.__name__),
    )


def _completion(response: ModelResponse) -> Completion:
    usage = response.usage
    if response.finish_reason == "content_filter" and not response.text:
        raise ProviderError(
            "The model refused to answer (content filter).", kind=ProviderErrorKind.REFUSED, usage=_usage(usage)
        )
    return Completion(
        text=response.text or "",
        usage=_usage(usage),
        finish_reason=response.finish_reason,
        model=response.model_name,
    )


def _usage(usage: RequestUsage) -> TokenUsage | None:
    """Tokens as reported; nothing but zeros is what pydantic-ai makes of a reply without usage."""
    if not (usage.input_tokens or usage.output_tokens):
        return None
    return TokenUsage(
        input_tokens=usage.input_tokens, output_tokens=usage.output_tokens, cached_tokens=usage.cache_read_tokens
    )
