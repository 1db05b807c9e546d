"""Which column of a file is which of our fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from langeval_core.importers.column_mapping import WELL_KNOWN

_NAMES = {
    "prompt": "Prompt (needed)",
    "context": "Context",
    "reference": "Reference",
    "tags": "Tags",
    "id": "Case id",
    "response": "Recorded answer",
    "judge_reply": "Recorded judge reply",
    "judge_tokens": "Recorded judge tokens",
    "metadata": "Other data (JSON)",
}


def column_form(columns: Sequence[str], guessed: Mapping[str, str], identity: str, *, needed: bool) -> dict[str, str]:
    """Our field -> the file's column, only where the user chose otherwise than `guessed`.

    Folded away unless `needed`. `identity` tells one file's choices from another's.
    """
    chosen: dict[str, str] = {}
    with st.expander("Columns of the file", expanded=needed, icon=":material/view_column:"):
        st.caption("Pick the file's column for each field. Columns that are not picked are kept with the case.")
        places = st.columns(3)
        for number, field in enumerate(WELL_KNOWN):
            column = places[number % 3].selectbox(
                _NAMES.get(field, field),
                columns,
                index=columns.index(guessed[field]) if field in guessed else None,
                format_func=str,
                placeholder="none",
                key=f"column_{field}_{identity}",
            )
            if column is not None and column != guessed.get(field):
                chosen[field] = column
    return chosen
