"""A strip of turns to step through: one board, and a list of turns of which one is chosen.

It is HTML without scripts, so that saved notebooks and static pages have it too. The list has a radio button for each
turn: clicks choose one, and so do the arrow keys. The board has a layer of tiles for each turn, and style rules hide
those of later turns. Where style rules are left out, the list is a plain table and the board is as at the end.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from ..game.move import Snapshot
from .board import Picture
from .markup import element, row

if TYPE_CHECKING:
    from ..game.move import Move

#: Pixels of a board beside a table.
PIXELS: Final = 400
#: Style rules of the strip named {0}. Those of tables are stronger than the notebook's own.
_STYLE: Final = """
.{0}{{display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start}}
.{0} svg{{max-width:100%;height:auto;flex:0 1 auto}}
.{0} label{{cursor:pointer}}
.{0} th,.{0} td{{padding:0 .5em!important;text-align:left!important;white-space:nowrap;vertical-align:top}}
.{0} th:last-child,.{0} td:last-child{{text-align:right!important}}
.{0} .note{{white-space:pre-line;max-width:13em;padding-left:1.6em;font-size:.9em}}
.{0} tr:has(:checked)>*{{background:#f7dfa4;color:#222}}
.{0} .marks>g{{display:none}}
"""


class Step(NamedTuple):
    """One turn of a strip: what it did, cells of its row besides, and the placement that it made or took back.

    ``note``: what is said of it, shown below it.
    """

    text: str
    cells: tuple[object, ...] = ()
    move: Move | None = None
    takes_back: bool = False
    note: str = ""


def strip_html(start: Snapshot, steps: Sequence[Step], heads: Sequence[str], chosen: int | None = None) -> str:
    """The strip of the turns from a position on.

    ``heads``: of the columns, that of the turns first; ``chosen``: the number of the turn that is shown first, 0 for
    the position before all turns; by default the last one.
    """
    chosen = len(steps) if chosen is None else chosen
    withdrawn = {number: until for until, number in _withdrawn(steps)}
    pictures = list(_pictures(start, steps, withdrawn))
    tiles = [_layer(draw, hidden=number in withdrawn) for number, (draw, _) in enumerate(pictures, 1)]
    marks = [_layer(frames, hidden=number < len(steps)) for number, (_, frames) in enumerate(pictures, 1)]
    svg = Picture(start).svg(PIXELS, [_group("tiles", tiles), _group("marks", marks)], _describe(start, steps))
    columns = len(heads) - 1
    rows = [_row(Step("start", ("",) * columns), not chosen)]
    rows += [_row(step, number == chosen) for number, step in enumerate(steps, 1)]
    listed = f"<table><thead>{row(heads, 'th')}</thead><tbody>{''.join(rows)}</tbody></table>"
    inside = svg + listed
    # The same strip twice on a page has the same rules; another one has a name of its own.
    name = f"lexkit-{hashlib.sha256(inside.encode()).hexdigest()[:12]}"
    rules = _STYLE.format(name) + "\n".join(_rules(name, len(steps), withdrawn))
    # A form keeps its radio buttons apart from those of others; "dialog" is never sent.
    return f'<style>{rules}</style><form class="{name}" method="dialog">{inside}</form>'


def _withdrawn(steps: Sequence[Step]) -> Iterator[tuple[int, int]]:
    """(turn that took a placement back, turn of that placement), from 1."""
    last = 0
    for number, step in enumerate(steps, 1):
        if step.takes_back and last:
            yield number, last
        elif step.move is not None and not step.takes_back:
            last = number


def _pictures(
    start: Snapshot, steps: Sequence[Step], withdrawn: dict[int, int]
) -> Iterator[tuple[Iterable[str], Iterable[str]]]:
    """For each turn the elements of its tiles, and those of the frames around them."""
    for step in steps:
        if step.move is None or step.takes_back:
            yield (), ()
            continue
        after = Picture(Snapshot(start.rules, step.move.grid_after), last=step.move)
        yield [part for square in step.move.squares for part in after.draw_square(square)], after.draw_frames()


def _layer(parts: Iterable[str], hidden: bool) -> str:
    """A layer; one that is hidden where there are no style rules says so itself."""
    start = '<g display="none">' if hidden else "<g>"
    return f"{start}{''.join(parts)}</g>"


def _group(name: str, layers: Iterable[str]) -> str:
    return f'<g class="{name}">{"".join(layers)}</g>'


def _describe(start: Snapshot, steps: Sequence[Step]) -> str:
    turns = f"{len(steps)} turn{'s' * (len(steps) != 1)}"
    return f"Before {turns}: {Picture(start).describe()} Then: {', '.join(step.text for step in steps) or 'nothing'}."


def _row(step: Step, checked: bool) -> str:
    button = f'<input type="radio" name="turn"{" checked" if checked else ""}/>'
    label = f"<label>{button} {element('span', step.text)}</label>"
    note = element("div", step.note, **{"class": "note"}) if step.note else ""
    return f"<tr><td>{label}{note}</td>{row(step.cells)[len('<tr>') :]}"


def _rules(name: str, turns: int, withdrawn: dict[int, int]) -> Iterator[str]:
    """The style rules that show the board after the turn chosen: row ``turn + 1`` of the list."""
    for turn in range(turns + 1):
        here = f".{name}:has(tbody tr:nth-child({turn + 1}) :checked)"
        if turn < turns:
            yield f"{here} .tiles>g:nth-child(n+{turn + 1}){{display:none}}"
        if turn:
            yield f"{here} .marks>g:nth-child({turn}){{display:inline}}"
    for number, until in withdrawn.items():
        # Rows number + 1 to until: the turns after which the play stands.
        stands = f".{name}:has(tbody tr:nth-child(n+{number + 1}):nth-child(-n+{until}) :checked)"
        yield f"{stands} .tiles>g:nth-child({number}){{display:inline}}"
