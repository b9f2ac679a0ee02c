"""The page of words as people use it: letters, what they were taken for, what was surely meant, at every width."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lexkit

from .conftest import Process, shows
from .test_pages import check

#: Each width once, two in each scheme.
SCREENS = [(1280, 800, "light"), (768, 1024, "dark"), (390, 844, "light"), (360, 640, "dark")]


def results(page: Any) -> list[str]:
    """The words that the page shows."""
    return list(page.locator("#results td b").all_inner_texts())


def ask(page: Any, text: str) -> None:
    """Type a query and press Enter."""
    page.fill("#query", text)
    page.press("#query", "Enter")


@pytest.mark.sweep
def test_letters_are_answered_at_every_width(visit: Callable[..., Any]) -> None:
    for width, height, scheme in SCREENS:
        page = visit("/words", width=width, height=height, color_scheme=scheme, has_touch=width < 500, bypass_csp=True)
        name = f"{width}-{scheme}"
        page.wait_for_selector("#examples button")
        asks = page.locator("aside").bounding_box()
        assert asks["x"] <= max(width - 980, 0) / 2 + 20, "what can be asked begins at the left"
        assert asks["width"] > min(width, 980) * 0.8, "and uses the width"
        check(page, f"words-first-{name}")
        page.locator("#examples button", has_text="AEINRT?").click()
        shows(page, "#understood", "anagram:AEINRT?")
        page.wait_for_selector("text=67 words")
        assert "pattern:AEINRT?" in page.locator("#understood").inner_text()
        page.locator("#query").fill("care")  # as people type: no capitals, no Enter
        shows(page, "#verdict", "CARE is a word, 6 points; in front: S; behind: DRSTX.")
        assert results(page) == ["ACER", "ACRE", "CARE", "RACE"]
        check(page, f"words-found-{name}")
        ask(page, "lenght:7")
        shows(page, "#suggestions", "Did you mean length:7")
        check(page, f"words-meant-{name}")
        page.locator("#suggestions button").click()
        page.wait_for_selector("#pages:not([hidden])")
        assert page.input_value("#query") == "length:7"


@pytest.mark.sweep
def test_what_was_meant_is_offered_where_a_word_is_looked_up(visit: Callable[..., Any]) -> None:
    page = visit()
    page.fill("#word", "Care!")
    page.keyboard.press("Enter")
    shows(page, "#verdict", "Did you mean Care?")
    page.locator("#verdict button").click()
    shows(page, "#verdict", "CARE is a word")


@pytest.mark.sweep
def test_words_are_those_of_the_chosen_list(chromium: Any, tmp_path: Path) -> None:
    lexkit.build(["ZYXOMA", "TAB"], tmp_path / "own.gaddag")
    server = Process(tmp_path, offered=str(tmp_path / "own.gaddag"))
    page = chromium.new_page()
    page.goto(server.address)
    page.select_option("#language", "own")
    page.fill("#word", "zyxoma")
    page.keyboard.press("Enter")
    shows(page, "#verdict", "ZYXOMA is a word")
    page.fill("#word", "length:3")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=1 word")
    assert (results(page), page.input_value("#lexicon")) == (["TAB"], "own")
    assert page.locator("#sort option[value='-playability']").count() == 0
    page.select_option("#lexicon", "english")
    page.wait_for_selector("#pages:not([hidden])")
    page.select_option("#sort", "-playability")
    most = lexkit.open("english").search("length:3 sort:-playability limit:1").to_list()
    shows(page, "#results tbody tr", most[0])
    ask(page, "CARE")
    shows(page, "#results .meaning", "(v) feel concern or interest")
    wide = page.locator("#results").bounding_box()["width"]
    assert page.locator("#results .meaning td").first.bounding_box()["width"] > 0.9 * wide, (
        "below the hooks, not beside"
    )
    page.select_option("#lexicon", "own")
    shows(page, "#verdict", "CARE is not in the list")
    assert page.input_value("#sort") == ""
    page.close()
    server.kill()


@pytest.mark.sweep
def test_what_was_understood_can_be_edited(visit: Callable[..., Any]) -> None:
    page = visit("/words")
    page.locator("#query").press_sequentially("c?o?s")
    shows(page, "#understood", "pattern:c?o?s")
    assert "CHOPS" in results(page)
    page.locator("#understood button", has_text="pattern:").click()
    assert page.input_value("#query") == "pattern:c?o?s"
    page.keyboard.type(" -suffix:PS")
    page.keyboard.press("Enter")
    page.wait_for_function("() => !document.querySelector('#results').textContent.includes('CHOPS')")
    page.wait_for_selector("#understood", state="hidden")
    ask(page, "SCRABBEL")
    shows(page, "#verdict", "SCRABBEL is not in the list")
    page.locator("#understood button", has_text="substring:").click()
    shows(page, "#found", "0 words")
    ask(page, "CARRET")
    shows(page, "#verdict", "Near it: BARRET, CARET, CARNET, CARPET.")
    ask(page, "anagram:")
    shows(page, "#explain", "anagram needs a value")
    page.fill("#query", "group:")
    page.locator("#suggestions button", has_text="type-i-sevens").click()
    shows(page, "#found", "words")
    page.fill("#query", "")
    ask(page, "")
    page.wait_for_selector(".fresh #examples")


@pytest.mark.sweep
def test_the_first_page_looks_words_up(visit: Callable[..., Any]) -> None:
    page = visit()
    page.fill("#word", "quixotry")
    page.press("#word", "Enter")
    shows(page, "#verdict", "QUIXOTRY is a word, 27 points.")
    page.fill("#word", "CARRET")
    page.press("#word", "Enter")
    shows(page, "#verdict", "CARRET is not in the list. Near it: BARRET")
    page.fill("#word", "AEINRT?")
    page.press("#word", "Enter")
    shows(page, "#understood", "anagram:AEINRT?")
