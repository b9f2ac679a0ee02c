"""A disk that loses what was not synced: what it can hold after a power loss.

The model is the worst a file system may do. Of a file, what was synced is there; the rest may be missing, zeros,
cut, or noise. Of a folder, what was synced is there; each later change of a name (a rename is one change) may be
there or not, whatever happened to the changes before it.
"""

import itertools
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from campaigns.crash.layer import Layer


class PowerLossError(BaseException):
    """The power is gone: no handler runs, and nothing is cleaned up."""


class File:
    """The contents of a file, and how much of them is on the device."""

    def __init__(self, data: bytes = b"", synced: bool = False) -> None:
        self.data = data
        self.synced = len(data) if synced else 0

    def after_loss(self, noise: random.Random) -> list[bytes]:
        """All contents that can be read after a power loss."""
        sure, rest = self.data[: self.synced], self.data[self.synced :]
        if not rest:
            return [sure]
        cut = noise.randrange(len(rest))
        return [sure, self.data, sure + bytes(len(rest)), sure + rest[:cut], sure + noise.randbytes(len(rest))]


#: Stands for a folder among files.
FOLDER = File()
#: A change of names that happens whole or not at all: path -> file, or None if the name is removed.
Change = dict[Path, "File | None"]


class Disk(Layer):
    """A layer that follows what is on the device; the power goes before step ``at``."""

    def __init__(self, root: Path, at: int = -1) -> None:
        super().__init__(at)
        self.root = root
        self.names: dict[Path, File] = {
            path: FOLDER if path.is_dir() else File(path.read_bytes(), synced=True) for path in root.rglob("*")
        }
        self.certain = dict(self.names)
        self.uncertain: list[Change] = []
        self.off = False
        self.writing: dict[int, File] = {}

    def step(self, name: str, real: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        self.off = self.off or len(self.steps) == self.at
        if self.off:
            raise PowerLossError
        return super().step(name, real, *arguments, **options)

    def done(self, name: str, real: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        before = {path for path in self.root.rglob("*") if path.is_dir()} if name == "makedirs" else set()
        answer = super().done(name, real, *arguments, **options)
        if name == "open":
            self.writing.pop(answer, None)  # a number that was another file's
        if name == "open" and arguments[1] & os.O_CREAT:
            self.writing[answer] = File()
            self.change({Path(arguments[0]): self.writing[answer]})
        elif name == "write":
            file = self.writing[arguments[0]]
            file.data += bytes(arguments[1][:answer])
        elif name == "fsync" and arguments[0] in self.writing:
            self.writing[arguments[0]].synced = len(self.writing[arguments[0]].data)
        elif name == "fsync":
            self.sync_folder(Path(self.opened[arguments[0]]))
        elif name == "replace":
            source, target = map(Path, arguments)
            self.change({source: None, target: self.names[source]})
        elif name == "unlink":
            self.change({Path(arguments[0]): None})
        elif name == "makedirs":
            made = {path for path in self.root.rglob("*") if path.is_dir()} - before
            for path in sorted(made):
                self.change({path: FOLDER})
        return answer

    def change(self, change: Change) -> None:
        self.uncertain.append(change)
        self.names = _changed(self.names, [change])

    def sync_folder(self, folder: Path) -> None:
        """Make all changes in this folder certain."""
        sure = [change for change in self.uncertain if all(path.parent == folder for path in change)]
        self.uncertain = [change for change in self.uncertain if change not in sure]
        self.certain = _changed(self.certain, sure)

    def after_loss(self, target: Path, seed: int = 0) -> Iterator[bytes | None]:
        """All contents that this name can have after a power loss; None if it can be missing."""
        noise = random.Random(seed)
        for happened in itertools.product([False, True], repeat=len(self.uncertain)):
            changes = [change for change, done in zip(self.uncertain, happened, strict=True) if done]
            names = _changed(self.certain, changes)
            above = [path for path in target.parents if path.is_relative_to(self.root) and path != self.root]
            if target not in names or any(path not in names for path in above):
                yield None
            else:
                yield from names[target].after_loss(noise)


def _changed(names: dict[Path, File], changes: list[Change]) -> dict[Path, File]:
    now = dict(names)
    for change in changes:
        for path, file in change.items():
            if file is None:
                now.pop(path, None)
            else:
                now[path] = file
    return now
