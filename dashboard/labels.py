"""How values are worded and coloured: the one place for both.

Colours never stand alone: each has a word and a sign beside it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from dashboard.colours import BLUE, GREEN, GREY, ORANGE, PINK, PURPLE, SILVER, VERMILLION
from langeval_core.schema.comparison import Cause, ChangeClass, FieldSet, FieldStatus
from langeval_core.schema.report import Outcome, StateOutcome
from langeval_core.schema.run import RunKind, RunState, RunSummary
from langeval_core.schema.spec import BenchmarkSpec, ProviderSpec, StateSpec


class Label(NamedTuple):
    """A value in words: `sign` never relies on colour, `help` is one sentence."""

    word: str
    sign: str
    colour: str
    help: str

    @property
    def text(self) -> str:
        """Sign and word, as they stand in tables and legends."""
        return f"{self.sign} {self.word}"

    @property
    def tint(self) -> str:
        """The colour at a fifth of its strength: a ground on which a table's own text stays readable, light or dark."""
        return f"{self.colour}30"


FIELD_STATUS: dict[FieldStatus, Label] = {
    FieldStatus.MATCHING: Label("matching", "✓", BLUE, "Best value and confidence are both equal."),
    FieldStatus.MISMATCHED: Label("mismatched", "≠", VERMILLION, "Both have the field; value or confidence differs."),
    FieldStatus.MISSING: Label("missing", "−", ORANGE, "Expected, but not there."),
    FieldStatus.EXTRA: Label("extra", "+", PINK, "There, but not expected; not in the accuracy's denominator."),
}

OUTCOME: dict[Outcome, Label] = {
    Outcome.SCORED: Label("scored", "✓", BLUE, "The judge gave a score that could be read."),
    Outcome.BUDGET_EXHAUSTED: Label("budget exhausted", "◧", ORANGE, "The token budget ended before this case."),
    Outcome.JUDGE_UNREADABLE: Label("judge unreadable", "?", PINK, "The judge replied, but no score could be read."),
    Outcome.JUDGE_ERROR: Label("judge error", "✗", VERMILLION, "The judge call failed."),
    Outcome.JUDGE_TIMEOUT: Label("judge timeout", "◔", PURPLE, "The judge did not answer in time."),
    Outcome.SUBJECT_ERROR: Label("subject error", "⊘", "#8C3B00", "The subject call failed; nothing to judge."),
    Outcome.SUBJECT_TIMEOUT: Label("subject timeout", "◕", "#4B3A78", "The subject did not answer in time."),
    Outcome.CANCELLED: Label("cancelled", "■", GREY, "The run was cancelled before this case."),
    Outcome.NOT_STARTED: Label("not started", "○", SILVER, "The run ended before this case."),
}

STATE_OUTCOME: dict[StateOutcome, Label] = {
    StateOutcome.COMPARED: Label("compared", "✓", BLUE, "Expected and actual were compared."),
    StateOutcome.MUTATOR_ERROR: Label("mutator error", "✗", VERMILLION, "The mutator failed; nothing to compare."),
    StateOutcome.CANCELLED: Label("cancelled", "■", GREY, "The run was cancelled before this case."),
    StateOutcome.NOT_STARTED: Label("not started", "○", SILVER, "The run ended before this case."),
}

RUN_STATE: dict[RunState, Label] = {
    RunState.RUNNING: Label("running", "▶", GREEN, "The run is going on."),
    RunState.FINISHED: Label("finished", "✓", BLUE, "Every case was tried."),
    RunState.CANCELLED: Label("cancelled", "■", GREY, "Stopped by a user; what was done is kept."),
    RunState.FAILED: Label("failed", "✗", VERMILLION, "Stopped by an error; what was done is kept."),
    RunState.INTERRUPTED: Label("interrupted", "‖", ORANGE, "Its process ended early; what was done is kept."),
}

RUN_KIND: dict[RunKind, Label] = {
    RunKind.STATE: Label("state", "◫", PURPLE, "Expected against actual state, field by field."),
    RunKind.BENCHMARK: Label("benchmark", "☰", GREEN, "A subject's answers, scored by a judge."),
}

CAUSE: dict[Cause, str] = {
    Cause.CONFIDENCE: "values equal, confidence differs",
    Cause.TYPE: "equal but for the JSON type",
    Cause.CASE: "equal but for upper and lower case",
    Cause.BLANKS: "equal but for blanks",
    Cause.UNICODE: "equal after Unicode normalisation (NFC)",
    Cause.ROUNDING: "numbers equal but for rounding",
    Cause.INSTANT: "same moment, written otherwise",
    Cause.ORDER: "same items in another order",
    Cause.EMPTY: "both empty, in different ways",
    Cause.RANK: "expected value is there, but not the best",
    Cause.VALUE: "another value",
}

CHANGE: dict[ChangeClass, str] = {
    ChangeClass.KEPT: "kept",
    ChangeClass.CHANGED_CORRECTLY: "changed correctly",
    ChangeClass.NOT_CHANGED: "not changed",
    ChangeClass.CHANGED_WRONGLY: "changed wrongly",
    ChangeClass.CHANGED_NEEDLESSLY: "changed needlessly",
    ChangeClass.APPEARED: "appeared",
    ChangeClass.NOT_REMOVED: "not removed",
    ChangeClass.REMOVED_CORRECTLY: "removed correctly",
}

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
_STARTS_A_LINK = re.compile(r"((?:[:@]|(?i:www)(?=\\?\.))(?=\S))")


def literal(text: str) -> str:
    """Text of users and models for a place that reads Markdown (a button, an alert, a title): it is shown as it is.

    Every mark is escaped and blanks of any kind become one. An invisible word joiner keeps `:red[…]`, `:smile:` and
    bare links apart, since those are looked for after escapes are gone. Long texts belong in `st.text` or `st.code`.
    """
    escaped = _PUNCTUATION.sub(r"\\\1", " ".join(text.split()))
    return _STARTS_A_LINK.sub("\\1\u2060", escaped)


def headline_words(summary: RunSummary) -> str:
    """A run's one number, named: “mean 7.49”, “accuracy 0.83”, or that there is none."""
    if summary.headline is None:
        return "no result yet" if summary.state is RunState.RUNNING else "no result"
    name = "mean" if summary.kind is RunKind.BENCHMARK else "accuracy"
    return f"{name} {summary.headline:.2f}"


def counted_words(summary: RunSummary) -> str:
    """What the number is a mean of: “158 of 160 scored”."""
    verb = "scored" if summary.kind is RunKind.BENCHMARK else "compared"
    return f"{summary.cases_scored:,} of {summary.cases_total:,} {verb}"


def spec_words(spec: BenchmarkSpec | StateSpec) -> str:
    """What was run, in a sentence."""
    source = f", from {spec.source}" if spec.source else ""
    if isinstance(spec, StateSpec):
        counted = "fields with a value" if spec.fields is FieldSet.LEAVES else "all paths, containers too"
        return f"Expected against actual state, counting {counted}{source}."
    parallel = max(spec.parallel_evals, 1)
    judges = "one judge call at a time" if parallel == 1 else f"up to {parallel} judge calls at once"
    return (
        f"Subject {_provider_words(spec.subject)}, judge {_provider_words(spec.judge)}, rubric “{spec.rubric.name}” "
        f"({spec.rubric.version}), budget {spec.budget_tokens:,} judge tokens, {judges}{source}."
    )


def _provider_words(provider: ProviderSpec) -> str:
    return f"{provider.name} at {provider.base_url}" if provider.base_url else provider.name
