"""An evening of a player, at each width, by mouse, keyboard and touch: each task, and axe-core in both schemes at each.

A game is begun, tiles and a blank are laid and played, another's phony is challenged, tiles are exchanged; then the
analysis, the report, study of what was missed, a quiz, a search, and a friend by a link.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from .conftest import Process, Table, box_of, shows
from .test_pages import check
from .test_play import tap

EMPTY = "/".join(["15"] * 15)
#: A desk, a tablet and two phones, each by every kind of input.
SCREENS = [(1280, 800), (768, 1024), (390, 844), (360, 640)]
WALKS = [(*screen, by) for by in ("mouse", "touch", "keyboard") for screen in SCREENS]


class Hand:
    """What a person does with a page, by one kind of input."""

    def __init__(self, page: Any, by: str, name: str) -> None:
        self.page, self.by, self.name = page, by, name

    def press(self, target: Any) -> None:
        """Press a button, or choose what stands in a label."""
        found = self.page.locator(target) if isinstance(target, str) else target
        if self.by == "touch":
            found.tap()
        elif self.by == "mouse":
            found.click()
        else:
            inside = found.locator("input")
            (inside if inside.count() else found).focus()
            self.page.keyboard.press("Space" if inside.count() else "Enter")

    def tile(self, table: Table, letter: str) -> Any:
        """A tile of the rack."""
        return table.tile("a" if letter == "?" else letter)

    def lay(self, table: Table, letter: str, square: int) -> None:
        """Lay a tile of the rack; ``?`` is a blank."""
        if self.by == "mouse":
            table.drag(self.tile(table, letter), table.square(square))
        elif self.by == "touch":
            tap(table, self.tile(table, letter), "#rack [aria-pressed=true]")
            tap(table, table.square(square), "dialog[open]" if letter == "?" else f"[data-square='{square}'] .tile.new")
        else:
            self.page.locator(f"[data-square='{square}']").focus()
            if not self.page.locator(f"[data-square='{square}'] .arrow").count():
                self.page.keyboard.press("Space")
            self.page.keyboard.press("7" if letter == "?" else letter.lower())

    def look(self, what: str) -> None:
        """What axe-core says of the page as it is, in both schemes."""
        for scheme in ("light", "dark"):
            self.page.emulate_media(color_scheme=scheme)
            check(self.page, f"evening-{self.name}-{scheme}-{what}")


@pytest.mark.sweep
@pytest.mark.parametrize(("width", "height", "by"), WALKS, ids=lambda value: str(value))
def test_an_evening(width: int, height: int, by: str, visit: Callable[..., Any], site: Process) -> None:
    page = visit(width=width, height=height, has_touch=by == "touch", bypass_csp=True)
    hand = Hand(page, by, f"{width}-{by}")
    page.wait_for_selector(".levels label")
    hand.look("home")
    # Begin a game, with the choices of one who plays by the book.
    hand.press("label:has(input[value=static])")
    hand.press("#choices summary")
    page.select_option("#challenge", "double")
    page.fill("#position", f"{EMPTY} AERSTZ?/ 0/0 0")
    hand.look("choices")
    hand.press(page.get_by_role("button", name="Play", exact=True))
    table = Table(page)
    assert table.ready()
    # A play, in which the blank is a letter that is chosen.
    for letter, square in zip("ZEST", (112, 113, 114, 115), strict=True):
        hand.lay(table, letter, square)
    hand.lay(table, "?", 116)
    page.wait_for_selector("dialog[open]")
    hand.look("blank")
    if by == "keyboard":
        page.keyboard.press("s")
    else:
        hand.press("dialog button[aria-label='S']")
    shows(page, "#say", "ZESTs: ")
    hand.look("laid")
    hand.press("#commit")
    table.wait_for_turns(2)
    assert table.ready()
    shows(page, "#history", "ZESTs")
    # The other's play is challenged, which may cost a turn, and so asks first.
    hand.press("#challenge")
    page.wait_for_selector("dialog[open]")
    hand.look("challenge")
    hand.press("dialog .main")
    table.wait_for_turns(3)
    shows(page, "#history", "challenge: good")
    assert table.ready()
    hand.press("#exchange")
    hand.press(page.locator("dialog .pick button").first)
    hand.look("exchange")
    hand.press("dialog .main")
    shows(page, "#history", "exchange")
    assert table.ready()
    hand.press("#analysis summary")
    page.wait_for_selector("#moves tr")
    hand.look("analysis")
    hand.press("#analysis summary")
    # The end, its report, and the quiz about it.
    hand.press(page.locator("summary", has_text="More"))
    hand.press("#resign")
    hand.look("resign")
    hand.press("dialog .main")
    page.wait_for_selector("#report:not([hidden]) table")
    result = box_of(page.locator("#result h2"))
    assert 0 <= result["y"] < height, "the result is seen"
    hand.look("report")
    hand.press(page.locator(".mistakes button").first)
    shows(page, "#say", "After ")
    hand.press(page.get_by_role("button", name="Study my mistakes"))
    page.wait_for_selector("dialog[open]")
    hand.look("mistakes")
    page.keyboard.press("Escape")
    # Study, words, and a friend.
    page.goto(f"{site.address}study")
    page.wait_for_selector("#lists button")
    hand.look("study")
    page.fill("#query", "pattern:QUIZ*")
    hand.press(page.get_by_role("button", name="Start"))
    page.wait_for_selector("#quiz:not([hidden])")
    hand.look("question")
    page.keyboard.type("quizzes")
    page.keyboard.press("Enter")
    page.wait_for_selector("#result:not([hidden])")
    hand.look("answer")
    page.goto(f"{site.address}words")
    page.fill("#query", "anagram:RETAINS")
    hand.press(page.get_by_role("button", name="Search"))
    page.wait_for_selector(".results b")
    hand.look("words")
    page.goto(site.address)
    hand.press("label:has(input[value=friend])")
    hand.press(page.get_by_role("button", name="Play", exact=True))
    Table(page)
    link = box_of(page.locator("#link"))
    assert link["y"] + link["height"] < height, "the link is seen"
    hand.look("invitation")
    other = visit(
        "/" + page.locator("#link").input_value().split("/", 3)[3], width=width, height=height, bypass_csp=True
    )
    other.wait_for_selector("dialog[open]")
    Hand(other, by, hand.name).look("invited")
    other.keyboard.type("Bob")
    other.keyboard.press("Enter")
    Table(other)
    shows(page, "#scores", "Bob")


@pytest.mark.sweep
def test_a_phone_on_its_side_shows_board_rack_and_buttons(visit: Callable[..., Any]) -> None:
    page = visit(width=740, height=360, has_touch=True)
    table = Table.begin(page, first="me")
    assert table.ready()
    for place in ("#board", "#rack", "#commit", "#hint", "#say", "#scores", ".top"):
        box = box_of(page.locator(place))
        assert box["y"] >= 0, place
        assert box["y"] + box["height"] <= 360, place
    board = box_of(page.locator("#board"))
    assert board["width"] > 330
    assert box_of(page.locator(".top nav a").first)["x"] > board["x"] + board["width"]
    page.goto(page.url.split("/play")[0] + "/annotate")
    page.wait_for_selector("#board [data-square]")
    board, entry = box_of(page.locator("#board")), box_of(page.locator("#entry"))
    assert 330 < board["x"] + board["width"] < entry["x"]
