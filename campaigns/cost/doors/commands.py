"""Doors of the two command lines: arguments, options, standard input and files."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from lexkit.runtime.query.conditions.registry import KINDS

from .. import shell
from ..inputs import CGH, CGP, GCG, JSON, LINES, PLAIN, QUERIES, TOML, Make, repeat
from .case import Case, every
from .files import CSV, JSONL, as_file

#: An argument of a process is at most 128 KiB.
LONGEST: Final = 1 << 16
#: What a door is given: TEXT stands for the input itself, FILE for a file of it; LEX for a lexicon, OUT for a new file.
TEXT, FILE, LEX, OUT = "TEXT", "FILE", "LEX", "OUT"
#: Shapes that a text of a command line is tried with.
FEW: Final = {
    k: PLAIN[k] for k in ("one letter", "no letters", "commas", "marks", "digits", "brackets", "tiles in brackets")
}
LISTED: Final = {
    **FEW,
    "names": repeat("length,"),
    "different names": lambda n: ",".join(f"x{at}" for at in range(n // 6)),
    "pairs": repeat("a=b,"),
}
POSITION: Final = "15/" * 14 + "15 AEINRST/ 0/0 0"

#: Commands of conditions, which share one function with those that are tried with all shapes.
CONDITIONS: Final = ("exact", *sorted(KINDS.keys() - {"pattern", "near", "anagram", "substring"}))
#: Command of lexq with its arguments -> the shapes of its input.
LEXQ: Final[dict[str, dict[str, Make]]] = {
    **{
        f"{name} TEXT": PLAIN
        for name in ("check", "hooks", "cross A", "info", "build", "pattern", "near", "anagram", "substring")
    },
    **{f"{name} TEXT": {k: PLAIN[k] for k in ("one letter", "marks")} for name in CONDITIONS},
    "-l TEXT check AB": FEW,
    "--timeout TEXT check AB": FEW,
    "--fold check TEXT": PLAIN,
    "check -": LINES,
    "check -c -": LINES,
    "check --text FILE": LINES,
    "acrostic FILE.toml": TOML,
    "cryptogram TEXT --limit 9": PLAIN,
    "cryptogram - --limit 9": LINES,
    "cryptogram AB --limit 9 --given TEXT": FEW,
    "check --json -": LINES,
    "--fold check -": LINES,
    "hooks -i -": LINES,
    "info -": LINES,
    "search TEXT": QUERIES,
    "search -": LINES,
    "search --explain TEXT": QUERIES,
    "search length:2 --sort TEXT": LISTED,
    "search length:2 --columns TEXT": LISTED,
    "search length:2 --group TEXT": FEW,
    "search length:2 --length TEXT": FEW,
    "search length:2 --limit TEXT": FEW,
    "search length:2 -o TEXT": FEW,
    "batch FILE": {**LINES, "queries": repeat("length:2\n"), "zyzzyva": repeat("Length 2\n")},
    "batch --json -": {**LINES, "queries": repeat("length:2\n")},
    "batch --show FILE": {**LINES, "queries": repeat("length:2\n")},
    "stems TEXT": FEW,
    "moves FILE --rack AB": CGP,
    "moves - --rack AB": CGP,
    "moves POSITION --rack TEXT": PLAIN,
    "moves POSITION --columns TEXT": LISTED,
    "moves POSITION --sort TEXT": FEW,
    "moves POSITION --layout TEXT": FEW,
    "moves POSITION --layout FILE.toml": TOML,
    "best FILE --rack AB": CGP,
    "best -": {
        "positions": repeat(POSITION + "\n"),
        "blank lines": repeat("\n"),
        **{k: LINES[k] for k in ("one line", "tabs")},
    },
    "score POSITION TEXT AB": FEW,
    "score POSITION 8H TEXT": PLAIN,
    "judge POSITION TEXT AB": FEW,
    "judge POSITION 8H TEXT": PLAIN,
    "judge POSITION 8H AB --rack TEXT": FEW,
    "simulate FILE": {k: CGP[k] for k in ("rows", "racks", "opcodes", "marks")},
    "endgame FILE": {k: CGP[k] for k in ("rows", "racks", "opcodes", "marks")},
    "preendgame POSITION --move TEXT": FEW,
    "draw FILE": CGP,
    "draw POSITION --move TEXT": FEW,
    "draw --words TEXT": {
        **FEW,
        "words": lambda n: ",".join("ABCDEFGH"[at % 8] + "ABCDEFGH"[at // 8 % 8] for at in range(n // 3)),
    },
    "autoplay -n 2 --first TEXT": FEW,
    "autoplay -n 2 --sprt TEXT": FEW,
    "autoplay -n 2 --resume FILE": {**JSON, "lines": repeat("{}\n")},
    "match greedy greedy -n 1 --clock TEXT": FEW,
    "match TEXT greedy -n 1": FEW,
    "gcg check FILE": GCG,
    "gcg check --json FILE": GCG,
    "gcg show FILE": GCG,
    "gcg convert FILE -o OUT.gcg": GCG,
    "gcg convert FILE.json -o OUT.gcg": CGH,
    "gcg convert FILE -o OUT.json": GCG,
    "quiz --statistics --file DB": {"none": lambda n: ""},
    "quiz TEXT --limit 1 --file DB": {k: QUERIES[k] for k in ("marks", "sort keys", "terms", "one letter")},
    "quiz --import FILE.csv --file DB": CSV,
    "quiz --import FILE --file DB": LINES,
    "quiz --mistakes FILE.csv --file DB": CSV,
    "quiz --sort TEXT --limit 1 --file DB": LISTED,
    "quiz length:2 --limit 3 --file DB": LINES,
    "puzzles --due --file DB": {"none": lambda n: ""},
    "puzzles --tag TEXT --json -n 1": FEW,
    "puzzles --from FILE --json -n 1": GCG,
    "wall length:2 --minutes 0 --no-cards --file DB": LINES,
    "sheet TEXT --file DB": {k: QUERIES[k] for k in ("marks", "sort keys", "terms", "one letter")},
    "play --rules TEXT --file DB": LISTED,
    "play --players TEXT --file DB": LISTED,
    "play --clock TEXT --file DB": FEW,
    "play --position TEXT --file DB": CGP,
    "play --file DB": LINES,
}
LEXC: Final[dict[str, dict[str, Make]]] = {
    "build FILE -o OUT": LINES,
    "build FILE -o OUT --skip-invalid --json": LINES,
    "build FILE -o OUT --alphabet auto": LINES,
    "build FILE -o OUT --fold --spelling --definitions": LINES,
    "build FILE.csv -o OUT": CSV,
    "build FILE.txt -o OUT --fields word+symbols,n": LINES,
    "build WORDS -o OUT --fields TEXT": LISTED,
    "build FILE.dic -o OUT": LINES,
    "build WORDS -o OUT --alphabet TEXT": FEW,
    "build WORDS -o OUT --alphabet FILE.toml": TOML,
    "build WORDS -o OUT --column TEXT": LISTED,
    "build WORDS -o OUT --column x=FILE.csv": CSV,
    "build WORDS -o TEXT": FEW,
    "build TEXT -o OUT": FEW,
    "alphabets FILE.csv": CSV,
    "alphabets FILE.toml": TOML,
    "layouts FILE.txt": LINES,
    "layouts FILE.toml": TOML,
    "info FILE": LINES,
    "verify FILE": LINES,
    "verify LEX --words FILE": LINES,
    "verify LEX --column x=FILE.csv": CSV,
    "stats FILE": LINES,
    "attach LEX --column x=FILE.csv -o OUT -f --skip-invalid": CSV,
    "attach LEX --column x=FILE.jsonl -o OUT -f --skip-invalid": JSONL,
    "attach LEX --remove TEXT -o OUT -f": LISTED,
    "convert FILE.kwg OUT --alphabet english -f": LINES,
    "convert LEX OUT --format TEXT -f": FEW,
    "leaves LEX --from FILE.klv2 -o OUT -f": LINES,
    "leaves LEX --rounds TEXT -o OUT -f": {**FEW, "rounds": repeat("0,")},
    "leaves LEX --rounds 0 --layout FILE.toml -o OUT -f": TOML,
    "list FILE": LINES,
    "list LEX -o TEXT": FEW,
    "pack FILE -o OUT -f": LINES,
    "unpack FILE.zst -o OUT -f": LINES,
    "diff WORDS FILE": LINES,
    "diff --fold --skip-invalid WORDS FILE": LINES,
    "diff LEX FILE --json": LINES,
    "merge a=WORDS b=FILE -o OUT": LINES,
    "merge a=WORDS --title a=TEXT -o OUT": FEW,
    "merge a=WORDS --mark a=TEXT -o OUT": FEW,
    "merge TEXT=WORDS -o OUT": FEW,
    "use TEXT": FEW,
}


def run(program: str, line: str, world: Any, made: tuple[str, str]) -> None:
    """Run a command, with the input in its place."""
    text, path = made
    out = world.folder / "out"
    database = world.folder / "commands.sqlite"
    for old in (out, out.with_suffix(".gcg"), out.with_suffix(".json"), database):
        old.unlink(missing_ok=True)
    standing = {
        "LEX": world.path,
        "WORDS": str(world.words_file),
        "POSITION": POSITION,
        "OUT": str(out),
        "DB": str(database),
    }
    arguments = [] if program == "lexc" or line.startswith("-l") else ["-l", world.path]
    for part in line.split():
        for name, value in standing.items():
            part = part.replace(name, value) if name in part else part
        part = (
            path
            if part.startswith("FILE")
            else part.replace("=FILE.csv", f"={path}").replace("=FILE.jsonl", f"={path}")
        )
        part = part.replace("b=FILE", f"b={path}")
        arguments.append(part.replace("TEXT", text) if "TEXT" in part else part)
    shell.run(program, arguments, world.folder / path)


def ready(line: str, world: Any, text: str) -> tuple[str, str]:
    """The input, and a file of it whose name has the ending that the command names."""
    at = line.find("FILE.")
    ending = line[at + 5 :].split()[0] if at >= 0 else "txt"
    return text.replace("\0", " "), as_file(world, text, ending=ending)


def cases() -> Iterator[Case]:
    for program, table in (("lexq", LEXQ), ("lexc", LEXC)):
        for line, shapes in table.items():
            yield from every(
                f"{program} {line}", shapes, partial(run, program, line), ready=partial(ready, line), most=LONGEST
            )
