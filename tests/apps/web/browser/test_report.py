"""The report on the page of a game that is over: it comes by itself, and its turns lead to the board."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .conftest import Process, Table, shows
from .test_pages import check

GCG = Path(__file__).parents[3] / "golden" / "gcg" / "standard.gcg"
SCREENS = [(1280, 800, "light"), (360, 640, "dark"), (768, 1024, "light"), (390, 844, "light")]


def open_record(page: Any, site: Process, record: Path = GCG) -> None:
    """Open a recorded game, as the first page does."""
    made = page.request.post(f"{site.address}api/records?lexicon=english", data=record.read_text("utf-8")).json()
    page.goto(f"{site.address}play#g={made['game']}&t=")
    page.wait_for_selector("#report:not([hidden]) .mistakes button", state="attached")


@pytest.mark.sweep
@pytest.mark.parametrize(("width", "height", "scheme"), SCREENS, ids=["1280", "360", "768", "390"])
def test_a_report_comes_by_itself(
    width: int, height: int, scheme: str, visit: Callable[..., Any], site: Process
) -> None:
    page = visit(width=width, height=height, color_scheme=scheme, bypass_csp=True)
    open_record(page, site)
    shows(page, "#report-state", "weighed")
    page.wait_for_function("() => document.querySelector('#report-state').textContent === ''")
    assert (
        page.locator("#report svg").get_attribute("aria-label").startswith("Chance of Ann Archer to win, by turn: 0:")
    )
    worst = page.locator(".mistakes button").first
    number = worst.get_attribute("data-report")
    worst.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(f".mistakes [data-report='{number}'][aria-current]")
    shows(page, "#say", "After ")
    assert page.evaluate("document.activeElement.dataset.report") == number, "the focus stays where it was"
    assert page.locator("#history [aria-current]").count() == 1
    page.locator("#report").scroll_into_view_if_needed()
    check(page, f"report-{width}-{scheme}")
    with page.expect_download() as download:
        page.locator("#save-report").click()
    assert download.value.suggested_filename == "Ann_Archer-Bob_Baker.html"
    saved = Path(download.value.path()).read_text("utf-8")
    assert "Turns were simulated, and endgames searched." in saved
    shown = page.locator("#report table tbody tr").first.locator("td").all_inner_texts()
    players = saved.partition("<h3>Players</h3>")[2].partition("</table>")[0]
    for count in shown[1:4]:
        assert f">{count}</td>" in players


@pytest.mark.sweep
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 640)])
def test_turns_of_four_players_lose_points_and_have_no_grades(
    width: int, height: int, visit: Callable[..., Any], site: Process
) -> None:
    page = visit(width=width, height=height, bypass_csp=True)
    open_record(page, site, GCG.with_name("four_players.gcg"))
    heads = page.locator("#report th").all_inner_texts()
    assert heads == ["Player", "Lost", "Luck"]
    lost = [float(text.split("−")[1].split()[0]) for text in page.locator(".mistakes .small").all_inner_texts()]
    assert lost == sorted(lost, reverse=True)
    totals = [float(text) for text in page.locator("#report tbody td:nth-child(2)").all_inner_texts()]
    assert sum(totals) == pytest.approx(sum(lost), abs=10), "but for what rounds to nothing"
    check(page, f"report-of-four-{width}")


@pytest.mark.sweep
def test_a_report_says_that_its_record_has_changed(visit: Callable[..., Any]) -> None:
    page = visit()
    table = Table.begin(page, "static", first="me")
    assert table.ready()
    page.locator("#pass").click()
    page.locator("dialog .main").click()
    shows(page, "#history", "pass")
    assert table.ready()
    page.locator("summary", has_text="More").click()
    page.locator("#resign").click()
    page.locator("dialog .main").click()
    page.wait_for_selector("#report:not([hidden]) table")
    page.locator("#undo").click()
    shows(page, "#report-state", "it has changed since")
    assert page.locator("#report.stale").count() == 1
