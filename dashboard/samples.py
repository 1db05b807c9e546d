"""The bundled samples as kept runs: made by the first click, opened by every further one."""

from __future__ import annotations

from importlib.resources import files

from dashboard import data
from langeval_core.schema.run import RunKind, RunState
from langeval_core.schema.spec import StateSpec
from langeval_core.schema.state import StateCase

STATE_SAMPLE = "Hotel booking (sample)"
_LOOKED_THROUGH = 500


def state_sample_run() -> str:
    """The id of a run of the state sample."""
    return _kept(RunKind.STATE, STATE_SAMPLE) or data.run_states(StateSpec(name=STATE_SAMPLE), [_state_case()])


def _kept(kind: RunKind, name: str) -> str | None:
    """The newest finished run of this name."""
    runs = data.recent_runs(_LOOKED_THROUGH, kind=kind)
    return next((run.id for run in runs if run.name == name and run.state is RunState.FINISHED), None)


def _state_case() -> StateCase:
    from langeval_core.importers.states import load_state

    folder = files("sample_data").joinpath("states")
    pre, expected, actual = (
        load_state(folder.joinpath(f"{side}.json").read_bytes(), f"{side}.json").state
        for side in ("pre", "expected", "actual")
    )
    return StateCase(case_id="hotel booking", pre_state=pre, expected=expected, actual=actual)
