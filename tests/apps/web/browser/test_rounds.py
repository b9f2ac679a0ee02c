"""Timed rounds, lists to print and the picture of statistics, on the page of study, in four widths and both schemes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from .conftest import shows
from .test_pages import check, look

SCREENS = [(1280, 860, "light"), (390, 844, "dark"), (768, 1024, "dark"), (360, 640, "light")]


@pytest.mark.sweep
@pytest.mark.parametrize(("width", "height", "scheme"), SCREENS)
def test_a_round_by_keyboard(width: int, height: int, scheme: str, visit: Callable[..., Any]) -> None:
    name = f"round-{width}-{scheme}"
    page = visit("/study", width=width, height=height, color_scheme=scheme, bypass_csp=True, has_touch=width < 500)
    page.wait_for_selector("#lists button")
    page.locator("#query").fill("length:8")
    page.select_option("#order", "probability")
    page.locator("#round summary").click()
    page.select_option("#racks", "10")
    check(page, f"{name}-setup")
    page.locator("#begin-round").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#wall:not([hidden])")
    assert page.evaluate("document.activeElement.id") == "word"
    total = sum(int(text) for text in page.locator("#racks-left span").all_inner_texts())
    assert page.locator("#racks-left li").count() == 10
    shows(page, "#left", f"{total} words left")
    shows(page, "#clock", "3:5")
    for typed, told in (
        ("relation", "RELATION is right"),
        ("relation", "found already"),
        ("cat", "of no rack here"),
        ("qqq", "QQQ is not in the list"),
    ):
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        shows(page, "#said", told)
    page.keyboard.type("oriental tailerons tailERON")
    page.keyboard.press("Enter")
    page.wait_for_selector("#racks-left .done")
    check(page, f"{name}-wall")
    page.locator("#give-up").click()
    shows(page, "#round-summary", f"3 of {total} words")
    page.wait_for_selector("#missed tr")
    assert page.evaluate("document.activeElement.id") == "missed-again"
    shows(page, "#missed", "NOTARIES")
    check(page, f"{name}-over")
    page.keyboard.press("Enter")
    page.wait_for_selector("#guess:not([hidden])")
    assert page.locator("#racks-left li").count() == 9, "those that were missed"
    page.locator("#give-up").click()
    # The next part of the list, and the cards of what was missed.
    page.locator("#next-part").click()
    page.wait_for_function("() => document.querySelectorAll('#racks-left li').length == 10")
    page.locator("#give-up").click()
    page.locator("#other-round").click()
    assert page.locator("#part").input_value() == "2"
    shows(page, "#statistics", "Anagrams")
    page.locator("#drawn summary").click()
    page.wait_for_selector("#picture svg")
    check(page, f"{name}-picture")
    with page.context.expect_page() as opened:
        page.locator("#sheet").click()
    sheet = opened.value
    sheet.wait_for_selector("h2")
    assert sheet.locator("h1").inner_text() == "length:8 (2)"
    check(sheet, f"{name}-sheet")


@pytest.mark.sweep
def test_the_time_of_a_round(visit: Callable[..., Any]) -> None:
    page = visit("/study")
    page.wait_for_selector("#lists button")
    page.clock.install()
    page.locator("#query").fill("length:7")
    page.locator("#round summary").click()
    page.select_option("#racks", "10")
    page.select_option("#minutes", "1")
    page.locator("#begin-round").click()
    page.wait_for_selector("#wall:not([hidden])")
    page.clock.fast_forward(50_000)
    page.clock.run_for(1000)
    assert "bad" in page.locator("#clock").get_attribute("class")
    page.clock.fast_forward(10_000)
    page.clock.run_for(1000)
    shows(page, "#round-summary", "Time is up. 0 of ")
    look(page, "round-time-is-up")


@pytest.mark.sweep
def test_the_sheet_is_styled_under_the_policy(visit: Callable[..., Any]) -> None:
    """The style in the page of a sheet is the one that the policy of all answers allows."""
    page = visit("/api/study/sheet?q=length:2&page=1")
    assert page.locator("main").evaluate("one => getComputedStyle(one).columnCount") == "3"
    page.emulate_media(media="print")
    look(page, "sheet-print")
    page.goto(page.url.replace("length:2", "lenght:2"))
    assert "length:" in page.locator("body").inner_text()
