"""The bundled samples as kept runs: made by the first click, opened by every further one."""

from __future__ import annotations

from importlib.resources import files

from dashboard import data, jobs
from langeval_core.schema.benchmark import BenchmarkSet
from langeval_core.schema.run import RunKind, RunState
from langeval_core.schema.spec import BenchmarkSpec, ProviderSpec, StateSpec
from langeval_core.schema.state import StateCase

STATE_SAMPLE = "Hotel booking (sample)"
BENCHMARK_SAMPLE = "Hotel concierge (sample)"
SAMPLE_BUDGET = 9_000
"""Judge tokens, fewer than the whole benchmark sample takes: what an exhausted budget looks like is part of it."""
_LOOKED_THROUGH = 500
_BENCHMARK_FILE = "hotel_concierge.toml"


def state_sample_run() -> str:
    """The id of a run of the state sample."""
    return _kept(RunKind.STATE, STATE_SAMPLE) or data.run_states(StateSpec(name=STATE_SAMPLE), [_state_case()])


def benchmark_sample_run() -> str:
    """The id of a run of the benchmark sample; a new one goes on in the background. Raises `LangEvalError`."""
    return _kept(RunKind.BENCHMARK, BENCHMARK_SAMPLE) or start_benchmark_sample()


def start_benchmark_sample() -> str:
    """Run the benchmark sample with its recorded answers; gives the id of the new run. Raises `LangEvalError`."""
    recorded = ProviderSpec(name="recorded")
    spec = BenchmarkSpec(
        name=BENCHMARK_SAMPLE,
        source=_BENCHMARK_FILE,
        subject=recorded,
        judge=recorded,
        budget_tokens=SAMPLE_BUDGET,
    )
    return jobs.start_benchmark(spec, benchmark_sample())


def benchmark_sample() -> BenchmarkSet:
    """The cases of the benchmark sample."""
    from langeval_core.importers.benchmarks import load_benchmark

    return load_benchmark(benchmark_sample_file(), _BENCHMARK_FILE).benchmark()


def benchmark_sample_file() -> bytes:
    """The benchmark sample as a file, also a model for one's own."""
    return files("sample_data").joinpath("benchmarks", _BENCHMARK_FILE).read_bytes()


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
