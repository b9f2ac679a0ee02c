"""A position that names no language is of the lexicon's alphabet, and one that contradicts it is told."""

from pathlib import Path

import pytest

import lexkit
from tests.apps.siu.talking import Talk

EMPTY = "/".join(["15"] * 15)
OWN = Path(__file__).parents[2] / "game" / "text" / "alphabets"


@pytest.mark.parametrize(
    ("alphabet", "rack", "best"), [("french", "AKOIEST", "8D.KOTAIS"), ("hungarian", "[SZ][DZS]A", "8[GH]..*")]
)
def test_alphabets(alphabet: str, rack: str, best: str, tmp_path: Path) -> None:
    own = lexkit.Alphabet.from_file(OWN / "hungarian.csv") if alphabet == "hungarian" else alphabet
    words = ["[SZ][DZS]", "[SZ]A"] if alphabet == "hungarian" else ["KOTAIS", "AS"]
    lexkit.build(words, tmp_path / "own.gaddag", lexkit.Options(alphabet=own))
    with Talk(str(tmp_path / "own.gaddag")) as talk:
        for said in ("", f" ld {alphabet};"):
            assert not talk.ask(f"position cgp {EMPTY} {rack}/ 0/0 0{said}")
            talk.send("go gen")
            talk.until(f"bestmove {best}.*")
        (told,) = talk.ask(f"position cgp {EMPTY} AE/ 0/0 0 ld english;")
        assert f"expected {alphabet}, the lexicon's, found english" in told
