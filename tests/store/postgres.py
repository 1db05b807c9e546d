"""A throw-away PostgreSQL cluster on loopback, for the stores' contract."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

USER = "postgres"


def find_server() -> Path | None:
    """The folder with `initdb` and `pg_ctl`: Debian's newest, or that on the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda tool: int(tool.parts[-3]))
    on_path = shutil.which("initdb")
    tool = found[-1] if found else Path(on_path) if on_path else None
    return tool.parent if tool else None


@contextmanager
def running_server(tools: Path) -> Iterator[str]:
    """Make a cluster in a temporary folder, start it on a free port, give its address, and remove it again."""
    # A short path: the socket's name has little room.
    folder = Path(mkdtemp(prefix="langeval-pg-"))
    port = _free_port()
    # PostgreSQL does not run as root.
    as_user = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups"] if os.geteuid() == 0 else []
    try:
        if as_user:
            shutil.chown(folder, USER, USER)
        initdb = [str(tools / "initdb"), "-D", str(folder / "data"), "-U", USER, "-A", "trust", "-E", "UTF8", "-N"]
        _call([*as_user, *initdb, "--locale=C"])
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -c fsync=off"
        control = [*as_user, str(tools / "pg_ctl"), "-D", str(folder / "data"), "-w"]
        _call([*control, "-l", str(folder / "log"), "-o", options, "start"])
        try:
            yield f"postgresql+psycopg://{USER}@127.0.0.1:{port}/{USER}"
        finally:
            _call([*control, "-m", "immediate", "stop"])
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _call(command: list[str]) -> None:
    # Not captured through a pipe: the server would keep it open and this would wait for ever.
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/", timeout=60)
