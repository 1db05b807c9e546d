"""Cases of one file that get in each other's way: one id twice, or one question with two references."""

from __future__ import annotations

from collections.abc import Sequence

from langeval_core.importers.complaints import Complaint
from langeval_core.schema.benchmark import BenchmarkCase, case_digest

Placed = tuple[BenchmarkCase, int | None]
"""A case and the 1-based line it begins on."""


def number_repeated_ids(placed: Sequence[Placed], file: str) -> tuple[list[Placed], list[Complaint], list[str]]:
    """The cases with distinct ids: a repeated one gets `#2`, `#3`… at its end.

    A repeated id that was given is a complaint naming both places. Cases that were given no id and are the same in
    prompt, context and reference are only noted: asking one question several times is a fair wish.
    """
    taken = {case.id for case, _ in placed}
    first: dict[str, tuple[int, int | None]] = {}
    counts: dict[str, int] = {}
    complaints, repeated, distinct = [], 0, []
    for number, (case, line) in enumerate(placed, start=1):
        if case.id not in first:
            first[case.id] = (number, line)
            distinct.append((case, line))
            continue
        count = counts.get(case.id, 1) + 1
        while f"{case.id}#{count}" in taken:
            count += 1
        counts[case.id] = count
        new_id = f"{case.id}#{count}"
        taken.add(new_id)
        distinct.append((case.model_copy(update={"id": new_id}), line))
        if case.id == case_digest(case.prompt, case.context, case.reference):
            repeated += 1
            continue
        problem = f"The id “{case.id}” stands also {_place(*first[case.id])}."
        hint = f"Both are kept; this one is called “{new_id}”."
        complaints.append(Complaint(file=file, line=line, field="id", problem=problem, hint=hint))
    notes = [f"{repeated} case(s) repeat an earlier one word for word; their ids end in #2, #3…"] if repeated else []
    return distinct, complaints, notes


def find_contradictions(placed: Sequence[Placed], file: str) -> list[Complaint]:
    """A complaint for each case whose prompt and context stood before with another reference."""
    first: dict[tuple[str, str | None], tuple[int, int | None, str]] = {}
    complaints = []
    for number, (case, line) in enumerate(placed, start=1):
        if case.reference is None:
            continue
        number_before, line_before, reference = first.setdefault(
            (case.prompt, case.context), (number, line, case.reference)
        )
        if reference != case.reference:
            problem = f"The same prompt stands {_place(number_before, line_before)} with another reference."
            hint = "Both are kept; see which reference is right."
            complaints.append(Complaint(file=file, line=line, field="reference", problem=problem, hint=hint))
    return complaints


def _place(number: int, line: int | None) -> str:
    return f"in line {line}" if line is not None else f"as case {number}"
