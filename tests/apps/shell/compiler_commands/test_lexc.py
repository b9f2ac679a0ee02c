"""lexc as a user meets it."""

import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.apps.shell.shell import assert_refused, program

LIST = "care\nCARES a definition\n\ntable\r\ncare\n"


@pytest.fixture
def words(tmp_path: Path) -> Path:
    path = tmp_path / "few.txt"
    path.write_text(LIST, newline="")
    return path


def test_build_list_verify_round_trip(words: Path) -> None:
    done = program("lexc", "build", str(words))
    made = words.with_suffix(".gaddag")
    assert done.returncode == 0
    assert done.stdout == ""
    assert f"{made}: 3 words, english (1 duplicate)" in done.stderr
    assert "verified word by word" in done.stderr
    assert program("lexc", "list", str(made)).stdout == "CARE\nCARES\nTABLE\n"
    assert program("lexc", "verify", str(made)).returncode == 0
    assert program("lexc", "verify", str(made), "--words", str(words)).returncode == 0
    words.write_text("care\n")
    assert_refused(program("lexc", "verify", str(made), "--words", str(words)), 3, "expected 1, found 3")


def test_build_from_standard_input_quietly(tmp_path: Path) -> None:
    target = str(tmp_path / "made.gaddag")
    done = program("lexc", "build", "-", "-o", target, "--quiet", stdin=LIST)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
    assert program("lexq", "-l", target, "prefix", "CA").stdout == "CARE\nCARES\n"
    assert program("lexc", "build", "-", stdin=LIST).returncode == 3


def test_build_as_json_and_with_stats(words: Path) -> None:
    report = json.loads(program("lexc", "build", str(words), "--json").stdout)
    assert (report["words"], report["duplicates"], report["alphabet"]) == (3, 1, "english")
    assert report["peak_memory"] is None or report["peak_memory"] > 1 << 20
    assert "peak memory" in program("lexc", "build", str(words), "--stats").stderr


def test_the_steps_of_the_paper_are_counted_as_they_run(words: Path) -> None:
    options = ["build", str(words), "--method", "gordon"]
    table = json.loads(program("lexc", "stats", str(words), "--json").stdout)["figures"]
    report = json.loads(program("lexc", *options, "--stats", "--json").stdout)
    for step, column in (("trie", "unminimized"), ("semi-minimized",) * 2, ("minimized",) * 2):
        figures = table[f"GADDAG, {column}"]
        expected = {name: figures[name] for name in ("states", "arcs", "letter_sets")}
        assert report["automata"][step] == expected | {"bytes": figures["compressed_bytes"]}
        assert report["seconds"][step] >= 0
    assert re.search(r"semi-minimized +[\d.]+ s +\d+ states", program("lexc", *options, "--stats").stderr)
    assert json.loads(program("lexc", *options, "--json").stdout)["automata"] == {}


def test_lists_that_are_none(tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text("care\nc4re\n")
    assert_refused(program("lexc", "build", str(path)), 3, "line 2, column 2: '4'")
    assert os.listdir(tmp_path) == ["bad.txt"]
    skipped = program("lexc", "build", str(path), "--skip-invalid")
    assert skipped.returncode == 0
    assert "1 invalid line skipped" in skipped.stderr
    assert "skipped line 2, column 2: '4'" in skipped.stderr
    assert program("lexc", "build", str(path), "--alphabet", "auto").returncode == 0
    assert "klingon" in program("lexc", "build", str(path), "--alphabet", "klingon").stderr
    assert program("lexc", "build", str(tmp_path / "none.txt")).returncode == 4
    assert program("lexc", "build", str(path), "--layout", "round").returncode == 2


def test_info(words: Path) -> None:
    program("lexc", "build", str(words))
    facts = json.loads(program("lexc", "info", str(words.with_suffix(".gaddag")), "--json").stdout)
    assert (facts["words"], facts["made from source"], facts["alphabet"]) == (3, "few.txt", "english")
    assert facts["sections"]["gaddag"] > 128
    assert "fingerprint:" in program("lexc", "info", "english").stdout


def test_pack_and_unpack(words: Path) -> None:
    program("lexc", "build", str(words))
    made = words.with_suffix(".gaddag")
    packed = made.with_suffix(".gaddag.zst")
    assert program("lexc", "pack", str(made)).returncode == 0
    assert program("lexq", "-l", str(packed), "exact", "TABLE").returncode == 0
    assert_refused(program("lexc", "unpack", str(packed)), 4, "--force")
    bare = str(packed).removesuffix(".zst")  # found: the remedy was --force
    assert_refused(program("lexc", "unpack", bare), 3, "not a zstandard frame")
    assert program("lexc", "unpack", str(packed), "-o", str(words.parent / "two.gaddag")).returncode == 0
    assert (words.parent / "two.gaddag").read_bytes() == made.read_bytes()


def test_modes_and_links(words: Path) -> None:
    made = words.with_suffix(".gaddag")
    program("lexc", "build", str(words))
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE(made.stat().st_mode) == 0o666 & ~umask
    made.chmod(0o640)
    link = words.parent / "link.gaddag"
    link.symlink_to(made)
    program("lexc", "build", str(words), "-o", str(link))
    assert link.is_symlink()
    assert stat.S_IMODE(made.stat().st_mode) == 0o640


def test_doctor_and_alphabets() -> None:
    facts = json.loads(program("lexc", "doctor", "--json").stdout)
    assert facts["kernels"] in ("compiled", "interpreted")
    listed = program("lexc", "alphabets").stdout
    assert "spanish            28 letters  100 tiles  A B C CH D" in listed
    assert listed.count("\n") == 17


def test_list_writes_no_file_over_another(words: Path) -> None:
    program("lexc", "build", str(words))
    made = words.with_suffix(".gaddag")
    before = made.read_bytes()
    for force in ([], ["--force"]):
        done = program("lexc", "list", str(made), "-o", str(made), *force)
        assert_refused(done, 4, "this would overwrite what FILE reads; name another file")
    assert made.read_bytes() == before
    assert program("lexc", "list", str(made), "-o", str(words), "--force").returncode == 0
    assert words.read_text() == "CARE\nCARES\nTABLE\n"


def test_files_that_are_no_list(words: Path) -> None:
    program("lexc", "build", str(words))
    assert "read it with lexc list" in program("lexc", "build", str(words.with_suffix(".gaddag")), "-o", "x").stderr
    words.write_bytes("care".encode("utf-16"))
    assert "iconv -f UTF-16" in program("lexc", "build", str(words)).stderr


def test_a_default_that_is_gone(words: Path, tmp_path: Path) -> None:
    home = {"LEXKIT_HOME": str(tmp_path / "home")}
    program("lexc", "build", str(words))
    made = words.with_suffix(".gaddag")
    assert program("lexc", "use", str(made), **home).returncode == 0
    made.unlink()
    assert_refused(program("lexq", "exact", "CARE", **home), 3, "your default lexicon is gone")
    assert "the name is empty" in program("lexq", "-l", "", "exact", "CARE", **home).stderr


def test_build_with_alphagrams(words: Path) -> None:
    assert program("lexc", "build", str(words), "--alphagrams", "-q").returncode == 0
    made = str(words.with_suffix(".gaddag"))
    assert "alphagrams " in program("lexc", "info", made).stdout
    assert program("lexc", "verify", made, "--words", str(words)).returncode == 0
    assert program("lexq", "-l", made, "anagram", "RACE").stdout == "CARE\n"


def test_standard_input_that_is_closed(tmp_path: Path) -> None:
    """Found: this was an unexpected error, to be reported."""
    code = "from lexkit.apps.shell.console import lexc; lexc()"
    command = f"{sys.executable} -c '{code}' build - -o {tmp_path / 'x.gaddag'} <&-"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stderr) == (4, "lexc: standard input is closed\n")


def test_all_skipped_lines_go_to_a_file(tmp_path: Path) -> None:
    (tmp_path / "w.txt").write_text("CARE\n" + "".join(f"a{number}\n" for number in range(25)))
    done = program("lexc", "build", "w.txt", "--skip-invalid", "--skipped", "out.tsv", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr.count("skipped line ") == 10
    wanted = [f"{number + 2}\t2\t'{str(number)[0]}'" for number in range(25)]
    assert (tmp_path / "out.tsv").read_text().splitlines() == wanted
    assert_refused(
        program("lexc", "build", "w.txt", "--skipped", "o.tsv", cwd=tmp_path), 3, "--skipped needs --skip-invalid"
    )
    other = "".join(f"b{number}\n" for number in range(3))
    (tmp_path / "v.txt").write_text(f"CARE\nCARES\n{other}")
    told = "lexc: 28 invalid lines skipped, the first at line 2, column 2: '0'\n"
    for compared in (("w.txt", "v.txt"), ("w.txt", "v.txt", "--count", "--json")):
        assert program("lexc", "diff", *compared, "--skip-invalid", cwd=tmp_path).stderr == told
    merged = program("lexc", "merge", "w.txt", "v.txt", "-o", "m.gaddag", "--skip-invalid", cwd=tmp_path).stderr
    assert merged.startswith("m.gaddag: 2 words, english (28 invalid lines skipped)\n")
    counted = program("lexc", "stats", "v.txt", "--minimized", "--skip-invalid", cwd=tmp_path)
    assert counted.stderr == "lexc: 3 invalid lines skipped, the first at line 3, column 2: '0'\n"
    for name in ("w.txt", "w.gaddag"):
        command = ("lexc", "build", "w.txt", "--skip-invalid", "--skipped", name)
        assert program(*command, cwd=tmp_path).returncode != 0
    assert (tmp_path / "w.txt").read_text().startswith("CARE\n")
