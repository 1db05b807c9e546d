"""The cases of a state run as a table."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from dashboard.labels import STATE_OUTCOME
from dashboard.tables.run_table import one_line
from langeval_core.schema.report import StateCaseResult, StateOutcome


def state_cases_table(cases: Sequence[StateCaseResult]) -> pd.DataFrame:
    """One row a case, in the order given; numbers are missing where a case was not compared."""
    compared = [case.outcome is StateOutcome.COMPARED for case in cases]
    counts = {
        column: pd.array(
            [getattr(case, f"{column}_fields") if done else None for case, done in zip(cases, compared, strict=True)],
            dtype="Int64",
        )
        for column in ("matching", "mismatched", "missing", "extra")
    }
    return pd.DataFrame(
        {
            "case": pd.Series([one_line(case.case_id) for case in cases], dtype="str"),
            "outcome": [[STATE_OUTCOME[case.outcome].text] for case in cases],
            "match": pd.Series(
                [
                    ("✓ yes" if case.overall_match else "≠ no") if done else ""
                    for case, done in zip(cases, compared, strict=True)
                ],
                dtype="str",
            ),
            "accuracy": pd.Series([case.accuracy_score for case in cases], dtype="float64"),
            **counts,
            "problem": pd.Series([one_line(case.problem) if case.problem else "" for case in cases], dtype="str"),
        }
    )
