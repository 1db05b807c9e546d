"""D10: how long `import langeval_core` and `langeval --help` take, beside a bare interpreter.

Run: `python tests/benchmarks/start_up.py`. Aim: 0.3 s each, and no heavy import (tests/test_imports.py).
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = 9
COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "import langeval_core": [sys.executable, "-c", "import langeval_core"],
    "langeval --help": [sys.executable, "-c", "from langeval_core.cli.app import main; main(['--help'])"],
    "import pydantic_ai": [sys.executable, "-c", "import pydantic_ai"],
}
AIM_S = {"import langeval_core": 0.3, "langeval --help": 0.3}


def seconds(command: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """Wall and CPU time of one fresh process."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env=environment)
    wall, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> int:
    """Time the commands in turn; gives 1 where one misses its aim.

    Starting is work for one core, so the median of the CPU time decides: wall time also counts the neighbours' work.
    Modules are compiled once before, as pip does when it installs.
    """
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in COMMANDS}
    with tempfile.TemporaryDirectory() as compiled:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": compiled}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for turn in range(ROUNDS + 1):
            for name, command in COMMANDS.items():
                taken = seconds(command, environment)
                if turn > 0:
                    times[name].append(taken)
    missed = 0
    for name, pairs in times.items():
        wall, cpu = (statistics.median(column) for column in zip(*pairs, strict=True))
        aim = f"  aim {AIM_S[name]} s" if name in AIM_S else ""
        print(f"{name:22} wall {wall:.3f} s, CPU {cpu:.3f} s{aim}")
        missed += cpu > AIM_S.get(name, cpu)
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
