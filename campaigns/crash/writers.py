"""Everything that lexkit writes: each writer replaces an old file, or makes a new one, in a folder of its own.

A file is right where it is, byte for byte, the one from before or the one that the undisturbed writer makes.
"""

import contextlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

import lexkit
from lexkit.catalogue import default_lexicon, open_named, set_default
from lexkit.compiler.attach_columns import attach
from lexkit.compiler.build import build
from lexkit.formats.atomic import write_atomically
from lexkit.formats.lexicon_file import open_file
from lexkit.formats.packed_lexicon import open_lexicon, pack, unpack

OLD = ["ABLE", "CABLE", "CARE"]
NEW = ["ABLE", "CARE", "CARED", "CARES", "FABLE", "TABLE", "ZA"]


@dataclass(frozen=True)
class Writer:
    """``prepare`` makes the folder as it was before, ``write`` is what is disturbed, ``target`` what it writes.

    ``opens`` raises if the file under the name of the target is invalid.
    """

    name: str
    prepare: Callable[[Path], None]
    write: Callable[[Path], object]
    target: Callable[[Path], Path]
    opens: Callable[[Path], object]
    #: Whether it goes on in memory if the disk refuses.
    does_without: bool = False

    def old(self) -> bytes | None:
        return _contents(self.name, before=True)

    def new(self) -> bytes:
        return _contents(self.name, before=False)  # type: ignore[return-value]

    def found(self, folder: Path) -> bytes | None:
        """The contents of the target now, or None."""
        path = self.target(folder)
        return path.read_bytes() if path.exists() else None

    def state(self, folder: Path) -> str:
        """ "old" or "new". Raises AssertionError if the target is neither, or does not open."""
        found = self.found(folder)
        assert found in (self.old(), self.new()), f"{self.name}: {len(found or b'')} bytes that nobody wrote"
        if found is not None:
            self.opens(self.target(folder))
        return "new" if found == self.new() else "old"


@cache
def _contents(name: str, before: bool) -> bytes | None:
    """The contents of the target before or after the undisturbed writer, or None."""
    one = writer(name)
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        one.prepare(folder)
        if not before:
            one.write(folder)
        return one.found(folder)


def left_behind(folder: Path) -> list[Path]:
    """Temporary files in the folder."""
    return [path for path in sorted(folder.rglob("*")) if path.name.endswith(".tmp")]


def _old_lexicon(folder: Path) -> None:
    build(OLD, folder / "x.gaddag")


def _lists(folder: Path) -> None:
    _old_lexicon(folder)
    build(NEW, folder / "new.gaddag")
    (folder / "new.gaddag.zst").write_bytes(pack(folder / "new.gaddag")[1])
    (folder / "freq.tsv").write_text("".join([f"{word}\t{len(word)}\n" for word in OLD]))


def _target(folder: Path) -> Path:
    return folder / "x.gaddag"


def _attach(folder: Path) -> None:
    attach(open_file(folder / "x.gaddag", "read"), folder / "x.gaddag", [f"freq={folder / 'freq.tsv'}"])


def _packed_before(folder: Path) -> None:
    _lists(folder)
    (folder / "x.gaddag.zst").write_bytes(pack(folder / "x.gaddag")[1])


def _pack(folder: Path) -> None:
    write_atomically(folder / "x.gaddag.zst", [pack(folder / "new.gaddag")[1]])


def _list_before(folder: Path) -> None:
    _lists(folder)
    (folder / "x.txt").write_text("".join([f"{word}\n" for word in OLD]))


def _list(folder: Path) -> None:
    from lexkit.apps.shell.lexc.convert import list_words

    list_words(str(folder / "new.gaddag"), str(folder / "x.txt"), force=True)


def _home(folder: Path) -> contextlib.AbstractContextManager[object]:
    """With this folder as the user's lexicon folder and cache."""
    return mock.patch.dict(
        os.environ, {"LEXKIT_HOME": str(folder / "deep" / "home"), "LEXKIT_CACHE": str(folder / "deep" / "cache")}
    )


def _chosen_before(folder: Path) -> None:
    path = folder / "deep" / "home" / "default"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"english")


def _choose(folder: Path) -> None:
    with _home(folder):
        # No path, which would be another in each folder.
        set_default(None)


def _choice(path: Path) -> None:
    with _home(path.parents[2]):
        assert default_lexicon() in ("english", None)


def _open_packed(folder: Path) -> None:
    with _home(folder):
        assert open_lexicon(folder / "new.gaddag.zst").gaddag.word_count == len(NEW)


def _merged_before(folder: Path) -> None:
    _lists(folder)
    lexkit.merge({"old": folder / "x.gaddag", "new": folder / "new.gaddag"}, folder / "all.gaddag")


def _open_edition(folder: Path) -> None:
    with _home(folder):
        assert open_named(folder / "all.gaddag@new").gaddag.word_count == len(NEW)


def _entry(folder: Path) -> Path:
    """The path of the one entry of the cache, or of no file."""
    return next((path for path in (folder / "deep" / "cache").glob("*.gaddag")), folder / "deep" / "none")


def _columns(path: Path) -> None:
    assert len(open_file(path).columns) <= 1


def _words(path: Path) -> None:
    assert sorted(path.read_text().split()) in (OLD, NEW)


WRITERS = [
    Writer(
        "pieces",
        lambda folder: _target(folder).write_bytes(b"old words\n") and None,
        lambda folder: write_atomically(_target(folder), [b"new ", b"", bytearray(b"wor"), memoryview(b"ds\n")]),
        _target,
        Path.read_bytes,
    ),
    Writer("build", _old_lexicon, lambda folder: build(NEW, _target(folder)), _target, open_file),
    Writer("build, new", lambda folder: None, lambda folder: build(NEW, _target(folder)), _target, open_file),
    Writer("attach", _lists, _attach, _target, _columns),
    Writer(
        "merge",
        _lists,
        lambda folder: lexkit.merge({"old": OLD, "new": folder / "new.gaddag"}, _target(folder)),
        _target,
        open_file,
    ),
    Writer("pack", _packed_before, _pack, lambda folder: folder / "x.gaddag.zst", unpack),
    Writer(
        "unpack",
        _lists,
        lambda folder: write_atomically(_target(folder), [unpack(folder / "new.gaddag.zst")]),
        _target,
        open_file,
    ),
    Writer("list", _list_before, _list, lambda folder: folder / "x.txt", _words),
    Writer("use", _chosen_before, _choose, lambda folder: folder / "deep" / "home" / "default", _choice),
    Writer("use, new", lambda folder: None, _choose, lambda folder: folder / "deep" / "home" / "default", _choice),
    Writer("cache, unpacked", _lists, _open_packed, _entry, open_file, does_without=True),
    Writer("cache, edition", _merged_before, _open_edition, _entry, open_file, does_without=True),
]


def writer(name: str) -> Writer:
    return next(one for one in WRITERS if one.name == name)
