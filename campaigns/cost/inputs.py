"""Inputs of any length, made to be hard: texts, lists, files, games of many turns."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from lexkit.runtime.query.conditions.registry import KINDS

Make = Callable[[int], Any]


def repeat(unit: str) -> Make:
    """A maker of this text again and again, as often as a length allows."""
    return lambda n: unit * (n // len(unit))


def around(first: str, unit: str, last: str = "") -> Make:
    """A maker of a text that is repeated between two others."""
    return lambda n: first + repeat(unit)(n) + last


def halves(first: str, second: str, middle: str = "") -> Make:
    """A maker of one text again and again, then as many of another: nested brackets, marks out of order."""
    return lambda n: first * (n // 2) + middle + second * (n // 2)


#: Marks that normalisation has to bring into order: each of the second kind goes before all of the first.
MARKS: Final = halves("\u0345", "\u0334")
#: Texts for every door that takes one.
PLAIN: Final[dict[str, Make]] = {
    "one letter": repeat("A"),
    "all letters": repeat("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    "small letters": repeat("ab"),
    "no letters": repeat("É"),
    "blanks": repeat("?"),
    "brackets": repeat("["),
    "tiles in brackets": repeat("[AB]"),
    "commas": repeat(","),
    "spaces": repeat(" "),
    "digits": repeat("9"),
    "marks": MARKS,
    "marks upon a letter": lambda n: "A" + MARKS(n),
    "lines": repeat("\n"),
    "slashes": repeat("/"),
}


def _value(kind: str, make: Make, n: int) -> str:
    return f"{kind}:'{make(n)}'"


#: Patterns, regular expressions and other values of conditions.
EXPRESSIONS: Final[dict[str, Make]] = {
    **PLAIN,
    "stars": repeat("*"),
    "stars between": repeat("A*"),
    "nots": repeat("^A"),
    "sets": repeat("[^AB]"),
    "one long set": around("[", "AB", "]"),
    "groups": halves("(", ")", "A"),
    "open groups": repeat("("),
    "repeats": repeat("A+"),
    "anything": repeat(".*"),
    "repeats of repeats": lambda n: "A" + "{2}" * (n // 3),
    "counts": repeat("A{1,2}"),
    "long count": around("A{", "9", "}"),
    "choices": around("", "A|", "A"),
    "back references": repeat("(A)\\1"),
    "backslashes": repeat("\\"),
    "tildes": repeat("A~"),
}
#: Whole queries.
QUERIES: Final[dict[str, Make]] = {
    **PLAIN,
    **{f"pattern:{shape}": partial(_value, "pattern", make) for shape, make in EXPRESSIONS.items()},
    **{f"regex:{shape}": partial(_value, "regex", make) for shape, make in EXPRESSIONS.items()},
    "quotes": repeat('"'),
    "open quotes": around('pattern:"', "A"),
    "colons": repeat("a:"),
    "terms": repeat("prefix:A "),
    "not terms": repeat("-prefix:A "),
    "different terms": lambda n: " ".join(f"length:{number}" for number in range(n // 12)),
    "or": around("", "prefix:A or ", "prefix:A"),
    "and or": around("", "prefix:A suffix:B or ", "prefix:A"),
    "nots": around("", "not ", "prefix:A"),
    "minuses": around("", "-", "prefix:A"),
    "brackets with terms": lambda n: "(prefix:A or suffix:B) " * (n // 23),
    "nested brackets": lambda n: "(" * (n // 2) + "prefix:A" + ")" * (n // 2),
    "sort": around("prefix:A ", "sort:length "),
    "sort keys": around("prefix:A sort:", "length,", "length"),
    "sort up and down": around("prefix:A sort:", "-points,length,", "length"),
    "sort by wrong keys": around("prefix:A sort:", "x,", "x"),
    "sort by a long key": around("prefix:A sort:", "x"),
    "limits": around("prefix:A ", "limit:5 "),
    "long limit": around("prefix:A limit:", "9"),
    "percent": around("consists-of:", "A", ">=50"),
    "long percent": around("consists-of:A>=", "9"),
    "number ranges": around("length:", "1-"),
    "distance": around("near:AB~", "9"),
}
QUERY_KINDS: Final = tuple(name for name in KINDS if name != "in")  # which reads files


def kind_of_query(kind: str) -> dict[str, Make]:
    """Queries of one kind whose value is long."""
    return {f"{kind}: {shape}": partial(_value, kind, PLAIN[shape]) for shape in ("one letter", "digits")}


def words(n: int, letters: str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", length: int = 4) -> list[str]:
    """So many different words of one length, in order. The length is the same for any number, as is judged by that."""
    assert n <= len(letters) ** length, "more words than there are of this length"
    return [spelled(number, length, letters) for number in range(n)]


def spelled(number: int, length: int, letters: str) -> str:
    parts = []
    for _ in range(length):
        number, digit = divmod(number, len(letters))
        parts.append(letters[digit])
    return "".join(reversed(parts))


#: Lists of words.
LISTS: Final[dict[str, Make]] = {
    "different words": words,
    "from the end": lambda n: words(n)[::-1],
    "one word": lambda n: ["AB"] * n,
    "non-words": lambda n: ["É"] * n,
    "empty words": lambda n: [""] * n,
    "one long word": lambda n: ["AB" * (n // 2)],
    "one word of marks": lambda n: [MARKS(n)],
}


def as_lines(make: Make) -> Make:
    return lambda n: "\n".join(make(n)) + "\n"


#: Files of text with lines.
LINES: Final[dict[str, Make]] = {
    **{name: as_lines(make) for name, make in LISTS.items() if name != "empty words"},
    "blank lines": repeat("\n"),
    "blank lines of DOS": repeat("\r\n"),
    "spaces": repeat(" "),
    "one line": repeat("A"),
    "commas": repeat(","),
    "quotes": repeat('"'),
    "tabs": repeat("\t"),
    "nothing but zeros": repeat("\0"),
    "definition": lambda n: "AB " + "x" * n + "\n",
    "columns": lambda n: "AB" + "\tx" * (n // 2) + "\n",
}
#: Files of JSON.
JSON: Final[dict[str, Make]] = {
    "open lists": repeat("["),
    "nested lists": halves("[", "]"),
    "open objects": repeat('{"a":'),
    "long list": lambda n: json.dumps([0] * (n // 3)),
    "many names": lambda n: json.dumps({f"a{number}": 0 for number in range(n // 10)}),
    "same name": around("{", '"a":0,', '"b":0}'),
    "long text": lambda n: json.dumps("a" * n),
    "digits": repeat("9"),
    "spaces": repeat(" "),
    "zeros": repeat("\0"),
}
#: Files of TOML.
TOML: Final[dict[str, Make]] = {
    "dotted keys": lambda n: "a" + ".a" * (n // 2) + " = 1\n",
    "dotted table": lambda n: "[a" + ".a" * (n // 2) + "]\n",
    "nested lists": lambda n: "a = " + halves("[", "]")(n) + "\n",
    "many names": lambda n: "".join(f"a{number} = 1\n" for number in range(n // 8)),
    "many tables": lambda n: "".join(f"[a{number}]\n" for number in range(n // 8)),
    "list of tables": repeat("[[a]]\n"),
    "longer and longer tables": lambda n: "".join(
        f"[{'a.' * (1 + number % 50)}b{number}]\n" for number in range(n // 60)
    ),
    "long text": lambda n: 'name = "' + "a" * n + '"\n',
    "long name": lambda n: "a" * n + " = 1\n",
    "marks": lambda n: 'name = "' + MARKS(n) + '"\n',
    "comments": repeat("#"),
    "blank lines": repeat("\n"),
    "many rows": lambda n: "name = \"a\"\nrows = '''\n" + "...............\n" * (n // 16) + "'''\n",
    "one row": lambda n: "name = \"a\"\nrows = '''\n" + "." * n + "\n'''\n",
    "digits": lambda n: "a = " + "9" * n + "\n",
    "escapes": lambda n: 'name = "' + "\\t" * (n // 2) + '"\n',
    "aliases": lambda n: 'name = "a"\naliases = [' + '"b",' * (n // 4) + "]\n",
}
#: The beginning of a record in GCG.
GCG_HEAD: Final = "#player1 a Ann\n#player2 b Bob\n"


def gcg_turns(n: int, turn: str = ">{}:  - +0 0\n") -> str:
    """A record of many turns, which are passes."""
    return GCG_HEAD + "".join(turn.format("ab"[number % 2]) for number in range(n // 13))


GCG: Final[dict[str, Make]] = {
    "passes": gcg_turns,
    "notes": lambda n: GCG_HEAD + "#note a\n" * (n // 8),
    "long note": lambda n: GCG_HEAD + "#note " + "a" * n,
    "lines of a note": lambda n: GCG_HEAD + ">a:  - +0 0\n#note a\n" + "b\n" * (n // 2),
    "long name": lambda n: f"#player1 a {'A' * n}\n#player2 b B\n",
    "long nick": lambda n: f"#player1 {'a' * n} A\n#player2 b B\n",
    "marks in a name": lambda n: f"#player1 a {MARKS(n)}\n#player2 b B\n",
    "players": lambda n: "".join(f"#player{number} a{number} A\n" for number in range(1, n // 16)),
    "pragmas": lambda n: GCG_HEAD + "".join(f"#x{number}\n" for number in range(n // 8)),
    "titles": lambda n: GCG_HEAD + "#title a\n" * (n // 9),
    "long rack": lambda n: GCG_HEAD + f">a: {'A' * n} - +0 0\n",
    "long play": lambda n: GCG_HEAD + f">a: AB 8H {'A' * n} +0 0\n",
    "long exchange": lambda n: GCG_HEAD + f">a: AB -{'A' * n} +0 0\n",
    "long score": lambda n: GCG_HEAD + f">a: AB 8H AB +{'9' * n} 0\n",
    "brackets in a play": lambda n: GCG_HEAD + f">a: AB 8H {'(' * n} +0 0\n",
    "withdrawn": lambda n: GCG_HEAD + ">a: ABCDEFG 8H AB +8 8\n>a: ABCDEFG -- -8 0\n" * (n // 46),
    "wrong lines": repeat("x\n"),
    "turns of nobody": lambda n: gcg_turns(n, ">c{}: - +0 0\n"),
    "blank lines": repeat("\n"),
    "blank lines after": lambda n: GCG_HEAD + "\n" * n,
    "carriage returns": repeat("\r"),
    "one line": repeat("a"),
    "colons": repeat(">a:"),
    "spaces in a turn": lambda n: GCG_HEAD + ">a:" + " " * n + "- +0 0\n",
    "spaces at the end": lambda n: GCG_HEAD + ">a: AB - +0 0" + " " * n + "x\n",
    "lexicon": lambda n: GCG_HEAD + "#lexicon " + "a" * n + "\n",
    "board": lambda n: GCG_HEAD + "#board-layout " + "a" * n + "\n",
    "tiles": lambda n: GCG_HEAD + "#tile-set " + "a" * n + "\n",
    "incomplete": lambda n: GCG_HEAD + "#incomplete " + "A" * n + "\n",
    "rack of the end": lambda n: GCG_HEAD + "#rack1 " + "A" * n + "\n",
    "marks": MARKS,
    "zeros": repeat("\0"),
}


def cgh_events(n: int, event: dict[str, Any] | None = None) -> str:
    """A game in CGH with so many events."""
    players = [{"nickname": "a", "real_name": "Ann"}, {"nickname": "b", "real_name": "Bob"}]
    events = [{"type": "PASS", "player_index": number % 2, **(event or {})} for number in range(n // 40)]
    return json.dumps({"players": players, "events": events, "version": 2})


CGH: Final[dict[str, Make]] = {
    **JSON,
    "events": cgh_events,
    "long rack": lambda n: cgh_events(40, {"rack": "A" * n}),
    "marks in a rack": lambda n: cgh_events(40, {"rack": MARKS(n)}),
    "long note": lambda n: cgh_events(40, {"note": "A" * n}),
    "players": lambda n: json.dumps(
        {"players": [{"nickname": f"a{number}"} for number in range(n // 20)], "events": []}
    ),
    "long name": lambda n: cgh_events(40).replace("Ann", "A" * n),
    "marks in a name": lambda n: cgh_events(40).replace("Ann", MARKS(n)),
}
BOARD: Final = "/".join(["15"] * 15)
CGP: Final[dict[str, Make]] = {
    **{shape: PLAIN[shape] for shape in PLAIN},
    "rows": repeat("15/"),
    "one row": repeat("1A"),
    "digits in a row": lambda n: "1" * n + "/15" * 14 + " / 0/0 0",
    "tiles in a row": around("", "[AB]", "/15 / 0/0 0"),
    "racks": lambda n: f"{BOARD} {'A/' * (n // 2)} 0/0 0",
    "long rack": lambda n: f"{BOARD} {'A' * n}/ 0/0 0",
    "marks in a rack": lambda n: f"{BOARD} {MARKS(n)}/ 0/0 0",
    "scores": lambda n: f"{BOARD} / {'0/' * (n // 2)} 0",
    "long score": lambda n: f"{BOARD} / {'9' * n}/0 0",
    "zeros": lambda n: f"{BOARD} / 0/0 {'9' * n}",
    "opcodes": lambda n: f"{BOARD} / 0/0 0 " + "".join(f"a{number} 1;" for number in range(n // 8)),
    "long opcode": lambda n: f"{BOARD} / 0/0 0 lex {'a' * n};",
    "semicolons": lambda n: f"{BOARD} / 0/0 0 {';' * n}",
    "spaces between": lambda n: f"{BOARD} /{' ' * n}0/0 0",
}
DRAWINGS: Final[dict[str, Make]] = {
    **PLAIN,
    "rows": repeat("...............\n"),
    "one row": repeat("."),
    "bars": repeat("|"),
    "rows without numbers": repeat(".\n"),
    "rows with numbers": lambda n: "".join(f"{1 + row % 99} .\n" for row in range(n // 4)),
}
#: Plays, exchanges and places, as a player says them.
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
