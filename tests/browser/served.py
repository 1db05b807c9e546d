"""A real dashboard server for tests: started, stopped, killed and started again on one store."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from queue import Empty, Queue

_START_LIMIT_S = 90.0
_STOP_LIMIT_S = 30.0


class Served:
    """`python -m dashboard` on a free loopback port, with a store of its own.

    `url` changes with every start. What the server wrote stands in `output` and `log` (its standard error).
    """

    def __init__(self, folder: Path, *options: str) -> None:
        self.store = folder / "runs.db"
        self._folder = folder
        self._options = options
        self._log_file = folder / "server.log"
        self.url = ""
        self.output = ""
        self.start()

    @property
    def log(self) -> str:
        """What was written to standard error since the first start."""
        return self._log_file.read_text(encoding="utf-8")

    def start(self) -> None:
        """Start the server and wait until it says where it is."""
        command = [sys.executable, "-P", "-m", "dashboard", "--port", "0", "--no-browser", "--store", str(self.store)]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("STREAMLIT_")}
        with self._log_file.open("a") as log:
            self.process = subprocess.Popen(
                [*command, *self._options],
                cwd=self._folder,
                env=environment | {"PYTHONUNBUFFERED": "1"},
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        self.url = self._read_url()

    def stop(self) -> int:
        """End the server as Ctrl-C does; gives its exit code."""
        return self._end(signal.SIGINT)

    def kill(self) -> None:
        """End the server at once, as a crash would."""
        self._end(signal.SIGKILL)

    def _end(self, number: signal.Signals) -> int:
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            code = self.process.wait(_STOP_LIMIT_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        self._reader.join(_STOP_LIMIT_S)
        return code

    def _read_url(self) -> str:
        lines: Queue[str] = Queue()
        self._reader = threading.Thread(target=self._read, args=(lines,), daemon=True)
        self._reader.start()
        try:
            first = lines.get(timeout=_START_LIMIT_S)
        except Empty:
            first = ""
        found = re.search(r"http://\S+", first)
        if found is None:
            self.process.kill()
            raise RuntimeError(f"the server did not start: {first}{self.log}")
        return found.group()

    def _read(self, lines: Queue[str]) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as stream:
            for line in stream:
                self.output += line
                lines.put(line)
        lines.put("")
