"""Kept runs as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dashboard.labels import RUN_KIND, RUN_STATE, counted_words
from langeval_core.schema.run import RunKind, RunState, RunSummary

if TYPE_CHECKING:
    import pandas as pd

OPEN = "Open"
RENAME, EXPORT, DELETE = "Rename", "Export", "Delete"
_LONGEST_NAME = 120


@dataclass(frozen=True)
class RunFilter:
    """Which runs to show; empty means all. `text` is looked for in names and ids, whatever its case."""

    kinds: frozenset[RunKind] = frozenset()
    states: frozenset[RunState] = frozenset()
    text: str = ""

    def passes(self, run: RunSummary) -> bool:
        """Whether the run is to be shown."""
        text = self.text.strip().casefold()
        return (
            (not self.kinds or run.kind in self.kinds)
            and (not self.states or run.state in self.states)
            and (text in run.name.casefold() or text in run.id.casefold())
        )


def run_table(runs: Sequence[RunSummary]) -> pd.DataFrame:
    """One row a run, in the order given. `result` is a float or missing, `started` is in UTC; all else is text."""
    import pandas as pd

    return pd.DataFrame(
        {
            "open": [OPEN for _ in runs],
            "name": pd.Series([one_line(run.name) for run in runs], dtype="str"),
            "kind": [[RUN_KIND[run.kind].text] for run in runs],
            "state": [[state_text(run)] for run in runs],
            "result": pd.Series([run.headline for run in runs], dtype="float64"),
            "counted": pd.Series([counted_words(run) for run in runs], dtype="str"),
            "started": pd.Series(pd.to_datetime([run.created_at for run in runs], utc=True)),
            "actions": [[RENAME, EXPORT, DELETE] for _ in runs],
        }
    )


def state_text(run: RunSummary) -> str:
    """The run's state with its sign; a finished run that lacks scores says so."""
    text = RUN_STATE[run.state].text
    return f"{text}, partial" if run.state is RunState.FINISHED and run.is_partial else text


def one_line(name: str) -> str:
    """A name without line breaks or invisible marks that reorder text, cut where it is too long for a cell."""
    visible = "".join(mark if mark.isprintable() else " " for mark in name)
    line = " ".join(visible.split()) or "(no name)"
    return line if len(line) <= _LONGEST_NAME else f"{line[: _LONGEST_NAME - 1]}…"
