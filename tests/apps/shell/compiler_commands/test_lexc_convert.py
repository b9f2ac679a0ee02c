"""``lexc convert``, and ``lexq -l`` with another program's file."""

import bz2
import json
import lzma
import shutil
from pathlib import Path

import pytest

from lexkit.lexicons import alphabet
from tests.apps.shell.shell import assert_refused, lexq, program

GOLDEN = Path(__file__).parents[3] / "golden/foreign"


def test_a_file_of_another_program_and_back(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "catalan.kwg.gz", tmp_path)
    made = program("lexc", "convert", "catalan.kwg.gz", "made.gaddag", cwd=tmp_path)
    assert made.returncode == 0
    assert made.stderr == "made.gaddag: 3,000 words, 0.42 MB, gaddag from kwg, read back and compared\n"
    back = program("lexc", "convert", "made.gaddag", "made.kwg", "--json", cwd=tmp_path)
    told = json.loads(back.stdout)
    assert (told["words"], told["format"], told["lost"]) == (3000, "kwg", ["alphabet"])
    listed = lexq("-l", "catalan.kwg.gz", "prefix", "NY", cwd=tmp_path)
    assert listed.stdout == lexq("-l", "made.gaddag", "prefix", "NY", cwd=tmp_path).stdout != ""


def test_what_stays_as_it_was(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "catalan.kwg.gz", tmp_path / "words.kwg.gz")
    (tmp_path / "made.gaddag").write_bytes(b"mine")
    refused = program("lexc", "convert", "words.kwg.gz", "made.gaddag", cwd=tmp_path)
    assert refused.returncode == 4
    assert "this file exists already; overwrite it with --force, or name another file\n" in refused.stderr
    refused = program("lexc", "convert", "words.kwg.gz", "made.gaddag", "--force", cwd=tmp_path)
    assert refused.returncode == 3
    assert "--alphabet NAME" in refused.stderr
    forced = program("lexc", "convert", "words.kwg.gz", "made.gaddag", "-f", "--alphabet", "english", cwd=tmp_path)
    assert forced.returncode == 0
    assert (tmp_path / "made.gaddag").read_bytes() != b"mine"
    assert program("lexc", "convert", "words.kwg.gz", "made", "--format", "nothing", cwd=tmp_path).returncode == 3


def test_what_is_told(tmp_path: Path) -> None:
    """Found: leave values were called words, and said to be compared, as a word list was."""
    (tmp_path / "a.txt").write_text("AB\nBA\n")
    for line, told in (
        ("a.txt a.gaddag", "a.gaddag: 2 words, SIZE bytes, gaddag from text, read back and compared"),
        ("a.gaddag b.txt", "b.txt: 2 words, 6 bytes, text from gaddag"),
        (f"{GOLDEN / 'leaves.klv2'} a.leaves.zst", "a.leaves.zst: 3,000 leaves, 0.02 MB, leaves.zst from klv2"),
        ("a.leaves.zst a.csv", "a.csv: 3,000 leaves, 0.05 MB, csv from leaves.zst"),
    ):
        done = program("lexc", "convert", *line.split(), cwd=tmp_path)
        size = (tmp_path / line.split()[1]).stat().st_size
        assert done.stderr == told.replace("SIZE", f"{size:,}") + "\n"


def test_names_in_capitals(tmp_path: Path) -> None:
    """Ends of names mean the same in capitals: of lexicons, other programs' files, leave values, packed files."""
    shutil.copy(GOLDEN / "catalan.kwg.gz", tmp_path / "CATALAN.KWG.GZ")
    shutil.copy(GOLDEN / "leaves.klv2", tmp_path / "LEAVES.KLV2")
    for source, target in (
        ("CATALAN.KWG.GZ", "A.GADDAG"),
        ("A.GADDAG", "B.KWG"),
        ("A.GADDAG", "B.TXT"),
        ("B.TXT", "C.GADDAG"),
        ("LEAVES.KLV2", "LEAVES.CSV"),
        ("LEAVES.CSV", "LEAVES.KLV"),
    ):
        made = program(
            "lexc", "convert", source, target, "--alphabet", "catalan" if "L" not in target else "english", cwd=tmp_path
        )
        assert made.returncode == 0, made.stderr
    assert (tmp_path / "LEAVES.CSV").read_text().count("\n") == 3000
    assert (
        lexq("-l", "C.GADDAG", "prefix", "NY", cwd=tmp_path).stdout
        == lexq("-l", "A.GADDAG", "prefix", "NY", cwd=tmp_path).stdout
        != ""
    )
    assert program("lexc", "pack", "A.GADDAG", cwd=tmp_path).returncode == 0
    assert (tmp_path / "A.gaddag.zst").exists()


def test_what_to_type(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "catalan.kwg.gz", tmp_path / "words.kwg.gz")
    refused = lexq("-l", "words.kwg.gz", "prefix", "NY", cwd=tmp_path)
    assert "lexc convert FILE NEW.gaddag --alphabet NAME" in refused.stderr
    (tmp_path / "a.txt").write_text("AB\n")
    (tmp_path / "a.words").write_text("AB\n")
    for line, remedy in (
        ("a.txt a.dawg", "name it: --format macondo-dawg or quackle-dawg"),
        ("a.txt a.x", "name the format: --format NAME"),
        ("a.words a.kwg", "name its format: --from NAME"),
    ):
        assert_refused(program("lexc", "convert", *line.split(), cwd=tmp_path), 3, remedy)
    for missing in ("none.kwg", "none.fst", "none.klv2", "none.dic"):
        refused = program("lexc", "convert", missing, "a.gaddag", cwd=tmp_path)
        assert (refused.returncode, "no such file" in refused.stderr.lower()) == (3, True), refused.stderr
        assert "lexc build" not in refused.stderr


def test_a_trie_with_letters_beyond_english(tmp_path: Path) -> None:
    """convert advised --skip-invalid and --fold, which it did not have."""
    marisa_trie = pytest.importorskip("marisa_trie", exc_type=ImportError)
    (tmp_path / "apos.marisa").write_bytes(marisa_trie.Trie(["care", "don't", "café"]).tobytes())
    refused = program("lexc", "convert", "apos.marisa", "a.gaddag", cwd=tmp_path)
    assert_refused(refused, 3, "leave them out with --skip-invalid")
    assert not (tmp_path / "a.gaddag").exists()
    made = program("lexc", "convert", "apos.marisa", "a.gaddag", "--skip-invalid", "--fold", cwd=tmp_path)
    assert made.returncode == 0
    assert "a.gaddag: 2 words" in made.stderr
    assert '(1 invalid line skipped)\n  skipped line 3, column 4: "\'"\n' in made.stderr
    told = program("lexc", "convert", "apos.marisa", "b.gaddag", "-a", "auto", "--skip-invalid", "--json", cwd=tmp_path)
    facts = json.loads(told.stdout)
    assert (facts["alphabet"], facts["words"], facts["invalid"], facts["shown"]) == ("auto", 2, 1, [[3, 4, '"\'"']])
    assert_refused(lexq("-l", "apos.marisa", "check", "care", cwd=tmp_path), 3, "lexc convert apos.marisa NEW.gaddag")


def test_a_list_is_converted_as_it_is_built(tmp_path: Path) -> None:
    (tmp_path / "semi.txt").write_text("care;50\ncares;40\nscare;30\nzoo;5\n")
    (tmp_path / "al.toml").write_text(alphabet("english").to_text())
    for more in ((), ("--alphabet", "auto"), ("--alphabet", "./al.toml")):
        assert program("lexc", "convert", "semi.txt", "a.gaddag", "-f", *more, cwd=tmp_path).returncode == 0
        assert lexq("-l", "a.gaddag", "search", "score:>35", cwd=tmp_path).stdout == "CARE\nCARES\n"


def test_packed_files_say_what_they_are(tmp_path: Path) -> None:
    for module, suffix, what in ((lzma, "xz", "xz"), (bz2, "bz2", "bzip2")):
        (tmp_path / f"a.txt.{suffix}").write_bytes(module.compress(b"care\ncat\n"))
        for command in ("build", f"a.txt.{suffix}", "-o", "a.gaddag"), ("convert", f"a.txt.{suffix}", "a.gaddag"):
            refused = program("lexc", *command, cwd=tmp_path)
            assert_refused(refused, 3, f"found {what}-compressed data; unpack it first")
