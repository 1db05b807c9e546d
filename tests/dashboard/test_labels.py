from __future__ import annotations

from datetime import UTC, datetime

import pytest

from dashboard.labels import (
    CAUSE,
    CHANGE,
    FIELD_STATUS,
    OUTCOME,
    RUN_KIND,
    RUN_STATE,
    STATE_OUTCOME,
    Label,
    counted_words,
    headline_words,
    literal,
    spec_words,
)
from langeval_core.schema.comparison import Cause, ChangeClass, FieldSet, FieldStatus
from langeval_core.schema.report import Outcome, StateOutcome
from langeval_core.schema.run import RunKind, RunState, RunSummary
from langeval_core.schema.spec import BenchmarkSpec, ProviderSpec, StateSpec

JOINER = "\u2060"
LABELS = (FIELD_STATUS, OUTCOME, STATE_OUTCOME, RUN_STATE, RUN_KIND)


def summary(kind: RunKind = RunKind.BENCHMARK, **changes: object) -> RunSummary:
    fields: dict[str, object] = {
        "id": "r1",
        "kind": kind,
        "name": "nightly",
        "state": RunState.FINISHED,
        "created_at": datetime(2026, 3, 1, 12, tzinfo=UTC),
        "cases_total": 1600,
        "cases_done": 1600,
        "cases_scored": 1580,
        "headline": 7.4875,
    }
    return RunSummary.model_validate(fields | changes)


def test_every_value_has_a_label() -> None:
    assert set(FIELD_STATUS) == set(FieldStatus)
    assert set(OUTCOME) == set(Outcome)
    assert set(STATE_OUTCOME) == set(StateOutcome)
    assert set(RUN_STATE) == set(RunState)
    assert set(RUN_KIND) == set(RunKind)
    assert set(CAUSE) == set(Cause)
    assert set(CHANGE) == set(ChangeClass)


@pytest.mark.parametrize("labels", LABELS)
def test_labels_of_one_kind_differ_in_sign_and_word_so_that_colour_is_never_alone(labels: dict[object, Label]) -> None:
    assert len({label.sign for label in labels.values()}) == len(labels)
    assert len({label.word for label in labels.values()}) == len(labels)


def test_a_tint_is_the_colour_made_translucent() -> None:
    assert RUN_STATE[RunState.FINISHED].tint == "#0072B230"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain words 12", "plain words 12"),
        ("# title", "\\# title"),
        ("<b>x</b>", "\\<b\\>x\\<\\/b\\>"),
        ("costs $5 to $7", "costs \\$5 to \\$7"),
        ("[a](http://b)", f"\\[a\\]\\(http\\:{JOINER}\\/\\/b\\)"),
        (":red[x]", f"\\:{JOINER}red\\[x\\]"),
        ("mail a@b.de", f"mail a\\@{JOINER}b\\.de"),
        ("www.x.de", f"www{JOINER}\\.x\\.de"),
        ("ends with a colon:", "ends with a colon\\:"),
        ("two\n\nparagraphs\tand more", "two paragraphs and more"),
        ("back\\slash", "back\\\\slash"),
        ("größer – 日本", "größer – 日本"),
        ("", ""),
    ],
)
def test_hostile_text_is_shown_literally(text: str, shown: str) -> None:
    assert literal(text) == shown


def test_a_benchmark_run_is_worded_with_its_denominator() -> None:
    assert headline_words(summary()) == "mean 7.49"
    assert counted_words(summary()) == "1,580 of 1,600 scored"


def test_a_state_run_is_worded_with_its_denominator() -> None:
    run = summary(RunKind.STATE, headline=0.8333, cases_scored=1, cases_total=1)
    assert headline_words(run) == "accuracy 0.83"
    assert counted_words(run) == "1 of 1 compared"


def test_a_run_without_a_number_says_so() -> None:
    assert headline_words(summary(headline=None)) == "no result"
    assert headline_words(summary(headline=None, state=RunState.RUNNING)) == "no result yet"


def test_a_benchmark_spec_is_a_sentence() -> None:
    spec = BenchmarkSpec(
        source="cases.csv",
        subject=ProviderSpec(name="openai:gpt-5-mini", base_url="http://127.0.0.1:9000/v1"),
        judge=ProviderSpec(name="recorded"),
        budget_tokens=50_000,
    )
    assert spec_words(spec) == (
        "Subject openai:gpt-5-mini at http://127.0.0.1:9000/v1, judge recorded, rubric “default” "
        f"({spec.rubric.version}), budget 50,000 judge tokens, up to 3 judge calls at once, from cases.csv."
    )


def test_no_parallel_judges_means_one_at_a_time() -> None:
    provider = ProviderSpec(name="recorded")
    spec = BenchmarkSpec(subject=provider, judge=provider, budget_tokens=0, parallel_evals=0)
    assert "one judge call at a time" in spec_words(spec)


def test_a_state_spec_says_what_was_counted() -> None:
    assert spec_words(StateSpec()) == "Expected against actual state, counting fields with a value."
    assert spec_words(StateSpec(fields=FieldSet.ALL, source="a.json")) == (
        "Expected against actual state, counting all paths, containers too, from a.json."
    )
