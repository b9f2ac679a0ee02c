"""Presses and clicks that meet a page which is drawn anew: none is lost, and none is taken for another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from .conftest import Table, box_of

pytestmark = pytest.mark.sweep

#: Drag a tile to a square, and press a button at once: sooner than any hand, and than any timer of the page.
AT_ONCE = """([square, button]) => {
  const send = (element, kind, at) => {
    const box = at.getBoundingClientRect();
    const [clientX, clientY] = [box.x + box.width / 2, box.y + box.height / 2];
    const facts = { bubbles: true, cancelable: true, detail: 1, pointerId: 1, clientX, clientY };
    element.dispatchEvent(kind === "click" ? new MouseEvent(kind, facts) : new PointerEvent(kind, facts));
  };
  const places = ["#rack button:not(.away)", square, button];
  const [tile, target, pressed] = places.map((place) => document.querySelector(place));
  send(tile, "pointerdown", tile);
  send(tile, "pointermove", target);
  send(tile, "pointerup", target);
  for (const kind of ["pointerdown", "pointerup", "click"]) send(pressed, kind, pressed);
}"""

#: Show an analysis; the second time with other figures, in another order, and with another move.
ANALYSIS = """async () => {
  const { showRows } = await import("/static/analysis.js");
  const chosen = window.chosen = [];
  const told = ([tiles, score, win]) =>
    ({ text: `8D ${tiles}`, place: "8D", tiles, words: [tiles], score, leave: "", win });
  const on = { over: () => {}, choose: (row) => chosen.push(row.tiles) };
  const show = (...rows) => showRows(document.querySelector("#moves"), rows.map(told), [], on);
  document.querySelector("#analysis table").hidden = false;
  show(["AA", 4, 50], ["BB", 6, 40], ["CC", 8, 30], ["DD", 9, 20]);
  window.again = () => show(["CC", 8, 71.5], ["DD", 9, 60], ["AA", 4, 20], ["EE", 1, 1]);
}"""


def press(table: Table, target: Any) -> None:
    """Press the mouse on something, and hold it."""
    box = box_of(target)
    table.page.mouse.move(box["x"] + 9, box["y"] + 9)
    table.page.mouse.down()


def test_a_click_right_after_a_drag_is_heard(visit: Callable[..., Any]) -> None:
    table = Table.begin(visit(), first="me")
    assert table.ready()
    away = table.page.locator("#rack button.away")
    table.page.evaluate(AT_ONCE, ["[data-square='112']", "#flip"])
    assert away.count() == 1
    table.page.evaluate(AT_ONCE, ["[data-square='113']", "#recall"])
    assert away.count() == 0


def test_a_drag_chooses_nothing(visit: Callable[..., Any]) -> None:
    table = Table.begin(visit(), first="me")
    assert table.ready()
    mouse = table.page.mouse
    marked = table.page.locator("[aria-pressed=true], .arrow")

    def out_and_back(held: Any) -> None:
        box = box_of(held)
        press(table, held)
        mouse.move(9, 9, steps=3)
        mouse.move(box["x"] + 9, box["y"] + 9, steps=3)
        mouse.up()
        assert marked.count() == 0

    tile = table.page.locator("#rack button").first
    out_and_back(tile)
    table.drag(tile, table.square(112))
    out_and_back(table.square(112))
    table.drag(table.square(112), table.square(113))
    assert table.square(113).locator(".tile.new").count() == 1
    assert marked.count() == 0


def test_a_press_lasts_while_others_come(visit: Callable[..., Any]) -> None:
    ann = visit()
    first = Table.begin(ann, "friend", first="me")
    assert first.ready()
    press(first, ann.locator("#rack button").first)
    bob = visit("/" + ann.locator("#link").input_value().split("/", 3)[3])
    bob.locator("dialog .main").click()
    Table(bob)
    ann.wait_for_selector("#invite", state="hidden")
    ann.mouse.up()
    assert ann.locator("#rack [aria-pressed=true]").count() == 1


def test_a_row_of_the_analysis_can_be_chosen_while_figures_change(visit: Callable[..., Any]) -> None:
    table = Table.begin(visit(), first="me")
    assert table.ready()
    page = table.page
    page.locator("#analysis summary").click()
    page.locator("#stop").click()
    page.wait_for_selector("#stop", state="hidden")
    page.evaluate(ANALYSIS)
    row = page.locator("#moves [data-move='8D CC'] button")
    row.focus()
    page.evaluate("again()")
    told = [text.split() for text in page.locator("#moves tr").all_inner_texts()]
    assert [(text[0], text[-1]) for text in told] == [("CC", "71.5%"), ("DD", "60.0%"), ("AA", "20.0%"), ("EE", "1.0%")]
    # The keys are still with the move, which is now the first.
    page.keyboard.press("Enter")
    assert page.evaluate("chosen") == ["CC"]
    press(table, page.locator("#moves [data-move='8D AA']"))
    page.evaluate("again()")
    page.mouse.up()
    assert page.evaluate("chosen") == ["CC", "AA"]
