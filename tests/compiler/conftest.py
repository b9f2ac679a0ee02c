"""A lexicon of a few words, and files of values attached to it."""

from pathlib import Path

import pytest

import lexkit
from lexkit import attach
from lexkit.compiler.build import build
from lexkit.formats.lexicon_file import open_file

WORDS = ["AA", "AB", "CAB", "CARE", "CARES", "TABLE"]


def attached(few: Path, text: str, name: str = "freq.csv", column: str = "freq", **options) -> list[object]:
    """What each word of the lexicon has once this file is attached to it."""
    source = few.with_name(name)
    source.write_bytes(text if isinstance(text, bytes) else text.encode())
    title = f":{options.pop('title')}" if "title" in options else ""
    attach(open_file(few), few, [f"{column}={source}{title}"], **options)
    opened = lexkit.open(few)
    return [opened.column(column)[rank] for rank in range(len(opened))]


@pytest.fixture
def few(tmp_path: Path) -> Path:
    path = tmp_path / "few.gaddag"
    build(WORDS, path)
    return path
