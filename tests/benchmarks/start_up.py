"""D10: how long `import langeval_core` and `langeval --help` take, beside a bare interpreter.

Run: `python tests/benchmarks/start_up.py`. Aim: 0.3 s each, and no heavy import (tests/test_imports.py).
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

ROUNDS = 9
COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "import langeval_core": [sys.executable, "-c", "import langeval_core"],
    "langeval --help": [sys.executable, "-c", "from langeval_core.cli.app import main; main(['--help'])"],
    "import pydantic_ai": [sys.executable, "-c", "import pydantic_ai"],
}
AIM_S = {"import langeval_core": 0.3, "langeval --help": 0.3}


def seconds(command: list[str]) -> float:
    """Wall time of one fresh process."""
    started = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - started


def main() -> int:
    """Time the commands in turn; gives 1 where the median of one misses its aim."""
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(ROUNDS):
        for name, command in COMMANDS.items():
            times[name].append(seconds(command))
    medians = {name: statistics.median(taken) for name, taken in times.items()}
    for name, median in medians.items():
        aim = f"  aim {AIM_S[name]} s" if name in AIM_S else ""
        print(f"{name:22} median {median:.3f} s, best {min(times[name]):.3f} s{aim}")
    return int(any(medians[name] > aim for name, aim in AIM_S.items()))


if __name__ == "__main__":
    sys.exit(main())
