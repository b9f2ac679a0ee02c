"""What is no path, and files that cannot be opened: a typed error from every name that takes a path."""

import contextlib
import gzip
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lexkit
from lexkit.errors import LexkitError, StorageError, WordListError
from lexkit.formats.bounded_input import read_blocks
from lexkit.formats.compiled_kernels import backend
from lexkit.formats.lexicon_file import open_file
from lexkit.formats.packed_lexicon import pack, unpack
from lexkit.runtime.game.text.read_positions import read_positions
from tests.running import COMPILED, each

ROOT = Path(__file__).parent.parent.parent
CGP = "15/15/15/15/15/15/15/5CARE6/15/15/15/15/15/15/15 AEINRT?/ 0/12 0"
#: Name -> what it does with a path.
TAKE: dict[str, Callable[[Any], Any]] = {
    "Lexicon.open": lexkit.Lexicon.open,
    "open_file": open_file,
    "pack": pack,
    "unpack": unpack,
    "build": lambda path: lexkit.build(path, "made.gaddag"),
    "build without a target": lexkit.build,
    "build into": lambda path: lexkit.build(["CAT"], path),
    "attach": lambda path: lexkit.attach(path, "made.gaddag"),
    "attach into": lambda path: lexkit.attach("few.gaddag", path),
    "diff": lambda path: lexkit.diff(path, "few.txt"),
    "merge": lambda path: lexkit.merge({"a": path}, "made.gaddag"),
    "merge into": lambda path: lexkit.merge({"a": "few.txt"}, path),
    "in_": lambda path: lexkit.build(["CAT"]).in_(path),
    "from_toml": lexkit.Layout.from_toml,
    "layout": lexkit.Layout.from_file,
    "letters": lexkit.Alphabet.from_file,
    "alphabet": lambda path: lexkit.build(["CAT"], None, lexkit.Options(alphabet=path)),
    "columns": lambda path: lexkit.build(["CAT"], None, lexkit.Options(columns=path)),
}
WRONG = (b"few.gaddag", b"few.txt", [b"CAT"], 5, [5], "a\0b", Path("a\0b"), Path(), "x" * 5000, "\ud800", None)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("files")
    with contextlib.chdir(made):
        make_files()
    return made


@pytest.fixture(autouse=True)
def _inside(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)


def make_files() -> None:
    """The files that are asked for, in the folder of this process."""
    Path("few.txt").write_text("CAT\nDOG\n")
    Path("few.txt.gz").write_bytes(gzip.compress(b"CAT\nDOG\n"))
    Path("few.csv").write_text("word,n\nCAT,1\n")
    Path("board.toml").write_text('rows = """\n' + ("." * 15 + "\n") * 15 + '"""\n')
    Path("game.cgp").write_text(CGP + "\n")
    lexkit.build("few.txt")
    Path("few.gaddag.zst").write_bytes(pack("few.gaddag")[1])
    lexkit.merge({"a": "few.txt", "b": ["CAT"]}, "both.gaddag")


@each("path", WRONG)
@each("name", TAKE)
def test_what_is_no_path(name: str, path: Any) -> None:
    """Found: bytes, and numbers, raised a bare TypeError from deep inside."""
    if path is None and name in ("build into", "columns"):
        return  # the default
    if path == [b"CAT"] and name == "columns":
        path = [5]
    with pytest.raises(LexkitError):
        TAKE[name](path)
    assert not Path("made.gaddag").exists()


def test_words_that_are_no_words() -> None:
    """Found: build(b"CAT") took the letters for numbers, and said that an int is not iterable."""
    with pytest.raises(WordListError, match="not a word list: expected a path"):
        lexkit.build(b"CAT")  # type: ignore[call-overload]
    with pytest.raises(WordListError, match="not a word list"):
        lexkit.build(5)  # type: ignore[call-overload]
    with pytest.raises(WordListError, match=r"word 2: not a word: expected a str, found b'DOG'"):
        lexkit.build(["CAT", b"DOG"])  # type: ignore[list-item]


#: Name -> what opens files.
OPEN: dict[str, Callable[[], Any]] = {
    "open": lambda: lexkit.open("few.gaddag"),
    "open packed": lambda: lexkit.open("few.gaddag.zst"),
    "open the bundled list": lexkit.open,
    "open an edition": lambda: lexkit.open("both.gaddag@a"),
    "unpickle": lambda: pickle.loads(pickle.dumps(lexkit.open("few.gaddag"))),
    "build": lambda: lexkit.build("few.txt", "made.gaddag"),
    "build from gz": lambda: lexkit.build("few.txt.gz", "made.gaddag"),
    "build words": lambda: lexkit.build(["CAT"], "made.gaddag"),
    "build in memory": lambda: lexkit.build(["CAT"]),
    "build with a column": lambda: lexkit.build("few.txt", "made.gaddag", lexkit.Options(columns=("n=few.csv",))),
    "attach": lambda: lexkit.attach("few.gaddag", "made.gaddag", ["n=few.csv"]),
    "diff": lambda: lexkit.diff("few.txt", "both.gaddag"),
    "merge": lambda: lexkit.merge({"a": "few.txt"}, "made.gaddag"),
    "in_": lambda: lexkit.build(["CAT"]).in_("few.txt"),
    "in_ a lexicon": lambda: lexkit.build(["CAT"]).in_("few.gaddag"),
    "from_toml": lambda: lexkit.Layout.from_toml("board.toml"),
    "layout": lambda: lexkit.Layout.named("super"),
    "alphabet": lambda: lexkit.Rack("AB", "german"),
    "leaves": lambda: lexkit.Match(lexkit.build(["CAT"]), "heuristic-1"),
    "CGP": lambda: lexkit.Board.from_cgp(CGP),
    "positions": lambda: list(read_positions("game.cgp")),
    "read": lambda: list(read_blocks("few.txt")),
    "unpack": lambda: unpack("few.gaddag.zst"),
    "backend": backend,
}


def open_without_descriptors() -> None:
    """Open all of these with none, one or two descriptors left, and say what is neither an answer nor an error."""
    import resource

    from lexkit import lexicons

    make_files()
    for ask in OPEN.values():
        ask()  # loads the code of each
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    for spare in range(3):
        for name, ask in OPEN.items():
            for cached in (lexicons._load, lexicons.layout, lexicons.leaves):
                cached.cache_clear()
            held = []
            try:
                while True:
                    held.append(os.dup(0))
            except OSError:
                for descriptor in held[:spare]:
                    os.close(descriptor)
            try:
                ask()
                found = "answered"
            except StorageError:
                found = "refused"
            except Exception as error:
                found = f"{spare} left: {error!r}"
            for descriptor in held[spare:]:
                os.close(descriptor)
            sys.stdout.write(f"{name}: {found}\n")


@pytest.mark.skipif(not COMPILED, reason="kernels open no files")
def test_no_descriptors_left() -> None:
    """Found: alphabets and the bundled list raised a plain OSError."""
    program = "from tests.attacks.test_paths import open_without_descriptors; open_without_descriptors()"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=600)
    told = done.stdout.splitlines()
    assert len(told) == 3 * len(OPEN), done.stderr
    assert [line for line in told if not line.endswith((": answered", ": refused"))] == []
    assert sum(line.endswith("refused") for line in told) > len(OPEN)
