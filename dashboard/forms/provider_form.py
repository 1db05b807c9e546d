"""Who answers or judges: widgets to a `ProviderSpec`, and a key that stays in the session."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from dashboard.forms.connection_test import connection_test
from dashboard.forms.fault_form import fault_form
from dashboard.forms.provider_kinds import KINDS, OTHER, REHEARSAL, REHEARSAL_NAME, ProviderKind
from dashboard.labels import literal
from langeval_core.errors import InputError
from langeval_core.providers.registry import DEFAULT_TIMEOUT_S, RECORDED, Role, parse_provider
from langeval_core.providers.vendors import find_vendor
from langeval_core.schema.spec import ProviderSpec
from langeval_core.settings import first_variable_set


@dataclass(frozen=True)
class ProviderChoice:
    """What was chosen; `spec` is `None` while something is missing, and `problem` then says what."""

    spec: ProviderSpec | None
    api_key: str | None = None
    problem: str | None = None

    def __repr__(self) -> str:
        """Without the key, wherever this is printed."""
        return f"ProviderChoice(spec={self.spec!r}, problem={self.problem!r})"


def provider_form(role: Role) -> ProviderChoice:
    """Kind, model, address, key and finer settings of one role, with a test of the connection."""
    chosen = st.selectbox(
        "Answers come from" if role == "subject" else "Scores come from",
        list(KINDS),
        format_func=lambda name: KINDS[name].label,
        key=f"{role}_kind",
        persist_state="session",
    )
    kind = KINDS[chosen]
    st.caption(kind.help)
    if chosen == RECORDED:
        return ProviderChoice(ProviderSpec(name=RECORDED))
    if chosen == REHEARSAL:
        plan = fault_form(role)
        if isinstance(plan, str):
            return ProviderChoice(None, problem=plan)
        return ProviderChoice(ProviderSpec(name=REHEARSAL_NAME, faults=plan))
    choice = _vendor_form(role, chosen, kind)
    connection_test(role, choice.spec, choice.api_key)
    return choice


def _vendor_form(role: Role, chosen: str, kind: ProviderKind) -> ProviderChoice:
    model = _model_input(role, chosen, kind)
    address = ""
    if kind.needs_address:
        address = _text(role, chosen, "address", "Address", value=kind.address, placeholder=kind.address)
    api_key = _key_input(role, chosen, kind, model) if kind.takes_key else None
    settings = _finer_settings(role, chosen)
    if not model:
        return ProviderChoice(None, api_key, f"Name the {role}'s model.")
    if kind.needs_address and not address:
        return ProviderChoice(None, api_key, f"Give the address of the {role}'s server.")
    try:
        parsed = parse_provider(model if chosen == OTHER else f"{kind.vendor}:{model}", address or None)
    except InputError as error:
        st.error(literal(str(error)))
        return ProviderChoice(None, api_key, f"The {role}'s model or address cannot be used.")
    return ProviderChoice(settings.model_copy(update={"name": parsed.name, "base_url": parsed.base_url}), api_key)


def _model_input(role: Role, chosen: str, kind: ProviderKind) -> str:
    if chosen == OTHER:
        return _text(role, chosen, "model", "Vendor and model", placeholder="mistral:mistral-small-latest")
    return _text(role, chosen, "model", "Model", value="" if kind.needs_address else kind.model, placeholder=kind.model)


def _key_input(role: Role, chosen: str, kind: ProviderKind, model: str) -> str | None:
    variable = first_variable_set(kind.variables)
    if variable:
        placeholder = f"taken from {variable}"
    elif kind.needs_address:
        placeholder = "only if the server asks for one"
    else:
        placeholder = "kept for this session only"
    typed = st.text_input(
        "Key",
        type="password",
        key=f"{role}_{chosen}_key",
        placeholder=placeholder,
        autocomplete="off",
        persist_state="session",
        help="Kept in this session's memory while the run needs it. Never stored, logged, exported or shown."
        + _from_environment(chosen, kind, model),
    )
    return (typed or "").strip() or None


def _from_environment(chosen: str, kind: ProviderKind, model: str) -> str:
    vendor = find_vendor(model.partition(":")[0]) if chosen == OTHER else None
    needed = vendor.needs if vendor else " or ".join(kind.variables)
    return f" Without one it is taken from the server's environment: {needed}." if needed else ""


def _finer_settings(role: Role, chosen: str) -> ProviderSpec:
    """Temperature, limits and attempts, on a spec whose name is still to be set."""
    with st.expander("More settings"):
        temperature = st.number_input(
            "Temperature",
            min_value=0.0,
            max_value=2.0,
            value=None,
            step=0.1,
            placeholder="the model's own",
            key=f"{role}_{chosen}_temperature",
            persist_state="session",
        )
        limit = st.number_input(
            "Output limit (tokens)",
            min_value=1,
            value=None,
            step=100,
            placeholder="the model's own",
            key=f"{role}_{chosen}_limit",
            persist_state="session",
        )
        timeout_s = st.number_input(
            "Time limit of one attempt (s)",
            min_value=1.0,
            max_value=3600.0,
            value=DEFAULT_TIMEOUT_S[role],
            step=5.0,
            key=f"{role}_{chosen}_timeout",
            persist_state="session",
        )
        attempts = st.number_input(
            "Attempts",
            min_value=1,
            max_value=10,
            value=3,
            key=f"{role}_{chosen}_attempts",
            persist_state="session",
            help="The first call counts. Only what can be retried is: time-outs, full servers, lost connections.",
        )
    return ProviderSpec(
        name="", temperature=temperature, max_output_tokens=limit, timeout_s=timeout_s, attempts=attempts or 1
    )


def _text(role: Role, chosen: str, name: str, label: str, *, value: str = "", placeholder: str = "") -> str:
    typed = st.text_input(
        label, value=value, placeholder=placeholder, key=f"{role}_{chosen}_{name}", persist_state="session"
    )
    return (typed or "").strip()
