"""lexq as a user meets it: as a process, in a pipe, with typing errors."""

import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest

import lexkit
from tests.apps.shell.shell import LEXQ, assert_refused, first_lines, json_lines, lexq, program
from tests.running import each

BOARD = "15/15/15/15/15/15/15/7ABLE4/15/15/15/15/15/15/15 / 0/0 0"
WORDS = ["ABLE", "CABLE", "CARE", "CARED", "CARES", "FABLE", "PARABLE", "PAYABLE", "TABLE", "TABLES"]


@each(
    ("arguments", "expected"),
    [
        (["prefix", "ca"], "CABLE\nCARE\nCARED\nCARES\n"),
        (["suffix", "ABLE"], "ABLE\nCABLE\nFABLE\nPARABLE\nPAYABLE\nTABLE\n"),
        (["substring", "BLE", "--length", "4-5"], "ABLE\nCABLE\nFABLE\nTABLE\n"),
        (["substring", "BLE", "--length", "6-"], "PARABLE\nPAYABLE\nTABLES\n"),
        (["substring", "BLE", "--limit", "2"], "ABLE\nCABLE\n"),
        (["substring", "BLE", "--count"], "7\n"),
        (["substring", "BLE", "AR", "--split", "--limit", "2"], "A\tBLE\t\nCA\tBLE\t\nC\tAR\tE\nC\tAR\tED\n"),
        (["substring", "A", "--split", "--length", "7-", "--offset", "2"], "P\tA\tYABLE\nPAY\tA\tBLE\n"),
        (["substring", "A", "--split", "--length", "7-", "--count"], "4\n"),
        (
            ["substring", "BL", "--split", "--sort", "-length", "--csv", "-n", "2"],
            "before,match,after\nPARA,BL,E\nPAYA,BL,E\n",
        ),
        (["substring", "BLE", "CAR", "-c"], "7\n3\n"),
        (["exact", "care"], "CARE\n"),
        (["hooks", "able"], "CFT\tABLE\t\n"),
        (["cross", "--before", "PA", "--after", "ABLE"], "R\nY\n"),
        (["cross", "--after", "ABLE"], "C\nF\nT\n"),
        (["cross", "--board", BOARD, "--square", "8G"], "8G\tCFT\t*\t6\t-\n"),
        (["cross", "--board", BOARD, "--square", "9H"], "9H\t*\t-\t-\t1\n"),
    ],
)
def test_answers(few: str, arguments: list[str], expected: str) -> None:
    done = lexq("-l", few, *arguments)
    assert (done.stdout, done.stderr, done.returncode) == (expected, "", 0)


def test_places_of_a_text_have_no_other_fields(few: str) -> None:
    for option in (["--columns", "points"], ["--group", "alphagram"], ["--marks"]):
        assert_refused(lexq("-l", few, "substring", "A", "--split", *option), 2, "exclude each other")
    assert_refused(lexq("-l", few, "substring", "", "--split"), 3, "the text to look for is empty")
    assert json_lines("-l", few, "substring", "TA", "--split") == [
        {"before": "", "match": "TA", "after": "BLE"},
        {"before": "", "match": "TA", "after": "BLES"},
    ]


def test_nothing_found_is_exit_code_1(few: str) -> None:
    for arguments in (
        ["prefix", "QQ"],
        ["substring", "X"],
        ["substring", "X", "--split"],
        ["exact", "CARING"],
        ["cross", "-b", "QQ"],
        ["hooks", "QQ"],
    ):
        done = lexq("-l", few, *arguments)
        assert (done.returncode, done.stderr) == (1, ""), arguments
    assert lexq("-l", few, "prefix", "QQ", "--count").stdout == "0\n"


def test_check_tells_all_words_from_some(few: str) -> None:
    assert lexq("-l", few, "check", "CARE", "table").returncode == 0
    some = lexq("-l", few, "check", "CARE", "TABEL", "x1")
    assert (some.stdout, some.returncode) == ("CARE\n", 1)
    assert lexq("-l", few, "check", "--missing", "CARE", "tabel").stdout == "tabel\n"
    assert json_lines("-l", few, "check", "CARE", "TABEL") == [
        {"word": "CARE", "valid": True},
        {"word": "TABEL", "valid": False},
    ]


def test_the_spelling_of_a_text(few: str, tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("Care, cable;\ntabel tables\n\ncars 4th CARE's", "utf-8")
    lines = "2\ttabel\tTABLE\n4\tcars\tCARE CARES\n"
    for path, given in ((str(text), ""), ("-", text.read_text())):
        done = lexq("-l", few, "check", "--text", path, stdin=given)
        assert (done.stdout, done.stderr, done.returncode) == (lines, "", 1)
    rows = [{"line": 2, "word": "tabel", "near": ["TABLE"]}, {"line": 4, "word": "cars", "near": ["CARE", "CARES"]}]
    assert json_lines("-l", few, "check", "--text", str(text)) == rows
    assert json_lines("-l", few, "check", "--text", str(text), "--limit", "1") == rows[:1]
    assert lexq("-l", few, "check", "--text", str(text), "--limit", "0").returncode == 1
    assert lexq("-l", few, "check", "--text", str(text), "-c").stdout == "2\n"
    text.write_text("care table", "utf-8")
    good = lexq("-l", few, "check", "--text", str(text))
    assert (good.stdout, good.returncode) == ("", 0)
    text.write_bytes(b"care\n\xff")
    assert_refused(lexq("-l", few, "check", "--text", str(text)), 3, "line 2: the text is not UTF-8")
    assert_refused(lexq("-l", few, "check", "--text", str(tmp_path / "none")), 4, "cannot read")
    for arguments in ([], ["CARE", "--text", str(text)]):
        assert_refused(lexq("-l", few, "check", *arguments), 2, "expected words, or --text FILE")


def test_cryptograms(few: str) -> None:
    """Of the ten words CABLE, CARED, CARES, FABLE and TABLE have five letters."""
    done = lexq("-l", few, "cryptogram", "VWXYZ", "QWXYZ!")
    assert (done.stderr, done.returncode) == ("", 0)
    pairs = [(one, two) for one in ("CABLE", "FABLE", "TABLE") for two in ("CABLE", "FABLE", "TABLE") if one != two]
    assert sorted(done.stdout.splitlines()) == sorted(f"{one} {two}" for one, two in pairs)
    assert lexq("-l", few, "cryptogram", "-", stdin="VWXYZ\nQWXYZ\n").stdout == done.stdout
    assert lexq("-l", few, "cryptogram", "VWXYZ QWXYZ", "-n", "1").stdout == done.stdout.splitlines(True)[0]
    assert lexq("-l", few, "cryptogram", "VWXYZ QWXYZ", "-c").stdout == "6\n"
    one = {"text": "TABLE CABLE", "key": dict(zip("VWXYZQ", "TABLEC", strict=True))}
    assert json_lines("-l", few, "cryptogram", "vwxyz qwxyz", "-g", "V=T", "--given", "q=c") == [one]
    assert lexq("-l", few, "cryptogram", "XYZ").returncode == 1
    assert lexq("-l", few, "cryptogram", "XYZ", "--also", "ZAX").stdout == "ZAX\n"
    for given, message in ((["X"], "expected --given X=T"), (["X=A", "X=B"], "given twice")):
        options = [part for pair in given for part in ("--given", pair)]
        assert_refused(lexq("-l", few, "cryptogram", "XYZ", *options), 2, message)
    assert_refused(lexq("-l", few, "cryptogram", "X1"), 3, "not a letter of the english alphabet", lines=3)


def test_acrostics(few: str, tmp_path: Path) -> None:
    file = tmp_path / "one.toml"
    file.write_text('quotation = "????? CARE"\n[clues]\nA = "6 7 2 3 4"\n[answers]\nA = "C???E"\n')
    # CABLE has its B where CARED and CARES, which alone have an E in place 4, have their A.
    done = lexq("-l", few, "acrostic", str(file))
    lines = "A\tCA??E\t1\tCABLE\n\t???E?\t0\t\n\tCARE\t1\tCARE\n"
    assert (done.stdout, done.stderr, done.returncode) == (lines, "", 0)
    file.write_text('quotation = "????? CARE"\n[clues]\nA = "1 7 3 4 5"\n[answers]\nA = "T"\n')
    assert_refused(lexq("-l", few, "acrostic", str(file)), 3, "an answer of another length")
    file.write_text('quotation = "????? CARE"\n[clues]\nA = "1 7 3 4 5"\n[answers]\nA = "??B??"\n')
    rows = json_lines("-l", few, "acrostic", str(file), "--limit", "2")
    three = {"letters": "?AB??", "count": 3, "words": ["CABLE", "FABLE"]}
    assert rows[0] == {"clue": "A", **three}
    assert rows[1] == {"clue": "", **three, "letters": "??B??"}
    assert_refused(lexq("-l", few, "acrostic", str(tmp_path / "none")), 4, "cannot read")
    assert_refused(lexq("-l", few, "acrostic", "-"), 2, "found -, which is not accepted here")


def test_words_from_standard_input(few: str) -> None:
    assert lexq("-l", few, "check", "-", stdin="care a definition\n\nTABLES\r\n").stdout == "CARE\nTABLES\n"
    assert lexq("-l", few, "prefix", "-", stdin="PAR\nPAY\n").stdout == "PARABLE\nPAYABLE\n"


def test_json_is_one_object_a_line(few: str) -> None:
    assert json_lines("-l", few, "suffix", "ED") == [{"word": "CARED", "rank": 3, "length": 5}]
    hooks = {"word": "CARE", "valid": True, "front": [], "back": ["D", "S"]}
    assert json_lines("-l", few, "hooks", "CARE") == [hooks]
    (info,) = json_lines("-l", few, "info")
    assert (info["words"], info["lengths"]) == (10, {"4": 2, "5": 5, "6": 1, "7": 2})
    (word,) = json_lines("-l", few, "info", "care")
    assert word == {
        "word": "CARE",
        "valid": True,
        "rank": 2,
        "length": 4,
        "points": 6,
        "vowels": 2,
        "front": [],
        "back": ["D", "S"],
        "inner": [],
        "alphagram": "ACER",
        "anagrams": [],
        # C, A, R and E of the bag: 2 * 9 * 6 * 12; with one of 2 blanks, and with both.
        "probability": {
            "ways": 1296 + 2 * (648 + 144 + 216 + 108) + (72 + 108 + 54 + 12 + 24 + 18),
            "place": 1,
            "of": 2,
        },
    }
    (word,) = json_lines("-l", few, "hooks", "CARED", "--inner")
    assert word["inner"] == ["CARE"]


@each(
    ("arguments", "code", "message"),
    [
        (["substrng", "AX"], 2, "Did you mean 'substring'"),
        (["prefix"], 2, "Missing argument"),
        (["prefix", "A", "--length", "five"], 2, "expected a length like 7"),
        (["prefix", "A", "--limit", "-1"], 2, "not in the range"),
        (["cross"], 2, "--before TEXT"),
        (["prefix", "A1"], 3, "column 2 of 'A1': not a letter of the english alphabet"),
        (["-l", "nosuch", "prefix", "A"], 3, "no lexicon of that name or path"),
        (["-l", "/no/such.gaddag", "prefix", "A"], 3, "no such lexicon"),
        (["-l", __file__, "prefix", "A"], 3, "is it the word list itself?"),
        (["-l", "/", "prefix", "A"], 3, "a folder"),
    ],
)
def test_mistakes(arguments: list[str], code: int, message: str) -> None:
    assert_refused(lexq(*arguments), code, message)


def test_debug_shows_where(few: str) -> None:
    assert "Traceback" in lexq("--debug", "-l", few, "prefix", "A1").stderr


@pytest.mark.parametrize("options", ["", "--reverse", "--sort -points", "--csv", "--json", "--columns word,rank"])
@pytest.mark.skipif(os.name == "nt", reason="a POSIX pipe")
def test_a_closed_pipe_is_quiet(options: str) -> None:
    first_lines("substring", "E", *options.split())


@pytest.mark.skipif(os.name == "nt", reason="a POSIX pipe")
def test_an_unbounded_answer_stops_with_its_reader() -> None:
    assert first_lines("search", "prefix:") == "AA\nAAH\n"
    first_lines("moves", f"{'/'.join(['15'] * 15)} ??AEINR/ 0/0 0")


def test_version_and_a_closed_output() -> None:
    for name in ("lexq", "lexc"):
        assert program(name, "--version").stdout == f"{name} {lexkit.__version__}\n"
    command = f"{shlex.join([*LEXQ, 'substring', 'UZZ'])} >&-"
    done = subprocess.run(command, shell=True, stderr=subprocess.PIPE, text=True, check=False, timeout=300)
    assert (done.stderr, done.returncode) == ("lexq: standard output is closed\n", 4)


def test_every_command_has_help_with_an_example() -> None:
    from typer.main import get_command

    from lexkit.apps.shell.lexc.app import app
    from lexkit.apps.shell.lexq.app import program as lexq_program

    for name, group in (("lexq", get_command(lexq_program)), ("lexc", get_command(app))):
        listed = program(name, "--help")
        assert listed.returncode == 0
        assert "Example: " in listed.stdout, f"{name} --help"
        commands = re.findall(r"^  ([a-z][a-z!-]*)  ", listed.stdout.split("Commands:")[1], re.M)
        assert len(commands) >= 8
        assert sorted(commands) == sorted(group.list_commands(None))
        assert f"Example: {name} {commands[-1]}" in program(name, commands[-1], "--help").stdout
        for command in commands:
            assert f"Example: {name} " in group.get_command(None, command).help, f"{name} {command} --help"


def test_the_lexicon_chosen_by_environment_and_by_default(few: str, tmp_path: Path) -> None:
    assert lexq("exact", "PARABLE", "TABLES", LEXKIT_LEXICON=few).returncode == 0
    home = {"LEXKIT_HOME": str(tmp_path)}
    assert program("lexc", "use", few, **home).stdout == f"{few}\n"
    assert lexq("info", "--json", **home).stdout.startswith(f'{{"lexicon": "{few}"')
    assert program("lexc", "use", **home).stdout == f"{few}\n"
    assert program("lexc", "use", "--forget", **home).stdout == "english\n"
    assert lexq("exact", "QUIXOTRY", **home).returncode == 0


def test_completion_is_offered() -> None:
    assert "--install-completion" in lexq("--help").stdout


@pytest.mark.parametrize("command", [["check"], ["prefix"], ["anagram"], ["hooks"]])
def test_a_line_of_standard_input_that_does_not_end(few: str, command: list[str]) -> None:
    """Found: it was read to its end, and filled the memory."""
    done = lexq("-l", few, *command, "-", stdin="A" * 1_000_000)
    assert done.returncode == 3
    assert "the line on standard input is too long: expected fewer than 262,144 bytes" in done.stderr


def test_a_line_of_a_batch_that_does_not_end_is_given_up(few: str) -> None:
    """Found: --timeout was not heard while the rest of it was skipped."""
    done = lexq("--timeout", "0.001", "-l", few, "batch", "/dev/zero")
    assert done.returncode == 3
    assert "not answered in time" in done.stderr
