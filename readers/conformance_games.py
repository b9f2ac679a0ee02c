"""Plays that are judged, best moves and whole games, for ``conformance.json``; readers/README.md describes them.

lexkit answers all of it. Its games draw as those of the readers do: :class:`SharedBag` has their generator.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final
from unittest.mock import patch

import numpy as np

import lexkit
from lexkit.errors import LexkitError
from lexkit.formats.leaves_section import StoredLeaves, leave_count, pack_leaves
from lexkit.players.leaves import TrainedValues
from lexkit.players.one_ply import Static
from lexkit.runtime.game.bag import Bag, BagState
from lexkit.runtime.game.referee import game as referee
from lexkit.runtime.game.rules import USUAL

#: Tiles of the longest leave that has a value.
LONGEST: Final = {"english": 3, "the first 63 letters": 2}
#: Number of tiles by which the longest predicted leave is longer.
PREDICTED: Final = {"english": 2, "the first 63 letters": 0}
BLANK: Final = 128
_WORD: Final = 2**32
#: Sentence of a refusal -> its code.
CODES: Final = {
    "not a play:": "text",
    "not a place,": "text",
    "is not a tile of": "tile",
    "off the board": "outside",
    "the square holds": "square",
    "a hole:": "hole",
    "no tile is put down": "none",
    "a brick is in the way": "brick",
    "tiles touch it in line": "whole",
    "the main word starts before": "whole",
    "but a rack has": "many",
    "not connected to": "apart",
    "the first play covers": "start",
    "a word has at least two": "short",
    "not on the rack": "rack",
    "not in the lexicon": "word",
}
#: Rules whose values are numbers or names, without the board's.
FIELDS: Final = [
    name for name in USUAL if not name.startswith("overtime") and name not in ("variant", "bonuses", "length_bonuses")
]


# -- How a seed draws: readers/README.md ---------------------------------------------------------------------------


def _mix(z: int) -> int:
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
        z = (z ^ z >> shift) * factor % _WORD
    return z ^ z >> 16


def _rotl(number: int, bits: int) -> int:
    return (number << bits | number >> 32 - bits) % _WORD


class SharedBag(Bag):
    """A bag shuffled by xoshiro128**, as in C and JavaScript."""

    def _start(self, used: int) -> None:
        low, high = int(self._seed) % _WORD, int(self._seed) >> 32
        self._numbers = [_mix(_mix((low + (i + 1) * 0x9E3779B9) % _WORD) ^ high) for i in range(4)]
        self._used = 0
        while self._used < used:
            self.next_number()

    def next_number(self) -> int:
        s = self._numbers
        result, t = _rotl(s[1] * 5 % _WORD, 7) * 9 % _WORD, s[1] << 9 & _WORD - 1
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = _rotl(s[3], 11)
        self._used += 1
        return result

    def _shuffle(self) -> None:
        if not hasattr(self, "_numbers"):
            self._start(0)
        tiles = self._tiles
        for last in range(len(tiles) - 1, 0, -1):
            number = self.next_number()
            while number < _WORD % (last + 1):
                number = self.next_number()
            other = number % (last + 1)
            tiles[last], tiles[other] = tiles[other], tiles[last]

    def restore(self, state: BagState) -> None:
        if state.used != self._used:
            self._start(state.used)
        self._tiles = bytearray(state.tiles)


def shared_game(*arguments: Any, **options: Any) -> lexkit.Game:
    """A game whose bag is a :class:`SharedBag`."""
    with patch.object(referee, "Bag", SharedBag):
        return lexkit.Game(*arguments, **options)


# -- Leave values --------------------------------------------------------------------------------------------------


def leaves_section(name: str, letters: int) -> bytes | None:
    """The section of a lexicon that has leave values, in 256ths of a point: invented, but not absurd."""
    if name not in LONGEST:
        return None
    chance, longest = random.Random(9), LONGEST[name]
    values = np.zeros(leave_count(letters, longest), np.int16)
    values[1:] = [round(chance.gauss(0, 700)) for _ in range(len(values) - 1)]
    made = {"method": "invented", "predicted": longest + PREDICTED[name]}
    return pack_leaves(StoredLeaves(letters, longest, 256, values, made))


def values_of(lexicon: lexkit.Lexicon, name: str) -> TrainedValues:
    """The values that a reader has: those of the file, or none."""
    if name in LONGEST:
        return lexicon.leaves
    letters = len(lexicon.alphabet)
    return TrainedValues(StoredLeaves(letters, 1, 1, np.zeros(letters + 2, np.int16)), lexicon.alphabet)


def leave_questions(lexicon: lexkit.Lexicon, name: str, chance: random.Random) -> list[list[Any]]:
    """Leaves and their values in thousandths of a point."""
    if name not in LONGEST:
        return []
    labels, found = ["?", *lexicon.alphabet], []
    for size in [0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 7] * 2:
        leave = "".join(chance.choices(labels, k=size))
        found.append([leave, round(lexicon.leaves.of(leave) * 1000)])
    return found


# -- Judged plays --------------------------------------------------------------------------------------------------


def code_of(reason: str) -> str:
    """The code of a refusal, "" for a legal play: the first that its reason has."""
    found = [(reason.index(sign), code) for sign, code in CODES.items() if sign in reason]
    return min(found)[1] if found else ""


def judged(board: lexkit.Board, lexicon: lexkit.Lexicon, text: str, rack: str | None) -> list[Any]:
    """[LAYOUT, SQUARES, RACK, PLAY, CODE, REASON, MOVE, WORDS, SQUARES AFTER IT]."""
    verdict = board.explain(text, rack=rack, lexicon=lexicon)
    asked = [board.layout.name, board.to_cgp().split()[0], rack, text, code_of(verdict.reason), verdict.reason]
    if verdict.move is None:
        return [*asked, None, None, None]
    after = board.copy()
    after.play(verdict.move)
    return [*asked, str(verdict.move), [list(word) for word in verdict.words], after.to_cgp().split()[0]]


def spellings_of(text: str, board: lexkit.Board, chance: random.Random) -> Iterator[str]:
    """Ways to type a legal move, and texts like it that are wrong."""
    place, tiles = text.split()
    move = board.move(text)
    shown = move.formed.words[0].tiles
    words = board.rules.text
    whole = "".join(words.square(tile) for tile in shown)
    marked = "".join(
        words.square(tile) if put else f"({words.square(tile)})"
        for tile, put in zip(shown, move.formed.tiles, strict=True)
    )
    shuffled = list(move.played)
    chance.shuffle(shuffled)
    left = iter(shuffled)
    phony = "".join(words.square(next(left)) if put else "." for put in move.formed.tiles)
    labels = list(board.alphabet)
    yield from (text, f"{place.lower()}  {whole} +99", f"{place} {marked}", f"{place}.{tiles}", f"{place} {phony}")
    yield f"{place} {tiles}{chance.choice(labels)}"
    yield f"{place} {chance.choice(labels)}{tiles[1:]}"
    yield f"{place} .{tiles}"
    yield f"{place} {tiles[:-1]}" if len(tiles) > 1 else place
    yield f"{move.row + 2}{place.lstrip('0123456789')} {tiles}" if move.across else f"{place[0]}{move.row + 2} {tiles}"
    turned = re.sub(r"^(\d+)([A-Z]+)$|^([A-Z]+)(\d+)$", r"\2\1\4\3", place)
    yield f"{turned} {whole}"
    yield f"{turned} {phony}"


ODD: Final = (
    "",
    "8H",
    "8H -",
    "H8H AB",
    "0H AB",
    "8ZZ AB",
    "40A AB",
    "8H A!B",
    "8H ...",
    "8H a",
    "pass",
    "-AB",
    "1A " + "A" * 40,
    "8A " + "A" * 15,
)


def plays(
    lexicon: lexkit.Lexicon, boards: Sequence[lexkit.Board], racks: Sequence[str], chance: random.Random, most: int
) -> list[list[Any]]:
    """Judged plays on these boards, as many of each code as of the others, roughly."""
    found: dict[str, list[list[Any]]] = {}
    for board, rack in zip(boards, racks, strict=True):
        moves = lexicon.moves(board, rack)
        for move in chance.sample(list(moves), min(5, len(moves))):
            for text in spellings_of(move.text, board, chance):
                held = chance.choice((None, None, rack, rack, rack[1:] + "?"))
                try:
                    made = judged(board, lexicon, text, held)
                except LexkitError:  # such a rack there is not
                    continue
                found.setdefault(made[4], []).append(made)
        for text in chance.sample(ODD, 4):
            made = judged(board, lexicon, text, None)
            found.setdefault(made[4], []).append(made)
    share = most // len(found)
    return [
        made
        for code in sorted(found)
        for made in chance.sample(found[code], min(len(found[code]), 3 * share if code in ("", "word") else share))
    ]


# -- Best moves ----------------------------------------------------------------------------------------------------


def best(
    lexicon: lexkit.Lexicon, name: str, board: lexkit.Board, rack: str, chance: random.Random
) -> Iterator[list[Any]]:
    """[LAYOUT, SQUARES, RACK, COUNT, MOVES]; with BAG and EXCHANGEABLE before COUNT, candidates with thousandths."""
    number, moves = chance.choice((1, 3, 8)), lexicon.moves(board, rack)
    about = [board.layout.name, board.to_cgp().split()[0], rack]
    yield [*about, number, [str(move) for move in moves.top(number)]]
    bag = chance.choice((0, 5, 20))
    every = moves.by_equity(values_of(lexicon, name), bag)
    candidates = list(every[:number])
    exchangeable = min(bag, len(rack)) if bag >= board.rules.exchange_minimum else 0
    yield [*about, bag, exchangeable, number, [[str(one), round(one.equity * 1000)] for one in candidates]]


# -- Games ---------------------------------------------------------------------------------------------------------


def record(game: lexkit.Game) -> dict[str, Any]:
    """The results that a reader must reach: the record, the position, and the end of the game."""
    result = game.result
    ended = None if result is None else [result.reason, result.winner, list(result.scores), list(result.ending)]
    return {"gcg": game.to_gcg(), "cgp": " ".join(game.to_cgp().split()[:4]), "result": ended, "bag": game.bag_size}


def about(
    name: str, game: lexkit.Game, choosers: Sequence[str], actions: Sequence[str], **rules: Any
) -> dict[str, Any]:
    return {
        "lexicon": name,
        "players": list(game.players),
        "seed": game.seed,
        "first": game.first,
        "rules": rules,
        "choosers": list(choosers),
        "actions": list(actions),
        **record(game),
    }


def rules_with(lexicon: lexkit.Lexicon, rules: dict[str, Any]) -> lexkit.Rules:
    """The rules of the language with changes; a layout has a name, or rows and the row and column of its start."""
    layout = rules.get("layout", "standard")
    if isinstance(layout, dict):
        row, column = layout["start"]
        layout = lexkit.Layout("own", layout["rows"], f"{row + 1}{chr(65 + column)}")
    changes = {key: value for key, value in rules.items() if key != "layout"}
    return lexkit.Rules.from_alphabet(lexicon.alphabet, layout, **changes)


def chosen_game(
    name: str, lexicon: lexkit.Lexicon, choosers: Sequence[str], seed: int, first: int = 0, **rules: Any
) -> dict[str, Any]:
    """A game of players by name; a level has a seed behind a colon."""
    made = rules_with(lexicon, rules)
    players = []
    for chooser in choosers:
        kind, _, number = chooser.partition(":")
        chosen: Any = Static(values_of(lexicon, name)) if kind == "static" else kind
        players.append(lexkit.player(chosen, lexicon, seed=int(number or 0)))
    names = [f"{chooser.partition(':')[0].title()} {number}" for number, chooser in enumerate(choosers, 1)]
    game = shared_game(lexicon, names, rules=made, seed=seed, first=first)
    while not game.over:
        game.act(players[game.to_move].choose(game.view(game.to_move)))
    return about(name, game, choosers, [], **rules)


def play_again(asked: dict[str, Any], lexicon: lexkit.Lexicon) -> dict[str, Any]:
    """The game of an entry, played again by its players or by its actions."""
    name, seed, rules = asked["lexicon"], asked["seed"], asked["rules"]
    if asked["choosers"]:
        return chosen_game(name, lexicon, asked["choosers"], seed, asked["first"], **rules)
    game = shared_game(lexicon, asked["players"], rules=rules_with(lexicon, rules), seed=seed, first=asked["first"])
    for action in asked["actions"]:
        {"undo": game.undo, "redo": game.redo}.get(action, partial(game.act, action))()
    return about(name, game, [], asked["actions"], **rules)


def acted_game(name: str, lexicon: lexkit.Lexicon, players: int, seed: int, turns: int, **rules: Any) -> dict[str, Any]:
    """A game of players who do whatever comes to mind: phonies, challenges, exchanges, passes, undo."""
    chance = random.Random(seed)
    game = shared_game(
        lexicon, ["Ann", "Bob", "Cy", "Di"][:players], rules=rules_with(lexicon, rules), seed=seed, first=seed % players
    )
    actions: list[str] = []

    def act(text: str) -> bool:
        try:
            {"undo": game.undo, "redo": game.redo}.get(text, partial(game.act, text))()
        except LexkitError:
            return False
        actions.append(text)
        return True

    while not game.over and len(actions) < turns:
        if game.challengeable is not None and chance.random() < 0.4:
            words = game.challengeable.words
            some = chance.sample(words, chance.randrange(1, len(words) + 1)) if chance.random() < 0.4 else []
            act(" ".join(["challenge", *some]))
            continue
        draw = chance.random()
        if draw < 0.04 and act("undo"):
            if chance.random() < 0.4:
                act("redo")
            continue
        if draw < 0.06 and len(actions) > 8 and act("resign"):
            continue
        rack = game.racks[game.to_move]
        if draw < 0.12 and game.exchangeable:
            tiles = chance.sample(list(rack), chance.randrange(1, game.exchangeable + 1))
            if act("-" + "".join(label if len(label) == 1 else f"[{label}]" for label in tiles)):
                continue
        moves = lexicon.moves(game.board, rack).top(6)
        if not moves or draw < 0.16 or game.waiting:
            if not act("pass"):
                break
            continue
        move = chance.choice(moves)
        played = list(move.played)
        if draw < 0.45:
            chance.shuffle(played)
        left = iter(played)
        text = game.rules.text
        act(f"{move.place} " + "".join(text.square(next(left)) if put else "." for put in move.formed.tiles))
    return about(name, game, [], actions, **rules)
