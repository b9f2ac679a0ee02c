"""A packed file, or a lexicon, where a command reads lines of text: one error that says what it is."""

import gzip
from pathlib import Path

import pytest

from tests.cli.shell import lexq, program
from tests.making import bytes_of

STARTS = {
    "gzip-compressed data": gzip.compress(b"length:2\nprefix:A\n" * 9),
    "zstandard-compressed data": b"\x28\xb5\x2f\xfd\x04\x20\n\xff\n",
    "a ZIP archive": b"PK\x03\x04\n\0\xff\n\n\xdd",
    "a lexicon": bytes_of(["AB", "BA"]),
}


@pytest.mark.parametrize("found", STARTS)
def test_queries(tmp_path: Path, found: str) -> None:
    path = tmp_path / "queries"
    path.write_bytes(STARTS[found])
    done = lexq("batch", str(path))
    assert (done.stdout, done.returncode, done.stderr.count("\n")) == ("", 3, 1)
    assert f"not queries: expected a text, found {found}; " in done.stderr


def test_a_list_in_an_archive(tmp_path: Path) -> None:
    path = tmp_path / "list.zip"
    path.write_bytes(STARTS["a ZIP archive"])
    done = program("lexc", "build", str(path), "-o", str(tmp_path / "x.gaddag"))
    assert done.returncode == 3
    assert "not a list: expected a text, found a ZIP archive; unpack it first" in done.stderr
