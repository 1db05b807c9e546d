"""Natural order of paths, and their containers."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings, strategies as st

from langeval_core.evaluators.paths import containers_of, natural_path_key


@pytest.mark.parametrize(
    "in_order",
    [
        ["guests.2", "guests.10"],
        ["guests.2.name", "guests.10.email"],
        ["item2", "item10"],
        ["a", "a.b", "a-b"],
        ["a.9", "a.b"],
        ["x.007", "x.7", "x.8"],
        ["x.0", "x.00", "x.1"],
        ["x." + "9" * 5000, "x.1" + "0" * 5000],
        ["x.9", "x.²"],
    ],
    ids=lambda paths: f"{paths[0][:12]} before {paths[-1][:12]}",
)
def test_paths_are_ordered_as_people_count(in_order: list[str]) -> None:
    backwards = in_order[::-1]

    assert sorted(backwards, key=natural_path_key) == in_order


@settings(deadline=None)
@given(st.lists(st.integers(min_value=0, max_value=10**30), min_size=2))
def test_numeric_segments_are_ordered_by_number(numbers: list[int]) -> None:
    paths = sorted((f"a.{number}.b" for number in numbers), key=natural_path_key)

    assert all(int(one.split(".")[1]) <= int(other.split(".")[1]) for one, other in pairwise(paths))


@settings(deadline=None)
@given(st.text(), st.text())
def test_only_equal_paths_have_equal_keys(one: str, other: str) -> None:
    assert (natural_path_key(one) == natural_path_key(other)) == (one == other)


def test_containers_are_all_proper_ancestors() -> None:
    assert containers_of(["a.b.c", "a.b.d", "x", "guests.0.name"]) == {"a", "a.b", "guests", "guests.0"}
