"""Draw study activity in SVG: answers by day, cards that fall due, and how firmly cards are known.

The picture takes the colour of the surrounding text; its title and description say what it shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple
from xml.etree import ElementTree

from ..shell import console
from .cards import AGAIN, DAY, LATELY, Deck

#: Number of days of past answers, and of future due dates.
DAYS: Final = LATELY
#: Upper limit of each bar's stability, in days, and its label.
_FIRM: Final = ((1.0, "1 day"), (7.0, "1 week"), (30.0, "1 month"), (90.0, "3 months"), (365.0, "1 year"))
_LONGER: Final = "longer"
#: Geometry in SVG units: width, height of bars, space above and below them, left margin.
_WIDE: Final = 380
_TALL: Final = 90
_ABOVE: Final = 34
_BELOW: Final = 26
_LEFT: Final = 30


class Activity(NamedTuple):
    """Past answers and future cards.

    ``right`` and ``wrong`` count answers of each of the last 30 days, today last; ``due`` counts cards of each of the
    next 30 days, today first, which includes those overdue. ``firm`` counts cards with a stability of up to a day, a
    week, a month, three months, a year, and longer; ``new`` those that were never asked.
    """

    right: tuple[int, ...]
    wrong: tuple[int, ...]
    due: tuple[int, ...]
    firm: tuple[int, ...]
    new: int


def activity(deck: Deck, now: float, lexicon: str | None = None) -> Activity:
    """Count answers and due cards by day, each 24 hours counted from now; of one lexicon or of all."""
    right, wrong, due = [0] * DAYS, [0] * DAYS, [0] * DAYS
    firm = [0] * (len(_FIRM) + 1)
    new = 0
    for at, rating in deck.reviews(now - DAYS * DAY, lexicon):
        day = DAYS - 1 - int((now - at) // DAY)
        if 0 <= day < DAYS:
            (wrong if rating == AGAIN else right)[day] += 1
    for card in deck.cards(lexicon):
        if card.memory is None:
            new += 1
            continue
        day = max(0, int((card.memory.due - now) // DAY))
        if day < DAYS:
            due[day] += 1
        firm[sum(card.memory.stability > most for most, _ in _FIRM)] += 1
    return Activity(tuple(right), tuple(wrong), tuple(due), tuple(firm), new)


def draw_activity(found: Activity) -> str:
    """Return the picture as an SVG document."""
    part = _ABOVE + _TALL + _BELOW
    root = ElementTree.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "role": "img",
            "viewBox": f"0 0 {_WIDE} {3 * part}",
            "width": str(_WIDE),
            "height": str(3 * part),
            "font-family": "system-ui,sans-serif",
            "font-size": "11",
            "fill": "currentColor",
        },
    )
    answers, wrong = sum(found.right) + sum(found.wrong), sum(found.wrong)
    told = [
        f"{console.format_count(answers, 'answer', 'answers')} in {DAYS} days, {wrong:,} wrong (outlined)",
        f"{console.format_count(sum(found.due), 'card', 'cards')} due within {DAYS} days, {found.due[0]} today",
        f"{console.format_count(sum(found.firm), 'card', 'cards')} known for up to a time; {found.new:,} new",
    ]
    _text(root, "title", "Study: answers, cards that fall due, and how long cards are known")
    labels = [name for _, name in _FIRM] + [_LONGER]
    firm = ", ".join([f"{name}: {number}" for name, number in zip(labels, found.firm, strict=True)])
    _text(root, "desc", f"{'. '.join(told)} ({firm}).")
    ago = [f"{DAYS - 1} days ago", *[""] * (DAYS - 2), "today"]
    ahead = ["today", *[""] * (DAYS - 2), f"in {DAYS - 1} days"]
    _bars(root, 0, told[0], [found.wrong, found.right], ago)
    _bars(root, part, told[1], [found.due], ahead)
    _bars(root, 2 * part, told[2], [found.firm], labels)
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _bars(
    root: ElementTree.Element, top: int, title: str, stacks: Sequence[Sequence[int]], labels: Sequence[str]
) -> None:
    """Draw stacked bars; of two stacks, the first is an outline."""
    _text(root, "text", title, x=_LEFT, y=top + 14, font_weight="bold")
    ground = top + _ABOVE + _TALL
    highest = max(map(sum, zip(*stacks, strict=True)))
    wide = (_WIDE - _LEFT) / len(labels)
    if highest:
        _text(root, "text", f"{highest:,}", x=_LEFT - 6, y=top + _ABOVE + 4, text_anchor="end")
    _text(root, "text", "0", x=_LEFT - 6, y=ground + 4, text_anchor="end")
    _shape(root, "line", x1=_LEFT, x2=_WIDE, y1=ground, y2=ground, stroke="currentColor", stroke_opacity=0.5)
    for at, label in enumerate(labels):
        left, low = _LEFT + at * wide, float(ground)
        for number, stack in enumerate(stacks):
            tall = _TALL * stack[at] / highest if highest else 0.0
            if not tall:
                continue
            low -= tall
            hollow = len(stacks) > 1 and number == 0
            look = {"fill": "none", "stroke": "currentColor"} if hollow else {"fill_opacity": "0.75"}
            x, y = round(left + 0.12 * wide, 1), round(low, 1)
            _shape(root, "rect", x=x, y=y, width=round(0.76 * wide, 1), height=round(tall, 1), **look)
        x, anchor = left + wide / 2, "middle"
        if len(labels) == DAYS:  # these bars are narrower than their labels
            x, anchor = (left, "start") if at == 0 else (left + wide, "end")
        if label:
            _text(root, "text", label, x=round(x, 1), y=ground + 16, text_anchor=anchor)


def _shape(parent: ElementTree.Element, name: str, **attributes: object) -> ElementTree.Element:
    named = {key.replace("_", "-"): str(value) for key, value in attributes.items()}
    return ElementTree.SubElement(parent, name, named)


def _text(parent: ElementTree.Element, name: str, text: str, **attributes: object) -> None:
    _shape(parent, name, **attributes).text = text
