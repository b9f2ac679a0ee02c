"""Doors of the programs: requests and messages of ``lexq serve``, lines of SIU, cards and tables."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any, Final

from lexkit.apps.siu.protocol_lines import Output, read_lines
from lexkit.apps.siu.session import Session
from lexkit.apps.study.cards_csv import read_cards
from lexkit.apps.web.messages import DECODER
from lexkit.apps.web.requests import read_message

from ..inputs import BOARD, CGP, GCG, JSON, LINES, PLAIN, PLAYS, QUERIES, Make, repeat
from .case import Case, every
from .files import CSV

#: A client's message, the body of a request, and of one with a record, have at most so many bytes.
MESSAGE: Final = 4096
RECORD: Final = 1 << 18


def named(name: str, shapes: dict[str, Make], /, **fields: Any) -> dict[str, Make]:
    """JSON objects with a field of each shape."""
    return {
        f"{name}, {shape}": lambda n, make=make: json.dumps({**fields, name: make(n)}, ensure_ascii=False)
        for shape, make in shapes.items()
    }


CARDS: Final[dict[str, Make]] = {
    **CSV,
    "cards": lambda n: "question,kind,lexicon\n" + "".join(f"A{at},anagrams,\n" for at in range(n // 20)),
    "questions": lambda n: "".join(f"{letter}AB\n" for letter in "ABCDEFGH" * (n // 32)),
    "definitions": lambda n: 'question,kind\n"' + "a" * n + '",definitions\n',
}
BEGINNINGS: Final[dict[str, Make]] = {
    **JSON,
    **named("name", PLAIN, opponent="greedy"),
    **named("friend", PLAIN, opponent="friend", name="a"),
    **named("position", CGP, opponent="greedy"),
    **named("layout", PLAIN, opponent="greedy"),
    **named("opponent", PLAIN),
}


def of_requests() -> Iterator[Case]:
    post = lambda path: lambda w, x: w.server.post(path, x)  # noqa: E731
    yield from every("serve POST /api/games", BEGINNINGS, post("/api/games"), most=2 * MESSAGE)
    yield from every(
        "serve POST /api/join", {**JSON, **named("invitation", PLAIN)}, post("/api/join"), most=2 * MESSAGE
    )
    yield from every("serve POST /api/records", GCG, post("/api/records"), most=RECORD)
    yield from every(
        "serve POST /api/study/begin", {**JSON, **named("query", QUERIES)}, post("/api/study/begin"), most=2 * MESSAGE
    )
    for name in ("answer", "grade", "statistics", "cards", "mistakes"):
        fields = {**JSON, **named("answer", PLAIN, quiz="x"), **named("game", PLAIN)}
        yield from every(f"serve POST /api/study/{name}", fields, post(f"/api/study/{name}"), most=2 * MESSAGE)
    for name in ("begin", "next", "preview", "try", "hint", "give-up"):
        fields = {**JSON, **named("play", PLAYS, code="x"), **named("game", PLAIN)}
        yield from every(f"serve POST /api/puzzles/{name}", fields, post(f"/api/puzzles/{name}"), most=2 * MESSAGE)
    yield from every("serve POST /api/study/import", CARDS, post("/api/study/import"), most=RECORD)
    for path in (
        "/api/words?q=",
        "/api/words.csv?q=",
        "/api/words?q=length:2&sort=",
        "/api/kinds?lexicon=",
        "/static/",
    ):
        yield from every(
            f"serve GET {path}", {**PLAIN, **QUERIES}, lambda w, x, path=path: w.server.get(path, x), most=1 << 13
        )
    yield from every("serve headers", PLAIN, lambda w, x: w.server.header(x), most=1 << 14)


def of_messages() -> Iterator[Case]:
    yield from every("serve message", JSON, lambda w, x: read_message(x, DECODER))
    acts = {
        **named("action", PLAYS, do="act", revision=0),
        **named("do", PLAIN),
        **named("id", {"digits": lambda n: 0}, do="look"),
    }
    plays = named("play", PLAYS, do="preview")
    yield from every(
        "serve message at a table", {**JSON, **acts, **plays}, lambda w, x: w.server.say(x), most=2 * MESSAGE
    )
    yield from every("Table.act", PLAYS, lambda w, x: w.table.act(0, x))
    yield from every("Table.preview", PLAYS, lambda w, x: w.table.preview(0, x))


def siu(world: Any, line: str) -> None:
    """A session of one line."""
    Session(world.path, io.BytesIO(line.encode("utf-8", "replace") + b"\nquit\n"), io.BytesIO()).run()


SIU: Final[dict[str, dict[str, Make]]] = {
    "": {**PLAIN, "commands": repeat("isready\n"), "lines of nothing": repeat("x\n"), "same word": repeat("siu ")},
    "setoption name ": {
        **PLAIN,
        "names": repeat("name "),
        "values": repeat("value "),
        "lexicon": lambda n: "Lexicon value " + "a" * n,
    },
    "position cgp ": CGP,
    "position ": {**PLAIN, "moves": repeat("moves "), "cgps": repeat("cgp ")},
    f"position cgp {BOARD} AEINRST/ 0/0 0 moves ": {
        **PLAIN,
        "passes": repeat("pass "),
        "plays": repeat("8H.AB "),
        "exchanges": repeat("-A "),
    },
    "go ": {
        **PLAIN,
        "words": repeat("a "),
        "infinite": repeat("firstwin "),
        "moves": lambda n: "searchmoves " + "8H.AB " * (n // 6),
    },
    "go depth ": PLAIN,
}


def of_siu() -> Iterator[Case]:
    for beginning, shapes in SIU.items():
        name = beginning.split("AEINRST")[-1].removeprefix("/ 0/0 0 ").strip() or "line"
        yield from every(
            f"siu {name}", {k: (lambda n, m=m, b=beginning: b + m(n)) for k, m in shapes.items()}, siu, most=1 << 18
        )
    lines = {**LINES, "without end": repeat("a"), "bytes": lambda n: "\udcff"}
    yield from every(
        "siu lines", lines, lambda w, x: [*read_lines(io.BytesIO(x.encode("utf-8", "replace")))], most=1 << 20
    )
    small = lambda w, x: [*read_lines(Slow(x.encode("utf-8", "replace")))]  # noqa: E731
    yield from every(
        "siu lines in small pieces", {"one line": repeat("a"), "short lines": repeat("a\n")}, small, most=1 << 16
    )
    yield from every(
        "siu answers",
        {
            **PLAIN,
        },
        lambda w, x: Output(io.BytesIO()).write(x),
    )
    yield from every("read_cards", CARDS, lambda w, x: read_cards(x.encode(), "small", "anagrams", 50_000))


class Slow(io.BytesIO):
    """Gives few bytes at a time, as a pipe does that is written to bit by bit."""

    def read1(self, size: int | None = -1) -> bytes:
        return self.read(16)


def cases() -> Iterator[Case]:
    yield from of_requests()
    yield from of_messages()
    yield from of_siu()
