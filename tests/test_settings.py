"""What of the settings may be shown."""

from __future__ import annotations

import pytest

from langeval_core.cli.files import store_option
from langeval_core.settings import public_address


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("/home/ada/runs.db", "/home/ada/runs.db"),
        ("sqlite:////home/ada@work/runs.db", "sqlite:////home/ada@work/runs.db"),
        ("postgresql+psycopg://ada:secret@db:5432/runs", "postgresql+psycopg://…@db:5432/runs"),
        ("postgresql+psycopg://ada:se@cret@db/runs", "postgresql+psycopg://…@db/runs"),
        ("postgresql+psycopg://db/runs?user=ada&password=secret", "postgresql+psycopg://db/runs?user=ada&password=…"),
        ("postgresql+psycopg://db/runs?Password=secret&x=1", "postgresql+psycopg://db/runs?password=…&x=1"),
    ],
)
def test_an_address_is_shown_without_its_password(address: str, shown: str) -> None:
    assert public_address(address) == shown


def test_the_command_that_opens_a_run_names_the_store_without_its_password() -> None:
    assert store_option("postgresql://ada:secret@db/runs") == " --store 'postgresql://…@db/runs'"
    assert store_option("my runs.db") == " --store 'my runs.db'"
    assert store_option(None) == ""
