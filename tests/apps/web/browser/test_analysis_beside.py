"""The analysis beside the board: at every size the play that is pointed at is seen, and blanks are told apart."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lexkit
from tests.running import few_of

from .conftest import Process, Table, shows
from .test_pages import check
from .test_play import END

#: A desk, a tablet and two phones, one of them on its side too, in light and dark.
SIZES = [(1280, 800), (768, 1024), (390, 844), (740, 360), (360, 640)]
SCREENS = [(*size, scheme) for scheme in ("light", "dark") for size in SIZES]
NAMES = [f"{width}-{scheme}" for width, _, scheme in SCREENS]
#: In its first position two of the best plays differ in nothing but the letter that the blank is.
RECORD = """\
#player1 Ann Ann
#player2 Bob Bob
>Ann: HILPST? 8H SPILTHs +74 74
>Bob: AEINRTU K4 AUNT.IER +82 82
>Ann: ABDEGIO L1 BODEGA +35 109
"""


def recorded(visit: Callable[..., Any], site: Process, record: str = RECORD, **screen: Any) -> Any:
    """A page that shows a record."""
    page = visit(bypass_csp=True, **screen)
    made = page.request.post(f"{site.address}api/records?lexicon=english", data=record).json()
    page.goto(f"{site.address}play#g={made['game']}&t=")
    page.wait_for_selector("#history button")
    return page


def is_seen(target: Any) -> bool:
    """Whether the whole of something is on the screen, with nothing over it."""
    return bool(
        target.evaluate(
            """element => {
                const box = element.getBoundingClientRect();
                const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
                const inside = box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
                return inside && (element.contains(top) || top.contains(element) && top.closest("#board"));
            }"""
        )
    )


def is_whole(box: Any) -> bool:
    """Whether a table is as wide as its box at most, and no word in it is broken."""
    return bool(
        box.evaluate(
            """box => {
                if (box.scrollWidth > box.clientWidth) return false;
                const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
                const range = document.createRange();
                while (texts.nextNode())
                    for (const word of texts.currentNode.data.matchAll(/\\S+/g)) {
                        range.setStart(texts.currentNode, word.index);
                        range.setEnd(texts.currentNode, word.index + word[0].length);
                        if (new Set([...range.getClientRects()].map(one => one.top)).size > 1) return false;
                    }
                return true;
            }"""
        )
    )


def to_first(page: Any) -> None:
    """Step back to the first position."""
    page.locator("#first").click()
    shows(page, "#say", "The empty board")


def analyse(page: Any) -> None:
    """Open the analysis, and wait until plays are weighed and rows stay where they are."""
    page.locator("#analysis summary").click()
    page.wait_for_function("() => /%/.test(document.querySelector('#moves').textContent)")
    page.evaluate("document.querySelector('#stop').click()")
    page.wait_for_selector("#stop", state="hidden")


def row_of(page: Any, text: str) -> Any:
    """The button of a play's row."""
    return page.locator(f"#moves [data-move='{text}'] td > button")


@pytest.mark.sweep
@pytest.mark.parametrize(("width", "height", "scheme"), SCREENS, ids=NAMES)
def test_a_play_is_shown_on_the_board_without_scrolling(
    width: int, height: int, scheme: str, visit: Callable[..., Any], site: Process
) -> None:
    touch = width < 1000
    page = recorded(visit, site, width=width, height=height, color_scheme=scheme, has_touch=touch)
    to_first(page)
    analyse(page)
    check(page, f"beside-{width}-{scheme}")
    ghosts = page.locator("#board .tile.ghost")
    for tiles, blank in (("SPILTHs", 6), ("sPILTHS", 0)):
        row = row_of(page, f"8G {tiles}")
        if touch:
            row.tap()
        else:
            row.hover()
        page.wait_for_function("tiles => document.querySelectorAll('#board .tile.ghost').length === tiles", arg=7)
        assert row.locator("b").inner_text() == tiles
        assert f"letter {blank + 1} is a blank" in row.get_attribute("aria-label")
        assert all(is_seen(ghosts.nth(number)) for number in range(7))
        assert is_seen(row)
        assert [number for number in range(7) if "blank" in ghosts.nth(number).get_attribute("class")] == [blank]
    assert page.evaluate("scrollY") == 0
    check(page, f"beside-{width}-{scheme}-row")
    # By keys, to the last row, and out.
    for _ in range(20):
        page.keyboard.press("ArrowDown")
    last = page.locator("#moves tr").last
    if not touch:
        page.mouse.move(1, 1)
        last.locator("button").focus()
    assert is_seen(last.locator("button"))
    assert ghosts.count() > 0
    assert all(is_seen(ghosts.nth(number)) for number in range(ghosts.count()))
    page.keyboard.press("Escape")
    assert not page.locator("#moves").is_visible()


#: A report of an analysis that still has a play which was taken off the list.
LATE_REPORT = """async () => {
  const { state } = await import("/static/state.js");
  const { hearAnalysis } = await import("/static/analysis.js");
  const row = { text: "8H LISP", place: "8H", tiles: "LISP", score: 12, words: ["LISP"], own: true };
  hearAnalysis({ revision: state.view.revision, turn: state.past.turn, rows: [row], done: false, note: "" });
}"""


@pytest.mark.parametrize(("width", "height"), few_of(SIZES, 1))
def test_own_plays_are_weighed_with_the_others(
    width: int, height: int, visit: Callable[..., Any], site: Process
) -> None:
    page = recorded(visit, site, width=width, height=height, has_touch=width < 1000)
    to_first(page)
    # Tiles of the rack that was held then lie as in a game, and are scored.
    table = Table(page)
    table.square(112).click()
    for key in "lisp":
        page.keyboard.press(key)
    shows(page, "#say", "LISP: 12 points")
    check(page, f"own-{width}-tiles")
    page.keyboard.press("Enter")
    page.wait_for_selector("#moves [data-move='8H LISP'] .mark:text('yours')")
    assert page.locator("#moves .mark:text('played')").count() == 1
    assert page.locator("#rack button.away").count() == 0
    # What is typed needs no capitals; what is not possible is told, and not added.
    for typed, told in (
        ("-hp", ""),
        ("8h zzz", "not on the rack"),
        ("8h sip.", "no tile to play through"),
        ("8h hlp", "Not a word here: HLP"),
    ):
        page.fill("#own-play", typed)
        page.press("#own-play", "Enter")
        if told:
            page.wait_for_selector("#analysis-note.bad")
            shows(page, "#analysis-note", told)
    page.wait_for_selector("#moves [data-move='-HP'] .mark:text('yours')")
    assert page.locator("#moves .mark:text('yours')").count() == 2
    assert "yours" in (row_of(page, "8H LISP").get_attribute("aria-label") or "")
    check(page, f"own-{width}-added")
    # One of them is taken off the list, by keys; who is there stays among the rows.
    page.locator("#moves [data-move='8H LISP'] .remove").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('#moves .remove').length === 1")
    assert page.locator("#moves .mark:text('yours')").count() == 1
    assert page.evaluate("Boolean(document.activeElement.closest('#moves'))")
    # Found: what was reported before the server had heard of it brought it back for a moment.
    page.evaluate(LATE_REPORT)
    assert page.locator("#moves [data-move='8H LISP'] .remove").count() == 0


@pytest.mark.sweep
def test_the_analysis_follows_the_steps_and_keeps_what_it_found(visit: Callable[..., Any], site: Process) -> None:
    page = recorded(visit, site)
    to_first(page)
    analyse(page)
    assert page.locator("#analysis-of").inner_text() == "Ann has HILPST?"
    page.locator("#forth").click()
    shows(page, "#analysis-of", "Bob has AEINRTU")
    page.wait_for_selector("#moves [data-move='K4 AUNT.IER'] .mark:text('played')")
    assert page.locator("#moves [data-move^='8']").count() == 0
    page.locator("#back").click()
    page.wait_for_selector("#moves [data-move='8H SPILTHs']", timeout=2000)
    # The rack of each move is beside it.
    assert [text.split()[2] for text in page.locator("#history .what").all_inner_texts()] == [
        "HILPST?",
        "AEINRTU",
        "ABDEGIO",
    ]
    assert "of H I L P S T blank" in (page.locator("#history button").first.get_attribute("aria-label") or "")


@pytest.mark.sweep
def test_what_the_last_play_says(visit: Callable[..., Any], site: Process) -> None:
    """The chances of tiles, and the likeliest leaves; at the first position, nothing."""
    record = "#player1 Ann Ann\n#player2 Bob Bob\n>Ann: AEKMUYZ 8H MUZAKY +58 58\n>Bob: AEINRST - +0 0\n"
    page = recorded(visit, site, record, width=390, height=844, has_touch=True)
    page.locator("#history button").first.click()
    page.locator("#analysis summary").click()
    shows(page, "#kept-of", "Ann: MUZAKY 8H, ")
    page.wait_for_function("document.querySelectorAll('#kept-tiles li').length > 15")
    assert re.fullmatch(r"Likeliest leaves: (\S \d+%[,.] ?)+", page.locator("#kept-leaves").inner_text())
    check(page, "kept-390")
    to_first(page)
    page.wait_for_selector("#kept", state="hidden")


@pytest.mark.sweep
def test_a_game_shows_own_racks_until_it_is_over(visit: Callable[..., Any]) -> None:
    table = Table.begin(visit(), position=END)
    assert table.ready()
    page = table.page
    # What lies there survives a look at an earlier turn, where other tiles may be tried.
    for square, letter in table.squares("O10", "PBAR")[:1]:
        table.tile(letter).click()
        table.square(square).click()
    page.evaluate("document.querySelector('#command').closest('details').open = true")
    page.fill("#typed", "O10 uPB.AR")
    page.press("#typed", "Enter")
    table.wait_for_turns(2)
    shows(page, "#history", "uPBEAR")
    racks = [one.locator(".held").count() for one in page.locator("#history button").all()]
    assert racks == [1, 0]
    assert table.ready()
    held = page.locator("#rack button").count()
    page.locator("#rack button").first.click()
    empty = next(n for n in range(225) if "," not in (table.square(n).get_attribute("aria-label") or ""))
    table.square(empty).click()
    page.locator("#first").click()
    shows(page, "#say", "The position at the beginning")
    assert page.locator(".tile.new").count() == 0
    assert page.locator("#rack button:not(.away)").count() == 7
    assert page.locator("#commit").inner_text() == "Analyse this play"
    page.locator("#now").click()
    page.wait_for_selector(".tile.new")
    assert page.locator("#rack button:not(.away)").count() == held - 1
    page.keyboard.press("Escape")
    page.locator("#resign").click()
    page.locator("dialog .main").click()
    page.wait_for_selector("#result:not([hidden])")
    assert all(one.locator(".held").count() for one in page.locator("#history button").all()[:2])
    page.locator("#analysis summary").click()
    shows(page, "#analysis-of", "The game is over here")
    assert page.locator("#analyse").is_disabled()
    page.locator("#back").click()
    page.wait_for_selector("#moves tr")


@pytest.mark.sweep
@pytest.mark.parametrize(("width", "height", "scheme"), [SCREENS[0], SCREENS[-1]])
def test_mistakes_are_told_with_their_cost_before_the_quiz_begins(
    width: int, height: int, scheme: str, visit: Callable[..., Any]
) -> None:
    page = visit(width=width, height=height, color_scheme=scheme, bypass_csp=True)
    table = Table.begin(page, first="me")
    assert table.ready()
    page.locator("#pass").click()
    page.locator("dialog .main").click()
    table.wait_for_turns(2)
    assert table.ready()
    page.evaluate("document.querySelector('#resign').closest('details').open = true")
    page.locator("#resign").click()
    page.locator("dialog .main").click()
    page.locator("#result button:text('Study my mistakes')").click()
    page.wait_for_selector("dialog table")
    cells = [cell.inner_text() for cell in page.locator("dialog tbody tr").first.locator("td").all()]
    assert cells[:2] == ["1", "pass"]
    assert float(cells[2]) > 3
    assert cells[3] in ("small", "medium", "large")
    assert cells[4]
    shows(page, "dialog p", " points in all")
    assert "/puzzles#" in page.locator("dialog a").get_attribute("href")
    check(page, f"mistakes-{width}-{scheme}")
    assert is_whole(page.locator("dialog .missed"))
    page.locator("dialog button:text('Cancel')").click()
    page.locator("#result button:text('Study my mistakes')").click()
    page.locator("dialog .main").click()
    page.wait_for_selector("#quiz:not([hidden])")
    assert page.locator("#prompt .sr").inner_text()


@pytest.mark.sweep
def test_definitions_of_a_turn_and_of_a_row(chromium: Any, site: Process, tmp_path: Path) -> None:
    """On a server of its own, with a list that has definitions."""
    words = tmp_path / "defined.txt"
    words.write_text("LIP the edge of the mouth\nLIPS edges of the mouth\nPIT a <b>hole</b>\nTIP\n")
    lexkit.build(words, tmp_path / "defined.gaddag", options=lexkit.Options(definitions=True))
    server = Process(tmp_path, "-l", str(tmp_path / "defined.gaddag"))
    context = chromium.new_context(viewport={"width": 390, "height": 844})
    try:
        page = context.new_page()
        page.goto(server.address)
        record = "#player1 A A\n#player2 B B\n>A: ILPPSTT 8H LIP +10 10\n>B: TI - +0 0\n"
        made = page.request.post(f"{server.address}api/records", data=record).json()
        page.goto(f"{server.address}play#g={made['game']}&t=")
        page.wait_for_selector("#history button")
        page.locator("#history button").first.click()
        shows(page, "#meanings", "the edge of the mouth")
        page.locator("#first").click()
        page.wait_for_selector("#meanings", state="hidden")
        page.locator("#analysis summary").click()
        page.locator("#moves tr", has_text="PIT").first.locator("button").focus()
        shows(page, "#row-meanings", "a <b>hole</b>")
        page.locator("#moves tr", has_text="TIP").first.locator("button").focus()
        page.wait_for_selector("#row-meanings", state="hidden")
    finally:
        context.close()
        server.kill()
