"""Doors about files: building, comparing, merging, attaching, opening; leave values; errors."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

import lexkit
from lexkit import Options, engine, errors

from ..inputs import CGP, JSON, LINES, LISTS, MARKS, PLAIN, TOML, Make, repeat, words
from .case import Case, every

#: Columns of a file of values: a word and one or many values.
CSV: Final[dict[str, Make]] = {
    "rows": lambda n: "word,x\n" + "".join(f"{word},1\n" for word in words(n // 6)),
    "texts": lambda n: "word,x\n" + "".join(f"{word},text\n" for word in words(n // 9)),
    "the same row": lambda n: "word,x\n" + "AB,1\n" * (n // 5),
    "many columns": lambda n: "word" + ",x" * (n // 4) + "\nAB" + ",1" * (n // 4) + "\n",
    "different columns": lambda n: "word," + ",".join(f"x{at}" for at in range(n // 6)) + "\n",
    "long text": lambda n: "word,x\nAB," + "a" * n + "\n",
    "long word": lambda n: "word,x\n" + "A" * n + ",1\n",
    "marks": lambda n: "word,x\n" + MARKS(n) + ",1\n",
    "open quotes": lambda n: 'word,x\nAB,"' + "a\n" * (n // 2),
    "quotes": lambda n: 'word,x\nAB,"' + '""' * (n // 2) + '"\n',
    "digits": lambda n: "word,x\nAB," + "9" * n + "\n",
    "commas": repeat(","),
    "blank lines": lambda n: "word,x\n" + "\n" * n,
    "zeros": repeat("\0"),
}
JSONL: Final[dict[str, Make]] = {
    **JSON,
    "rows": lambda n: "".join(f'{{"word":"{word}","x":1}}\n' for word in words(n // 20)),
    "many names in a row": lambda n: '{"word":"AB"' + "".join(f',"x{at}":1' for at in range(n // 8)) + "}\n",
    "long digits": lambda n: '{"word":"AB","x":' + "9" * n + "}\n",
    "blank lines": repeat("\n"),
}


def as_file(world: Any, text: str, *, ending: str = "txt") -> str:
    return str(world.file(text, f"input.{ending}"))


def of_lists() -> Iterator[Case]:
    for name, options in OPTIONS.items():
        call = lambda w, x, options=options: lexkit.build(x, w.folder / "built.gaddag", Options(**options))  # noqa: E731
        yield from every("build", {f"{name}: {k}": m for k, m in LINES.items()}, call, ready=as_file, most=1 << 16)
    yield from every("build", LISTS, lambda w, x: lexkit.build(x), most=1 << 15)
    yield from every("build", LISTS, lambda w, x: lexkit.build(iter(x), w.folder / "built.gaddag"), most=1 << 15)
    yield from every("build", PLAIN, lambda w, x: lexkit.build(x))
    yield from every("build", LISTS, lambda w, x: lexkit.build(x, fold=True), most=1 << 14)
    columns: dict[str, Make] = {
        "many": lambda n: tuple(f"x{at}=missing" for at in range(n // 8)),
        "the same": lambda n: ("x=missing",) * (n // 8),
        "a long name": lambda n: ("x" * n + "=missing",),
        "no file": lambda n: ("x=" + "y" * n,),
        "colons": lambda n: ("x=y" + ":" * n,),
    }
    yield from every("build", columns, lambda w, x: lexkit.build(["AB"], options=Options(columns=x)))
    yield from every("Options", PLAIN, lambda w, x: Options(alphabet=x).resolved_alphabet())
    yield from every(
        "Options", TOML, lambda w, x: Options(alphabet=x).resolved_alphabet(), ready=partial(as_file, ending="toml")
    )
    yield from every("diff", LISTS, lambda w, x: list(lexkit.diff(["AB"], x).lines()), most=1 << 14)
    yield from every("diff", LISTS, lambda w, x: list(lexkit.diff(x, ["AB"]).objects()), most=1 << 14)
    yield from every("diff", LINES, lambda w, x: lexkit.diff(w.path, x).counts(), ready=as_file, most=1 << 15)
    changes = lambda w, n: lexkit.diff(words(n)[: n // 2], words(n)[n // 4 :])  # noqa: E731
    does: dict[str, Any] = {
        "lines": lambda x: list(x.lines()),
        "objects": lambda x: list(x.objects()),
        "counts": lambda x: x.counts(),
        "hooks": lambda x: x.hooks,
        "gained": lambda x: x.gained,
        "lost": lambda x: x.lost,
        "__bool__": bool,
        "__repr__": repr,
    }
    for name, do in does.items():
        yield Case(f"Comparison.{name}", "n words", lambda n: n, lambda w, x, do=do: do(x), ready=changes, most=1 << 13)
    lists: dict[str, Make] = {
        "long lists": lambda n: {"a": words(n), "b": words(n)[n // 2 :]},
        "many lists": lambda n: {f"a{at}": ["AB"] for at in range(n // 8)},
        "a long name": lambda n: {"a" * n: ["AB"]},
        "marks in a name": lambda n: {MARKS(n): ["AB"]},
    }
    yield from every("merge", lists, lambda w, x: lexkit.merge(x, w.folder / "merged.gaddag"), most=1 << 14)


#: Names of ways to build -> options.
OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "as it is": {},
    "skipped": {"skip_invalid": True},
    "own letters": {"alphabet": "auto"},
    "with definitions": {"definitions": True, "spelling": True, "skip_invalid": True},
    "gordon": {"method": "gordon"},
    "everything": {"expanded": True, "daggad": True, "alphagrams": True, "fold": True},
}


def of_columns() -> Iterator[Case]:
    def attached(world: Any, path: str) -> Any:
        return lexkit.attach(world.path, world.folder / "attached.gaddag", [f"x={path}"], skip_invalid=True)

    for ending, shapes in {
        "csv": CSV,
        "tsv": {k: (lambda n, m=m: m(n).replace(",", "\t")) for k, m in CSV.items()},
        "jsonl": JSONL,
        "txt": LINES,
    }.items():
        yield from every(
            "attach",
            {f"{ending}, {k}": m for k, m in shapes.items()},
            attached,
            ready=partial(as_file, ending=ending),
            most=1 << 16,
        )
    names: dict[str, Make] = {
        "many": lambda n: [f"x{at}=missing" for at in range(n // 8)],
        "a long name": lambda n: ["x" * n + "=missing"],
        "a long path": lambda n: ["x=" + "y" * n],
        "a long title": lambda n: ["x=missing:" + "y" * n],
    }
    yield from every("attach", names, lambda w, x: lexkit.attach(w.path, w.folder / "attached.gaddag", x))
    removed: dict[str, Make] = {
        "many removed": lambda n: [f"x{at}" for at in range(n // 8)],
        "long removed": lambda n: ["x" * n],
    }
    yield from every("attach", removed, lambda w, x: lexkit.attach(w.path, w.folder / "attached.gaddag", remove=x))


def of_files() -> Iterator[Case]:
    contents: dict[str, Make] = {
        "zeros": lambda n: b"\0" * n,
        "the magic again": lambda n: b"LEXKIT" * (n // 6),
        "text": lambda n: b"A\n" * (n // 2),
    }
    yield from every("open", contents, lambda w, x: lexkit.open(x), ready=lambda w, x: str(w.file(x, "input.gaddag")))
    yield from every("open", contents, lambda w, x: lexkit.open(x))
    yield Case(
        "open",
        "n words in memory",
        lambda n: n,
        lambda w, x: lexkit.open(x),
        ready=lambda w, n: w.lexicon_of(n).to_bytes(),
    )
    yield from every("open", PLAIN, lambda w, x: lexkit.open(x))
    yield from every(
        "open_file", PLAIN, lambda w, x: lexkit.open_file(x) if hasattr(lexkit, "open_file") else lexkit.open(x)
    )
    yield from every("open", PLAIN, lambda w, x: lexkit.open(w.path, alphabet=x))
    for form in ("kwg", "fst"):
        ready = lambda w, x, form=form: str(w.file(x, f"english.{form}"))  # noqa: E731
        yield from every("convert", contents, lambda w, x: lexkit.convert(x, w.folder / "out.gaddag"), ready=ready)
    yield from every("convert", PLAIN, lambda w, x: lexkit.convert(x, w.folder / "out.kwg"))
    yield from every("convert", PLAIN, lambda w, x: lexkit.convert(w.path, x))
    yield from every("convert", PLAIN, lambda w, x: lexkit.convert(w.path, w.folder / "out", format=x))
    yield from every("Lexicon.open", PLAIN, lambda w, x: lexkit.Lexicon.open(x))
    yield from every(
        "read_leaves", contents, lambda w, x: lexkit.read_leaves(x), ready=lambda w, x: str(w.file(x, "input.klv2"))
    )
    yield from every("write_leaves", PLAIN, lambda w, x: lexkit.write_leaves(w.trained, x))
    yield from every(
        "train_leaves", PLAIN, lambda w, x: lexkit.train_leaves(x, w.folder / "trained.gaddag", rounds=[0])
    )
    yield from every(
        "train_leaves", PLAIN, lambda w, x: lexkit.train_leaves(w.path, w.folder / "trained.gaddag", layout=x)
    )
    yield from every(
        "train_leaves",
        {"rounds": lambda n: [0] * n},
        lambda w, x: lexkit.train_leaves(w.path, w.folder / "trained.gaddag", rounds=x),
        most=1 << 6,
    )
    yield from every("read_leaves", PLAIN, lambda w, x: lexkit.read_leaves(x))
    yield from every("read_leaves", PLAIN, lambda w, x: lexkit.read_leaves("missing", x))


#: What another program says: N letters, lines and options, before it is ready; it then reads until its input ends.
SAYINGS: Final[dict[str, str]] = {
    "a long name": "printf 'id name '; head -c {n} /dev/zero | tr '\\0' a; echo",
    "a long line": "head -c {n} /dev/zero | tr '\\0' a; echo",
    "many lines": "yes a | head -c {n}",
    "zeros": "head -c {n} /dev/zero",
    "a long option": "printf 'option name '; head -c {n} /dev/zero | tr '\\0' a; echo ' type string'",
    "many options": "for i in $(seq $(({n} / 32))); do echo option name a$i type string default b; done",
    "words of an option": "printf 'option name a type combo'; yes ' var b' | head -c {n} | tr '\\n' ' '; echo",
}
#: A program that is ready whenever it is asked, and leaves when it is told.
READY: Final = "; echo siuok; while read a; do if [ $a = quit ]; then exit; fi; echo readyok; done"
#: Lists of what an engine is asked to look at.
MOVES: Final[dict[str, Make]] = {
    **LISTS,
    "passes": lambda n: ["pass"] * (n // 5),
    "plays": lambda n: ["8H AB"] * (n // 6),
}


def of_programs() -> Iterator[Case]:
    yield from every("engine.open", PLAIN, lambda w, x: engine.open(x, timeout=5.0).close(), most=1 << 14)
    yield from every("engine.open", LISTS, lambda w, x: engine.open(["false", *x], timeout=5.0).close(), most=1 << 12)
    said = {k: (lambda n, t=text: ["sh", "-c", t.format(n=n) + READY]) for k, text in SAYINGS.items()}
    yield from every("engine.open", said, lambda w, x: engine.open(x, timeout=60.0).close(), most=1 << 15)
    for name in ("go", "analysis"):
        call = lambda w, x, name=name: getattr(w.engine, name)(x, "gen", iterations=1)  # noqa: E731
        yield from every(f"engine.Engine.{name}", CGP, call, most=1 << 14)
    yield from every(
        "engine.Engine.go", MOVES, lambda w, x: w.engine.go(w.board, "gen", moves=x, iterations=1), most=1 << 14
    )
    yield from every(
        "engine.Engine.go", MOVES, lambda w, x: w.engine.go(w.board, "gen", played=x, iterations=1), most=1 << 14
    )
    options: dict[str, Make] = {
        "many": lambda n: {f"x{at}": 1 for at in range(n // 8)},
        "a long name": lambda n: {"x" * n: 1},
        "a long value": lambda n: {"Lexicon": "x" * n},
    }
    yield from every("engine.Engine.configure", options, lambda w, x: w.engine.configure(x), most=1 << 15)


def of_errors() -> Iterator[Case]:
    yield from every(
        "errors.LexkitError",
        PLAIN,
        lambda w, x: str(errors.LexkitError(x, path=x, place=x, expected=x, found=x, remedy=x)),
    )
    yield from every("errors.StorageError", PLAIN, lambda w, x: str(errors.StorageError(x, path=x)))
    yield from every("errors.StorageError.of", PLAIN, lambda w, x: str(errors.StorageError.of(OSError(1, x), x, x)))
    yield from every("errors.CorruptFileError.at", PLAIN, lambda w, x: str(errors.CorruptFileError.at(x, x, x, x)))
    yield from every("errors.QuerySyntaxError.of", PLAIN, of_alphabet_error)
    yield from every(
        "errors.QuerySyntaxError", PLAIN, lambda w, x: errors.QuerySyntaxError("a", text=x, at=len(x) // 2).pointer
    )
    yield from every(
        "errors.QuerySyntaxError", PLAIN, lambda w, x: str(errors.QuerySyntaxError("a", text=x, at=len(x)))
    )


def of_alphabet_error(world: Any, text: str) -> None:
    error = errors.AlphabetError("a")
    error.at = len(text)
    str(errors.QuerySyntaxError.of(error, text).pointer)


def cases() -> Iterator[Case]:
    yield from of_lists()
    yield from of_columns()
    yield from of_files()
    yield from of_programs()
    yield from of_errors()
