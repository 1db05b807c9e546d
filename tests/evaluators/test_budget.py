from __future__ import annotations

from typing import Any

import pytest

from langeval_core.errors import InputError
from langeval_core.evaluators.budget import TokenBudget


def test_a_budget_is_exhausted_when_its_last_token_is_used() -> None:
    budget = TokenBudget(100)
    budget.add(99)
    assert not budget.is_exhausted

    budget.add(1)

    assert budget.is_exhausted
    assert budget.over == 0


def test_a_budget_counts_what_goes_over() -> None:
    budget = TokenBudget(100)
    for _ in range(4):
        budget.add(33)

    assert (budget.used, budget.over) == (132, 32)


def test_a_budget_of_nothing_is_exhausted_from_the_start() -> None:
    assert TokenBudget(0).is_exhausted


@pytest.mark.parametrize("limit", [-1, 1.5, float("nan"), float("inf"), "100", None, True])
def test_a_budget_that_is_negative_or_no_whole_number_is_refused(limit: Any) -> None:
    with pytest.raises(InputError, match=r"field budget_tokens: .* Give a whole number, 0 or more\."):
        TokenBudget(limit)
