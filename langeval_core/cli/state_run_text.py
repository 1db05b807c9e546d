"""A state run on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from langeval_core.cli.comparison_text import print_comparison
from langeval_core.cli.options import OutputFormat
from langeval_core.cli.terminal import make_table, print_json, print_table, print_text

if TYPE_CHECKING:
    from langeval_core.schema.report import StateReport
    from langeval_core.schema.run import Run
    from langeval_core.store.run_store import RunStore

_CASES_SHOWN = 20


def print_state_run(run: Run, report: StateReport, kept: RunStore, output_format: OutputFormat) -> None:
    """The report on stdout: its field names at the top level as JSON; as text a run of one case shows its fields."""
    if output_format is OutputFormat.JSON:
        summary = run.summary.model_dump(mode="json")
        document = {"run_id": run.id, "name": summary["name"], "state": summary["state"]}
        print_json({**document, **report.model_dump(mode="json")})
        return
    print_text(f"{run.summary.name}: {run.summary.state.value}")
    if report.cases_total == 1 and _print_only_case(run, kept):
        return
    accuracy = "no accuracy" if report.accuracy_score is None else f"mean accuracy {report.accuracy_score:.4g}"
    print_text(
        f"{report.cases_matching} of {report.cases_compared} compared cases match, {accuracy}; "
        f"{report.cases_total} cases in all, {report.cases_nothing_expected} with nothing expected."
    )
    print_text(
        f"Fields: {report.matching_fields} matching, {report.mismatched_fields} mismatched, "
        f"{report.missing_fields} missing, {report.extra_fields} extra."
    )
    unmatched = [result for result in report.cases if not result.overall_match]
    if unmatched:
        rows = [
            (
                result.case_index + 1,
                result.case_id,
                result.outcome.replace("_", " "),
                f"{result.matching_fields}/{result.mismatched_fields}/{result.missing_fields}/{result.extra_fields}",
                result.problem,
            )
            for result in unmatched[:_CASES_SHOWN]
        ]
        print_table(make_table(["case", "id", "outcome", "✓/≠/−/+", "problem"], rows, numbers=["case", "✓/≠/−/+"]))
        if len(unmatched) > len(rows):
            print_text(f"… and {len(unmatched) - len(rows)} more that do not match.")


def _print_only_case(run: Run, kept: RunStore) -> bool:
    """Compare the run's one case again and show its fields; `False` where it kept no actual state."""
    from langeval_core.evaluators.state_diff import compare_states
    from langeval_core.schema.spec import StateSpec
    from langeval_core.schema.state import StateCase

    case = kept.get_case(run.id, 0)
    if not isinstance(case, StateCase) or not isinstance(run.spec, StateSpec) or case.actual is None:
        return False
    print_comparison(
        compare_states(case.expected, case.actual, case.pre_state, fields=run.spec.fields), OutputFormat.TEXT
    )
    return True
