"""What people do at the board: what a blank is, letters of two signs, challenges, names, what stands in the lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import lexkit

from .conftest import Process, Table, found_by_axe, shows
from .test_play import END, tap

pytestmark = pytest.mark.sweep

EMPTY = "/".join(["15"] * 15)
SCREENS = [(360, 640, "dark"), (740, 360, "light"), (390, 844, "light"), (768, 1024, "dark"), (1280, 800, "light")]
#: Whether the whole of a dialog is on the screen, without scrolling.
WHOLE = """() => {
  const dialog = document.querySelector("dialog");
  const inside = (box) => box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  const parts = [dialog, ...dialog.querySelectorAll("button")].map((part) => part.getBoundingClientRect());
  return dialog.scrollHeight <= dialog.clientHeight && parts.every(inside);
}"""
#: Tiles of several letters, and a rack that has some of them, in a page of its own: no list of words is needed.
TYPED = """async ([labels, tiles, keys]) => {
  const { Plays } = await import("/static/plays.js");
  const { state, rack, placed } = await import("/static/state.js");
  const { onKey } = await import("/static/input.js");
  const known = [...labels, "?"].map((label) => ({ label, lower: label.toLowerCase(), points: 1, count: 2 }));
  const glyphs = Array(15).fill(".".repeat(15));
  state.setting = { rows: 15, columns: 15, start: 112, glyphs, tiles: known, players: [] };
  state.plays = new Plays(state.setting);
  state.view = { squares: Array(225).fill(""), rack: tiles, history: [], may: {}, revision: 0 };
  state.seat = 0;
  state.live = { ask: () => new Promise(() => {}) };
  state.board = { focus(square) { this.at = square; }, at: 112 };
  rack.set(tiles);
  placed.clear();
  const shown = state.board;
  state.board = null;  // nothing is drawn
  state.board = { ...shown, show() {} };
  state.cursor = { square: 112, across: true };
  for (const key of keys) {
    const event = { key, shiftKey: key !== key.toLowerCase(), preventDefault() {} };
    try { onKey(event, state.board.at); } catch (error) { if (!/null/.test(error.message)) throw error; }
  }
  return [...placed].sort(([one], [two]) => one - two).map(([, { letter, blank }]) => (blank ? `${letter}*` : letter));
}"""


def ask_blank(visit: Callable[..., Any], **context: Any) -> tuple[Any, Any]:
    """A page that asks what the blank on the middle square is, and the tiles that were laid."""
    table = Table.begin(visit(**context), position=f"{EMPTY} AEIRST?/ 0/0 0")
    assert table.ready()
    table.square(112).click()
    table.page.keyboard.press("7")
    table.page.wait_for_selector("dialog[open]")
    return table.page, table.page.locator(".tile.new")


@pytest.mark.parametrize(("width", "height", "scheme"), SCREENS)
def test_the_whole_alphabet_is_on_the_screen(width: int, height: int, scheme: str, visit: Callable[..., Any]) -> None:
    page, laid = ask_blank(visit, width=width, height=height, color_scheme=scheme)
    assert page.locator("dialog .letters button").count() == 26
    assert page.evaluate(WHOLE)
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert laid.count() == 0
    page.keyboard.press("7")
    page.get_by_role("button", name="Cancel").click()
    page.wait_for_selector("dialog", state="detached")
    assert laid.count() == 0
    # The keys are still at the square.
    page.keyboard.press("7")
    page.keyboard.press("q")
    page.wait_for_selector("dialog", state="detached")
    assert laid.all_inner_texts() == ["Q"]
    assert page.locator(".tile.new.blank").count() == 1


def test_a_finger_chooses_a_blank_or_cancels(visit: Callable[..., Any]) -> None:
    table = Table.begin(
        visit(width=360, height=640, has_touch=True, is_mobile=True), position=f"{EMPTY} AEIRST?/ 0/0 0"
    )
    assert table.ready()
    page, laid = table.page, table.page.locator(".tile.new")
    for button, chosen in (("Cancel", []), ("Z", ["Z"])):
        tap(table, table.tile("a"), "#rack [aria-pressed=true]")
        tap(table, table.square(112), "dialog[open]")
        assert page.evaluate(WHOLE)
        tap(table, page.get_by_role("button", name=button, exact=True), "body:not(:has(dialog))")
        assert laid.all_inner_texts() == chosen
        if page.locator("#rack [aria-pressed=true]").count():
            table.tile("a").tap()


@pytest.mark.parametrize(
    ("tiles", "keys", "laid"),
    [
        (["LL", "A", "E"], "lla", ["LL", "A"]),
        (["L", "LL", "A"], "lla", ["LL", "A"]),
        (["L", "L", "A"], "lla", ["L", "L", "A"]),
        (["CH", "A", "RR", "R"], "charr", ["CH", "A", "RR"]),
        (["CH", "H", "C"], "chhc", ["CH", "H", "C"]),
        (["C", "H", "A"], "cha", ["C", "H", "A"]),
        (["L·L", "A"], "ll", ["L·L"]),
        (["?", "A"], "Cha", ["CH*", "A"]),
        (["?", "H"], "Ch", ["C*", "H"]),
        (["?", "A"], "La", ["L*", "A"]),
    ],
)
def test_a_tile_of_several_letters_is_typed_by_its_letters(
    tiles: list[str], keys: str, laid: list[str], visit: Callable[..., Any]
) -> None:
    page = visit("/words")
    labels = ["A", "C", "CH", "E", "H", "L", "L·L" if "L·L" in tiles else "LL", "R", "RR"]
    assert page.evaluate(TYPED, [labels, tiles, list(keys)]) == laid


def test_a_blank_is_chosen_by_two_letters_or_by_one_after_a_moment(visit: Callable[..., Any]) -> None:
    page = visit("/words")
    choose = """async (keys) => {
      const { Plays } = await import("/static/plays.js");
      const { state, rack, placed } = await import("/static/state.js");
      const { placeAsking } = await import("/static/tiles.js");
      const known = ["A", "C", "CH", "QU", "?"].map((label) => ({ label, lower: label.toLowerCase(), points: 1 }));
      state.setting = { rows: 1, columns: 3, glyphs: ["..."], tiles: known, players: [] };
      state.plays = new Plays(state.setting);
      state.view = { squares: ["", "", ""], rack: ["?"], history: [], may: {} };
      state.seat = 0;
      state.live = { ask: () => new Promise(() => {}) };
      rack.set(["?"]);
      placed.clear();
      const done = placeAsking(0, rack.tiles[0]).catch(() => {});
      const send = (key) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      for (const key of keys) send(key);
      await done;
      return placed.get(0).letter;
    }"""
    for keys, letter in (("ch", "CH"), ("a", "A"), ("c", "C"), ("qu", "QU"), ("q", "QU"), ("xa", "A")):
        assert page.evaluate(choose, list(keys)) == letter, keys


def test_keys_work_after_a_drag(visit: Callable[..., Any]) -> None:
    table = Table.begin(visit(), position=f"{EMPTY} AEIRSTN/ 0/0 0")
    assert table.ready()
    page, laid = table.page, table.page.locator(".tile.new")
    table.drag(table.tile("A"), table.square(112))
    page.keyboard.type("rts")
    assert laid.all_inner_texts() == ["A", "R", "T", "S"]
    page.keyboard.press("Escape")
    assert laid.count() == 0
    # Down, behind two tiles that lie so.
    table.drag(table.tile("A"), table.square(112))
    table.drag(table.tile("R"), table.square(127))
    page.keyboard.press("t")
    assert table.square(142).inner_text() == "T"
    page.keyboard.press("Backspace")
    assert laid.count() == 2
    # A tile that was chosen is gone from the rack, and the focus with it.
    page.keyboard.press("Escape")
    table.tile("T").click()
    table.square(112).click()
    page.keyboard.type("a")
    table.drag(table.tile("E"), table.square(114))
    shows(page, "#commit", " points")
    page.keyboard.press("Enter")
    table.wait_for_turns(1)


def test_a_challenge_that_can_cost_the_turn_asks_first(visit: Callable[..., Any], site: Process) -> None:
    ann, bob = two_friends(visit, challenge="double")
    ann.page.evaluate("document.querySelector('#command').closest('details').open = true")
    ann.page.fill("#typed", "O10 uPBEAR")
    ann.page.press("#typed", "Enter")
    bob.wait_for_turns(1)
    page = bob.page
    page.locator("#challenge").click()
    shows(page, "dialog", "Challenge UPBEAR? If the play is good, you lose this turn.")
    page.get_by_role("button", name="Cancel").click()
    assert bob.turns() == 1
    page.locator("#challenge").click()
    page.locator("dialog .main").click()
    ann.wait_for_turns(2)
    shows(ann.page, "#history", "challenge: good")


def two_friends(visit: Callable[..., Any], **choices: str) -> tuple[Table, Table]:
    """Ann and Barnabas, at a game that is nearly over."""
    page = visit()
    page.locator("label:has(input[value='friend'])").click()
    assert page.input_value("#name") == ""
    page.fill("#name", "Ann")
    first = Table.begin(page, "friend", position=END, **choices)
    other = visit("/" + page.locator("#link").input_value().split("/", 3)[3])
    shows(other, "dialog", "Ann invites you to a game.")
    other.keyboard.type("Barnabas")
    other.keyboard.press("Enter")
    return first, Table(other)


def test_friends_have_names_and_the_end_is_told_whole(visit: Callable[..., Any], site: Process) -> None:
    ann, bob = two_friends(visit)
    shows(ann.page, "#scores", "Barnabas")
    shows(bob.page, "#scores", "Ann")
    for player in (ann, bob):
        player.page.evaluate("document.querySelector('#command').closest('details').open = true")
    for turn, (player, play) in enumerate(((ann, "O10 uPBEAR"), (bob, "14I THIS"), (ann, "I1 T.D")), 1):
        assert player.ready()
        player.page.fill("#typed", play)
        player.page.press("#typed", "Enter")
        for one in (ann, bob):
            one.wait_for_turns(turn)
    shows(bob.page, "#result h2", "Ann wins, 525 : 454")
    rows = [row.split() for row in bob.page.locator("#history li").all_inner_texts()]
    assert rows[1][:3] + rows[1][-2:] == ["Barnabas", "THIS", "14I", "+39", "454"]
    assert rows[-1] == ["Ann", "others", "left", "EI", "+4", "525"]
    bob.page.goto(site.address)
    shows(bob.page, "#games", "with Ann")
    shows(bob.page, "#games", "Ann won, 525 : 454")
    ann.page.goto(site.address)
    shows(ann.page, "#games", "You won, 525 : 454")
    assert ann.page.input_value("#name") == "Ann"


def test_what_was_exchanged_is_told_at_the_end(visit: Callable[..., Any]) -> None:
    table = Table.begin(visit(), "casual", first="me", position=f"{EMPTY} AEIIUUV/ 0/0 0")
    assert table.ready()
    page = table.page
    page.locator("#exchange").click()
    page.keyboard.type("iuu")
    page.locator("dialog .main").click()
    table.wait_for_turns(1)
    shows(page, "#history", "exchange IUU")


def test_the_word_list_is_named_where_words_matter(visit: Callable[..., Any]) -> None:
    page = visit()
    shows(page, "#list-note", "247,419 words: a free list, not one of any tournament.")
    shows(page, "#list-note", "lexc build list.txt")
    shows(page, "form", "Void")
    page.locator("#choices summary").click()
    page.select_option("#challenge", "double")
    shows(page, "#challenge-note", "a wrong challenge costs the turn")
    page.goto(page.url.rstrip("/") + "/study")
    shows(page, "#list-note", "247,419 words: a free list, not one of any tournament.")
    table = Table.begin(visit())
    shows(table.page, "#rules", "Word list: english, 247,419 words")
    for rule in ("Board: 15 × 15; no clock", "Void: Words that are not in the list are refused", "Classic: "):
        shows(table.page, "#rules", rule)


@pytest.mark.parametrize(("width", "height", "scheme"), SCREENS)
def test_labels_begin_with_what_is_shown(width: int, height: int, scheme: str, visit: Callable[..., Any]) -> None:
    page = visit(width=width, height=height, color_scheme=scheme, bypass_csp=True)
    table = Table.begin(page, position=f"{EMPTY} AEIRQT?/ 0/0 0")
    for button in page.locator("#rack button").all():
        label, shown = button.get_attribute("aria-label"), button.inner_text().strip()
        assert label.startswith(f"{shown}, " if shown else "blank, "), (label, shown)
    table.square(112).click()
    page.keyboard.type("qat")
    page.locator("#exchange").click()
    # The rule is an experiment of axe, and looks at nothing that is hidden from screen readers.
    page.evaluate("for (const tile of document.querySelectorAll('.tile')) tile.removeAttribute('aria-hidden')")
    assert found_by_axe(page) == []
    rule = "label-content-name-mismatch"
    found = page.evaluate("rule => axe.run({ runOnly: { type: 'rule', values: [rule] } })", rule)
    assert not found["violations"]


def test_a_list_that_may_learn_offers_it(visit: Callable[..., Any], site: Process) -> None:
    """Whose values it uses is told; what the server does then has its own tests."""
    page = visit("/words")
    steps = [{"done": False, "share": 0.0}, {"done": False, "share": 0.4}, {"done": True, "share": 1.0}]
    asked = []

    def offer(route: Any) -> None:
        found = route.fetch().json()
        for one in found["lexicons"]:
            one |= {"leaves": "leave values of Gordon's heuristics", "learns": True, "minutes": 3, "bundled": False}
        route.fulfill(json=found)

    def learn(route: Any) -> None:
        asked.append(route.request.post_data_json)
        route.fulfill(json=steps[min(len(asked), len(steps)) - 1])

    page.route("**/api/offers", offer)
    page.route("**/api/learn", learn)
    page.goto(site.address)
    shows(page, "#list-note", "words. Leave values of Gordon's heuristics.")
    assert page.locator("#language option").first.inner_text() == "english, 247,419 words"
    page.get_by_role("button", name="Train its own: 3 minutes").click()
    shows(page, "#list-origin", "Training for english: 3 minutes left")
    page.wait_for_function("() => document.querySelector('#list-origin progress').value === 0.4")
    shows(page, "#list-origin", "Training for english: 2 minutes left")
    page.wait_for_function("() => !document.querySelector('#list-origin progress')")
    assert "heuristics" not in page.locator("#list-note").inner_text()
    assert page.get_by_role("button", name="Train its own").count() == 0
    assert asked == [{"lexicon": "english"}] * 3
    # It can be cancelled, and begun again.
    page.goto(site.address)
    steps[1:] = [{"done": False, "share": 0.1}]
    page.get_by_role("button", name="Train its own: 3 minutes").click()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Train its own: 3 minutes").wait_for()
    assert {"lexicon": "english", "cancel": True} in asked
    # A failure is told, and the strongest bots play at once all the same.
    page.goto(site.address)
    page.unroute("**/api/learn")
    page.route("**/api/learn", lambda route: route.fulfill(status=409, json={"error": "nothing can be learned"}))
    page.get_by_role("button", name="Train its own: 3 minutes").click()
    shows(page, "#trouble", "nothing can be learned")
    Table.begin(page, "static")


def test_wordsmog_is_chosen_and_played(visit: Callable[..., Any]) -> None:
    page = visit(width=390, height=844)
    page.locator("#choices summary").click()
    shows(page, "#variant-note", "lie in its order")
    page.select_option("#variant", "wordsmog")
    shows(page, "#variant-note", "TCA is as good as CAT")
    page.locator("#choices summary").click()
    table = Table.begin(page, position=f"{EMPTY} CATERNI/ 0/0 0", variant="wordsmog")
    assert table.ready()
    hinted = table.hinted()
    assert hinted is not None
    assert hinted[1] not in lexkit.open(), "the best play is no word as it lies"
    table.wait_for_turns(0)
    page.locator("#pass").click()
