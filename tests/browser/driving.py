"""Ways to drive the dashboard in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from playwright.sync_api import Page, TimeoutError as NotInTime

SETTLED = "[data-testid=stApp][data-test-script-state=notRunning]"
HEADER_HEIGHT = 35
OPENINGS = 6


def open_address(page: Page, url: str) -> None:
    """Load an address and wait until its page has been drawn."""
    page.goto(url)
    settle(page)


def settle(page: Page) -> None:
    """Wait until the page's script has ended."""
    page.wait_for_selector(SETTLED)
    page.get_by_test_id("stSkeleton").first.wait_for(state="detached")


def choose(page: Page, label: str, option: str) -> None:
    """Pick from a list. A page that is drawn anew closes an open list, so it is opened until the option is there."""
    for _ in range(OPENINGS):
        settle(page)
        page.get_by_label(label).click()
        try:
            page.get_by_role("option", name=option).click(timeout=5_000)
        except NotInTime:
            page.keyboard.press("Escape")
        else:
            return
    raise AssertionError(f"the list “{label}” did not stay open for “{option}”")


def click_cell(page: Page, table: str, row: int, *, x: int, row_height: int) -> None:
    """Click into the table with the key `table`, in a 0-based row; a negative `x` counts from the right edge.

    Tables are drawn on a canvas, so a cell is a place and not an element.
    """
    canvas = page.locator(f".st-key-{table} canvas[data-testid=data-grid-canvas]")
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    assert box is not None
    left = x if x >= 0 else box["width"] + x
    page.mouse.click(box["x"] + left, box["y"] + HEADER_HEIGHT + row_height * (row + 0.5))


def cell_texts(page: Page, table: str) -> list[str]:
    """The texts of the visible cells, row by row, as a screen reader gets them."""
    cells = page.locator(f".st-key-{table} [role=gridcell]")
    cells.first.wait_for(state="attached")
    return [text.strip() for text in cells.all_inner_texts()]


def take_pictures(page: Page, folder: Path, name: str) -> list[Path]:
    """The page as it is now, at two widths, light and dark."""
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    files = []
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        for width in (1440, 900):
            page.set_viewport_size({"width": width, "height": 900})
            settle(page)
            page.wait_for_timeout(500)
            files.append(folder / f"{name}-{scheme}-{width}.png")
            page.screenshot(path=files[-1])
    return files
