"""A whole run as one JSON document."""

from __future__ import annotations

import json
from collections.abc import Iterable
from urllib.parse import urlsplit, urlunsplit

from langeval_core.schema.benchmark import BenchmarkCase
from langeval_core.schema.report import CaseTranscript
from langeval_core.schema.run import Run
from langeval_core.schema.spec import BenchmarkSpec, ProviderSpec, StateSpec
from langeval_core.schema.state import StateCase

FORMAT = "langeval-run/1"


def run_json(
    run: Run,
    cases: Iterable[BenchmarkCase | StateCase] = (),
    transcripts: Iterable[CaseTranscript] = (),
) -> bytes:
    """Summary, spec, report, and what was given of cases and transcripts, in UTF-8.

    A spec holds no keys; a name and password in a server's address are left out. Numbers that JSON does not have are
    written as null.
    """
    document = {
        "format": FORMAT,
        "summary": run.summary.model_dump(mode="json"),
        "spec": public_spec(run.spec).model_dump(mode="json"),
        "report": run.report.model_dump(mode="json"),
        "cases": [case.model_dump(mode="json") for case in cases],
        "transcripts": [transcript.model_dump(mode="json") for transcript in transcripts],
    }
    return json.dumps(document, indent=1).encode()


def public_spec(spec: BenchmarkSpec | StateSpec) -> BenchmarkSpec | StateSpec:
    """The spec without names and passwords in its servers' addresses."""
    if not isinstance(spec, BenchmarkSpec):
        return spec
    return spec.model_copy(update={"subject": _public(spec.subject), "judge": _public(spec.judge)})


def _public(provider: ProviderSpec) -> ProviderSpec:
    if provider.base_url is None:
        return provider
    parts = urlsplit(provider.base_url)
    address = urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
    return provider.model_copy(update={"base_url": address})
