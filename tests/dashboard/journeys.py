"""Ways through the dashboard without a browser, and runs to find there."""

from __future__ import annotations

from pathlib import Path

from streamlit.testing.v1 import AppTest

import dashboard
from langeval_core.runner import run_benchmark, run_states
from langeval_core.schema.benchmark import BenchmarkCase, BenchmarkSet
from langeval_core.schema.run import RunKind
from langeval_core.schema.spec import BenchmarkSpec, ProviderSpec, StateSpec
from langeval_core.schema.state import InterpretiveState, StateCase, ValueConfidence
from langeval_core.store.run_store import RunStore, open_store

APP = str(Path(dashboard.__file__).with_name("app.py"))
RECORDED = ProviderSpec(name="recorded")


def open_page(page: str = "home", /, **address: str) -> AppTest:
    """A new session at `app_pages/<page>.py`, with these parameters in its address."""
    app = AppTest.from_file(APP, default_timeout=60).run().switch_page(f"app_pages/{page}.py")
    for name, value in address.items():
        app.query_params[name] = value
    return app.run()


def run_in_address(app: AppTest) -> str:
    """The id in `?run=…`, which is a list where the test itself put it there."""
    value = app.query_params["run"]
    return value if isinstance(value, str) else value[0]


def said(app: AppTest) -> str:
    """All that titles, alerts, captions and plain words on the page say."""
    groups = (app.title, app.subheader, app.error, app.warning, app.info, app.caption, app.markdown, app.toast)
    return "\n".join(str(element.value) for group in groups for element in group)


def keep_benchmark(store: RunStore, name: str = "nightly", *, budget: int = 1000, cases: int = 3) -> str:
    """A benchmark run of recorded answers, 100 judge tokens and a score of 8 each."""
    benchmark = BenchmarkSet(
        cases=[
            BenchmarkCase(
                prompt=f"What is {number}?",
                response=str(number),
                judge_reply='{"reason": "right", "score": 8}',
                judge_tokens=100,
            )
            for number in range(cases)
        ]
    )
    spec = BenchmarkSpec(name=name, subject=RECORDED, judge=RECORDED, budget_tokens=budget, parallel_evals=1)
    return run_benchmark(spec, benchmark, store).id


def keep_states(store: RunStore, name: str = "form", *, cases: int = 1) -> str:
    """A state run: one field matches and one is missing in each case."""
    return run_states(StateSpec(name=name), [state_case(number) for number in range(cases)], store).id


def state_case(number: int = 0) -> StateCase:
    expected, actual = InterpretiveState(), InterpretiveState()
    expected.add_value("city", ValueConfidence(value="Oslo", confidence=0.9))
    expected.add_value("guest", ValueConfidence(value=number, confidence=0.9))
    actual.add_value("city", ValueConfidence(value="Oslo", confidence=0.9))
    return StateCase(case_id=f"turn {number}", expected=expected, actual=actual)


def keep_unfinished(address: str, *, long_ago: bool) -> str:
    """A state run of two cases whose process has written nothing but its start, just now or long ago."""
    clock = {"clock": lambda: 1_790_000_000.0} if long_ago else {}
    with open_store(address, **clock) as store:
        return store.create_run(RunKind.STATE, StateSpec(name="unfinished"), [state_case(0), state_case(1)])
