"""Doors of the public calls: each parameter that has a length, and each member of an object that has one.

The calls and their other arguments come from tests/public_calls.py. A parameter is tried with texts or lists by its
annotation; SHAPES has harder ones for those that read a language or a record. The doors of files are in files.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

import numpy as np

from tests.public_calls import Call, public_calls

from ..inputs import (
    CGH,
    CGP,
    DRAWINGS,
    EXPRESSIONS,
    GCG,
    JSON,
    LISTS,
    PLAIN,
    PLAYS,
    QUERIES,
    QUERY_KINDS,
    TILES,
    TOML,
    Make,
    kind_of_query,
)
from .case import Case, every
from .files import cases as cases_of_files

#: A query has at most 65,536 characters.
LONGEST_QUERY: Final = (1 << 16) - 256
RANKS: Final[dict[str, Make]] = {
    "in order": lambda n: np.arange(n) % 100,
    "backwards": lambda n: 299 - np.arange(n) % 100,
    "the same": lambda n: np.zeros(n, np.int64),
    "by chance": lambda n: np.random.default_rng(1).integers(0, 100, n),
}
KEYS: Final[dict[str, Make]] = {
    "n keys": lambda n: ("length", "points") * (n // 2),
    "the same key": lambda n: ("-points",) * n,
    "wrong keys": lambda n: ("x",) * n,
}
LANGUAGE: Final = {**QUERIES, **{k: m for kind in QUERY_KINDS for k, m in kind_of_query(kind).items()}}
#: Parameter, alone or behind its call -> the shapes of its input.
SHAPES: Final[dict[str, dict[str, Make]]] = {
    **dict.fromkeys(("action", "move", "place", "play", "token", "Puzzle.play.text", "Action.read.text"), PLAYS),
    **dict.fromkeys(("Board.from_cgp.text", "Game.position"), CGP),
    **dict.fromkeys(("Game.from_gcg.text", "ScoreSheet.from_gcg.text"), GCG),
    **dict.fromkeys(("Game.from_json.text", "Duplicate.from_json.text", "Puzzle.from_json.text"), JSON),
    **dict.fromkeys(("Lexicon.pattern.text", "Lexicon.regex.text"), EXPRESSIONS),
    **dict.fromkeys(("Lexicon.search.text", "Lexicon.explain.text", "Lexicon.understand.text"), LANGUAGE),
    "Game.from_cgh.text": CGH,
    "drawing": DRAWINGS,
    "keys": KEYS,
    "ranks": RANKS,
    "Lexicon.__contains__.key": PLAIN,
    "Moves.__contains__.move": PLAYS,
    "Rack.__contains__.label": PLAIN,
    "Words.__contains__.word": PLAIN,
}
#: Parameters that are the path of a file, and the shapes of its content.
CONTENTS: Final[dict[str, tuple[str, dict[str, Make]]]] = {
    "Alphabet.from_file.path": ("input.toml", TOML),
    "Layout.from_file.path": ("input.toml", TOML),
    "Layout.from_toml.path": ("input.toml", TOML),
    "read_cgh.path": ("input.json", CGH),
    "read_gcg.path": ("input.gcg", GCG),
    "Match.tally.resume": ("input.json", JSON),
}
#: Classes -> an object of length n, made anew each time, and the largest n.
LONG: Final[dict[str, tuple[Callable[[Any, int], Any], int]]] = {
    "Board": (lambda w, n: w.board_of(n), 1 << 14),
    "Candidates": (lambda w, n: w.moves_of(n).by_equity(w.values, 80), 1 << 14),
    "Game": (lambda w, n: w.game_of(n), 1 << 11),
    "Lexicon": (lambda w, n: w.lexicon_of(n), 1 << 15),
    "Listing": (lambda w, n: w.listing_of(n), 1 << 15),
    "Moves": (lambda w, n: w.moves_of(n), 1 << 15),
    "Words": (lambda w, n: w.some_of(n), 1 << 15),
}
#: Members whose cost is that of what they do for each turn or move, not of the object's length.
OTHERWISE: Final = re.compile(r"^(Lexicon\.(leaves|close|best_|moves|counters)|.*\.(to_frame|filter_batches)$)")
#: Calls of files are in files.py; those of other programs take as long as the programs.
FILES: Final = {case.door for case in cases_of_files()}
OTHER = re.compile(r"PathLike\[str\]|Mapping\[[^\]]*\]")
TEXT = re.compile(r"\bstr\b")
LIST = re.compile(r"(Iterable|Sequence)\[str\]|tuple\[str, \.\.\.\]")


def shapes_of(call: Call, parameter: str) -> dict[str, Make]:
    """The shapes of a parameter; none if it has no length."""
    key = f"{call.name}.{parameter}"
    if key in SHAPES:
        return SHAPES[key]
    annotation = OTHER.sub("", str(call.parameters[parameter].annotation))
    texts = SHAPES.get(parameter, PLAIN) if TEXT.search(LIST.sub("", annotation)) else {}
    tiles = {shape: make for shape, make in TILES.items() if ("bytes" if "bytes" in shape else "e[int]") in annotation}
    numbers = SHAPES.get(parameter, {}) if "ArrayLike" in annotation else {}
    return {**texts, **numbers, **(LISTS if LIST.search(annotation) else {}), **tiles}


def ask(call: Call, parameter: str, world: Any, given: Any) -> Any:
    arguments = next(call.arguments(world.public)) | {parameter: given}
    answer = call.ask(call.objects(world.public)[0], arguments)
    return len(answer) if hasattr(answer, "ranges") else list(answer) if isinstance(answer, Iterator) else answer


def of_parameters() -> Iterator[Case]:
    for call in public_calls().values():
        for parameter in call.parameters:
            key = f"{call.name}.{parameter}"
            if key in CONTENTS:
                name, shapes = CONTENTS[key]
                ready = lambda w, x, name=name: str(w.file(x, name))  # noqa: E731
                yield from every(call.name, shapes, partial(ask, call, parameter), ready=ready, most=LONGEST_QUERY)
            elif call.name not in FILES:
                shapes = {f"{parameter}, {shape}": make for shape, make in shapes_of(call, parameter).items()}
                yield from every(call.name, shapes, partial(ask, call, parameter), most=LONGEST_QUERY)


def of_objects() -> Iterator[Case]:
    for call in public_calls().values():
        if call.of in LONG and not OTHERWISE.match(call.name):
            make, most = LONG[call.of]

            def member(w: Any, it: Any, call: Call = call) -> Any:
                return call.ask(it, next(call.arguments(w.public)))

            yield Case(call.name, f"{call.of} of length n", int, member, most, ready=make)
    for call in public_calls().values():
        if call.name.startswith("measures."):
            measure = lambda w, x, call=call: call.ask(None, {"words": x})  # noqa: E731
            yield Case(call.name, "n words", int, measure, 1 << 15, ready=LONG["Words"][0])
    yield Case("Game.undo", "all of n turns", int, lambda w, x: undo_all(x), 1 << 11, ready=LONG["Game"][0])
    yield Case("Board.undo", "all of n turns", int, lambda w, x: undo_all(x), 1 << 13, ready=LONG["Board"][0])
    yield Case("Game.pass_turn", "n turns", int, lambda w, n: w.game_of(n), 1 << 11)


def undo_all(it: Any) -> None:
    for _ in range(len(it.turns if hasattr(it, "turns") else it.history)):
        it.undo()


def cases() -> Iterator[Case]:
    yield from of_parameters()
    yield from of_objects()
