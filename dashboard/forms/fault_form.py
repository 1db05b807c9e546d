"""What a rehearsal spoils: widgets to a `FaultPlan`."""

from __future__ import annotations

import streamlit as st

from langeval_core.providers.registry import Role
from langeval_core.schema.spec import FaultPlan

_FAULTS = {
    "timeout": "Time-outs",
    "refusal": "Refusals",
    "rate_limit": "Rate limits (429)",
    "server_error": "Server errors (500)",
    "unreadable": "Unreadable text",
    "cut": "Cut replies",
    "no_usage": "No usage reported",
}
_DEFAULT_PERCENT = {"subject": 0, "judge": 5}


def fault_form(role: Role) -> FaultPlan | str:
    """Shares in per cent of calls, latency and seed; a sentence instead of a plan when the shares exceed 100 %."""
    left, right = st.columns(2)
    latency_ms = left.number_input(
        "Each call takes (ms)",
        min_value=0,
        max_value=600_000,
        value=0,
        step=50,
        key=f"{role}_latency",
        persist_state="session",
    )
    seed = right.number_input(
        "Seed",
        min_value=0,
        max_value=2**31,
        value=0,
        key=f"{role}_seed",
        persist_state="session",
        help="The same seed spoils the same calls.",
    )
    shares: dict[str, float] = {}
    with st.expander("What goes wrong, in per cent of the calls"):
        columns = st.columns(2)
        for number, (name, label) in enumerate(_FAULTS.items()):
            percent = columns[number % 2].number_input(
                label,
                min_value=0,
                max_value=100,
                value=_DEFAULT_PERCENT[role],
                step=5,
                key=f"{role}_{name}",
                persist_state="session",
            )
            shares[name] = (percent or 0) / 100
    total = round(sum(shares.values()) * 100)
    if total > 100:
        st.error(f"The shares add up to {total} %; together they may reach 100 %.")
        return f"The {role}'s faults add up to more than 100 %."
    return FaultPlan(seed=seed or 0, latency_ms=latency_ms or 0, **shares)
