"""The page on which a game is entered: by mouse, keys and touch; mended, taken back, saved and opened again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lexkit

from .conftest import Process, shows
from .test_pages import check
from .test_report import open_record

GCG = Path(__file__).parents[3] / "golden" / "gcg"
SCREENS = [(1280, 800, "light"), (360, 640, "dark"), (768, 1024, "dark"), (390, 844, "light")]


def enter(page: Any, text: str, rack: str = "", lines: int = 1) -> None:
    """Enter a turn by keys alone."""
    page.fill("#rack", rack)
    page.fill("#action", text)
    page.keyboard.press("Enter")
    page.wait_for_selector(f"#lines li:nth-child({lines}) button")
    page.wait_for_selector("#enter:not([disabled])")


def saved(page: Any, kind: str) -> bytes:
    """What the button of this kind saves."""
    with page.expect_download() as download:
        page.locator(f"[data-kind={kind}]").click()
    assert download.value.suggested_filename == f"Player_1-Player_2.{kind}"
    return bytes(Path(download.value.path()).read_bytes())


def open_file(page: Any, name: str) -> None:
    page.set_input_files("#file", str(GCG / f"{name}.gcg"))
    shows(page, "#scores", "Ann Archer")


@pytest.mark.sweep
@pytest.mark.parametrize(("width", "height", "scheme"), SCREENS, ids=["1280", "360", "768", "390"])
def test_a_game_is_entered(width: int, height: int, scheme: str, visit: Callable[..., Any]) -> None:
    touch = width < 500
    page = visit("/annotate", width=width, height=height, color_scheme=scheme, has_touch=touch, bypass_csp=True)
    shows(page, "#say", "Player 1 to move")
    square = page.locator("[data-square='111']")
    if touch:
        square.tap()
    elif width == 768:
        square.click()
    else:  # by keys: from the start square to its left
        page.locator("[data-square='112']").focus()
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "action"
    page.keyboard.type("CARES")
    assert page.locator(".tile.new").count() == 5
    shows(page, "#preview", "CARES: 14 points")
    page.keyboard.press("Enter")
    shows(page, "#say", "Player 2 to move")
    shows(page, "#scores", "14")
    enter(page, "K7 L.PIN", lines=2)
    enter(page, "9G HA", "AHIN", lines=3)
    shows(page, "#lines li:nth-child(3)", "AHIN")
    # Scores and racks are those of the turn that is looked at.
    page.locator("#lines button").nth(2).click()
    shows(page, "#scores .turn", "AHIN")
    assert page.locator(".score").all_inner_texts() == ["14", "14"]
    # The first turn was another one: what does not fit any more stays, and says why.
    page.locator("#lines button").first.click()
    assert page.locator(".score").all_inner_texts() == ["0", "0"]
    page.fill("#action", "8G CARD")
    shows(page, "#preview", "1 later turn would not be possible")
    page.locator("#enter").click()
    shows(page, "#lines .fault", "a hole: there is no tile to play through")
    shows(page, "#count", "3 turns, 1 with a fault")
    check(page, f"annotate-{width}-{scheme}")
    game = lexkit.Game.from_gcg(saved(page, "gcg"))
    assert [turn.text for turn in game.turns] == ["8G CARD", "-", "9G HA"]
    page.locator("#undo").click()
    page.wait_for_function("() => !document.querySelector('#lines .fault')")
    assert saved(page, "png").startswith(b"\x89PNG")
    assert saved(page, "svg").startswith(b"<svg")
    page.reload()
    shows(page, "#count", "3 turns")
    open_file(page, "score")
    shows(page, "#lines [aria-current]", "In the file: score: expected +27, found +28")
    shows(page, "#lines", "HANgMEN")
    assert page.locator(".score").all_inner_texts() == ["116", "52"], "the scores are those of the board"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.sweep
def test_turns_are_inserted_removed_and_given_to_the_other(visit: Callable[..., Any]) -> None:
    page = visit("/annotate")
    shows(page, "#say", "to move")
    enter(page, "8G CARES")
    enter(page, "9G HA", lines=2)
    page.locator("#lines button").nth(1).click()
    page.locator("#before").click()
    shows(page, "#entry-title", "Before turn 2")
    enter(page, "-4", lines=3)
    page.locator("#lines button").nth(2).click()
    page.locator("#shift").click()
    shows(page, "#lines li:nth-child(3)", "Player 1")
    assert page.locator("#lines .fault").count() == 0
    page.locator("#remove").click()
    shows(page, "#count", "2 turns")
    page.locator("[data-action='--']").click()
    shows(page, "#lines .fault", "nothing to challenge")
    page.locator("#lines .fault").click()
    page.locator("[data-action='resign']").click()
    shows(page, "#say", "The game is over")
    page.keyboard.press("Escape")
    page.locator("#board").click(position={"x": 100, "y": 100})
    page.locator("h1").evaluate("() => document.activeElement.blur()")
    page.keyboard.press("Control+z")
    shows(page, "#lines .fault", "nothing to challenge")
    page.keyboard.press("Control+y")
    page.wait_for_function("() => !document.querySelector('#lines .fault')")


@pytest.mark.sweep
def test_names_rules_and_racks_at_the_end(visit: Callable[..., Any]) -> None:
    page = visit("/annotate", width=390, height=844)
    shows(page, "#say", "to move")
    page.locator("#game summary").click()
    page.fill("#name-0", "Zoë")
    page.fill("#name-2", "Cy")
    page.select_option("#layout", "super")
    page.select_option("#challenge", "5pt")
    page.locator("#apply").click()
    shows(page, "#scores", "Cy")
    assert page.locator(".square").count() == 441
    page.fill("#name-2", "")
    page.locator("#fresh").click()
    page.wait_for_function("() => document.querySelectorAll('.player').length === 2")
    for _ in range(3):
        for _player in range(2):
            page.locator("[data-action='-']").click()
            page.wait_for_selector("#enter:not([disabled])")
            shows(page, "#say", "over" if page.locator("#lines button").count() == 6 else "to move")
    page.locator("summary", has_text="Tiles left").click()
    page.fill("#rack-0", "QZ")
    page.locator("#rack-0").press("Enter")
    shows(page, "#scores", "-20")
    page.fill("#rack-1", "??????")
    page.locator("#rack-1").blur()
    shows(page, "#racks", "not left")
    check(page, "annotate-racks")


@pytest.mark.sweep
def test_a_game_comes_from_its_page_and_goes_back_there(visit: Callable[..., Any], site: Process) -> None:
    page = visit()
    open_record(page, site)
    page.locator("summary", has_text="More").click()
    page.locator("#annotate").click()
    shows(page, "#count", "23 turns")
    shows(page, "#say", "The game is over")
    page.locator("#lines button").nth(3).click()
    shows(page, "#say", "Turn 4 of 23")
    page.locator("[data-kind=svg]").click()
    shows(page, "#saved", "Saved Ann_Archer-Bob_Baker.svg")
    page.locator("#analyse").click()
    page.wait_for_url("**/play#g=*")
    shows(page, "#history", "ZINE")


@pytest.mark.sweep
def test_a_file_is_dropped(visit: Callable[..., Any]) -> None:
    page = visit("/annotate")
    shows(page, "#say", "to move")
    text = (GCG / "off_turn.gcg").read_text("utf-8")
    drop = """text => { const data = new DataTransfer(); data.items.add(new File([text], "a.gcg"));
        dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })); }"""
    page.evaluate(drop, text)
    shows(page, "#lines [aria-current]", "In the file: turn: expected Bob, found Ann")
    page.evaluate(drop, "a\0b")
    shows(page, "#file-trouble", "not a game in GCG")
    shows(page, "#count", "23 turns")
