"""One kept run, at `?run=ID`: the same panels as right after it ran."""

from __future__ import annotations

from dashboard import data, session
from dashboard.panels.run_frame import run_frame
from dashboard.panels.run_missing import no_run_panel, unknown_run_panel
from langeval_core.errors import RunNotFoundError

run_id = session.run_in_address()
if run_id is None:
    no_run_panel()
else:
    try:
        run = data.load_run(run_id)
    except RunNotFoundError as error:
        unknown_run_panel(error)
    else:
        run_frame(run)
