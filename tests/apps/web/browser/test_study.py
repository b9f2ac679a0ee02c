"""The page of study in a browser: a quiz by keyboard alone, a reload in the middle of it, and what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from .conftest import shows
from .test_pages import NAMES, SCREENS, check


@pytest.mark.sweep
@pytest.mark.parametrize(("width", "height", "scheme"), SCREENS, ids=NAMES)
def test_a_quiz_by_keyboard_alone(width: int, height: int, scheme: str, visit: Callable[..., Any]) -> None:
    name = f"{'phone' if width < 500 else 'desk'}-{scheme}-study"
    page = visit("/study", width=width, height=height, color_scheme=scheme, bypass_csp=True)
    keyboard = page.keyboard
    page.wait_for_selector("#lists button")
    check(page, name)
    page.locator("#query").fill(f"length:7 -probability:1-{width} includes:J")
    page.select_option("#new", "5")
    page.locator("#query").press("Enter")
    page.wait_for_selector("#quiz:not([hidden])")
    # The letters are read out, and the input has the focus.
    assert page.evaluate("document.activeElement.id") == "answer"
    assert len(page.locator("#prompt .sr").inner_text().split()) == 7
    keyboard.type("nothing")
    check(page, f"{name}-question")
    keyboard.press("Enter")
    page.wait_for_selector("#answers table")
    shows(page, "#verdict", "NOTHING")
    assert page.evaluate("document.activeElement.id") == "next"
    check(page, f"{name}-result")
    keyboard.press("3")
    shows(page, "#verdict", "Right")
    keyboard.press("Enter")
    page.wait_for_selector("#ask:not([hidden])")
    shows(page, "#progress", "2 of 5")
    # A reload begins the quiz anew: the card that was answered is not asked again.
    page.reload()
    page.wait_for_selector("#quiz:not([hidden])")
    keyboard.press("Enter")
    page.wait_for_selector("#result:not([hidden])")
    shows(page, "#verdict", "Wrong")
    page.locator("#leave").click()
    shows(page, "#summary", "1 question, 0 right")
    shows(page, "#statistics", "Anagrams")
    check(page, f"{name}-end")


@pytest.mark.sweep
def test_an_answer_that_fails_is_sent_again(visit: Callable[..., Any]) -> None:
    # A choice that there is not leaves what is usual.
    page = visit("/study#kind=anagrams&q=length:6+includes:J&new=7")
    page.wait_for_selector("#lists button")
    assert page.locator("#new").input_value() == "20"
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector("#quiz:not([hidden])")
    page.keyboard.type("first")
    page.keyboard.press("Enter")
    page.wait_for_selector("#result:not([hidden])")
    page.keyboard.press("Enter")
    page.wait_for_selector("#ask:not([hidden])")
    failures: list[Callable[[Any], object]] = [
        lambda route: route.abort("connectionrefused"),
        lambda route: route.fulfill(status=429, body="too many requests: wait a moment"),
    ]
    for fail, told in zip(failures, ("does not answer", "too many requests"), strict=True):
        page.route("**/api/study/answer", fail)
        page.locator("#answer").fill("second")
        page.keyboard.press("Enter")
        shows(page, "#failed", told)
        assert page.locator("#result").is_hidden()
        assert page.locator("#answer").input_value() == "second"
        page.unroute("**/api/study/answer")
    page.keyboard.press("Enter")
    page.wait_for_selector("#result:not([hidden])")
    shows(page, "#verdict", "SECOND")
    assert page.locator("#failed").inner_text() == ""
    # A file of cards that the server cannot give is no file.
    page.route("**/api/study/cards", lambda route: route.fulfill(status=409, body='{"error": "too busy"}'))
    page.get_by_text("Export, import").click()
    page.locator("#export").click()
    shows(page, "#imported", "too busy")


@pytest.mark.sweep
def test_hooks_words_and_what_is_wrong(visit: Callable[..., Any]) -> None:
    page = visit("/study#kind=hooks&q=pattern:QUIZ&new=5")
    page.wait_for_selector("#lists button")
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector("#sides:not([hidden])")
    page.keyboard.press("Enter")
    page.keyboard.type("x")
    page.keyboard.press("Enter")
    page.wait_for_selector("#answers .hooks")
    shows(page, "#verdict", "Not hooks: X")
    page.keyboard.press("Enter")
    page.locator("#leave").click()
    page.locator("#other").click()
    page.locator("label:has(input[value=check])").click()
    page.locator("#query").fill("pattern:<i>x")
    page.locator("#query").press("Enter")
    page.wait_for_function("() => document.querySelector('#trouble').textContent")
    assert page.locator("main i").count() == 0
    page.locator("#query").fill("pattern:QUIZ")
    page.locator("#query").press("Enter")
    page.wait_for_selector("#yes-no:not([hidden])")
    page.keyboard.press("y")
    page.wait_for_selector("#result:not([hidden])")
    shows(page, "#verdict", "a word")
