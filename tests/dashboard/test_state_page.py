"""Journeys through the state page and a state run's page, without a browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from dashboard import data

APP = Path(data.__file__).with_name("app.py")
EXPECTED = '{"city": "Oslo", "guests": [{"age": 42}], "gone": true}'
ACTUAL = '{"city": "Oslo", "guests": [{"age": "42"}], "new": null}'


@pytest.fixture
def app(tmp_path: Path) -> Iterator[AppTest]:
    """The dashboard on an empty store, at the state page."""
    data.use_store(str(tmp_path / "runs.db"))
    yield AppTest.from_file(str(APP), default_timeout=30).run().switch_page("app_pages/state_diff.py").run()
    data.get_store().close()


def fill(app: AppTest, *, expected: str = "", actual: str = "", pre: str = "") -> AppTest:
    app.text_area(key="expected_text").set_value(expected)
    app.text_area(key="actual_text").set_value(actual)
    return app.text_area(key="pre_text").set_value(pre).run()


def compare(app: AppTest) -> AppTest:
    return app.button(key="state_compare").click().run()


def texts(app: AppTest) -> str:
    """All that alerts, captions and markdown say."""
    groups = (app.error, app.warning, app.success, app.info, app.caption, app.markdown)
    return "\n".join(str(element.value) for group in groups for element in group)


def address(app: AppTest, name: str) -> str:
    """A parameter of the address, which AppTest gives as a text or as a list of one."""
    value = app.query_params[name]
    return value if isinstance(value, str) else str(value[0])


def html(app: AppTest) -> str:
    """All HTML on the page."""
    return "\n".join(str(getattr(element, "value", "")) for element in app.get("html"))


def opened(app: AppTest, **parameters: str) -> AppTest:
    """The run that `app` has just made, at its own address in a session of its own."""
    page = AppTest.from_file(str(APP), default_timeout=30).run()
    page.switch_page("app_pages/run.py")
    for name, value in {"run": address(app, "run"), **parameters}.items():
        page.query_params[name] = value
    return page.run()


def upload(app: AppTest, side: str, name: str, content: bytes) -> AppTest:
    app.segmented_control(key=f"{side}_source").set_value("File").run()
    return app.file_uploader(key=f"{side}_file").set_value((name, content, "application/json")).run()


def test_pasted_states_are_compared_and_kept_as_a_run(app: AppTest) -> None:
    compare(fill(app, expected=EXPECTED, actual=ACTUAL))
    assert not app.exception
    assert app.query_params["run"]
    assert [str(alert.value) for alert in app.warning] == [
        "**1 of 3 expected fields match; 1 mismatched, 1 missing, 1 extra**"
    ]
    table = app.dataframe[0].value
    assert list(table["path"]) == ["city", "gone", "guests.0.age", "new"]
    assert list(table["actual"]) == ['"Oslo"', "∅ absent", '"42"', "null"]


def test_a_runs_address_shows_the_same_result_in_a_new_session(app: AppTest) -> None:
    compare(fill(app, expected=EXPECTED, actual=ACTUAL))
    again = opened(app)
    assert not again.exception
    assert "1 of 3 expected fields match" in texts(again)


def test_the_sample_fills_all_three_inputs_with_one_click(app: AppTest) -> None:
    next(button for button in app.button if button.label == "Fill in the sample").click().run()
    assert all(app.text_area(key=f"{side}_text").value for side in ("pre", "expected", "actual"))
    compare(app)
    assert not app.exception
    assert set(app.dataframe[0].value["status"].str[0]) == {"✓ matching", "≠ mismatched", "− missing", "+ extra"}


def test_what_was_read_is_said_beside_each_input(app: AppTest) -> None:
    fill(app, expected=EXPECTED, actual='{"a": {"value": 1, "confidence": 0.5}}')
    said = texts(app)
    assert "✓ 3 paths" in said
    assert "✓ 1 path " in said
    assert "short" in said


def test_the_detected_form_can_be_overridden(app: AppTest) -> None:
    fill(app, expected='{"a": {"value": 1, "confidence": 0.5}}')
    app.selectbox(key="expected_format").set_value("nested").run()
    assert "✓ 2 paths" in texts(app)


def test_nothing_is_compared_without_an_expected_and_an_actual_state(app: AppTest) -> None:
    compare(app)
    assert [str(alert.value).partition(":")[0] for alert in app.error] == [
        "Give the expected state",
        "Give the actual state",
    ]
    assert "run" not in app.query_params


def test_the_empty_page_shows_what_a_state_looks_like(app: AppTest) -> None:
    assert [tab.label for tab in app.tabs] == ["Nested", "Short", "Flat", "Graph dump"]
    assert "What a state looks like" in texts(app)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("null", "null"),
        ("[]", "list"),
        ('""', "text"),
        ('{"a": 1', "line 1"),
        ('{"a": {"value": 1, "confidence": 0.5}, "b": 2}', "path b"),
        ('{"a": {"value": 1, "confidence": NaN}}', "path a.confidence"),
        ('{"a": {"value": 1, "confidence": 1.2}}', "path a"),
        ('{"a.b": 1, "a": {"b": 2}}', "path a"),
    ],
)
def test_an_input_that_cannot_be_read_says_so_and_the_others_stay(app: AppTest, text: str, problem: str) -> None:
    compare(fill(app, expected=text, actual=ACTUAL))
    assert not app.exception
    assert len(app.error) == 1
    assert problem in str(app.error[0].value).replace("\\", "").replace("\u2060", "")
    assert app.text_area(key="actual_text").value == ACTUAL
    assert app.text_area(key="expected_text").value == text
    assert "run" not in app.query_params
    assert "What a state looks like" in texts(app)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "nothing in it"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "PNG"),
        (b"a;b\n1;2\n", "line 1"),
    ],
)
def test_an_uploaded_file_that_is_no_state_is_named(app: AppTest, content: bytes, problem: str) -> None:
    upload(app, "expected", "bad file.json", content)
    assert not app.exception
    said = str(app.error[0].value).replace("\\", "")
    assert "bad file.json" in said
    assert problem in said


def test_an_uploaded_state_is_compared(app: AppTest) -> None:
    upload(app, "expected", "expected.json", EXPECTED.encode("utf-16"))
    assert "UTF" in texts(app)
    app.text_area(key="actual_text").set_value(ACTUAL).run()
    compare(app)
    assert "1 of 3 expected fields match" in texts(app)


def test_containers_are_counted_when_asked_for(app: AppTest) -> None:
    fill(app, expected='{"a": {"b": {"c": 1}}}', actual='{"a": {"b": {"d": 1}}}')
    app.checkbox(key="state_containers").check()
    compare(app)
    assert "2 of 3 expected fields match; 1 missing, 1 extra" in texts(app)
    assert "fields=all" in texts(app)


def test_an_accuracy_of_zero_says_when_nothing_was_expected(app: AppTest) -> None:
    compare(fill(app, expected="{}", actual='{"a": 1, "b": 2, "c": 3}'))
    assert "Nothing expected; 3 extra" in texts(app)
    assert "0.0 by rule: nothing expected" in texts(app)


def test_two_empty_states_are_compared_too(app: AppTest) -> None:
    compare(fill(app, expected="{}", actual="{}"))
    assert not app.exception
    assert "Nothing expected, and nothing there" in texts(app)


def test_a_filter_that_nothing_passes_says_so_and_can_be_reset(app: AppTest) -> None:
    page = opened(compare(fill(app, expected=EXPECTED, actual=ACTUAL)))
    page.text_input(key="find").set_value("no such thing").run()
    assert "No field passes this filter" in texts(page)
    assert not page.dataframe
    next(button for button in page.button if button.label == "Reset filter").click().run()
    assert page.text_input(key="find").value == ""
    assert len(page.dataframe[0].value) == 4


def test_a_status_narrows_the_table(app: AppTest) -> None:
    page = opened(compare(fill(app, expected=EXPECTED, actual=ACTUAL)))
    page.pills(key="status").set_value(["missing", "extra"]).run()
    assert list(page.dataframe[0].value["path"]) == ["gone", "new"]
    assert "2 of 4 fields pass the filter" in texts(page)


def test_a_chosen_field_shows_its_detail_and_leads_to_the_next(app: AppTest) -> None:
    page = opened(compare(fill(app, expected=EXPECTED, actual=ACTUAL)), field="guests.0.age")
    assert "Row 3 of 4" in texts(page)
    assert "equal once converted" in html(page)
    next(button for button in page.button if button.label == "Next").click().run()
    assert address(page, "field") == "new"
    assert "Row 4 of 4" in texts(page)
    assert next(button for button in page.button if button.label == "Next").disabled


def test_hostile_text_is_shown_and_never_run(app: AppTest) -> None:
    attack = "<script>alert(1)</script> $x$ # [a](http://b)"
    compare(fill(app, expected=json.dumps({attack: attack}), actual=json.dumps({attack: attack + "!"})))
    page = opened(app, field=attack)
    assert not page.exception
    assert "Row 1 of 1" in texts(page)
    assert "&lt;script&gt;" in html(page)
    assert "<script" not in html(page)
    assert page.dataframe[0].value["expected"][0] == json.dumps(attack)


def test_the_states_of_a_run_can_be_edited_and_compared_again(app: AppTest) -> None:
    compare(fill(app, expected=EXPECTED, actual=ACTUAL, pre='{"city": "Bergen"}'))
    run_id = address(app, "run")
    again = AppTest.from_file(str(APP), default_timeout=30).run()
    again.query_params["from"] = run_id
    again.switch_page("app_pages/state_diff.py").run()
    assert json.loads(str(again.text_area(key="pre_text").value)) == {"city": {"value": "Bergen", "confidence": 1.0}}
    compare(again)
    assert not again.exception
    assert address(again, "run") != run_id
    assert "1 of 3 expected fields match" in texts(again)


def test_states_of_an_unknown_run_cannot_be_filled_in(app: AppTest) -> None:
    app.query_params["from"] = "nosuchrun"
    app.run()
    assert not app.exception
    assert "nosuchrun" in texts(app)
