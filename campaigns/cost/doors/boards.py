"""Doors about boards, racks and rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from lexkit import Bag, Board, Clock, Layout, Puzzle, PuzzlePlay, Rack, Rules, puzzles

from ..inputs import CGP, DRAWINGS, JSON, LISTS, MARKS, PLAIN, TOML, Make, repeat
from .case import Case, every

PLAYS: Final[dict[str, Make]] = {
    **PLAIN,
    "long place": lambda n: "8" * n + "H AB",
    "long tiles": lambda n: "8H " + "A" * n,
    "dots": lambda n: "8H " + "." * n,
    "brackets": lambda n: "8H " + "[A]" * (n // 3),
    "open brackets": lambda n: "8H " + "(" * n,
    "marks as tiles": lambda n: "8H " + MARKS(n),
    "exchange": lambda n: "-" + "A" * n,
    "digits of an exchange": lambda n: "-" + "9" * n,
    "spaces between": lambda n: "8H" + " " * n + "AB",
    "words": repeat("AB "),
}
TILES: Final[dict[str, Make]] = {
    "bytes": lambda n: bytes([1] * n),
    "wrong bytes": lambda n: bytes([255] * n),
    "numbers": lambda n: [1, 2] * (n // 2),
}
GO: Final[dict[str, Make]] = {
    "one list": lambda n: "x = []string{" + "`...`, " * (n // 7) + "}",
    "lists": repeat("x = []string{`.`}\n"),
    "lists that do not end": repeat("x=[]string{"),
    "one name": repeat("x"),
    "names": repeat("x "),
    "spaces": lambda n: "x" + " " * n + "`",
    "backticks": repeat("`"),
}
NUMBERS: Final[dict[str, Make]] = {
    "rows": lambda n: "0,0\n" + "               \n" * (n // 16),
    "one row": lambda n: "0,0\n" + " " * n,
    "numbers": lambda n: "Quackle 1 15 15 7 7" + " 1" * (n // 2),
    "one number": lambda n: "Quackle 1" + "1" * n,
    "marks": lambda n: "Quackle " + MARKS(n),
    "one name": repeat("x"),
}
#: Numbers of turns.
TURNS: Final[dict[str, Make]] = {"n turns": lambda n: n}


def of_boards() -> Iterator[Case]:
    yield from every("Board", PLAIN, lambda w, x: Board(x))
    yield from every("Board", PLAIN, lambda w, x: Board("standard", x))
    for name in ("exchange", "move", "play", "__contains__", "__getitem__"):
        yield from every(f"Board.{name}", PLAYS, lambda w, x, name=name: getattr(w.board, name)(x))
    yield from every("Board.explain", PLAYS, lambda w, x: w.board.explain(x, lexicon=w.lex))
    yield from every("Board.explain", PLAIN, lambda w, x: w.board.explain("9H", x, lexicon=w.lex))
    yield from every("Board.explain", PLAIN, lambda w, x: w.board.explain("9H", "AB", x, lexicon=w.lex))
    puzzle = Puzzle("15/" * 14 + "15 AEINRST/ 0/0 0", (PuzzlePlay("-", 0, 0.0, 0.0, "none"),), (), "large", 12.5)
    yield from every("Puzzle.play", PLAYS, lambda w, x: puzzle.play(x, w.lex))
    yield from every("Puzzle.from_json", JSON, lambda w, x: Puzzle.from_json(x))
    yield from every("puzzles", LISTS, lambda w, x: puzzles(w.lex, 0, tags=x))
    yield from every("Board.from_cgp", CGP, lambda w, x: Board.from_cgp(x))
    yield from every("Board.from_text", DRAWINGS, lambda w, x: Board.from_text(x))
    yield from every("Board.racks", PLAIN, lambda w, x: setattr(w.board, "racks", (x, x)))
    yield from every("Board.racks", LISTS, lambda w, x: setattr(w.board, "racks", x))
    does: dict[str, Any] = {
        "copy": lambda x: x.copy(),
        "undo": lambda x: x.undo(),
        "history": lambda x: x.history,
        "to_cgp": lambda x: x.to_cgp(),
        "__eq__": lambda x: x == x.copy(),
        "__repr__": repr,
        "__str__": str,
        "pass_turn": lambda x: x.pass_turn(),
        "scores": lambda x: x.scores,
    }
    for name, do in does.items():
        yield from every(
            f"Board.{name}", TURNS, lambda w, x, do=do: do(x), ready=lambda w, n: w.board_of(n), most=1 << 14
        )
    all_turns = lambda w, x: [x.undo() for _ in range(len(x.history))]  # noqa: E731
    yield Case(
        "Board.undo", "all of n turns", TURNS["n turns"], all_turns, ready=lambda w, n: w.board_of(n), most=1 << 13
    )
    yield Case("Board.pass_turn", "n turns", TURNS["n turns"], lambda w, x: w.board_of(x), most=1 << 14)


def of_racks() -> Iterator[Case]:
    yield from every("Rack", {**PLAIN, **TILES}, lambda w, x: Rack(x))
    yield from every("Rack", PLAIN, lambda w, x: Rack("AB", x))
    yield from every("Rack.of_tiles", TILES, lambda w, x: Rack.of_tiles(x))
    for name in ("has", "missing"):
        yield from every(f"Rack.{name}", {**PLAIN, **TILES}, lambda w, x, name=name: getattr(Rack("AB"), name)(x))
    yield from every("Rack.__contains__", PLAIN, lambda w, x: x in Rack("AB"))
    yield from every("Rack.__add__", PLAIN, lambda w, x: Rack("AB") + x)
    yield from every("Rack.__sub__", PLAIN, lambda w, x: Rack("AB") - x)
    yield from every("Rack.__eq__", PLAIN, lambda w, x: Rack("AB") == x)
    yield from every("Bag.put_back", TILES, lambda w, x: Bag.from_rules(w.rules).put_back(x))
    yield from every("Bag.exchange", TILES, lambda w, x: Bag.from_rules(w.rules).exchange(x))
    yield from every("Bag.in_order", TILES, lambda w, x: Bag.in_order(x))
    yield from every("Bag.in_order", PLAIN, lambda w, x: Bag.in_order([1, 2], x))
    yield from every("Bag.from_rules", PLAIN, lambda w, x: Bag.from_rules(w.rules, x))
    yield from every(
        "Bag.from_rules", {"digits": lambda n: 10**n}, lambda w, x: Bag.from_rules(w.rules, x), most=1 << 12
    )
    drawn = lambda w, x: [x.draw(1) for _ in range(len(x))]  # noqa: E731
    yield Case(
        "Bag.draw", "all tiles", lambda n: bytes([1] * n), drawn, ready=lambda w, x: Bag.in_order(x), most=1 << 10
    )
    yield from every("Clock", {"digits": lambda n: 10**n}, lambda w, x: Clock(x), most=1 << 12)


def of_rules() -> Iterator[Case]:
    yield from every("Layout.named", PLAIN, lambda w, x: Layout.named(x))
    yield from every("Layout.from_toml", TOML, lambda w, x: Layout.from_toml(x), ready=as_toml)
    for form, shapes in {"macondo": GO, **dict.fromkeys(("magpie", "quackle"), NUMBERS)}.items():
        yield from every("Layout.from_file", shapes, lambda w, x, form=form: Layout.from_file(x, form), ready=as_toml)
    yield from every("Layout.from_file", PLAIN, lambda w, x: Layout.from_file(w.words_file, x))
    yield from every("Layout.to_text", PLAIN, lambda w, x: Layout.named("standard").to_text(x))
    glyphs: dict[str, Make] = {
        "many rows": lambda n: ["." * 15] * (n // 15),
        "many columns": lambda n: ["." * (n // 15)] * 15,
        "a square": lambda n: ["." * int(n**0.5)] * int(n**0.5),
        "longer and longer": lambda n: ["." * (number % 99) for number in range(n // 50)],
        "marks": lambda n: [MARKS(n)] * 2,
        "tiles": lambda n: ["[A]" * (n // 45)] * 15,
    }
    yield from every("Layout", glyphs, lambda w, x: Layout("x", x))
    yield from every("Layout", PLAIN, lambda w, x: Layout(x, ["..."] * 3))
    yield from every("Layout", PLAIN, lambda w, x: Layout("x", ["..."] * 3, x))
    bonuses: dict[str, Make] = {
        "many": lambda n: {number: number for number in range(n)},
        "pairs": lambda n: [(number, 5) for number in range(n)],
        "the same": lambda n: [(7, 5)] * n,
    }
    yield from every("Rules", bonuses, lambda w, x: Rules(bonuses=x))
    yield from every("Rules", PLAIN, lambda w, x: Rules(x))
    yield from every("Rules", PLAIN, lambda w, x: Rules(challenge=x))
    yield from every("Rules.from_alphabet", PLAIN, lambda w, x: Rules.from_alphabet(x))
    yield from every(
        "Rules.from_alphabet",
        {"names": lambda n: {f"x{i}": 1 for i in range(n)}},
        lambda w, x: Rules.from_alphabet(**x),
    )
    numbers = {"digits": lambda n: 10**n}
    for name in ("bingo", "rack_size", "exchange_minimum", "zero_turns", "overtime_points"):
        yield from every(
            "Rules", {f"{name} of digits": numbers["digits"]}, lambda w, x, name=name: Rules(**{name: x}), most=4096
        )


def as_toml(world: Any, text: str) -> str:
    return str(world.file(text, "input.toml"))


def cases() -> Iterator[Case]:
    yield from of_boards()
    yield from of_racks()
    yield from of_rules()
