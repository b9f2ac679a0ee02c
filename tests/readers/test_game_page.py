"""The game in one page: made from its sources, opened from disk in a real browser, and played on a small screen."""

from __future__ import annotations

import base64
import functools
import gzip
import http.server
import json
import os
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

import lexkit
from readers.js import make_demo
from tests.apps.web.browser.conftest import CHROMIUM, WAIT, found_by_axe, missing
from tests.making import bytes_of

READER = Path(__file__).parents[2] / "readers" / "js"
PAGE = READER / "game.html"
#: Nothing is left to luck, and the computer does not pretend to think.
SEEDED = """
    crypto.getRandomValues = (numbers) => numbers.fill(SEED);
    const wait = setTimeout;
    window.setTimeout = (act, _, ...rest) => wait(act, 0, ...rest);
"""
#: The page waits for its user, or shows the end of the game.
READY = "#hint:not([disabled]), #end[open]"


def packed() -> str:
    """The word list in the page, in base64."""
    found = re.search(r'id="packed"[^>]*>([^<]*)<', PAGE.read_text("utf-8"))
    assert found
    return found[1]


def test_the_page_is_made_from_its_sources() -> None:
    assert PAGE.read_text("utf-8") == make_demo.page("play", packed()), "python readers/js/make_demo.py makes it anew"


def test_the_page_is_small_without_its_list() -> None:
    text = re.sub(r'(id="packed"[^>]*>|<pre tabindex="0">)[^<]*', r"\1", PAGE.read_text("utf-8"))
    assert len(gzip.compress(text.encode(), 9)) < 60_000


def test_its_list_is_the_bundled_one(english: lexkit.Lexicon) -> None:
    text = gzip.decompress(base64.b64decode(packed())).decode()
    words = [""]
    for kept, rest in re.findall("([a-z])([A-Z]*)", text):
        words.append(words[-1][: ord(kept) - ord("a")] + rest)
    assert words[1:] == list(english)
    assert all(one < other for one, other in pairwise(words))


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
    """Opens the page, from disk by default. An error in it, or a request for anything else, is an error of the test."""
    troubles: list[str] = []
    with ExitStack() as stack:

        def open_page(seed: int = 6, address: str = PAGE.as_uri(), **context: Any) -> Any:
            allowed = (address, address.replace("game.html", "game-worker.js"))
            wanted = {"viewport": {"width": 360, "height": 740}, "has_touch": True} | context
            made = chromium.new_context(**wanted)
            stack.callback(made.close)
            made.set_default_timeout(WAIT * 1000)
            made.add_init_script(SEEDED.replace("SEED", str(seed)))
            page = made.new_page()
            page.on("pageerror", lambda error: troubles.append(str(error)))
            page.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
            page.on("request", lambda request: troubles.append(request.url) if request.url not in allowed else None)
            page.goto(address)
            page.wait_for_selector(READY)
            return page

        yield open_page
    assert not [trouble for trouble in troubles if not trouble.startswith(("blob:", "data:"))]


def new_game(page: Any, level: str, first: str = "0") -> None:
    page.tap("#menu-open")
    page.tap("#to-new")
    page.select_option("#level", level)
    page.select_option("#first", first)
    page.tap("#new button.main")
    page.wait_for_selector(READY)


def tile(page: Any, label: str) -> Any:
    """The first tile of the rack with this letter, a blank without one, that is not on the board."""
    return page.locator(
        f'#rack button:not(.gone)[aria-label^="{label},"]' if label else "#rack [aria-label=blank]"
    ).first


def square(page: Any, name: str) -> Any:
    return page.locator(f'#board [aria-label^="{name}:"]')


def shows(page: Any, selector: str, text: str) -> None:
    page.locator(selector, has_text=text).wait_for(state="attached")


def test_a_whole_game_on_a_phone(visit: Callable[..., Any], english: lexkit.Lexicon) -> None:
    page = visit()
    new_game(page, "greedy")
    for _ in range(60):
        if page.locator("#end[open]").count():
            break
        page.tap("#hint")
        plays = page.locator("#plays button")
        if plays.count():
            value = plays.first.locator("span").last.text_content()
            plays.first.tap()
            assert f"+{page.text_content('#badge')}" == value
            page.tap("#play")
        else:
            page.keyboard.press("Escape")
            page.tap("#pass")
            page.tap("#ask-yes")
        page.wait_for_selector(READY)
    sums = [row.split() for row in page.locator("#sums tr").all_inner_texts()]
    page.locator("#end button").first.tap()
    page.tap("#menu-open")
    with page.expect_download() as saved:
        page.tap("#to-record")
    record = Path(saved.value.path()).read_text("utf-8")
    game = lexkit.Game.from_gcg(record, english)
    assert game.over
    assert [int(number) for number in sums[-1][1:]] == list(game.result.scores)
    assert [page.text_content(f"#score-{seat}") for seat in (0, 1)] == [str(score) for score in game.result.scores]
    assert page.locator("#turns li").count() == len([turn for turn in game.turns if turn.kind != "accept"])


def test_tiles_by_taps_with_a_blank(visit: Callable[..., Any]) -> None:
    page = visit(seed=7)
    new_game(page, "beginner")
    square(page, "8F").tap()
    tile(page, "F").tap()
    tile(page, "").tap()
    page.locator("#letters button").first.tap()
    shows(page, "#told.bad", "star")
    tile(page, "X").tap()
    shows(page, "#told.good", "FAX: 24 points")
    assert page.text_content("#badge") == "24"
    assert square(page, "8G").get_attribute("aria-label") == "8G: A, a blank, not played yet"
    page.tap("#play")
    page.wait_for_selector(READY)
    assert page.text_content("#score-0") == "24"
    # After the computer's turn its tiles are marked, not these.
    assert page.locator(".square.tile.last").count() == page.locator(".square.tile:not(.blank)").count() - 2
    before = page.locator("#turns li").all_inner_texts()
    page.reload()
    page.wait_for_selector(READY)
    assert page.locator("#turns li").all_inner_texts() == before
    page.tap("#menu-open")
    page.tap("#to-back")
    assert page.locator(".square.tile").count() == 0
    # A tile first, then a square; the square it fills, once more, takes it back.
    tile(page, "B").tap()
    square(page, "8H").tap()
    shows(page, "#told.bad", "two letters")
    square(page, "8H").tap()
    assert page.locator(".square.tile").count() == 0
    # The same square, tapped again, writes downwards.
    square(page, "8H").tap()
    tile(page, "P").tap()
    tile(page, "D").tap()
    assert [square(page, name).get_attribute("data-letter") for name in ("8H", "9H")] == ["P", "D"]
    page.tap("#shuffle")
    assert page.locator(".square.tile").count() == 0


@pytest.mark.sweep
def test_exchanges_and_passes(visit: Callable[..., Any]) -> None:
    page = visit(seed=7)
    new_game(page, "beginner")
    page.tap("#swap")
    page.locator("#exchanged button").nth(0).tap()
    page.locator("#exchanged button").nth(3).tap()
    page.tap("#exchange-go")
    page.wait_for_selector(READY)
    assert page.locator("#turns li").last.inner_text().split("\n") == ["You", "exchanged 2"]
    page.tap("#pass")
    page.locator("#ask button").first.tap()
    assert page.locator("#turns li").count() == 2
    page.tap("#pass")
    page.tap("#ask-yes")
    page.wait_for_selector(READY)
    assert page.locator("#turns li").nth(1).inner_text().split("\n") == ["You", "passed"]


@pytest.mark.sweep
def test_tiles_by_dragging(visit: Callable[..., Any]) -> None:
    page = visit(seed=7)
    new_game(page, "beginner")
    tile(page, "D").drag_to(square(page, "8H"))
    assert square(page, "8H").get_attribute("data-letter") == "D"
    square(page, "8H").drag_to(square(page, "8G"))
    assert [square(page, name).get_attribute("data-letter") for name in ("8G", "8H")] == ["D", ""]
    square(page, "8G").drag_to(page.locator("#told"))
    assert page.locator(".square.tile").count() == 0
    before = page.locator("#rack button").all_inner_texts()
    page.locator("#rack button").nth(0).drag_to(page.locator("#rack button").nth(4))
    assert page.locator("#rack button").all_inner_texts() == [*before[1:5], before[0], *before[5:]]


@pytest.mark.sweep
def test_tiles_by_keys(visit: Callable[..., Any]) -> None:
    page = visit(seed=7, viewport={"width": 1280, "height": 860})
    new_game(page, "beginner")
    square(page, "8F").focus()
    page.keyboard.type("fa")
    page.keyboard.press("Backspace")
    page.keyboard.type("ax")
    shows(page, "#told.good", "FAX: 24 points")
    page.keyboard.press("Escape")
    assert page.locator(".square.tile").count() == 0
    square(page, "8H").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Space")
    page.keyboard.type("FaX")
    assert [square(page, name).get_attribute("data-letter") for name in ("7H", "8H", "9H")] == ["F", "A", "X"]
    page.keyboard.press("Enter")
    page.wait_for_selector(READY)
    assert page.text_content("#score-0") == page.locator("#turns li").last.inner_text().rpartition("+")[2]


@pytest.mark.sweep
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(360, 640), (360, 740), (1280, 860)])
def test_it_fits_and_is_accessible(width: int, height: int, scheme: str, visit: Callable[..., Any]) -> None:
    page = visit(seed=7, viewport={"width": width, "height": height}, color_scheme=scheme, bypass_csp=True)
    new_game(page, "beginner")
    page.tap("#hint")
    page.locator("#plays button").first.tap()
    folder = os.environ.get("LEXKIT_SHOTS")
    if folder:
        page.screenshot(path=str(Path(folder) / f"game-{width}-{height}-{scheme}.png"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("document.getElementById('play').getBoundingClientRect().bottom <= innerHeight")
    found = found_by_axe(page)
    assert not found, json.dumps(found, indent=1)
    for opened in ("#menu-open", "#swap"):
        page.tap(opened)
        found = found_by_axe(page)
        assert not found, json.dumps(found, indent=1)
        assert page.evaluate("document.querySelector('dialog[open]').scrollWidth <= innerWidth")
        page.keyboard.press("Escape")


@pytest.mark.sweep
def test_the_dictionary_is_searched(visit: Callable[..., Any], english: lexkit.Lexicon) -> None:
    page = visit()
    page.tap("#menu-open")
    page.tap("#to-words")
    page.fill("#query", "care")
    shows(page, "#count", "CARE is in the dictionary. In front: S. Behind: D R S T X.")
    for kind, text, words in [
        ("anagrams", "retains", english.anagram("RETAINS")),
        ("pattern", "q?*z*", english.pattern("Q?*Z*")),
        ("suffix", "uzz", english.suffix("UZZ")),
    ]:
        page.select_option("#kind", kind)
        page.fill("#query", text)
        assert page.locator("#found span").all_text_contents() == words.to_list()[:200]
        assert page.text_content("#count").startswith(f"{len(words)} word")


@pytest.mark.sweep
def test_other_lists_are_played_and_damaged_ones_refused(visit: Callable[..., Any], tmp_path: Path) -> None:
    page = visit()
    data = bytes_of(["CHE", "CHAL", "LLAMA", "CALLE", "LA", "AL"], "spanish")
    for name, content in (("damaged.gaddag", data[:-1]), ("spanish.gaddag", data)):
        (tmp_path / name).write_bytes(content)
    page.tap("#menu-open")
    page.tap("#to-new")
    page.set_input_files("#file", str(tmp_path / "damaged.gaddag"))
    shows(page, "#list", "damaged.gaddag was not opened. H3")
    page.set_input_files("#file", str(tmp_path / "spanish.gaddag"))
    shows(page, "#list", "Dictionary: spanish, 6 words.")
    page.wait_for_selector(READY)
    page.reload()
    page.wait_for_selector(READY)
    shows(page, "#list", "Dictionary: spanish, 6 words.")


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_request(self, *_: Any) -> None:
        """Say nothing."""


@pytest.mark.sweep
def test_a_page_from_a_server_can_be_installed_and_works_without_it(visit: Callable[..., Any], tmp_path: Path) -> None:
    for name in ("game.html", "game-worker.js"):
        shutil.copy(READER / name, tmp_path)
    handler = functools.partial(Quiet, directory=str(tmp_path))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/game.html"
        page = visit(address=address)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        address_of_manifest = page.locator("[rel=manifest]").get_attribute("href")
        manifest = json.loads(unquote(address_of_manifest.partition(",")[2]))
        assert (manifest["start_url"], manifest["display"]) == (address, "standalone")
        server.shutdown()
    page.reload()
    page.wait_for_selector(READY)
    assert page.locator("#rack button").count() == 7
