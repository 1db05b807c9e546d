"""LangEval's core: two evaluators, their nouns, and kept runs.

Importing this package does nothing but name things: each name loads its module when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from langeval_core.errors import (
        EmptyBenchmarkSetError as EmptyBenchmarkSetError,
        InputError as InputError,
        LangEvalError as LangEvalError,
        MutationError as MutationError,
        ProviderError as ProviderError,
        ProviderErrorKind as ProviderErrorKind,
        RunNotFoundError as RunNotFoundError,
        StoreError as StoreError,
        SubjectError as SubjectError,
    )
    from langeval_core.evaluators.benchmark import (
        Evaluator as Evaluator,
    )
    from langeval_core.evaluators.judge_reply import (
        read_judge_reply as read_judge_reply,
    )
    from langeval_core.evaluators.state import (
        LLMEvaluator as LLMEvaluator,
    )
    from langeval_core.evaluators.state_diff import (
        compare_states as compare_states,
    )
    from langeval_core.importers.benchmarks import (
        load_benchmark as load_benchmark,
    )
    from langeval_core.importers.states import (
        load_state as load_state,
    )
    from langeval_core.mutators.base import (
        BaseLLMClient as BaseLLMClient,
        BaseMutator as BaseMutator,
    )
    from langeval_core.mutators.fixed_mutator import (
        FixedMutator as FixedMutator,
    )
    from langeval_core.mutators.llm_mutator import (
        LLMMutator as LLMMutator,
    )
    from langeval_core.providers.faulty import (
        FaultyProvider as FaultyProvider,
    )
    from langeval_core.providers.recorded import (
        RecordedProvider as RecordedProvider,
    )
    from langeval_core.providers.registry import (
        open_provider as open_provider,
    )
    from langeval_core.providers.scripted import (
        MockProvider as MockProvider,
    )
    from langeval_core.runner import (
        run_benchmark as run_benchmark,
        run_states as run_states,
    )
    from langeval_core.schema.benchmark import (
        BenchmarkCase as BenchmarkCase,
        BenchmarkSet as BenchmarkSet,
    )
    from langeval_core.schema.comparison import (
        Cause as Cause,
        ChangeClass as ChangeClass,
        EvaluationResult as EvaluationResult,
        FieldComparison as FieldComparison,
        FieldSet as FieldSet,
        FieldStatus as FieldStatus,
        PathChange as PathChange,
        StateComparison as StateComparison,
    )
    from langeval_core.schema.completion import (
        Completion as Completion,
        Message as Message,
        Provider as Provider,
        TokenUsage as TokenUsage,
    )
    from langeval_core.schema.judging import (
        Criterion as Criterion,
        JudgeOutput as JudgeOutput,
        JudgeReading as JudgeReading,
        Rubric as Rubric,
    )
    from langeval_core.schema.mutation import (
        EvaluationContext as EvaluationContext,
        MutationContext as MutationContext,
        MutationResult as MutationResult,
        Mutator as Mutator,
    )
    from langeval_core.schema.report import (
        CallRecord as CallRecord,
        CaseAnswer as CaseAnswer,
        CaseResult as CaseResult,
        CaseScore as CaseScore,
        CaseTranscript as CaseTranscript,
        EvalReport as EvalReport,
        Interval as Interval,
        Outcome as Outcome,
        StateCaseResult as StateCaseResult,
        StateOutcome as StateOutcome,
        StateReport as StateReport,
        TagScore as TagScore,
    )
    from langeval_core.schema.run import (
        Run as Run,
        RunKind as RunKind,
        RunState as RunState,
        RunSummary as RunSummary,
    )
    from langeval_core.schema.spec import (
        BenchmarkSpec as BenchmarkSpec,
        FaultPlan as FaultPlan,
        ProviderSpec as ProviderSpec,
        StateSpec as StateSpec,
    )
    from langeval_core.schema.state import (
        Inference as Inference,
        InterpretiveFieldState as InterpretiveFieldState,
        InterpretiveState as InterpretiveState,
        StateCase as StateCase,
        StructuredInput as StructuredInput,
        ValueConfidence as ValueConfidence,
    )
    from langeval_core.store.run_store import (
        RunStore as RunStore,
        open_store as open_store,
    )

_HOMES = {
    "langeval_core.errors": (
        "EmptyBenchmarkSetError",
        "InputError",
        "LangEvalError",
        "MutationError",
        "ProviderError",
        "ProviderErrorKind",
        "RunNotFoundError",
        "StoreError",
        "SubjectError",
    ),
    "langeval_core.evaluators.benchmark": ("Evaluator",),
    "langeval_core.evaluators.judge_reply": ("read_judge_reply",),
    "langeval_core.evaluators.state": ("LLMEvaluator",),
    "langeval_core.evaluators.state_diff": ("compare_states",),
    "langeval_core.importers.benchmarks": ("load_benchmark",),
    "langeval_core.importers.states": ("load_state",),
    "langeval_core.mutators.base": (
        "BaseLLMClient",
        "BaseMutator",
    ),
    "langeval_core.mutators.fixed_mutator": ("FixedMutator",),
    "langeval_core.mutators.llm_mutator": ("LLMMutator",),
    "langeval_core.providers.faulty": ("FaultyProvider",),
    "langeval_core.providers.recorded": ("RecordedProvider",),
    "langeval_core.providers.registry": ("open_provider",),
    "langeval_core.providers.scripted": ("MockProvider",),
    "langeval_core.runner": (
        "run_benchmark",
        "run_states",
    ),
    "langeval_core.schema.benchmark": (
        "BenchmarkCase",
        "BenchmarkSet",
    ),
    "langeval_core.schema.comparison": (
        "Cause",
        "ChangeClass",
        "EvaluationResult",
        "FieldComparison",
        "FieldSet",
        "FieldStatus",
        "PathChange",
        "StateComparison",
    ),
    "langeval_core.schema.completion": (
        "Completion",
        "Message",
        "Provider",
        "TokenUsage",
    ),
    "langeval_core.schema.judging": (
        "Criterion",
        "JudgeOutput",
        "JudgeReading",
        "Rubric",
    ),
    "langeval_core.schema.mutation": (
        "EvaluationContext",
        "MutationContext",
        "MutationResult",
        "Mutator",
    ),
    "langeval_core.schema.report": (
        "CallRecord",
        "CaseAnswer",
        "CaseResult",
        "CaseScore",
        "CaseTranscript",
        "EvalReport",
        "Interval",
        "Outcome",
        "StateCaseResult",
        "StateOutcome",
        "StateReport",
        "TagScore",
    ),
    "langeval_core.schema.run": (
        "Run",
        "RunKind",
        "RunState",
        "RunSummary",
    ),
    "langeval_core.schema.spec": (
        "BenchmarkSpec",
        "FaultPlan",
        "ProviderSpec",
        "StateSpec",
    ),
    "langeval_core.schema.state": (
        "Inference",
        "InterpretiveFieldState",
        "InterpretiveState",
        "StateCase",
        "StructuredInput",
        "ValueConfidence",
    ),
    "langeval_core.store.run_store": (
        "RunStore",
        "open_store",
    ),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME_OF)


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(_HOME_OF)
