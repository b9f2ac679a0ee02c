"""The page of puzzles: tiles by mouse, keys and touch, hints, the end; at every size, in light and dark."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest

import lexkit
from lexkit.apps.study import Card, Deck

from .conftest import Process, Table, shows
from .test_analysis_beside import SCREENS, is_seen, is_whole
from .test_pages import check


@pytest.fixture(scope="module")
def puzzles(site: Process) -> list[lexkit.Puzzle]:
    """Two puzzles: to make one takes a server seconds."""
    return list(lexkit.puzzles(lexkit.open("english"), 2, seed=3, iterations=32))


@pytest.fixture(scope="module")
def made(puzzles: list[lexkit.Puzzle]) -> lexkit.Puzzle:
    """A puzzle, whose card is the first that is asked."""
    return puzzles[0]


def asked(visit: Callable[..., Any], site: Process, *made: lexkit.Puzzle, **screen: Any) -> Any:
    """A page that asks the first of these puzzles, as if it had never been asked; then the others, then new ones."""
    file = site.folder / "study.sqlite"
    with Deck(file) as deck, closing(sqlite3.connect(file)) as connection:
        connection.execute("DELETE FROM cards WHERE kind = 'puzzles'")
        connection.commit()
        deck.add([Card("english", "puzzles", one.to_json()) for one in made])
    page = visit("/puzzles", bypass_csp=True, **screen)
    page.wait_for_selector("#rack button")
    return page


@pytest.mark.sweep
@pytest.mark.parametrize(("width", "height", "scheme"), SCREENS)
def test_a_puzzle(
    width: int, height: int, scheme: str, visit: Callable[..., Any], site: Process, puzzles: list[lexkit.Puzzle]
) -> None:
    touch, made = width < 500, puzzles[0]
    page = asked(visit, site, *puzzles, width=width, height=height, color_scheme=scheme, has_touch=touch)
    table = Table(page)
    assert is_seen(page.locator("#commit")), "board, rack and buttons are on the screen"
    check(page, f"puzzles-{width}-{scheme}-asked")
    page.locator("#hint").click()
    shows(page, "#say", "The best play: ")
    for text in ("points. Again", "across from", "with "):
        page.locator("#hint").click()
        shows(page, "#say", text)
    # A play that is worse, by keys.
    place, tiles = made.plays[1].text.split()
    squares = table.squares(place, tiles)
    table.square(squares[0][0]).click()
    if not place[0].isdigit():
        table.square(squares[0][0]).click()
    for _, letter in squares:
        page.keyboard.press(letter)
    page.wait_for_function("() => /points/.test(document.querySelector('#commit').textContent)")
    page.keyboard.press("Enter")
    shows(page, "#say", "Try again.")
    shows(page, "#tried", made.plays[1].text)
    check(page, f"puzzles-{width}-{scheme}-tried")
    page.keyboard.press("Escape")
    page.wait_for_selector(".tile.new", state="detached")
    # The best play, by touch or by mouse.
    for square, letter in table.squares(*made.best.split()):
        if touch:
            table.tile(letter).tap()
            table.square(square).tap()
        else:
            table.drag(table.tile(letter), table.square(square))
    page.wait_for_function("() => /points/.test(document.querySelector('#commit').textContent)")
    page.locator("#commit").click()
    shows(page, "#ended", f"Right: {made.best}")
    assert is_seen(page.locator("#next"))
    check(page, f"puzzles-{width}-{scheme}-end")
    assert is_whole(page.locator("#ended .scroll")), "no column is cut off"
    row = page.locator("#ended tbody button").nth(2)
    row.click()
    assert page.locator(".tile.ghost").count() == sum(tile != "." for tile in made.plays[2].text.split()[1])
    page.locator("#next").click()
    shows(page, "#say", "Which play is best?")
    assert page.locator("#ended").is_hidden()
    page.locator("#give-up").click()
    shows(page, "#ended", "Not found: ")


@pytest.mark.sweep
def test_a_typed_play_and_one_kind_of_puzzles(visit: Callable[..., Any], site: Process, made: lexkit.Puzzle) -> None:
    page = asked(visit, site, made)
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    page.fill("#typed", "8h zz")
    page.keyboard.press("Enter")
    shows(page, "#say", "Not a word here: ZZ")
    page.fill("#typed", made.best.lower())
    page.keyboard.press("Enter")
    shows(page, "#ended", f"Right: {made.best}")
    page.select_option("#tag", "only-bingo")
    page.locator("#setup button").click()
    shows(page, "#say", "Which play is best?")
    assert "tag=only-bingo" in page.url
    page.locator("#hint").click()
    shows(page, "#say", "the only bingo")


@pytest.mark.sweep
def test_borrowed_leave_values_are_told_with_the_position(
    visit: Callable[..., Any], site: Process, made: lexkit.Puzzle
) -> None:
    page = asked(visit, site, made)
    assert "eave values" not in page.locator("#about").inner_text()

    def borrow(route: Any) -> None:
        found = route.fetch().json()
        found["result"]["leaves"] = "leave values of Gordon's heuristics"
        route.fulfill(json=found)

    page.route("**/api/puzzles/next", borrow)
    page.reload()
    shows(page, "#about", "Leave values of Gordon's heuristics.")
