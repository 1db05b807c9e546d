"""What is special about a store in a file."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from langeval_core.errors import StoreError
from langeval_core.evaluators.benchmark_report import build_report
from langeval_core.schema.report import EvalReport
from langeval_core.schema.run import RunState
from langeval_core.store.run_store import open_store
from tests.store.run_builders import CASES, started

WRITER = """
import sys
from langeval_core.store.run_store import open_store
from tests.store.run_builders import scored, started, transcript
with open_store(sys.argv[1]) as store:
    for _ in range(int(sys.argv[2])):
        run_id = started(store)
        for index in range(3):
            store.save_results(run_id, [(scored(index, 5.0), transcript(index))])
    print(run_id, flush=True)
    sys.stdin.read()
"""


def start_writer(path: Path, runs: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), str(runs)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parent.parent.parent,
    )


def test_the_folder_is_made_on_demand(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "new" / "folder" / "runs.db")) as store:
        assert store.count_runs() == 0


def test_a_killed_process_loses_no_saved_outcome(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    with start_writer(path, 1) as writer:
        assert writer.stdout is not None
        run_id = writer.stdout.readline().strip()
        writer.send_signal(signal.SIGKILL)

    with open_store(str(path)) as store:
        report = store.get_run(run_id).report
        assert isinstance(report, EvalReport)
        assert report.cases_scored == 3
        assert store.get_transcript(run_id, 2) is not None


def test_two_processes_that_write_at_once_both_save(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    writers = [start_writer(path, 20), start_writer(path, 20)]
    for writer in writers:
        writer.communicate("", timeout=60)

    assert [writer.returncode for writer in writers] == [0, 0]
    with open_store(str(path)) as store:
        assert store.count_runs() == 40
        assert {run.cases_done for run in store.list_runs()} == {3}


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Dear diary, " * 200, encoding="utf-8")

    with pytest.raises(StoreError, match=r"notes\.txt is not a store of runs"):
        open_store(str(path))
    assert path.read_text(encoding="utf-8") == "Dear diary, " * 200


def test_a_folder_is_refused_as_a_store(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be written"):
        open_store(str(tmp_path))


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")

    with pytest.raises(StoreError, match=r"The folder .*file cannot be made|folder .*file of the store cannot be made"):
        open_store(str(tmp_path / "file" / "runs.db"))


@pytest.mark.parametrize("address", ["sqlite://", "sqlite:///:memory:"])
def test_a_store_in_memory_is_refused(address: str) -> None:
    with pytest.raises(StoreError, match="in memory would keep nothing"):
        open_store(address)


@pytest.mark.parametrize("address", ["nonsense://host/db", "://", "postgresql+nothing://x/y"])
def test_an_address_that_cannot_be_read_says_what_is_wanted(address: str) -> None:
    with pytest.raises(StoreError, match=r"Give a path, or an address such as sqlite:///runs\.db"):
        open_store(address)


def test_a_server_that_does_not_answer_is_named_without_its_password() -> None:
    with pytest.raises(StoreError) as caught:
        open_store("postgresql+psycopg://ada:s3cret@127.0.0.1:9/runs")

    assert "127.0.0.1" in str(caught.value)
    assert "s3cret" not in str(caught.value)


def test_the_write_ahead_log_is_emptied_when_a_run_ends(tmp_path: Path) -> None:
    path, log = tmp_path / "runs.db", tmp_path / "runs.db-wal"
    report = build_report([], CASES, budget_tokens=0, scale=(1.0, 10.0), duration_s=0.0)
    with open_store(str(path)) as store, open_store(str(path)) as other:
        assert other.count_runs() == 0
        run_id = started(store)
        assert log.stat().st_size > 0
        store.finish_run(run_id, RunState.FINISHED, report)
        assert log.stat().st_size == 0


def test_a_reader_at_work_does_not_keep_a_run_from_ending(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    report = build_report([], CASES, budget_tokens=0, scale=(1.0, 10.0), duration_s=0.0)
    with open_store(str(path)) as store:
        run_id = started(store)
        reader = sqlite3.connect(path)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM runs").fetchone()
        store.finish_run(run_id, RunState.FINISHED, report)
        reader.close()

        assert store.get_run(run_id).summary.state is RunState.FINISHED


def test_the_file_is_written_ahead_so_that_readers_do_not_wait(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    with open_store(str(path)):
        connection = sqlite3.connect(path)
        mode = connection.execute("PRAGMA journal_mode").fetchone()
        connection.close()

    assert mode == ("wal",)


def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "shop.db"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE orders (id INTEGER)")
    other.commit()

    with pytest.raises(StoreError, match=r"shop\.db is a database of something else"):
        open_store(str(path))
    assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("orders",)]
    other.close()


def test_a_database_with_migrations_of_another_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tracking.db"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE alembic_version (version_num TEXT)")
    other.execute("INSERT INTO alembic_version VALUES ('1b2f6c7d8e9a')")
    other.commit()
    other.close()

    with pytest.raises(StoreError, match="a database of something else"):
        open_store(str(path))


def test_a_store_that_may_only_be_read_shows_its_runs_and_says_why_none_is_added(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    with open_store(str(path)) as store:
        started(store)

    with open_store(f"sqlite:///file:{path}?mode=ro&uri=true") as reading:
        assert reading.count_runs() == 1
        with pytest.raises(StoreError, match="readonly"):
            started(reading)


def test_a_damaged_store_is_named_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    with open_store(str(path)) as store:
        started(store)
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))

    with pytest.raises(StoreError, match=r"runs\.db is not a store of runs"), open_store(str(path)) as damaged:
        damaged.list_runs()
