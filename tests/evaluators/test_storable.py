from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from langeval_core.evaluators.storable import storable


@pytest.mark.parametrize(
    ("text", "kept"),
    [("plain", "plain"), ("é 😀 \t\n", "é 😀 \t\n"), ("a\0b", "a\ufffdb"), ("é\0", "é\ufffd"), ("\ud800x", "\ufffdx")],
)
def test_only_what_cannot_be_stored_is_replaced(text: str, kept: str) -> None:
    assert storable(text) == kept


@settings(deadline=None)
@given(st.text(st.characters(), max_size=50))
def test_what_is_storable_can_be_encoded_and_stays_as_it_is(text: str) -> None:
    kept = storable(text)

    assert "\0" not in kept
    assert len(kept.encode().decode()) == len(text)
    assert storable(kept) == kept
