"""The table of sections: SPEC.md lists the same ones, and each comes back as it was written."""

import re
from pathlib import Path

import numpy as np

from lexkit.compiler.build import Options
from lexkit.compiler.construct.optional_sections import DERIVED
from lexkit.formats.columns_section import StoredColumn
from lexkit.formats.editions_section import Edition, Editions
from lexkit.formats.leaves_section import StoredLeaves, leave_count
from lexkit.formats.lexicon_file import LexiconFile, lexicon_bytes, open_bytes
from lexkit.formats.sections import DERIVED_SECTIONS, KNOWN_SECTIONS, REQUIRED_SECTIONS, SECTIONS, pack_contents
from tests.making import bytes_of

SPEC = Path(__file__).parents[2] / "formats" / "SPEC.md"


def test_the_specification_lists_the_same_sections() -> None:
    found = re.search(r"^Required: (.*)\. Optional: (.*)\.$", SPEC.read_text("utf-8"), re.MULTILINE)
    assert found is not None
    required, optional = (tuple(re.findall(r"`(\w+)`", listed)) for listed in found.groups())
    assert required == REQUIRED_SECTIONS
    assert required + optional == KNOWN_SECTIONS


def test_each_section_is_an_attribute() -> None:
    file = open_bytes(bytes_of(["AB"]))
    assert all(getattr(file, kind.name) is not None for kind in SECTIONS if kind.required)
    assert not any(getattr(file, kind.name) for kind in SECTIONS if not kind.required)


def test_what_a_build_makes_on_request_is_an_option() -> None:
    assert set(DERIVED) == set(DERIVED_SECTIONS)
    for name in DERIVED_SECTIONS:
        data = bytes_of(["AB", "BA", "CAB"], **{name: True})
        assert getattr(open_bytes(data), name) is not None
        assert getattr(Options(), name) is False


def test_every_section_comes_back(tmp_path: Path) -> None:
    plain = open_bytes(bytes_of(["AB", "BA", "CAB"], **dict.fromkeys(DERIVED_SECTIONS, True)))
    letters = len(plain.alphabet)
    written = {
        "columns": {"n": StoredColumn.of_integers("n", np.arange(3), np.zeros(3, bool))},
        "editions": Editions((Edition("one", sha256="0" * 64),), np.ones(3, "<u1")),
        "leaves": StoredLeaves(letters, 1, 250, np.zeros(leave_count(letters, 1), np.int16), {}),
    }
    contents = {name: getattr(plain, name) for name in ("alphabet", "provenance", "gaddag", "daggad")} | written
    contents |= {name: plain.sections.data[name] for name in ("expanded", "alphagrams")}
    assert set(contents) == set(KNOWN_SECTIONS)
    data = b"".join(lexicon_bytes(**contents))
    file = open_bytes(data)
    assert list(file.sections.data) == list(KNOWN_SECTIONS)
    assert list(file.columns) == ["n"]
    assert file.editions is not None
    assert file.editions.names == ("one",)
    assert b"".join(lexicon_bytes(**_contents(file))) == data
    assert list(pack_contents({**_contents(file), "leaves": None})) == list(KNOWN_SECTIONS[:-1])


def _contents(file: LexiconFile) -> dict[str, object]:
    """The content of each section, those that have no writer as bytes."""
    contents = {kind.name: getattr(file, kind.name) for kind in SECTIONS}
    return contents | {name: file.sections.data[name] for name in ("expanded", "alphagrams")}
