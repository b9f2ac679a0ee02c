"""The page of duplicate games: alone to the maximum, and with friends by a link, on every screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from .conftest import Process, Table, shows
from .test_pages import check


class Duplicate(Table):
    """A duplicate game on a page, as a person sees it."""

    @classmethod
    def alone(cls, page: Any, **choices: str) -> Duplicate:
        """A new game against the maximum."""
        page.wait_for_selector("#kinds label")
        for name, value in choices.items():
            page.select_option(f"#{name}", value)
        page.get_by_role("button", name="Play", exact=True).click()
        return cls(page)

    def ended(self) -> int:
        """How many turns the page lists."""
        return int(self.page.locator("[data-turn]").count())

    def lay(self, number: int = 2) -> str:
        """Type the first tiles of the rack at the star; what the page says of them."""
        self.square(112).click()
        for tile in range(1, number + 1):
            self.page.keyboard.press(str(tile))
            if self.page.locator("dialog").count():
                self.page.locator("dialog .letters button").first.click()
        self.page.wait_for_function("() => /points?$/.test(document.querySelector('#commit').textContent)")
        return str(self.page.locator("#say").inner_text())

    def hand_in_none(self) -> None:
        """Hand in no play, and say so twice."""
        self.page.locator("#none").click()
        self.page.locator("dialog .main").click()

    def wait_for_ended(self, number: int) -> None:
        """Wait until this many turns have ended."""
        self.page.wait_for_function("number => document.querySelectorAll('[data-turn]').length === number", arg=number)


@pytest.mark.sweep
def test_friends_on_four_screens(visit: Callable[..., Any], site: Process) -> None:
    """Each sees the same rack and nobody's play, until all have handed in; the best play is on every board."""
    page = visit("/duplicate", width=1280, height=800, color_scheme="light", bypass_csp=True)
    page.wait_for_selector("#kinds label")
    check(page, "duplicate-new")
    page.locator("label:has(input[value='yes'])").click()
    page.fill("#name", "Ann")
    page.select_option("#seconds", "300")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("#start:not([hidden])")
    link = page.input_value("#link").removeprefix(site.address.rstrip("/"))
    pages = [page]
    for name, width, height, scheme in (
        ("Bob", 768, 1024, "dark"),
        ("Cid", 390, 844, "light"),
        ("Dan", 360, 640, "dark"),
    ):
        other = visit(link, width=width, height=height, color_scheme=scheme, bypass_csp=True, has_touch=width < 500)
        other.fill("#own-name", name)
        other.get_by_role("button", name="Take the seat").click()
        shows(other, "#say", "Waiting for Ann to begin")
        pages.append(other)
    page.locator("#begin").click()
    ann, bob, cid, dan = [Duplicate(one) for one in pages]
    racks = {tuple(sorted(one.page.locator("#rack .tile").all_inner_texts())) for one in (ann, bob, cid, dan)}
    assert len(racks) == 1
    assert "points" in ann.lay()
    ann.page.keyboard.press("Enter")
    shows(ann.page, "#say", "You have handed in 8H ")
    shows(ann.page, "#say", "Waiting for 3 players.")
    assert ann.page.locator("#invite").is_hidden(), "the link does not stand above the board"
    ann.page.locator("summary", has_text="More").click()
    ann.page.locator("#invite-more").click()
    assert ann.page.locator("#link").is_visible()
    for one in (bob, cid):
        shows(one.page, "#players", "handed in")
        assert "8H" not in one.page.locator("main").inner_text(), "nobody sees it before the turn has ended"
        one.hand_in_none()
    check(dan.page, "duplicate-360-dark")
    dan.lay()
    check(dan.page, "duplicate-360-dark-laid")
    # The tiles that lie come back after a reload, what was handed in after a break.
    dan.page.reload()
    dan.page.wait_for_selector(".tile.new")
    bob.page.reload()
    shows(bob.page, "#say", "You have handed in no play. Waiting for Dan")
    dan.page.locator("#commit").click()
    for one, name in ((ann, "1280-light"), (bob, "768-dark"), (cid, "390-light"), (dan, "360-dark")):
        one.wait_for_ended(1)
        shows(one.page, "#say", "The best was ")
        assert one.page.locator(".tile.last").count() > 1
        assert one.page.locator("#handed li").count() == 5
        assert one.page.locator("#rack button").count() == 7
        check(one.page, f"duplicate-{name}")
    assert re.fullmatch(r"[45]:\d\d", ann.page.locator(".clock").inner_text())
    ann.page.locator("#close").click()
    ann.page.locator("dialog .main").click()
    for one in (ann, dan):
        one.wait_for_ended(2)
    ann.page.locator("[data-turn='1']").click()
    shows(ann.page, "#say", "After turn 1: ")
    assert ann.page.locator("#rack").is_hidden()
    ann.page.keyboard.press("Enter")


@pytest.mark.sweep
def test_alone_to_the_end(visit: Callable[..., Any], site: Process) -> None:
    page = visit("/duplicate", width=390, height=844, color_scheme="dark", bypass_csp=True)
    game = Duplicate.alone(page)
    page.locator("summary", has_text="More").click()
    page.fill("#typed", "8A ZZ")
    page.keyboard.press("Enter")
    page.wait_for_selector("#say.bad")
    game.lay()
    page.locator("#commit").click()
    game.wait_for_ended(1)
    while page.locator("#result").is_hidden():
        number = game.ended()
        game.hand_in_none()
        game.wait_for_ended(number + 1)
    shows(page, "#result", "of the maximum")
    check(page, "duplicate-over")
    page.goto(site.address)
    shows(page, "#games", "Duplicate, alone")
    shows(page, "#games", "Over, ")
    page.locator("#games a").click()
    shows(page, "#say", "The game is over.")
    page.locator("#result .main").click()
    page.wait_for_selector("#rack button")


@pytest.mark.sweep
def test_what_lies_is_handed_in_when_the_time_is_up(visit: Callable[..., Any]) -> None:
    page = visit("/duplicate")
    game = Duplicate.alone(page, seconds="60")
    game.lay()
    # As if the time had passed, on this page.
    page.evaluate("async () => { (await import('/static/state.js')).state.received -= 60_000; }")
    game.wait_for_ended(1)
    assert " 8H" in page.locator("#handed li").nth(1).inner_text()


@pytest.mark.sweep
def test_the_page_comes_back_after_the_server_was_killed(visit: Callable[..., Any], site: Process) -> None:
    page = visit("/duplicate")
    game = Duplicate.alone(page)
    game.lay()
    page.locator("#commit").click()
    game.wait_for_ended(1)
    rack = page.locator("#rack .tile").all_inner_texts()
    site.kill()
    page.wait_for_selector("#offline:not([hidden])")
    site.start()
    page.wait_for_selector("#offline", state="hidden")
    assert page.locator("#rack .tile").all_inner_texts() == rack
    game.hand_in_none()
    game.wait_for_ended(2)
