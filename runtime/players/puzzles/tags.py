"""Tags of puzzles: what the best play is like. ``lexicons/players/puzzles.toml`` has their names and numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from .... import lexicons
from ...game.referee.turn import EXCHANGE
from ...game.rules import is_bingo
from ...game.text.notation import BLANK

if TYPE_CHECKING:
    from ...game.move import Move
    from ...game.moves import Moves
    from ..candidates import Candidate

#: The tags, in the order in which a puzzle has them, with what they say of the best play.
TAGS: Final[Mapping[str, str]] = MappingProxyType(lexicons.puzzles()["tags"])


def tags_of(best: Candidate, moves: Moves) -> tuple[str, ...]:
    """The tags of a position whose best play this is; ``moves``: all placements there."""
    found = {EXCHANGE} if best.kind == EXCHANGE else set()
    if best.move is not None:
        found |= set(_of_play(best.move, moves))
    if len(moves) and int(moves.to_numpy()["score"].max()) > best.score:
        found.add("outscored")
    return tuple([tag for tag in TAGS if tag in found])


def _of_play(move: Move, moves: Moves) -> Iterator[str]:
    rules, played = move.snapshot.rules, move.played
    main, *crosses = move.formed.words
    if move.is_bingo:
        yield "bingo"
        if int(is_bingo(moves.to_numpy()["played"], rules).sum()) == 1:
            yield "only-bingo"
        if any(tile >= BLANK for tile in played):
            yield "blank-bingo"
    else:
        yield "non-bingo"
    facts = lexicons.puzzles()
    if len(main.tiles) >= facts["long_word"]:
        yield "long"
    if any(rules.values[tile] >= facts["power_points"] for tile in played):
        yield "power"
    if len(crosses) > 1:
        yield "parallel"
    laid = set(move.squares)
    columns = rules.layout.columns
    for word in crosses:
        step = 1 if word.across else columns
        first = word.row * columns + word.column
        if len(word.tiles) > 2 and (first in laid or first + step * (len(word.tiles) - 1) in laid):
            yield "hook"
    # Each run of tiles on the board along the main word, as its first and its last place.
    runs: list[list[int]] = []
    for place, tile in enumerate(move.formed.tiles):
        if not tile and runs and runs[-1][-1] == place - 1:
            runs[-1][-1] = place
        elif not tile:
            runs.append([place, place])
    if len(runs) == 1 and runs[0][1] > runs[0][0]:
        yield "extension"
    elif any(first > 0 and last < len(main.tiles) - 1 for first, last in runs) or len(runs) > 1:
        yield "through"
