"""Cases typed into a table, checked by the same reader as a file."""

from __future__ import annotations

import streamlit as st

from dashboard import session
from dashboard.forms.cases_form import CasesChoice, settle
from dashboard.labels import literal
from dashboard.tables.cases_table import typed_cases_jsonl, typed_frame, typed_rows
from langeval_core.errors import InputError
from langeval_core.importers.benchmarks import load_benchmark

SOURCE = "typed cases"
_TABLE = "typed_cases"


def typed_cases_form() -> CasesChoice:
    """An editable table, kept while other pages are visited; rows without any text are left out."""
    st.caption(
        "One case a row; add rows at the bottom, or paste from a spreadsheet. Only the prompt is needed. Separate tags "
        "by semicolons. What was recorded earlier is used where “Recorded answers” is chosen below."
    )
    column = st.column_config.TextColumn
    edited = st.data_editor(
        session.editor_rows(_TABLE, typed_frame),
        num_rows="dynamic",
        key=_TABLE,
        hide_index=True,
        placeholder="",
        column_config={
            "prompt": column("Prompt", width="large", required=False),
            "reference": column("Reference", width="medium", help="For the judge only."),
            "context": column("Context", width="medium", help="The subject's system text."),
            "tags": column("Tags", width="small"),
            "response": column("Recorded answer", width="medium"),
            "judge_reply": column("Recorded judge reply", width="medium"),
        },
        alt="Cases to type in.",
    )
    rows = typed_rows(edited)
    session.keep_editor_rows(_TABLE, rows)
    if not any(rows):
        return CasesChoice(problem="Type at least one case.")
    try:
        loaded = load_benchmark(typed_cases_jsonl(rows), f"{SOURCE}.jsonl")
    except InputError as error:
        st.error(literal(error.problem), icon=":material/error:")
        return CasesChoice(problem="Every case needs a prompt.")
    choice = settle(loaded, SOURCE, _TABLE)
    if choice.benchmark is None:
        return choice
    return CasesChoice(choice.benchmark.model_copy(update={"name": "Typed cases"}), SOURCE)
