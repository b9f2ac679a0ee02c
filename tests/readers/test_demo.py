"""The demo page of the reader in JavaScript: made from its sources, opened from disk in a real browser."""

from __future__ import annotations

import base64
import gzip
import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

import lexkit
from readers.js import make_demo
from tests.apps.web.browser.conftest import CHROMIUM, WAIT, found_by_axe, missing, shows
from tests.making import bytes_of
from tests.running import few_of

READER = Path(__file__).parents[2] / "readers" / "js"
DEMO = READER / "demo.html"
SCREENS = [(1280, 860, "light"), (360, 740, "dark"), (1280, 860, "dark"), (360, 740, "light")]
START = 112


def packed() -> str:
    """The word list in the page, in base64."""
    found = re.search(r'id="packed">([^<]*)<', DEMO.read_text("utf-8"))
    assert found
    return found[1]


def test_the_page_is_made_from_its_sources() -> None:
    assert DEMO.read_text("utf-8") == make_demo.page("page", packed()), "python readers/js/make_demo.py makes it anew"


def test_its_list(english: lexkit.Lexicon) -> None:
    words = lexkit.open(gzip.decompress(base64.b64decode(packed())))
    assert list(words) == [word for word in english if len(word) <= 5]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    if missing():
        pytest.skip(missing())
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Any) -> Iterator[Callable[..., Any]]:
    """Opens the page from disk. An error in it, or a request for anything else, is an error of the test."""
    troubles: list[str] = []
    with ExitStack() as stack:

        def open_page(width: int = 1280, height: int = 860, **context: Any) -> Any:
            made = chromium.new_context(viewport={"width": width, "height": height}, **context)
            stack.callback(made.close)
            made.set_default_timeout(WAIT * 1000)
            page = made.new_page()
            page.on("pageerror", lambda error: troubles.append(str(error)))
            page.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
            page.on("request", lambda request: troubles.append(request.url) if request.url != DEMO.as_uri() else None)
            page.goto(DEMO.as_uri())
            page.wait_for_selector("#moves li")
            return page

        yield open_page
    # What a stream of its own memory asks for is no request to anybody.
    assert not [trouble for trouble in troubles if not trouble.startswith("blob:")]


@pytest.mark.parametrize(("width", "height", "scheme"), SCREENS)
@pytest.mark.sweep
def test_it_fits_and_is_accessible(width: int, height: int, scheme: str, visit: Callable[..., Any]) -> None:
    page = visit(width, height, color_scheme=scheme, bypass_csp=True)
    page.locator("#moves button").nth(1).focus()
    assert page.locator(".ghost").count() > 1
    if "LEXKIT_SHOTS" in os.environ:
        name = Path(os.environ["LEXKIT_SHOTS"]) / f"demo-{width}-{scheme}.png"
        page.screenshot(path=str(name), full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    found = found_by_axe(page)
    assert not found, json.dumps(found, indent=1)


def test_words_are_found_while_one_types(visit: Callable[..., Any], english: lexkit.Lexicon) -> None:
    page = visit()
    few = lexkit.build([word for word in english if len(word) <= 5])
    for kind, text, words in [
        ("pattern", "?U*Z", few.pattern("?U*Z")),
        ("prefix", "qu", few.prefix("QU")),
        ("suffix", "IZE", few.suffix("IZE")),
        ("substring", "UZ", few.substring("UZ")),
        ("anagrams", "retas", few.anagram("RETAS")),
        ("subanagrams", "ZZ?", few.search("subanagram:ZZ? length:2-")),
    ]:
        page.locator(f"[name=kind][value={kind}]").check()
        page.fill("#query", text)
        assert page.locator("#words li").all_text_contents() == words.to_list()
        assert page.text_content("#count").startswith(f"{len(words)} word")
    page.locator("[name=kind][value=pattern]").check()
    page.fill("#query", "*")
    assert page.locator("#words li").count() == 200
    page.click("#more")
    assert page.locator("#words li").count() == 400
    page.fill("#query", "4")
    shows(page, "#count.bad", "cannot read")
    assert page.locator("#results").is_hidden()


@pytest.mark.sweep
def test_many_words_leave_the_board_where_it_is(visit: Callable[..., Any]) -> None:
    page = visit(360, 740)
    top = "document.getElementById('board').getBoundingClientRect().top"
    page.fill("#query", "ZZ")
    before = page.evaluate(top)
    page.fill("#query", "*")
    assert page.locator("#words li").count() == 200
    assert page.evaluate(top) - before < 740 / 3
    page.locator("#more").scroll_into_view_if_needed()
    page.locator("#more").press("Enter")
    assert page.locator("#words li").count() == 400


def test_moves_by_keyboard(visit: Callable[..., Any], english: lexkit.Lexicon) -> None:
    page = visit()
    page.locator("#clear").focus()
    page.keyboard.press("Enter")
    page.locator("#board input").nth(START).focus()
    page.keyboard.press("Enter")  # downwards
    page.keyboard.type("caRe")
    page.fill("#rack", "abt?")
    few = lexkit.build([word for word in english if len(word) <= 5])
    board = lexkit.Board()
    board.play("H8 CArE")
    expected = few.moves(board, "ABT?")
    assert page.text_content("#found").startswith(f"{len(expected):,} moves")
    assert page.text_content("#moves li .score") == f"+{max(move.score for move in expected)}"
    label = page.locator("#board input").nth(START + 2 * 15).get_attribute("aria-label")
    assert label == "10H: R, a blank"
    page.locator("#moves button").first.focus()
    page.keyboard.press("Enter")
    assert page.input_value("#rack") != "abt?"
    page.locator("#back").focus()
    page.keyboard.press("Enter")
    assert page.input_value("#rack") == "abt?"
    page.locator("#board input").nth(START + 3 * 15).focus()
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    assert page.locator(".square.tile").count() == 2


@pytest.mark.sweep
def test_a_press_chooses_a_square_and_another_turns(visit: Callable[..., Any]) -> None:
    page = visit(360, 740, has_touch=True)
    page.click("#clear")
    square = page.locator("#board input").nth(START)
    square.tap()
    page.keyboard.type("at")
    square.tap()
    square.tap()
    assert page.text_content("#direction") == "Typing downwards"
    page.keyboard.type("be")
    assert [at for at in range(225) if page.locator("#board input").nth(at).input_value()] == [112, 113, 127]


@pytest.mark.sweep
def test_a_file_is_dropped(visit: Callable[..., Any]) -> None:
    page = visit()
    drop = """(bytes) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([new Uint8Array(bytes)], "dropped.gaddag"));
        dispatchEvent(new DragEvent("dragenter", { dataTransfer, cancelable: true }));
        const shown = !document.getElementById("drop").hidden;
        dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
        return shown;
    }"""
    assert page.evaluate(drop, list(bytes_of(["AT", "BAT"], "english")))
    shows(page, "#list", "dropped.gaddag: 2 words")
    assert not page.locator("#drop").is_visible()


def test_other_lists_are_opened_and_damaged_ones_refused(visit: Callable[..., Any], tmp_path: Path) -> None:
    page = visit()
    file = tmp_path / "spanish.gaddag"
    data = bytes_of(["CHE", "CHAL", "LLAMA", "CALLE"], "spanish")
    file.write_bytes(data)
    page.set_input_files("#file", str(file))
    shows(page, "#list", "spanish.gaddag: 4 words")
    # C, then H: one tile.
    page.locator("#board input").nth(START).focus()
    page.keyboard.type("che")
    assert page.locator(".square.tile").count() == 2
    assert page.locator("#board input").nth(START).input_value() == "CH"
    damaged = bytearray(data)
    damaged[-1] ^= 1
    file.write_bytes(damaged)
    page.set_input_files("#file", str(file))
    shows(page, "#list.bad", "S5")
    shows(page, "#found", "move")


#: Counts the instances of WebAssembly that a page makes.
COUNTING = """
    const { Instance } = WebAssembly;
    window.made = 0;
    WebAssembly.Instance = class extends Instance { constructor(...all) { super(...all); window.made++; } };
"""


@pytest.mark.parametrize("allowed", few_of([True, False], 1))
def test_moves_come_from_webassembly_unless_a_policy_forbids_it(allowed: bool, chromium: Any, tmp_path: Path) -> None:
    leave = " 'wasm-unsafe-eval'"
    text = DEMO.read_text("utf-8")
    assert text.count(leave) == 1
    file = tmp_path / "page.html"
    file.write_text(text if allowed else text.replace(leave, ""), "utf-8")
    told: list[str] = []
    with chromium.new_context() as context:
        context.add_init_script(COUNTING)
        page = context.new_page()
        page.on("pageerror", lambda error: told.append(str(error)))
        page.on("console", lambda message: told.append(message.text))
        page.goto(file.as_uri())
        page.wait_for_selector("#moves li")
        assert page.evaluate("made") == allowed
        assert page.text_content("#found").startswith("740 moves")
    assert not told
