"""One kept run, at `?run=ID`: the same panels as right after it ran."""

from __future__ import annotations

from dashboard import data, session
from dashboard.panels.run_header import run_header
from langeval_core.errors import RunNotFoundError

run_id = session.run_in_address()
try:
    if run_id is None:
        from dashboard.panels.run_missing import no_run_panel

        no_run_panel()
    else:
        run_header(data.load_summary(run_id))
        from dashboard.panels.run_result import run_result

        run_result(data.load_run(run_id))
except RunNotFoundError as error:
    from dashboard.panels.run_missing import unknown_run_panel

    unknown_run_panel(error)
