"""lexc diff and lexc merge as a user meets them, and editions at the shell."""

import json
import os
import stat
from pathlib import Path

import pytest

from tests.apps.shell.shell import assert_refused, program

OLD = "aa\nable\ncare\nhooks\n"
NEW = "care\ncares 1994\nscare\naa\nhooks\n"


@pytest.fixture
def lists(tmp_path: Path) -> tuple[str, str]:
    (tmp_path / "old.txt").write_text(OLD)
    (tmp_path / "new.txt").write_text(NEW)
    return str(tmp_path / "old.txt"), str(tmp_path / "new.txt")


@pytest.fixture
def both(lists: tuple[str, str], tmp_path: Path) -> str:
    done = program("lexc", "merge", *lists, "-o", str(tmp_path / "all.gaddag"), "--mark", "new=#", "--mark", "old=$")
    assert (done.returncode, done.stdout) == (0, "")
    assert "all.gaddag: 6 words, english\n  old: 4 words, marked $\n  new: 5 words, marked #\n" in done.stderr
    assert "verified word by word" in done.stderr
    return str(tmp_path / "all.gaddag")


def test_diff(lists):
    done = program("lexc", "diff", *lists)
    assert done.stdout == "- ABLE\n+ CARES\n+ SCARE\n+ hook S- CARE\n+ hook CARE -S\n"
    told = "lexc: 1 line has text behind the word, which was left out (a phrase is no word): line 2: 'cares 1994'\n"
    assert (done.returncode, done.stderr) == (1, told)
    same = program("lexc", "diff", lists[0], lists[0])
    assert (same.returncode, same.stdout, same.stderr) == (0, "", "")
    backwards = program("lexc", "diff", lists[1], lists[0]).stdout
    assert backwards.translate(str.maketrans("+-", "-+")) == done.stdout.replace("S- ", "S+ ").replace(" -S", " +S")


def test_folded_lists(lists: tuple[str, str], tmp_path: Path) -> None:
    (tmp_path / "accents.txt").write_text("café\naa\nÉlan\n")
    (tmp_path / "plain.txt").write_text("cafe\naa\n")
    accents, plain = str(tmp_path / "accents.txt"), str(tmp_path / "plain.txt")
    merged, stats = str(tmp_path / "all.gaddag"), ["--minimized", "--json"]
    for command in (["diff", plain, accents], ["merge", accents, plain, "-o", merged], ["stats", accents, *stats]):
        assert_refused(program("lexc", *command), 3, "read é as e and so on with --fold")
    assert program("lexc", "diff", plain, accents, "--fold").stdout == "+ ELAN\n"
    done = program("lexc", "merge", accents, plain, "-o", merged, "--fold", "--quiet")
    assert (done.returncode, done.stderr) == (0, "")
    assert program("lexc", "list", f"{merged}@accents").stdout == "AA\nCAFE\nELAN\n"
    folded, built = (
        json.loads(program("lexc", "stats", path, "--fold", *stats).stdout) for path in (accents, f"{merged}@accents")
    )
    assert folded == built


def test_what_diff_shows(lists):
    words, hooks = (program("lexc", "diff", *lists, option).stdout for option in ("--words", "--hooks"))
    assert words + hooks == program("lexc", "diff", *lists, "--words", "--hooks").stdout
    assert words + hooks == program("lexc", "diff", *lists).stdout
    assert words.count("hook") == 0
    rows = [json.loads(line) for line in program("lexc", "diff", *lists, "--json").stdout.splitlines()]
    assert rows[0] == {"change": "-", "word": "ABLE"}
    assert rows[-1] == {"change": "+", "word": "CARE", "side": "back", "letter": "S"}
    counted = program("lexc", "diff", *lists, "--count")
    assert " ".join(counted.stdout.split()) == "old: 4 new: 5 words in: 2 words out: 1 hooks gained: 2 hooks lost: 0"
    assert counted.returncode == 1
    assert json.loads(program("lexc", "diff", *lists, "--count", "--json", "--hooks").stdout) == {
        "old": 4,
        "new": 5,
        "hooks_gained": 2,
        "hooks_lost": 0,
    }


def test_the_exit_code_is_about_what_is_shown(tmp_path):
    (tmp_path / "a.txt").write_text("AA\n")
    (tmp_path / "b.txt").write_text("AA\nQUIZ\n")
    paths = [str(tmp_path / name) for name in ("a.txt", "b.txt")]
    assert [program("lexc", "diff", *paths, option).returncode for option in ("--words", "--hooks")] == [1, 0]
    assert program("lexc", "diff", *paths, "--max-length", "3").returncode == 0


def test_diff_of_anything(lists, both):
    expected = program("lexc", "diff", *lists).stdout
    assert program("lexc", "diff", f"{both}@old", f"{both}@new").stdout == expected
    assert program("lexc", "diff", lists[0], f"{both}@NEW").stdout == expected
    assert program("lexc", "diff", "-", lists[1], stdin=OLD).stdout == expected
    assert program("lexc", "diff", "-", "-", stdin=OLD).returncode == 2


@pytest.mark.skipif(os.name == "nt", reason="no FIFOs")
def test_diff_reads_a_pipe(lists, tmp_path):
    import threading

    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=lambda: (tmp_path / "pipe").write_text(OLD), daemon=True)
    writer.start()
    assert stat.S_ISFIFO(os.stat(tmp_path / "pipe").st_mode)
    done = program("lexc", "diff", str(tmp_path / "pipe"), lists[1])
    assert done.returncode == 1
    assert done.stdout == program("lexc", "diff", *lists).stdout


def test_diff_of_what_is_none(lists, tmp_path):
    (tmp_path / "bad.txt").write_text("c4re\n")
    for wrong, code, told in (
        (str(tmp_path / "bad.txt"), 3, "column 2: '4'"),
        (str(tmp_path / "none.txt"), 4, "none.txt"),
        (str(tmp_path / "none.gaddag"), 3, "no such lexicon"),
        ("klingon", 3, "no lexicon of that name or path"),
        ("english@nwl", 3, "no editions"),
    ):
        for pair in ((wrong, lists[0]), (lists[0], wrong)):
            assert_refused(program("lexc", "diff", *pair), code, told)
    assert program("lexc", "diff", lists[0], str(tmp_path / "bad.txt"), "--skip-invalid").returncode == 1
    assert "expected spanish" in program("lexc", "diff", lists[0], "english", "-a", "spanish").stderr
    assert program("lexc", "diff", lists[0]).returncode == 2


def test_editions_at_the_shell(lists, both):
    assert program("lexq", "-l", f"{both}@new", "prefix", "CA").stdout == "CARE\nCARES\n"
    assert program("lexq", "-l", f"{both}@old", "prefix", "CA").stdout == "CARE\n"
    assert program("lexq", "prefix", "A", LEXKIT_LEXICON=f"{both}@old").stdout == "AA\nABLE\n"
    assert program("lexc", "list", f"{both}@old").stdout == OLD.upper()
    facts = json.loads(program("lexc", "info", both, "--json").stdout)
    assert (facts["editions"], facts["marks"]) == ({"old": 4, "new": 5}, {"old": "$", "new": "#"})
    assert "old 4, new 5" in program("lexc", "info", both).stdout
    assert program("lexc", "verify", both).returncode == 0
    assert program("lexc", "verify", f"{both}@new", "--words", lists[1]).returncode == 0
    wrong = program("lexq", "-l", f"{both}@nwl", "prefix", "CA")
    assert_refused(wrong, 3, "no such edition: expected old or new, found 'nwl'")


def test_an_edition_goes_where_a_lexicon_goes(both, tmp_path):
    assert program("lexc", "pack", f"{both}@new").returncode == 0
    assert program("lexc", "list", str(tmp_path / "new.gaddag.zst")).stdout == "AA\nCARE\nCARES\nHOOKS\nSCARE\n"
    figures = [
        program("lexc", "stats", name, "--json").stdout for name in (f"{both}@new", str(tmp_path / "new.gaddag.zst"))
    ]
    assert json.loads(figures[0])
    assert figures[0] == figures[1]
    assert program("lexc", "pack", f"{both}@nwl").returncode == 3


def test_merge_by_name(lists, tmp_path, both):
    target = str(tmp_path / "named.gaddag")
    done = program("lexc", "merge", f"a={lists[0]}", f"b={both}@new", f"{both}@old", "-o", target, "--json", "-q")
    report = json.loads(done.stdout)
    assert report["editions"] == {"a": 4, "b": 5, "old": 4}
    assert done.stderr == ""
    strange = tmp_path / "x=old.txt"
    strange.write_text("QUIZ\n")
    done = program("lexc", "merge", f"q={strange}", lists[1], "-o", target)
    assert "q: 1 word\n" in done.stderr
    assert "NAME=FILE" in program("lexc", "merge", str(strange), "-o", target).stderr, (
        "the file is there: no name in it"
    )


def test_merges_that_cannot_be(lists, tmp_path):
    target = str(tmp_path / "all.gaddag")
    for arguments, code, told in (
        ([lists[0], lists[0]], 3, "two editions have the same name: found 'old'"),
        ([*lists, "--mark", "nwl=#"], 3, "expected old or new, found 'nwl'"),
        ([*lists, "--mark", "new=s"], 3, "no letters"),
        ([*lists, "--mark", "new"], 2, "NAME=VALUE"),
        ([*lists, "--layout", "round"], 2, "compressed or expanded"),
        ([*lists, "-a", "klingon"], 3, "klingon"),
        ([lists[0], str(tmp_path / "none.txt")], 4, "none.txt"),
        ([], 2, ""),
    ):
        assert_refused(program("lexc", "merge", *arguments, "-o", target), code, told)
    assert sorted(os.listdir(tmp_path)) == ["new.txt", "old.txt"]
    assert program("lexc", "merge", *lists).returncode == 2, "no name for the file"


def test_lists_that_players_know_have_the_marks_players_know(tmp_path: Path) -> None:
    (tmp_path / "nwl23.txt").write_text("care\nacre\n")
    (tmp_path / "csw21.txt").write_text("care\nzo\n")
    (tmp_path / "csw24.txt").write_text("care\nzo\nab\n")

    def marked(*lists: str) -> str:
        target = str(tmp_path / "all.gaddag")
        done = program("lexc", "merge", *lists, "-o", target, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        # The name of a file here may be said without its ending.
        return program("lexq", "-l", "all", "prefix", "", "--marks", cwd=tmp_path).stdout

    assert marked("nwl23.txt", "csw21.txt") == "ACRE$\nCARE\nZO#\n"
    assert marked("nwl23.txt", "csw21.txt", "csw24.txt") == "AB#\nACRE$\nCARE\nZO#\n"
    assert marked("csw21.txt", "csw24.txt") == "AB\nCARE\nZO\n", "all of one side"
    assert marked("nwl23.txt", "csw21.txt", "--mark", "csw21=+") == "ACRE\nCARE\nZO+\n"
    assert program("lexq", "-l", "all@csw21", "prefix", "Z", cwd=tmp_path).stdout == "ZO\n"
