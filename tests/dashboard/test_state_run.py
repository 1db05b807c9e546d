"""The page of a kept state run of several cases, and of a case without a result."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from dashboard import data
from langeval_core import runner
from langeval_core.errors import MutationError
from langeval_core.schema.mutation import MutationContext, MutationResult
from langeval_core.schema.spec import StateSpec
from langeval_core.schema.state import InterpretiveState, StateCase, ValueConfidence

APP = Path(data.__file__).with_name("app.py")


class Refusing:
    """A mutator that never makes a state."""

    async def mutate(self, context: MutationContext) -> MutationResult:
        raise MutationError("The reply is <b>no</b> JSON array.", raw_reply="no")


def state(**values: object) -> InterpretiveState:
    made = InterpretiveState()
    for path, value in values.items():
        made.add_value(path, ValueConfidence(value=value, confidence=1.0))
    return made


@pytest.fixture(autouse=True)
def own_store(tmp_path: Path) -> Iterator[None]:
    data.use_store(str(tmp_path / "runs.db"))
    yield
    data.get_store().close()


def opened(run_id: str, **parameters: str) -> AppTest:
    page = AppTest.from_file(str(APP), default_timeout=30).run()
    page.switch_page("app_pages/run.py")
    for name, value in {"run": run_id, **parameters}.items():
        page.query_params[name] = value
    return page.run()


def texts(page: AppTest) -> str:
    groups = (page.warning, page.success, page.info, page.subheader)
    return "\n".join(str(element.value) for group in groups for element in group)


def two_cases() -> str:
    cases = [
        StateCase(case_id="good", expected=state(a=1), actual=state(a=1)),
        StateCase(case_id="# bad", expected=state(a=1, b=2), actual=state(a=2)),
    ]
    return runner.run_states(StateSpec(name="two"), cases, data.get_store()).id


def test_a_run_of_several_cases_lists_them_and_shows_the_first() -> None:
    page = opened(two_cases())
    assert not page.exception
    assert list(page.dataframe[0].value["case"]) == ["good", "# bad"]
    assert list(page.dataframe[0].value["accuracy"]) == [1.0, 0.0]
    assert "The one expected field matches" in texts(page)


def test_the_case_in_the_address_is_shown() -> None:
    page = opened(two_cases(), case="2")
    assert "0 of 2 expected fields match; 1 mismatched, 1 missing" in texts(page)
    assert "Case 2: \\# bad" in texts(page)


def test_a_case_whose_mutator_failed_shows_its_error_instead_of_a_result() -> None:
    case = StateCase(case_id="one", pre_state=state(a=1), expected=state(a=2), metadata={"prompt": "go"})
    run = runner.run_states(StateSpec(name="refused"), [case], data.get_store(), mutator=Refusing())
    page = opened(run.id)
    assert not page.exception
    assert "JSON array" in texts(page)
    assert "<b>" not in texts(page).replace("\\<b\\>", "")
    assert not page.dataframe
