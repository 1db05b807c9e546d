"""Set up a benchmark run and start it."""

from __future__ import annotations

import streamlit as st

from dashboard import jobs, samples, session
from dashboard.forms.benchmark_form import benchmark_form
from dashboard.forms.sample_form import sample_form
from dashboard.labels import literal
from langeval_core.errors import LangEvalError

st.title("Benchmark", anchor=False)
st.markdown(
    "A **subject** answers every case; a **judge** scores every answer from 1 to 10, within a budget of tokens. "
    "The run goes on when you leave this page, and is kept."
)
run_id: str | None = None
try:
    if sample_form():
        run_id = samples.start_benchmark_sample()
    elif request := benchmark_form():
        run_id = jobs.start_benchmark(request.spec, request.benchmark, request.api_keys)
except LangEvalError as error:
    st.error(literal(str(error)), icon=":material/error:")
if run_id:
    session.open_run(run_id)
