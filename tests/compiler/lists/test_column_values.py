"""Values of columns: reading them takes no longer than their length."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from lexkit.compiler.attach import attach
from lexkit.compiler.build import build
from lexkit.formats.lexicon_file import open_file


@pytest.mark.parametrize(("name", "row"), [("n.csv", "AB,{}"), ("n.txt", "AB {}"), ("n.tsv", "AB\t{}")])
@pytest.mark.parametrize("behind", ["x", "-", ".5.", "e9999"])
def test_a_long_row_of_digits_is_no_number_at_once(name: str, row: str, behind: str, tmp_path: Path) -> None:
    """Found: a line of 60,000 digits and something else took minutes, each digit being tried as the last before a
    point that may be missing."""
    words, values, lexicon = tmp_path / "w.txt", tmp_path / name, tmp_path / "w.gaddag"
    words.write_text("AB\n")
    values.write_text(row.format("9" * 60_000 + behind) + "\n")
    build(words, lexicon)
    file = open_file(lexicon)
    start = time.perf_counter()
    try:
        attach(file, lexicon, [f"n={values}"])
    except ValueError as error:
        assert str(values) in str(error)
    assert time.perf_counter() - start < 5
