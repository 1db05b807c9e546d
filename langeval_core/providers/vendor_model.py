"""From a spec to a model of pydantic-ai: which class, which address, which key."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from openai import OpenAIError
from pydantic_ai.exceptions import UserError
from pydantic_ai.models import Model, infer_model
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.profiles import ModelProfile, merge_profile
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.providers import Provider as Connection, infer_provider_class
from pydantic_ai.providers.gateway import gateway_provider
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider
from pydantic_ai.settings import ModelSettings

from langeval_core.errors import InputError
from langeval_core.providers.vendors import COMPATIBLE, GATEWAY_PREFIX, Vendor, find_vendor
from langeval_core.schema.spec import ProviderSpec

_NO_KEY = "no-key"
"""Sent to an address of the user's own without a key: clients insist on sending something."""


def open_model(spec: ProviderSpec, api_key: str | None) -> Model:
    """The model a spec names; no request is made.

    Raises `InputError` for an unknown name, an address that the vendor cannot take, a missing package or key.
    """
    vendor_name, _, model_name = spec.name.partition(":")
    vendor = find_vendor(vendor_name)
    if vendor is None or not model_name:
        raise InputError(f"“{spec.name}” is not the name of a model.", hint="Write it as vendor:model.")
    if spec.base_url and not vendor.address:
        raise InputError(
            f"{vendor_name} has an address of its own.",
            field="base_url",
            hint=f"For another server that speaks OpenAI's protocol write {COMPATIBLE}:{model_name}.",
        )
    try:
        connection = _connect(vendor_name, vendor, spec.base_url, api_key)
        if vendor_name == COMPATIBLE and not _is_openai(connection.base_url):
            return OpenAIChatModel(model_name, provider=connection)
        return infer_model(spec.name, lambda _: connection)
    except ImportError as error:
        raise InputError(
            f"The package for {vendor_name} is not installed.", hint=f'Install it: pip install "{vendor.package}".'
        ) from error
    except (UserError, OpenAIError, ValueError) as error:
        raise _incomplete(vendor_name, vendor) from error


def without_retries(model: Model) -> ModelSettings:
    """Make the vendor's client try once only; returns the settings that every request needs for that."""
    client: Any = model.provider.client if model.provider is not None else None
    if hasattr(client, "max_retries"):
        # As a setting it would copy the client for each request.
        client.max_retries = 0
    elif "max_retries" not in model.unsupported_settings:
        return ModelSettings(max_retries=0)
    return ModelSettings()


def _connect(vendor_name: str, vendor: Vendor, base_url: str | None, api_key: str | None) -> Connection[Any]:
    if vendor_name.startswith(GATEWAY_PREFIX):
        return gateway_provider(vendor_name.removeprefix(GATEWAY_PREFIX), api_key=api_key)
    if base_url and vendor_name in (COMPATIBLE, "openai-chat"):
        return OpenAICompatibleProvider(
            "server", base_url=base_url, api_key=api_key or _NO_KEY, profile=_compatible_profile
        )
    connection = infer_provider_class(vendor_name)
    if base_url:
        # A key from the environment belongs to the vendor: it must not travel to an address that somebody typed.
        return connection(**{vendor.address: base_url, vendor.key: api_key or _NO_KEY})
    key = {vendor.key: api_key} if api_key else {}
    default = {vendor.address: vendor.default_address} if vendor.default_address else {}
    if default and not vendor.needs:
        return connection(**default, **key)
    try:
        return connection(**key)
    except UserError:
        if not default:
            raise
        return connection(**default, **key)


def _compatible_profile(model_name: str) -> ModelProfile:
    """As pydantic-ai has it, but with the old name of the output limit, which is the one that all servers know."""
    profile = OpenAICompatibleProvider.model_profile(model_name) or ModelProfile()
    reasons = bool(profile.get("openai_supports_reasoning", False))
    return merge_profile(profile, OpenAIModelProfile(openai_chat_supports_max_completion_tokens=reasons))


def _is_openai(base_url: str) -> bool:
    """Whether OpenAI itself answers there; other servers of its kind seldom speak its newer Responses protocol."""
    host = urlsplit(base_url).hostname or ""
    return host == "openai.com" or host.endswith(".openai.com")


def _incomplete(vendor_name: str, vendor: Vendor) -> InputError:
    from_environment = f"Set {vendor.needs} in the environment, or type" if vendor.needs else "Type"
    return InputError(f"There is no key for {vendor_name}.", hint=f"{from_environment} a key for this session.")
