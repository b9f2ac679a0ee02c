"""Whole games in a browser: by mouse, by keyboard, by touch, and between two people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from .conftest import Process, Table, box_of, shows

#: The end of a game: two turns of each player are left. The best play has a blank and goes through a tile.
END = (
    "2V4E3KEPT/2U4LENTIGO1/2MU3A3WOE1/3N3N3I3/3I3E6H/3V1QATS5I/3O4EXARChY/3C2JOG5A/3A3NOMBRIL1/1GULDENS1YO4/8FAW4/"
    "2OLEARIA6/2FOND2RESIDUE/2TREZ9/15 ABDPRT?/EHIIST 472/415 0"
)


def choose_blank(table: Table, letter: str) -> None:
    """Choose what a blank is, in the dialog that asks."""
    if letter.islower():
        table.page.locator(f"dialog button[aria-label='{letter.upper()}']").click()


def tap(table: Table, target: Any, done: str) -> None:
    """Tap until the page has what a selector finds: on a busy machine a tap lasts so long that it chooses nothing."""
    for _ in range(20):
        target.tap()
        try:
            table.page.wait_for_selector(done, state="attached", timeout=3000)
        except Exception as error:
            assert "Timeout" in str(error)
        else:
            return
    raise AssertionError(done)


def play_to_the_end(
    table: Table, lay: Callable[[Table, list[tuple[int, str]]], None], commit: Callable[[Table], None]
) -> None:
    """Play as the hints say, in one way, to the end; each score must be what the page has promised."""
    played = 0
    while table.ready():
        hint = table.hinted()
        assert hint is not None
        before, turns = table.scores()[0], table.turns()
        lay(table, table.squares(*hint))
        promised = table.score()
        commit(table)
        table.wait_for_turns(turns + 1)
        played += 1
        if table.page.evaluate("document.querySelector('#result').hidden"):
            assert table.scores()[0] == before + promised
            assert table.page.locator("#rack button.away").count() == 0
    assert played == 2
    shows(table.page, "#result h2", "You win")
    assert table.scores()[0] > 472


@pytest.mark.sweep
def test_by_mouse_to_the_end(visit: Callable[..., Any]) -> None:
    table = Table.begin(visit(), position=END)

    def lay(table: Table, squares: list[tuple[int, str]]) -> None:
        for square, letter in squares:
            table.drag(table.tile(letter), table.square(square))
            choose_blank(table, letter)

    play_to_the_end(table, lay, lambda table: table.page.locator("#commit").click())


def test_by_keyboard_alone(visit: Callable[..., Any]) -> None:
    page = visit()
    keyboard = page.keyboard
    # Keys begin a game: the opponent, the position, and Enter.
    page.locator("input[value='static']").focus()
    keyboard.press("Space")
    page.locator("#choices summary").focus()
    keyboard.press("Enter")
    page.locator("#position").focus()
    keyboard.insert_text(END)
    keyboard.press("Enter")
    table = Table(page)

    def lay(table: Table, squares: list[tuple[int, str]]) -> None:
        page.locator("#board [tabindex='0']").focus()
        at = int(page.evaluate("document.activeElement.dataset.square"))
        first = squares[0][0]
        down = len(squares) > 1 and squares[1][0] - first >= 15
        keyboard.press("Escape")
        for key, steps in (("ArrowDown", first // 15 - at // 15), ("ArrowRight", first % 15 - at % 15)):
            opposite = {"ArrowDown": "ArrowUp", "ArrowRight": "ArrowLeft"}[key]
            for _ in range(abs(steps)):
                keyboard.press(key if steps > 0 else opposite)
        keyboard.press("Space")
        if down:
            keyboard.press("Space")
        for _, letter in squares:
            keyboard.press(f"Shift+{letter.upper()}" if letter.islower() else letter.lower())

    # Escape takes all back.
    assert table.ready()
    empty = next(n for n in range(225) if "," not in (table.square(n).get_attribute("aria-label") or ""))
    table.square(empty).click()
    keyboard.press("1")
    keyboard.press("2")
    dialogs = page.locator("dialog button")
    if dialogs.count():
        dialogs.first.click()
    away = page.locator("#rack button.away")
    assert away.count() >= 1
    keyboard.press("Escape")
    assert away.count() == 0
    play_to_the_end(table, lay, lambda table: keyboard.press("Enter"))


@pytest.mark.sweep
def test_by_touch(visit: Callable[..., Any]) -> None:
    page = visit(width=390, height=844, has_touch=True, is_mobile=True)
    table = Table.begin(page, position=END)

    def lay(table: Table, squares: list[tuple[int, str]]) -> None:
        for square, letter in squares:
            tap(table, table.tile(letter), "#rack [aria-pressed=true]")
            here = f"[data-square='{square}'] .tile.new"
            tap(table, table.square(square), "dialog[open]" if letter.islower() else here)
            choose_blank(table, letter)
            table.page.wait_for_selector(here, state="attached")

    # A double tap takes a tile back; a finger drags one to the board and back.
    assert table.ready()
    empty = next(n for n in range(225) if "," not in (table.square(n).get_attribute("aria-label") or ""))
    session = page.context.new_cdp_session(page)

    def touch(kind: str, box: Any) -> None:
        points = [] if box is None else [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    tile = page.locator("#rack button:not([aria-label*=blank])").first
    touch("touchStart", box_of(tile))
    touch("touchMove", box_of(page.locator("#board")))
    touch("touchMove", box_of(table.square(empty)))
    touch("touchEnd", None)
    assert table.square(empty).locator(".tile.new").count() == 1
    table.square(empty).dblclick()
    assert table.square(empty).locator(".tile.new").count() == 0

    def commit(table: Table) -> None:
        tap(table, table.page.locator("#commit"), "#commit:disabled, #result:not([hidden])")

    play_to_the_end(table, lay, commit)


def test_two_people_in_two_browsers(visit: Callable[..., Any]) -> None:
    ann = visit()
    Table.begin(ann, "friend", first="me")
    link = ann.locator("#link").input_value()
    shows(ann, "#invite", "only on this computer")
    bob = visit("/" + link.split("/", 3)[3])
    shows(bob, "#invited-to", "no clock")
    shows(bob, "#invited-to", "Void: Words that are not in the list are refused")
    bob.locator("dialog .main").click()
    second = Table(bob)
    first = Table(ann)
    ann.wait_for_selector("#invite", state="hidden")
    assert first.ready()
    assert bob.locator("#pass").is_disabled()
    assert bob.locator("#hint").is_hidden()
    ann.evaluate("document.querySelector('#command').closest('details').open = true")
    ann.locator("#exchange").click()
    ann.locator("dialog .pick button").first.click()
    ann.locator("dialog .main").click()
    second.wait_for_turns(1)
    shows(bob, "#say", "exchanges 1 tile")
    assert second.ready()
    # The link is used up.
    third = visit("/" + link.split("/", 3)[3])
    third.wait_for_function("() => document.querySelector('#say').textContent.includes('used')")
    bob.evaluate("document.querySelector('#resign').closest('details').open = true")
    bob.locator("#resign").click()
    bob.locator("dialog .main").click()
    ann.wait_for_selector("#result:not([hidden])")
    shows(ann, "#result", "You win")


@pytest.mark.sweep
def test_a_player_to_move_who_has_left_is_away(visit: Callable[..., Any]) -> None:
    ann = visit()
    Table.begin(ann, "friend", first="other")
    bob = visit("/" + ann.locator("#link").input_value().split("/", 3)[3])
    bob.locator("dialog .main").click()
    ann.wait_for_selector("#invite", state="hidden")
    bob.close()
    shows(ann, ".player.turn", "to move, away")


@pytest.mark.sweep
def test_two_people_to_the_end(visit: Callable[..., Any]) -> None:
    ann = visit()
    Table.begin(ann, "friend", position=END)
    bob = visit("/" + ann.locator("#link").input_value().split("/", 3)[3])
    bob.locator("dialog .main").click()
    players = [Table(ann), Table(bob)]
    for player in players:
        player.page.evaluate("document.querySelector('#command').closest('details').open = true")
    for turn, play in enumerate(("O10 uPBEAR", "14I THIS", "I1 T.D"), 1):
        player = players[(turn - 1) % 2]
        assert player.ready()
        player.page.fill("#typed", play)
        player.page.press("#typed", "Enter")
        for one in players:
            one.wait_for_turns(turn)
    shows(ann, "#result h2", "You win")
    shows(bob, "#result h2", "Player 1 wins")
    # Now everything is open to both.
    assert players[0].scores() == players[1].scores()
    shows(bob, "#scores", "EI")


@pytest.mark.sweep
def test_a_reload_in_mid_move_keeps_the_tiles(visit: Callable[..., Any]) -> None:
    table = Table.begin(visit(), first="me")
    assert table.ready()
    hint = table.hinted()
    assert hint
    squares = table.squares(*hint)
    for square, letter in squares:
        table.tile(letter).click()
        table.square(square).click()
        choose_blank(table, letter)
    promised = table.score()
    table.page.reload()
    again = Table(table.page)
    again.hinted_points = promised
    assert again.score() == promised
    again.page.locator("#commit").click()
    again.wait_for_turns(1)
    assert again.scores()[0] == promised


@pytest.mark.sweep
def test_a_server_that_is_killed_and_started_again(visit: Callable[..., Any], site: Process) -> None:
    table = Table.begin(visit(), position=END)
    assert table.ready()
    for square, letter in table.squares("O10", "uPB.AR"):
        table.tile(letter).click()
        table.square(square).click()
        choose_blank(table, letter)
    shows(table.page, "#commit", " points")
    site.kill()
    table.page.wait_for_selector("#offline:not([hidden])")
    site.start()
    table.page.wait_for_selector("#offline", state="hidden")
    # What lay there lies there still, and can be played, without a reload.
    shows(table.page, "#commit", " points")
    table.page.locator("#commit").click()
    table.wait_for_turns(2)
    table.page.reload()
    again = Table(table.page)
    assert again.turns() == 2
    shows(again.page, "#history", "uPBEAR")


@pytest.mark.sweep
def test_the_past_and_the_records(visit: Callable[..., Any]) -> None:
    table = Table.begin(visit(), first="me")
    assert table.ready()
    hint = table.hinted()
    page = table.page
    page.evaluate("document.querySelector('#command').closest('details').open = true")
    page.fill("#typed", " ".join(hint) if hint else "pass")
    page.press("#typed", "Enter")
    table.wait_for_turns(2)
    page.locator("#first").click()
    page.wait_for_function("() => !document.querySelector('#board .tile')")
    shows(page, "#say", "empty")
    page.locator("#now").click()
    page.wait_for_selector("#board .tile")
    with page.expect_download() as download:
        page.locator("#gcg").click()
    assert "#player1" in download.value.path().read_text("utf-8")
    page.locator("#undo").click()
    page.wait_for_function("() => !document.querySelector('#board .tile')")


HOSTILE = """\
#player1 A <img/src=x/onerror=alert(1)>
#player2 B <script>alert(2)</script>
>A: AELNOST 8E LOAN +8 8
#note <img src=x onerror=alert(3)> <a href="javascript:alert(4)">x</a>
>B: E - +0 0
"""


@pytest.mark.sweep
def test_names_and_notes_are_text(visit: Callable[..., Any], site: Process) -> None:
    page = visit()
    made = page.request.post(f"{site.address}api/records", data=HOSTILE).json()
    page.on("dialog", lambda dialog: dialog.dismiss() or page.evaluate("document.body.append('attacked')"))
    page.goto(f"{site.address}play#g={made['game']}&t=")
    page.wait_for_selector("#history button")
    page.locator("#history button").first.click()
    shows(page, "#note", "<img src=x onerror=alert(3)>")
    shows(page, "#scores", "<script>alert(2)</script>")
    assert page.locator("img, main script, main a[href^=javascript]").count() == 0
    # The names are in the list of games of the first page, too.
    page.goto(site.address)
    shows(page, "#games", "<img/src=x/onerror=alert(1)>")
    assert page.locator("img").count() == 0
    assert "attacked" not in page.content()


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.sweep
def test_long_words_fit_and_a_record_is_played_on(width: int, visit: Callable[..., Any], site: Process) -> None:
    names = f"#player1 A {'Ann' * 60}\n#player2 B {'b' * 200}\n"
    record = f"{names}>A: AEINRST - +0 0\n#note https://{'x' * 300}\n>B: E - +0 0\n"
    page = visit(width=width)
    made = page.request.post(f"{site.address}api/records?lexicon=english", data=record).json()
    page.goto(f"{site.address}play#g={made['game']}&t=")
    page.wait_for_selector("#history button")
    page.locator("#history button").first.click()
    shows(page, "#note", "xxx")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("#first").click()
    shows(page, "#say", "The empty board")
    page.evaluate("document.querySelector('#command').closest('details').open = true")
    page.locator("#from-here").click()
    page.wait_for_selector("#position")
    assert " AEINRST/ " in page.input_value("#position")
    assert "lexicon=english" in page.url
    shows(page, "#games", "bbbb")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
