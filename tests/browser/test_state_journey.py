"""The state page in a real browser: from three files to a result that can be shared."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import cell_texts, click_cell, open_address, settle
from tests.browser.served import Served

TABLE, ROW, INSIDE = "state_fields", 35, 300
HOSTILE = "<img src=x onerror=alert(1)> # $x$ [a](http://b) :smile:"
STATES = {
    "Pre-state": {"guest": {"name": "Ada"}, "rooms": 1},
    "Expected": {"guest": {"name": "Ada Lovelace"}, "rooms": 2, "note": HOSTILE},
    "Actual": {"guest": {"name": "Ada Lovelase"}, "rooms": 2, "extra": None, "note": HOSTILE + "!"},
}


def upload_states(page: Page, folder: Path) -> None:
    for title, state in STATES.items():
        file = folder / f"{title.lower()}.json"
        file.write_text(json.dumps(state), encoding="utf-8")
        page.get_by_role("radiogroup", name=f"Source of {title.lower()}").get_by_role("radio", name="File").click()
        page.get_by_test_id("stFileUploader").filter(has_text=re.compile("Upload|Browse")).last.wait_for()
        settle(page)
        page.locator(f".st-key-{title.lower().removesuffix('-state')}_file input[type=file]").set_input_files(file)
        expect(page.get_by_text(re.compile(r"✓ \d path")).nth(list(STATES).index(title))).to_be_visible()


def parameters(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


@pytest.fixture
def result(server: Served, page: Page, tmp_path: Path) -> Page:
    """The page of a run made from three uploaded files."""
    open_address(page, f"{server.url}/state_diff")
    upload_states(page, tmp_path)
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_text("1 of 3 expected fields match; 2 mismatched, 1 extra")).to_be_visible()
    settle(page)
    return page


def test_three_files_make_a_result_whose_address_can_be_loaded_again(result: Page) -> None:
    address = result.url
    assert list(parameters(result)) == ["run"]
    before = cell_texts(result, TABLE)
    assert "guest.name" in before
    assert '"Ada Lovelase"' in before
    result.reload()
    expect(result.get_by_text("1 of 3 expected fields match; 2 mismatched, 1 extra")).to_be_visible()
    assert cell_texts(result, TABLE) == before
    assert result.url == address


def test_a_click_on_a_row_opens_its_detail_which_has_an_address_of_its_own(result: Page) -> None:
    click_cell(result, TABLE, 1, x=INSIDE, row_height=ROW)
    expect(result.get_by_text("Row 2 of 4")).to_be_visible()
    assert parameters(result)["field"] == ["guest.name"]
    expect(result.locator("del", has_text=re.compile("^−c$"))).to_be_visible()
    expect(result.locator("ins", has_text=re.compile(r"^\+s$"))).to_be_visible()
    result.reload()
    expect(result.get_by_text("Row 2 of 4")).to_be_visible()
    result.get_by_role("button", name="Next").click()
    expect(result.get_by_text("Row 3 of 4")).to_be_visible()
    assert parameters(result)["field"] == ["note"]
    result.keyboard.press("k")
    expect(result.get_by_text("Row 2 of 4")).to_be_visible()
    result.get_by_role("button", name="Close").click()
    expect(result.get_by_text("Row 2 of 4")).to_be_hidden()
    assert "field" not in parameters(result)


def test_filters_stand_in_the_address_and_can_be_reset(result: Page) -> None:
    result.get_by_role("button", name="mismatched").click()
    expect(result.get_by_text("2 of 4 fields pass the filter")).to_be_visible()
    result.get_by_role("searchbox", name="Search").fill("nowhere to be found")
    expect(result.get_by_text("No field passes this filter")).to_be_visible()
    assert parameters(result)["status"] == ["mismatched"]
    assert parameters(result)["find"] == ["nowhere to be found"]
    result.reload()
    expect(result.get_by_text("No field passes this filter")).to_be_visible()
    result.get_by_role("button", name="Reset filter").click()
    expect(result.get_by_text("4 fields. Click a row")).to_be_visible()
    expect(result.get_by_role("searchbox", name="Search")).to_have_value("")
    settle(result)
    assert list(parameters(result)) == ["run"]


def test_hostile_text_is_shown_as_text(result: Page) -> None:
    click_cell(result, TABLE, 2, x=INSIDE, row_height=ROW)
    expect(result.get_by_text("Row 3 of 4")).to_be_visible()
    expect(result.get_by_role("cell", name=f'"{HOSTILE}!"', exact=True)).to_be_visible()
    assert result.locator("img[src=x]").count() == 0
    assert result.locator("a[href='http://b']").count() == 0


def test_the_way_back_still_has_the_inputs(result: Page) -> None:
    result.get_by_role("link", name="Edit these states and compare again").click()
    expected = result.get_by_role("textbox", name="Expected as JSON")
    expect(expected).to_have_value(re.compile("Ada Lovelace"))
    expected.fill('{"guest": {"name": "Ada Lovelase"}}')
    result.get_by_role("textbox", name="Name").fill("second try")
    result.get_by_role("textbox", name="Name").press("Control+Enter")
    expect(result.get_by_text("1 of 1 expected field matches; 3 extra")).to_be_visible()
    expect(result.get_by_role("heading", name="second try")).to_be_visible()


def test_text_just_typed_is_compared_without_leaving_the_field_first(server: Served, page: Page) -> None:
    open_address(page, f"{server.url}/state_diff")
    page.get_by_role("textbox", name="Expected as JSON").fill('{"a": 1}')
    page.get_by_role("textbox", name="Actual as JSON").fill('{"a": 1.0}')
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_text("The one expected field matches")).to_be_visible()


def test_a_file_that_is_no_state_is_named_and_the_others_stay(server: Served, page: Page, tmp_path: Path) -> None:
    open_address(page, f"{server.url}/state_diff")
    page.get_by_role("textbox", name="Actual as JSON").fill('{"a": 1}')
    page.get_by_role("radiogroup", name="Source of expected").get_by_role("radio", name="File").click()
    picture = tmp_path / "state.json"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")
    page.locator(".st-key-expected_file input[type=file]").set_input_files(picture)
    expect(page.get_by_text("The file is a PNG image, not a text file.")).to_be_visible()
    expect(page.get_by_text("In file state.json.")).to_be_visible()
    expect(page.get_by_role("textbox", name="Actual as JSON")).to_have_value('{"a": 1}')
