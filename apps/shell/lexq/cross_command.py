"""``lexq cross --board``: cross sets of a board, square by square."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexkit.runtime.game.text.read_positions import Reading, read_positions

from .. import console
from .board_commands import are_several

if TYPE_CHECKING:
    from lexkit.formats.alphabet import LetterSet
    from lexkit.runtime.lexicon.lexicon import Lexicon


def write_cross_sets(lexicon: Lexicon, position: str, square: str | None, as_json: bool) -> int:
    """Write the cross sets of the squares beside tiles, or of one square, and return the exit code."""
    found = 0
    positions, numbered = are_several(read_positions(position, Reading(lambda opcodes: lexicon)))
    for number, board in positions:
        crosses = board.cross_sets(lexicon)
        for name in crosses if square is None else [square]:
            cross = crosses[name]
            if square is None and cross.across_score is None and cross.down_score is None:
                continue
            found += 1
            if as_json:
                facts = cross._asdict() | {"across": list(cross.across), "down": list(cross.down)}
                console.write([console.json_line({"position": number or 1, "square": name, **facts})])
                continue
            letters = (_letters(cross.across, cross.across_score), _letters(cross.down, cross.down_score))
            points = ("-" if score is None else str(score) for score in (cross.across_score, cross.down_score))
            fields = (name, *letters, *points)
            console.write(["\t".join((str(number), *fields) if numbered else fields) + "\n"])
    return 0 if found else console.NOTHING


def _letters(letters: LetterSet, score: int | None) -> str:
    return "*" if score is None else str(letters) or "-"
