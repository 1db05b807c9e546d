"""From a provider's name to a provider. Vendors' clients are imported when one is opened, not before."""

from __future__ import annotations

import asyncio
from typing import Literal
from urllib.parse import urlsplit

from langeval_core.errors import InputError, ProviderError, ProviderErrorKind
from langeval_core.providers.faulty import REHEARSAL, FaultyProvider
from langeval_core.providers.recorded import RecordedProvider
from langeval_core.providers.vendors import COMPATIBLE, VENDORS, find_vendor
from langeval_core.schema.completion import Completion, Message, Provider
from langeval_core.schema.judging import JudgeOutput
from langeval_core.schema.spec import ProviderSpec

Role = Literal["subject", "judge"]

RECORDED = "recorded"
FAULTY_PREFIX = "faulty:"
DEFAULT_TIMEOUT_S: dict[Role, float] = {"subject": 60.0, "judge": 30.0}
"""Limit of one attempt, in seconds, where a spec gives none."""

_CHECKS: dict[Role, str] = {
    "subject": "This is a test of the connection. Answer with the single word: ready",
    "judge": 'This is a test of the connection. Answer with the JSON object {"reason": "ready", "score": 10}',
}


def parse_provider(text: str, base_url: str | None = None) -> ProviderSpec:
    """Read a provider's name as people write it.

    `vendor:model`, `recorded`, either after `faulty:`; with `base_url` (an OpenAI-compatible server) the vendor may be
    left out. Raises `InputError` that lists what is known.
    """
    name = text.strip()
    faulty = name.startswith(FAULTY_PREFIX)
    inner = name.removeprefix(FAULTY_PREFIX).strip()
    if base_url is not None and base_url.strip():
        inner, base_url = _with_address(inner, base_url.strip())
    else:
        base_url = None
    if inner != RECORDED:
        _check_name(text, inner)
    return ProviderSpec(name=f"{FAULTY_PREFIX}{inner}" if faulty else inner, base_url=base_url)


def open_provider(spec: ProviderSpec, *, role: Role, api_key: str | None = None) -> Provider:
    """The provider a spec names; no call is made. Hand it to `aclose` when it is no longer needed.

    `api_key` is used for this provider only; without it a vendor's key comes from the environment. Raises `InputError`
    for an unknown name, a missing or impossible key, or a package that is not installed.
    """
    api_key = (api_key or "").strip()
    if not api_key.isascii() or any(character.isspace() or not character.isprintable() for character in api_key):
        raise InputError(
            "The key holds characters that no key has.", field="api_key", hint="Copy it again, without blanks."
        )
    name = spec.name.removeprefix(FAULTY_PREFIX)
    provider: Provider
    if name == RECORDED:
        provider = RecordedProvider(role)
    else:
        _check_name(spec.name, name)
        from langeval_core.providers.vendor import VendorProvider

        provider = VendorProvider(spec.model_copy(update={"name": name}), api_key or None)
    if name != spec.name or spec.faults is not None:
        return FaultyProvider(provider, spec.faults or REHEARSAL)
    return provider


async def aclose(provider: Provider) -> None:
    """Close a provider's connections, if it has any."""
    if close := getattr(provider, "aclose", None):
        await close()


async def check_provider(spec: ProviderSpec, role: Role, api_key: str | None = None) -> Completion:
    """Test a connection: one short call, as the role would make it, without retries and rehearsed faults.

    Recorded answers need no connection: their completion is empty and `replayed`. Raises `InputError` as
    `open_provider` does, `ProviderError` where no answer comes.
    """
    spec = spec.model_copy(update={"name": spec.name.removeprefix(FAULTY_PREFIX), "faults": None})
    if spec.name == RECORDED:
        return Completion(text="", model=RECORDED, replayed=True)
    provider = open_provider(spec, role=role, api_key=api_key)
    timeout_s = spec.timeout_s or DEFAULT_TIMEOUT_S[role]
    options = {"output_type": JudgeOutput} if role == "judge" else {}
    try:
        async with asyncio.timeout(timeout_s):
            return await provider.complete([Message(role="user", content=_CHECKS[role])], **options)
    except TimeoutError as error:
        raise ProviderError(f"No answer within {timeout_s:g} s.", kind=ProviderErrorKind.TIMEOUT) from error
    finally:
        await aclose(provider)


def _with_address(inner: str, base_url: str) -> tuple[str, str]:
    address = urlsplit(base_url)
    if address.scheme not in ("http", "https") or not address.hostname:
        raise InputError(
            f"“{base_url}” is not the address of a server.",
            field="base_url",
            hint="Write it as http://host:port/v1 or https://host/v1.",
        )
    if address.username or address.password or address.query or address.fragment:
        raise InputError(
            "The address of a server may not hold a user name, a password or a query.",
            field="base_url",
            hint="Give the key as the key: addresses are kept with the run, keys are not.",
        )
    if inner == RECORDED:
        raise InputError("Recorded answers need no address.", field="base_url", hint="Leave the address empty.")
    vendor_name, colon, _ = inner.partition(":")
    named = bool(colon) and find_vendor(vendor_name) is not None
    return (inner if named else f"{COMPATIBLE}:{inner}"), base_url


def _check_name(text: str, name: str) -> None:
    vendor_name, _, model_name = name.partition(":")
    if model_name.strip() and find_vendor(vendor_name) is not None:
        return
    known = ", ".join(sorted(VENDORS))
    raise InputError(
        f"“{text.strip()}” is not the name of a provider.",
        field="provider",
        hint=(
            "Write vendor:model (for example openai:gpt-5-mini), recorded, or faulty: before either. "
            f"Known vendors: {known}."
        ),
    )
