"""From a provider's options to its spec."""

from __future__ import annotations

from typing import TYPE_CHECKING

from langeval_core.errors import InputError

if TYPE_CHECKING:
    from langeval_core.schema.spec import FaultPlan, ProviderSpec


def provider_spec(
    option: str, name: str, base_url: str | None, timeout_s: float | None, attempts: int, faults: str | None
) -> ProviderSpec:
    """The spec of one provider; `option` is how it is called on the command line.

    Raises `InputError` for an unknown name, a bad address or a bad fault plan.
    """
    from langeval_core.providers.registry import FAULTY_PREFIX, parse_provider

    try:
        spec = parse_provider(name, base_url)
        plan = parse_faults(faults) if faults is not None else None
    except InputError as error:
        raise InputError(error.problem, field=option, hint=error.hint) from None
    if plan and not spec.name.startswith(FAULTY_PREFIX):
        raise InputError(
            f"A fault plan is given, but “{spec.name}” is not to be spoilt.",
            field=option,
            hint=f"Write {FAULTY_PREFIX}{spec.name}.",
        )
    return spec.model_copy(update={"timeout_s": timeout_s, "attempts": attempts, "faults": plan})


def parse_faults(text: str) -> FaultPlan:
    """A fault plan from `seed=1,timeout=0.1`. Raises `InputError` naming what is wrong and what there is."""
    from pydantic import ValidationError

    from langeval_core.schema.spec import FaultPlan

    known = ", ".join(FaultPlan.model_fields)
    given: dict[str, str] = {}
    for part in text.split(","):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or name not in FaultPlan.model_fields:
            raise InputError(
                f"“{part.strip()}” is no part of a fault plan.", hint=f"Known are {known}; as in timeout=0.1."
            )
        given[name] = value
    try:
        return FaultPlan.model_validate(given)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise InputError(
            f"{'.'.join(map(str, first['loc']))}: {first['msg']}.", hint="Shares lie from 0 to 1."
        ) from None
