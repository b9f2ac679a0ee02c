"""Choose the output path if none is named, and refuse to overwrite inputs."""

from __future__ import annotations

import os
from collections.abc import Iterable
from os import PathLike
from pathlib import Path

from ..errors import StorageError, WordListError, require_path, show_value
from ..formats.constants import PACKED_SUFFIX, SUFFIX


def default_target(source: str | PathLike[str]) -> Path:
    """The default target of a build: ``nwl.gaddag`` beside ``nwl.txt``, ``nwl.txt.gz``, ``nwl.csv`` and so on."""
    path = Path(source)
    if not path.name:
        raise WordListError("no name for the lexicon", found=show_value(str(path)), remedy="give a target")
    return path.with_name(strip_suffixes(path.name, (".zst", ".gz", ".txt", ".csv", ".tsv", ".dic")) + SUFFIX)


def packed_target(path: str | PathLike[str]) -> Path:
    """The default target of packing: ``nwl.gaddag.zst`` beside ``nwl.gaddag``."""
    return Path(path).with_name(strip_suffixes(Path(path).name, [SUFFIX]) + PACKED_SUFFIX)


def strip_suffixes(name: str, suffixes: Iterable[str]) -> str:
    """Strip each of these suffixes in turn, in small letters or capitals, unless nothing would be left."""
    for suffix in suffixes:
        if name.lower().endswith(suffix):
            name = name[: -len(suffix)] or name
    return name


def refuse_overwriting(source: object, target: str | PathLike[str], what: str) -> None:
    """Raise StorageError if ``source`` is the path of the file that ``target`` would replace."""
    target = require_path(target)
    # os.path returns False for paths that no system has; pathlib raises the system's error.
    if not isinstance(source, str | PathLike) or not os.path.exists(source) or not os.path.exists(target):
        return
    if os.path.samefile(source, target):
        raise StorageError(f"this would overwrite {what}", path=target, remedy="name another file")
