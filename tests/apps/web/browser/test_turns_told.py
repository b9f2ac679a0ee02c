"""Turns and hints in words, on the board, in the title and on the first page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .conftest import Table

#: A position with one play far ahead.
OPENED = "15/15/15/15/15/15/15/5CARE6/15/15/15/15/15/15/15 AEINRT?/ 0/12 0"
#: History of a view: a phony, its challenge and the play after it; then a challenge that fails.
TURNS = """
const placement = (number, player, place, text, score) =>
  ({ number, player, kind: "placement", place, text: `${place} ${text}`, score, words: [text] });
const setting = { players: [{ name: "You" }, { name: "Bot" }] };
const plays = { word: (place, tiles) => tiles.replaceAll(".", "I"), blanks: () => "" };
const view = { squares: [], history: [placement(1, 0, "8D", "JPT", 27),
  { number: 2, player: 1, kind: "challenge", success: true, score: 0, judged: [["JPT", false]] },
  placement(3, 1, "H4", "F.RE", 20)] };
"""


def told(page: Any, expression: str) -> Any:
    """Evaluate an expression with the module of panels as ``panels``, and the turns above."""
    code = f"import('/static/panels.js').then((panels) => {{ {TURNS} return {expression}; }})"
    return page.evaluate(code)


def test_all_that_happened_since_the_own_turn_is_told(visit: Callable[..., Any]) -> None:
    """Found: the next move of the bot took the place of its challenge, and 27 points were gone without a word."""
    page = visit()
    text = told(page, "panels.toldSince(setting, plays, view, 0)")
    assert text == "Bot challenges: JPT is no word, and 27 points are taken back. Bot: FIRE H4, 20 points. "
    assert told(page, "panels.toldSince(setting, plays, view, 1)") == ""
    assert told(page, "panels.toldSince(setting, plays, view, null)") == "Bot: FIRE H4, 20 points. "
    failed = "{ ...view, history: [{ number: 1, player: 0, kind: 'challenge', success: false, score: 5 }] }"
    assert told(page, f"panels.toldSince(setting, plays, {failed}, 0)") == (
        "You challenge: the play is good and gets +5. "
    )


def test_a_hint_is_marked_on_the_board(visit: Callable[..., Any]) -> None:
    """A phone's board has no coordinates."""
    page = visit(width=390, height=844, has_touch=True, is_mobile=True)
    Table.begin(page, position=OPENED)
    assert page.title().startswith("Your turn: You and ")
    assert page.locator("[data-hint]").count() == 0
    for says in (
        "80 points. ",
        "80 points, down from E5. ",
        "down from E5, with ? A E I N R T",
        "RETsINA down, E5 RETsINA",
    ):
        before = page.locator("#say").inner_text()
        page.locator("#hint").tap()
        page.wait_for_function("text => document.querySelector('#say').textContent !== text", arg=before)
        assert says in page.locator("#say").inner_text()
    marked = page.locator("[data-hint]")
    assert [marked.get_attribute(name) for name in ("data-square", "data-hint")] == [str(4 * 15 + 4), "↓"]
    assert marked.get_attribute("aria-label").endswith("the hint begins here, down")


def test_a_running_game_is_on_the_first_screen_of_a_phone(visit: Callable[..., Any]) -> None:
    page = visit(width=390, height=780, has_touch=True, is_mobile=True)
    assert page.locator("#running").is_hidden()
    Table.begin(page, position=OPENED)
    page.goto(page.url.partition("/play")[0] + "/")
    page.wait_for_selector("#running a")
    box = page.locator("#running a").bounding_box()
    assert box["y"] + box["height"] < 780
    page.locator("#running a").tap()
    Table(page)
