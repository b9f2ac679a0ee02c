"""Make cards from a player's mistakes: of a game, or in a file of ``lexq gcg analyse --csv`` or ``--json``.

A turn that the report grades as a mistake gives a card of the kind ``anagrams`` with the letters of the best play's
word; a missed bingo gives one with the letters of the bingo. A phony, of the player or of an opponent, gives a card of
the kind ``check``.

A best play through tiles on the board is written with dots; its word is found by reading the GCG file that the line
names. If that file is missing, the play is left out.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from os import PathLike
from typing import Any, Final, NamedTuple

import lexkit
from lexkit import measures
from lexkit.errors import ColumnError, LexkitError, show_value

from ..shell import console
from ..table.lexicons import capitals
from .cards import Card
from .cards_csv import SEMICOLONS, read_lines

#: Grades of a turn that is not a mistake.
_FLAWLESS: Final = (None, "", "none")


class Mistakes(NamedTuple):
    """Cards made from mistakes, and the number of plays left out because their word is not known.

    ``turns`` lists the turns of a game that are mistakes or missed a bingo.
    """

    cards: list[Card]
    left_out: int
    turns: tuple[Any, ...] = ()


def read_mistakes(path: str | PathLike[str], lexicon: lexkit.Lexicon, name: str, player: str | None = None) -> Mistakes:
    """Return the cards for the mistakes in a file of ``lexq gcg analyse``.

    ``name`` is that of the lexicon. ``player`` limits mistakes to one player; phonies of all players count. Raises
    ColumnError, with the line, for any other file, and for one in which the player has no turn.
    """
    made = _Cards(lexicon, name, player)
    names: dict[str, None] = {}
    for number, row in enumerate(_rows(path), 1):
        try:
            names[str(row["player"])] = None
            file, turn = str(row["file"]), int(row["turn"])
            made.add(row, lambda file=file, turn=turn: _positions(file, lexicon)[turn - 1])  # type: ignore[misc]
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise ColumnError(
                "not what lexq gcg analyse --csv or --json writes", path=path, place=f"turn {number}", found=repr(error)
            ) from None
    if player is not None and player not in names:
        known = show_value(", ".join(names)[:200]) if names else "a turn"
        raise ColumnError("no turn of this player", path=path, expected=known, found=show_value(player))
    return made.mistakes()


def find_mistakes(
    game: lexkit.Game,
    lexicon: lexkit.Lexicon,
    name: str,
    player: str | None = None,
    told: Iterable[Mapping[str, Any]] = (),
) -> Mistakes:
    """Return the cards of a finished game by its static report; other arguments as for :func:`read_mistakes`.

    ``told`` has the turns of a more exact report, each with ``number``, ``grade``, ``found`` and ``lost``; they
    override the static report.
    """
    made = _Cards(lexicon, name, player)
    better = {turn["number"]: turn for turn in told}
    missed = []
    for turn in lexkit.analyse(game, lexicon).turns:
        found = None if turn.cost is None else turn.cost.found
        row = {**turn._asdict(), "lost": turn.lost, "found": found, **better.get(turn.number, {})}
        made.add(row, lambda turn=turn: turn.position)  # type: ignore[misc]
        if player in (None, turn.player) and (row["grade"] not in _FLAWLESS or turn.missed_bingo):
            missed.append(row)
    return made.mistakes()._replace(turns=tuple(missed))


class _Cards:
    """Collector of the cards of a file or game, each once, in order."""

    def __init__(self, lexicon: lexkit.Lexicon, name: str, player: str | None) -> None:
        self._lexicon, self._name, self._player = lexicon, name, player
        self._found: dict[Card, None] = {}
        self._left_out = 0

    def add(self, row: Mapping[str, Any], position: Callable[[], str]) -> None:
        """Make the cards of one turn. ``position`` returns the CGP before it.

        Raises KeyError, TypeError, ValueError and others for a row that does not describe a turn.
        """
        alphabet = self._lexicon.alphabet
        phonies = row["phony"].split("/") if isinstance(row["phony"], str) else [str(one) for one in row["phony"]]
        if not "".join(phonies).isprintable():
            raise ValueError("not a word")
        best = row["found"] or row["best"]
        missed = [best] if best and row["grade"] not in _FLAWLESS else []
        missed += [row["missed_bingo"]] if row["missed_bingo"] else []
        of_player = self._player is None or row["player"] == self._player
        for phony in filter(None, phonies):
            self._found[Card(self._name, "check", capitals(phony, alphabet))] = None
        for play in dict.fromkeys(missed if of_player else ()):
            word = _word(str(play), position, alphabet)
            if word is None:
                self._left_out += not str(play).startswith("-")
            elif word in self._lexicon:
                ranks = self._lexicon.ranks([word])
                letters = measures.alphagrams(lexkit.Words.of_ranks(self._lexicon, ranks))[0]
                self._found[Card(self._name, "anagrams", letters)] = None

    def mistakes(self) -> Mistakes:
        """Return the cards found so far."""
        return Mistakes(list(self._found), self._left_out)


def _rows(path: str | PathLike[str]) -> Iterator[dict[str, Any]]:
    """Yield the rows of a file as dictionaries."""
    lines = list(read_lines(path))
    if lines and lines[0].startswith("{"):
        for number, line in enumerate(lines, 1):
            try:
                row = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise ColumnError(f"not JSON: {error}", path=path, place=f"line {number}") from None
            if not isinstance(row, dict):
                raise ColumnError("not an object", path=path, place=f"line {number}", found=show_value(row))
            if "turn" in row:  # skip the summaries of players
                yield row
    else:
        for row in _csv_rows(lines, path):
            if "turn" not in row:
                remedy = SEMICOLONS if ";" in lines[0] else None
                told, expected = "not what lexq gcg analyse --csv writes", "file,turn,player,..."
                raise ColumnError(told, path=path, place="line 1", expected=expected, remedy=remedy)
            yield row


def _csv_rows(lines: list[str], path: str | PathLike[str]) -> Iterator[dict[str, Any]]:
    reader = csv.DictReader(lines)
    try:
        for row in reader:
            yield {name: console.from_spreadsheet(one) if isinstance(one, str) else one for name, one in row.items()}
    except csv.Error as error:
        raise ColumnError(f"not CSV: {error}", path=path, place=f"line {reader.line_num}") from None


def _word(play: str, position: Callable[[], str], alphabet: lexkit.Alphabet) -> str | None:
    """Return the word that a play forms, None if it is not known."""
    if play.startswith("-"):
        return None
    tiles = play.partition(" ")[2]
    if "." not in tiles:
        return capitals(tiles, alphabet).replace("[", "").replace("]", "")
    try:
        board = lexkit.Board.from_cgp(position(), alphabet=alphabet)
        return capitals(board.move(play).words[0], alphabet)
    except (LexkitError, IndexError, OSError, ValueError):
        return None


@lru_cache(maxsize=8)
def _positions(file: str, lexicon: lexkit.Lexicon) -> list[str]:
    return list(lexkit.read_gcg(file, lexicon, strict=False).positions())
