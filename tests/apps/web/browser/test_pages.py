"""Pages in both colour schemes, on a desk and on a phone: complete, accessible, as wide as the screen."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .conftest import Table, found_by_axe, found_by_eye, shows

#: Both widths and both schemes; all four pairs if pictures are wanted.
SCREENS = [(1280, 860, "light"), (390, 844, "dark")]
if "LEXKIT_SHOTS" in os.environ:
    SCREENS += [(1280, 860, "dark"), (390, 844, "light")]
NAMES = [f"{'phone' if width < 500 else 'desk'}-{scheme}" for width, _, scheme in SCREENS]


def look(page: Any, name: str) -> None:
    """Keep a picture of a page, if ``LEXKIT_SHOTS`` names a folder: for people to look at."""
    folder = os.environ.get("LEXKIT_SHOTS")
    if folder:
        page.screenshot(path=str(Path(folder) / f"{name}.png"))


def check(page: Any, name: str) -> None:
    """No scrolling sideways, and nothing that an eye or axe-core finds."""
    look(page, name)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
    faults = found_by_eye(page)
    assert not faults, f"{name}: {json.dumps(faults, indent=1)}"
    found = found_by_axe(page)
    assert not found, f"{name}: {json.dumps(found, indent=1)}"


@pytest.mark.parametrize(("width", "height", "scheme"), SCREENS, ids=NAMES)
@pytest.mark.sweep
def test_pages_are_accessible_and_fit(width: int, height: int, scheme: str, visit: Callable[..., Any]) -> None:
    name = f"{'phone' if width < 500 else 'desk'}-{scheme}"
    # The policy of the pages lets nobody add a script, so it is set aside for axe-core, which is one.
    page = visit(width=width, height=height, color_scheme=scheme, has_touch=width < 500, bypass_csp=True)
    page.wait_for_selector(".levels label")
    check(page, f"{name}-home")
    table = Table.begin(page, first="me")
    assert table.ready()
    table.square(112).click()
    page.keyboard.press("1")
    if page.locator("dialog").count():
        page.locator("dialog button").first.click()
    page.wait_for_selector(".tile.new")
    check(page, f"{name}-tentative")
    page.keyboard.press("Escape")
    page.locator("#exchange").click()
    check(page, f"{name}-exchange")
    page.keyboard.press("Escape")
    page.locator("#analysis summary").click()
    page.wait_for_selector("#moves tr")
    page.wait_for_function("() => /%/.test(document.querySelector('#moves').textContent)")
    page.evaluate("document.querySelector('#stop').click()")  # it may be over already, and the button gone
    page.wait_for_selector("#analyse:not([hidden])")
    check(page, f"{name}-analysis")
    if width < 500:
        page.locator("#analysis summary").click()
        board, rack = page.locator("#board").bounding_box(), page.locator("#rack").bounding_box()
        assert rack["y"] + rack["height"] - (board["y"] - 70) < height, "board and rack fit on the screen"


@pytest.mark.parametrize(("width", "height", "scheme"), SCREENS, ids=NAMES)
@pytest.mark.sweep
def test_the_page_of_words(width: int, height: int, scheme: str, visit: Callable[..., Any]) -> None:
    page = visit("/words", width=width, height=height, color_scheme=scheme, bypass_csp=True)
    query = page.locator("#query")
    query.press_sequentially("anag")
    shows(page, "#suggestions", "anagram:")
    page.locator("#suggestions button").first.click()
    assert query.input_value() == "anagram:"
    shows(page, "#explain", "TILES")
    query.press_sequentially("RETAINS?")
    page.wait_for_selector("text=86 words")
    check(page, f"{'phone' if width < 500 else 'desk'}-{scheme}-words")
    with page.expect_download() as download:
        page.locator("#csv").click()
    assert download.value.path().read_text("utf-8").startswith("front,word,back")
    query.fill("lenght:7")
    query.press("Enter")
    page.wait_for_selector("#explain.bad")
    shows(page, "#explain", "length:")
    query.fill("length:7")
    query.press("Enter")
    page.wait_for_selector("#pages:not([hidden])")
    page.locator("#after").click()
    page.wait_for_function("() => document.querySelector('#where').textContent.startsWith('101 ')")


@pytest.mark.sweep
def test_an_animation_is_left_out_for_those_who_want_none(visit: Callable[..., Any]) -> None:
    page = visit(reduced_motion="reduce")
    table = Table.begin(page, first="me")
    assert table.ready()
    table.square(112).click()
    page.keyboard.press("1")
    if page.locator("dialog").count():
        page.locator("dialog button").first.click()
    assert page.eval_on_selector(".tile.new", "tile => getComputedStyle(tile).animationName") == "none"


@pytest.mark.sweep
def test_plays_are_written_and_read_in_every_alphabet(visit: Callable[..., Any]) -> None:
    """Tiles of several letters, blanks, and tiles played through, in both directions."""
    page = visit("/words")
    tiles = [{"label": label, "lower": label.lower(), "points": 1} for label in ("A", "CH", "C", "H", "L·L", "I")]
    setting = {"rows": 32, "columns": 32, "glyphs": ["." * 32] * 32, "tiles": tiles}
    found = page.evaluate(
        """async (setting) => {
            const { Plays } = await import("/static/plays.js");
            const plays = new Plays(setting);
            const tile = (letter, blank = false) => ({ letter, blank });
            const squares = Array(1024).fill("");
            squares[7 * 32 + 4] = "A";
            const across = new Map([[7 * 32 + 3, tile("CH")], [7 * 32 + 5, tile("CH", true)]]);
            const down = new Map([[8 * 32 + 4, tile("L·L")]]);
            const far = new Map([[31 * 32 + 30, tile("I")], [31 * 32 + 31, tile("I", true)]]);
            const texts = [across, down, far].map((placed) => plays.text(squares, placed));
            const back = texts.map((text) => [...plays.placed(...text.split(" "))]);
            const apart = plays.text(squares, new Map([[0, tile("A")], [2, tile("A")]]));
            const listed = back.map((placed) => placed.map(([at, { letter, blank }]) => [at, letter, blank]));
            return { texts, back: listed, apart, exchange: plays.exchange(["A", "CH", "?"]) };
        }""",
        setting,
    )
    assert found["texts"] == ["8D [CH].[ch]", "E8 .[L·L]", "32AE Ii"]
    assert found["back"] == [
        [[7 * 32 + 3, "CH", False], [7 * 32 + 5, "CH", True]],
        [[8 * 32 + 4, "L·L", False]],
        [[31 * 32 + 30, "I", False], [31 * 32 + 31, "I", True]],
    ]
    assert found["apart"] is None
    assert found["exchange"] == "-A[CH]?"
