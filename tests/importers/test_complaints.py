"""Faults that are told, not raised."""

from __future__ import annotations

from langeval_core.importers.complaints import Complaint


def test_a_complaint_says_where_what_and_what_to_do() -> None:
    complaint = Complaint(file="cases.csv", line=5, field="prompt", problem="The prompt is blank.", hint="Fill it in.")

    assert complaint.text == "cases.csv, line 5, field prompt: The prompt is blank. Fill it in."


def test_a_complaint_without_a_place_is_its_problem() -> None:
    assert Complaint(file=None, line=None, field=None, problem="It is empty.").text == "It is empty."
