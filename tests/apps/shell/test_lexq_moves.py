"""lexq moves, best, score and judge as a user meets them: as processes, in pipes and on a terminal."""

import json
import os
import subprocess
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import lexkit
from lexkit.compiler.build import Options, build
from lexkit.formats.leaves_section import StoredLeaves, leave_count
from tests.apps.shell.shell import LEXQ, assert_refused, json_lines, lexq, on_terminal
from tests.running import each

WORDS = ["AM", "AS", "ARE", "CAR", "CARE", "CARES", "EM", "ES", "ME", "MARE", "RE", "SAME", "SCARE", "SCARES"]
EMPTY = "/".join(["15"] * 15)
#: CARE on row 8 from D to G would miss the start square: it lies on F to I.
ROWS = "/".join([*["15"] * 7, "5CARE6", *["15"] * 7])
CARE = f"{ROWS} AMS/ 12/0 0"
#: Three positions: a move, none, a move.
SEVERAL = f"{CARE}\n{ROWS} V/ 0/0 0\n\n{EMPTY} ACERS/ 0/0 0\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("games")
    build(WORDS, made / "few.gaddag")
    build(["ZĄB", "ZA"], made / "polski.gaddag", Options(alphabet="polish"))
    board = lexkit.Board()
    board.play("8F CARE")
    (made / "board.txt").write_text(f"{board}\n", "utf-8")
    (made / "games.cgp").write_text(SEVERAL, "utf-8")
    (made / "tiny.toml").write_text('name = "tiny"\nrows = """\n..-..\n.....\n-...-\n.....\n..-..\n"""\n', "utf-8")
    return made


@pytest.fixture(scope="module")
def few(folder: Path) -> str:
    return str(folder / "few.gaddag")


# -- answers --------------------------------------------------------------------------------------------


def test_moves_piped_are_lines_of_place_tiles_score_words(few: str) -> None:
    done = lexq("-l", few, "moves", CARE)
    assert (done.returncode, done.stderr) == (0, "")
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    lexicon, board = lexkit.open(few), lexkit.Board.from_cgp(CARE)
    found = lexicon.moves(board, "AMS")
    assert rows == [[m.place, m.tiles, str(m.score), "/".join(m.words)] for m in found.top(len(found))]
    assert ["8E", "S....S", "8", "SCARES"] not in rows
    assert ["8F", "....S", "7", "CARES"] in rows


@each("option", ["--top", "--limit", "-n"])
def test_the_best_few(few: str, option: str) -> None:
    every = lexq("-l", few, "moves", CARE, "--all").stdout.splitlines()
    assert len(every) > 3
    assert lexq("-l", few, "moves", CARE, option, "3").stdout.splitlines() == every[:3]
    assert lexq("-l", few, "best", CARE).stdout.splitlines() == every[:1]
    assert lexq("-l", few, "moves", CARE, "--count").stdout == f"{len(every)}\n"
    assert lexq("-l", few, "moves", CARE, option, "0").stdout == ""


def test_the_rack_given_goes_before_the_position_s(few: str) -> None:
    assert lexq("-l", few, "moves", CARE, "--rack", "S", "-c").stdout == "4\n"
    assert lexq("moves", CARE, "-r", "s", "--lexicon", few, "-c").stdout == "4\n"
    blank = lexq("-l", few, "moves", CARE, "--rack", "?", "--top", "1").stdout
    assert blank.split("\t")[:2] == ["8E", "s...."], "of equal scores the leftmost"


def test_json_is_one_object_a_line(few: str) -> None:
    rows = json_lines("-l", few, "moves", CARE, "-r", "AMSXZQJ")
    cares = next(row for row in rows if row["tiles"] == "....S")
    assert cares == {
        "position": 1,
        "place": "8F",
        "tiles": "....S",
        "score": 7,
        "words": ["CARES"],
        "is_bingo": False,
        "breakdown": [["CARES", 7]],
        "leave": "AJMQXZ",
    }
    (best,) = json_lines("-l", few, "best", CARE)
    assert best["score"] == max(row["score"] for row in rows)
    assert json.loads(lexq("-l", few, "moves", CARE, "--count", "--json").stdout)["position"] == 1


@pytest.fixture(scope="module")
def weighed(folder: Path) -> str:
    """The same lexicon, with leave values that nobody trained."""
    values = np.random.default_rng(2).normal(0, 2500, leave_count(26, 3)).astype(np.int16)
    values[0] = 0
    target = folder / "weighed.gaddag"
    lexkit.attach(folder / "few.gaddag", target, leaves=StoredLeaves(26, 3, 250, values))
    return str(target)


def test_moves_by_equity(weighed: str) -> None:
    """With exchanges and the pass, in every format."""
    lexicon, board = lexkit.open(weighed), lexkit.Board.from_cgp(CARE)
    expected = list(lexicon.moves(board).by_equity(lexicon))
    rows = [(one.place, one.tiles, str(one.score), str(one.leave), f"{one.equity:.2f}") for one in expected]
    by_equity = ["-l", weighed, "moves", CARE, "--sort", "equity"]
    assert [tuple(line.split("\t")) for line in lexq(*by_equity).stdout.splitlines()] == rows
    named = "place,tiles,score,leave,equity"
    table = lexq(*by_equity, "--columns", named, "--csv").stdout.splitlines()
    assert table == [named, *(",".join(row) for row in rows)]
    told = json_lines(*by_equity, "-n", "3", "--columns", "kind, equity")
    assert told == [{"position": 1, "kind": one.kind, "equity": one.equity} for one in expected[:3]]
    by_score = [line.split("\t") for line in lexq("-l", weighed, "moves", CARE, "--columns", named).stdout.splitlines()]
    assert [row[:2] for row in by_score] == [[m.place, m.tiles] for m in lexicon.moves(board).top(99)]
    assert {tuple(row) for row in by_score} == {row for row in rows if row[0] not in ("exchange", "pass")}
    shown = on_terminal("-l", weighed, "moves", CARE, "--sort", "equity", "-n", "2")
    assert rows[1][4] in shown
    assert f"{len(rows)} candidates, 2 shown" in shown


def test_columns_with_borrowed_leave_values(few: str, folder: Path) -> None:
    done = lexq("-l", few, "moves", CARE, "--columns", "score,leave,kind,is_bingo", "-n", "1")
    assert done.stdout == "9\tM\tplacement\tFalse\n"
    several = lexq("-l", few, "moves", str(folder / "games.cgp"), "--columns", "place,score", "--csv").stdout
    assert several.splitlines()[0] == "position,place,score"
    assert several.splitlines()[-1].startswith("4,")
    assert done.stderr == ""
    done = lexq("-l", few, "moves", str(folder / "games.cgp"), "--sort", "equity")
    assert done.returncode == 0
    assert done.stderr == "leave values of the bundled English list; lexc leaves few.gaddag trains its own\n"
    for wrong, reason in ((["--columns", "worth"], "no such field"), (["--sort", "worth"], "score or equity")):
        done = lexq("-l", few, "moves", CARE, *wrong)
        assert (done.stdout, done.returncode in (2, 3)) == ("", True)
        assert reason in done.stderr
    assert lexq("-l", few, "moves", CARE, "--json", "--csv").returncode == 2


def test_score_adds_up_whether_or_not_words_are_words() -> None:
    done = lexq("score", CARE, "9C", "MAS")
    assert (done.returncode, done.stderr) == (3, "lexq: 9C: not connected to the tiles on the board\n")
    assert lexq("score", CARE, "9D", "XYZ").stdout == "9D\tXYZ\t35\tXYZ 22\tCZ 13\n"
    assert lexq("score", CARE, "9d", "XyZ").stdout.startswith("9D\tXyZ\t")
    assert lexq("score", f"{EMPTY} /", "8D", "AEINRST").stdout == "8D\tAEINRST\t66\tAEINRST 16\tbingo 50\n"
    facts = json.loads(lexq("score", CARE, "8F", "CARES", "--json").stdout)
    assert (facts["tiles"], facts["score"], facts["breakdown"]) == ("....S", 7, [["CARES", 7]])


def test_judge_is_a_sentence_and_an_exit_code(few: str) -> None:
    legal = lexq("-l", few, "judge", CARE, "8F", "CARES")
    assert (legal.stdout, legal.returncode) == ("8F CARES is legal: CARES for 7 points.\n", 0)
    for arguments, reason in [
        (["8F", "CARED", "--rack", "D"], "not in the lexicon: CARED"),
        (["8F", "CARES", "--rack", "AD"], "not on the rack AD: S"),
        (["8F", "CARES", "--rack", "A?"], "not on the rack A?: S (a blank is written in lower case)"),
        (["1A", "AS"], "not connected to the tiles on the board"),
        (["8E", "AS"], "8F: the square holds C already, not S"),
        (["99Z", "AS"], "off the board of 15 rows and 15 columns"),
        (["here", "AS"], "not a place, found 'here'"),
        (["8G", "ARES"], "tiles touch it in line, so that the word is CARES; give the whole word: 8F CARES"),
    ]:
        done = lexq("-l", few, "judge", CARE, *arguments)
        play = " ".join(arguments[:2])
        assert (done.stdout, done.stderr, done.returncode) == (f"{play} is not legal: {reason}.\n", "", 1)
    facts = json.loads(lexq("-l", few, "judge", CARE, "8F", "CARED", "-r", "D", "--json").stdout)
    assert (facts["legal"], facts["score"], facts["words"]) == (False, 8, [{"word": "CARED", "valid": False}])


def test_nothing_found_is_exit_code_1(few: str) -> None:
    for command in ("moves", "best"):
        done = lexq("-l", few, command, f"{EMPTY} VV/ 0/0 0")
        assert (done.stdout, done.stderr, done.returncode) == ("", "", 1)
    done = lexq("-l", few, "moves", f"{EMPTY} VV/ 0/0 0", "--count")
    assert (done.stdout, done.returncode) == ("0\n", 1)


# -- where positions come from --------------------------------------------------------------------------


def test_a_drawn_board_from_a_file_and_from_standard_input(few: str, folder: Path) -> None:
    drawn = folder / "board.txt"
    expected = lexq("-l", few, "moves", CARE).stdout
    assert lexq("-l", few, "moves", str(drawn), "--rack", "AMS").stdout == expected
    assert lexq("-l", few, "moves", "-", "--rack", "AMS", stdin=drawn.read_text("utf-8")).stdout == expected
    done = lexq("-l", few, "best", str(drawn))
    assert (done.stderr, done.returncode) == (
        "lexq: rack: the rack is not known: expected one in the position, or --rack TILES\n",
        3,
    )


def test_one_line_of_a_file_is_as_the_text_itself(few: str) -> None:
    for command in (["moves"], ["best"], ["score", "8F", "CARES"], ["judge", "8F", "CARES"]):
        told = lexq("-l", few, command[0], CARE, *command[1:])
        read = lexq("-l", few, command[0], "-", *command[1:], stdin=f"\ufeff\r\n{CARE}\r\n")
        assert (read.stdout, read.stderr) == (told.stdout, told.stderr)


def test_several_positions(few: str, folder: Path) -> None:
    games = str(folder / "games.cgp")
    best = lexq("-l", few, "best", games)
    assert best.returncode == 0
    lines = best.stdout.splitlines()
    assert len(lines) == 3, "a line for each position"
    assert lines[1] == "-"
    assert json.loads(lexq("-l", few, "best", games, "--json").stdout.splitlines()[1]) is None
    moves = [line.split("\t") for line in lexq("-l", few, "moves", games, "--top", "1").stdout.splitlines()]
    assert [row[0] for row in moves] == ["1", "4"], "numbered by line"
    assert ["\t".join(row[1:]) for row in moves] == [lines[0], lines[2]]
    counts = [int(line) for line in lexq("-l", few, "moves", games, "-c").stdout.splitlines()]
    assert len(counts) == 3
    assert counts[1] == 0
    judged = lexq("-l", few, "judge", games, "8F", "CARES", "--rack", "ACERS")
    assert [line.split(" for")[0] for line in judged.stdout.splitlines()] == ["8F CARES is legal: CARES"] * 3


def test_each_line_is_answered_before_the_next_is_read(few: str) -> None:
    with subprocess.Popen(
        [*LEXQ, "-l", few, "best", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as engine:
        for rack in ("S", "M"):
            engine.stdin.write(f"{ROWS} {rack}/ 0/0 0\n")
            engine.stdin.flush()
            assert engine.stdout.readline().count("\t") == 3
        engine.stdin.close()


def test_a_layout_of_ones_own(few: str, folder: Path) -> None:
    tiny = str(folder / "tiny.toml")
    done = lexq("-l", few, "best", "5/5/5/5/5 AMS/ 0/0 0", "--layout", tiny)
    assert (done.returncode, done.stderr) == (0, "")
    wrong = lexq("-l", few, "best", CARE, "--layout", tiny)
    assert wrong.stderr == "lexq: board: wrong number of rows: expected 5, found 15\n"
    assert lexq("best", CARE, "--layout", "nosuch.toml").returncode == 4


def test_the_lexicon_of_the_position(few: str, folder: Path, tmp_path: Path) -> None:
    position = f"{EMPTY} ACERS/ 0/0 0 lex few;"
    named = lexq("moves", position, "-c", LEXKIT_HOME=str(folder)).stdout
    assert named == lexq("-l", few, "moves", position, "-c").stdout
    bundled = lexq("moves", position, "-c", LEXKIT_HOME=str(tmp_path)).stdout
    assert bundled == lexq("-l", "english", "moves", position, "-c").stdout != named
    both = lexq("moves", position, "-c", LEXKIT_HOME=str(folder), LEXKIT_LEXICON="english").stdout
    assert both == bundled, "$LEXKIT_LEXICON goes before the position"


def test_other_alphabets(folder: Path) -> None:
    polski = str(folder / "polski.gaddag")
    assert lexq("-l", polski, "best", f"{EMPTY} ĄBZ/ 0/0 0 ld polish;").stdout.split("\t")[1] == "ZĄB"
    drawing = "\n".join(["." * 15] * 15)
    assert lexq("-l", polski, "best", "-", "-r", "ĄBZ", stdin=drawing).stdout.split("\t")[1] == "ZĄB"
    for command in (["moves"], ["best"], ["judge", "8H", "ZA"]):
        # Found: without ld it was English, and the remedy was to give -l.
        assert lexq("-l", polski, command[0], f"{EMPTY} ABZ/ 0/0 0", *command[1:]).stdout
        done = lexq("-l", polski, command[0], f"{EMPTY} ABZ/ 0/0 0 ld english;", *command[1:])
        told = "operation ld: the text has another alphabet than the lexicon"
        assert_refused(done, 3, f"{told}: expected polish, the lexicon's, found english")


# -- mistakes -------------------------------------------------------------------------------------------

TOO_MANY = "/".join([*["15"] * 7, "5QQ8", *["15"] * 7])
FLOATING = "/".join(["2AS11", *["15"] * 6, "5CARE6", *["15"] * 7])


@each(
    ("arguments", "code", "message"),
    [
        (["moves"], 2, "Missing argument"),
        (["moves", CARE, "--top", "-1"], 2, "not in the range"),
        (["moves", CARE, "--top", "3", "--all"], 2, "exclude each other"),
        (["mvoes", CARE], 2, "Did you mean 'moves'"),
        (["score", CARE, "8F"], 2, "Missing argument"),
        (["moves", ""], 3, "it is empty"),
        (["moves", "  "], 3, "it is empty"),
        (["moves", "nonsense"], 3, "neither a position nor a file"),
        (["moves", "15/15 AS/ 0/0 0"], 3, "found 2x15"),
        (["moves", CARE.replace("5CARE6", "5CARE5")], 3, "row 8: wrong width: expected 15 squares, found 14"),
        (["moves", CARE.replace("CARE", "C4RE")], 3, "row 8: wrong width"),
        (["moves", CARE.replace("CARE", "C+RE")], 3, "row 8, square 7: not a tile of the english alphabet"),
        (["moves", f"{TOO_MANY} A/ 0/0 0"], 3, "Q"),
        (["moves", f"{FLOATING} A/ 0/0 0"], 3, "not connected"),
        (["moves", "/".join(["33"] * 33) + " A/"], 3, "1 to 32"),
        (["moves", CARE, "--rack", "A1"], 3, "not a tile of the english alphabet"),
        (["moves", CARE, "--rack", "ABCDEFGH"], 3, "at most 7 tiles, found 8"),
        (["moves", CARE, "--rack", "A" * 99], 3, "too many tiles"),
        (["moves", CARE, "--rack", ""], 3, "the rack is not known"),
        (["best", f"{ROWS} / 0/0 0"], 3, "the rack is not known"),
        (["moves", CARE, "--layout", "round"], 3, "round"),
        (["-l", "nosuch", "moves", CARE], 3, "no lexicon of that name or path"),
        (["score", CARE, "15O", "AS"], 3, "off the board"),
        (["score", CARE, "8F", "CA RE"], 3, "not a play"),
        (["score", CARE, "8F", "CARE"], 3, "no tile is put down"),
        (["moves", "nosuch.cgp"], 4, "nosuch.cgp: cannot read: No such file"),
        (["moves", "/"], 4, "a folder"),
    ],
)
def test_mistakes(arguments: list[str], code: int, message: str) -> None:
    assert_refused(lexq(*arguments), code, message)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "not a position: it is empty"),
        (b"\n \n", "not a position: it is empty"),
        (b"\xff\xfe\n", "not UTF-8: found byte 0xff"),
        (b"1/1 \xff\n", "line 1: not UTF-8"),
        (CARE.encode() + b"\n15/15\n", "line 2: no layout has this size"),
        (b"........\n....\n", "row 2: wrong width: expected 8 squares, found 4"),
        (b"x" * 300_000, "not a position"),
        (b"/" * 300_000, "not a position"),
    ],
)
def test_a_bad_file_is_named_with_its_line(tmp_path: Path, few: str, content: bytes, message: str) -> None:
    file = tmp_path / "bad"
    file.write_bytes(content)
    done = lexq("-l", few, "best", str(file), "--rack", "AS")
    assert done.returncode == 3
    assert done.stderr.startswith(f"lexq: {file}: ")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


# -- pipes and terminals --------------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo terminal")
def test_on_a_terminal_it_is_a_table(few: str) -> None:
    coloured = on_terminal("-l", few, "moves", CARE, "--top", "2")
    assert "\x1b[" in coloured
    plain = on_terminal("-l", few, "moves", CARE, "--top", "2", NO_COLOR="1")
    assert "\x1b" not in plain
    lines = [line.split() for line in plain.splitlines()]
    assert lines[0] == ["place", "tiles", "score", "words", "leave"]
    assert len(lines) == 4
    assert lines[-1][1:] == ["moves,", "2", "shown"]
    assert on_terminal("moves", CARE, "--rack", "AEINRST", NO_COLOR="1").endswith(", 20 shown\n")
    assert on_terminal("-l", few, "moves", CARE, "--all", NO_COLOR="1").endswith("moves\n")
    assert on_terminal("score", f"{EMPTY} /", "8D", "AEINRST", NO_COLOR="1").split() == [
        *("AEINRST", "16", "bingo", "50"),
        *("8D", "AEINRST", "66"),
    ]
    assert on_terminal("-l", few, "judge", CARE, "8F", "CARES", NO_COLOR="1") == (
        "8F CARES is legal: CARES for 7 points.\n"
    )


@pytest.mark.parametrize(
    ("begin", "found"),
    [
        ('<svg xmlns="http://www.w3.org/2000/svg" width="640">', "markup, such as a picture in SVG"),
        ('\n{"players": [', "JSON"),
        ("#character-encoding UTF-8", "a game in GCG; lexq gcg show FILE --turn N --json has its CGP"),
        (">Ann: ABCDEFG 8D BAD +12 12", "a game in GCG"),
    ],
)
def test_a_file_of_another_format(begin: str, found: str, tmp_path: Path) -> None:
    """Found: of a picture, that it was "not an operation"; nothing said what is expected."""
    (tmp_path / "other").write_text(f"{begin}\n")
    told = f"not a position: expected CGP, a line a position, or a drawn board, found {found}"
    assert_refused(lexq("draw", str(tmp_path / "other")), 3, told)


def test_wordsmog(english: lexkit.Lexicon, tmp_path: Path) -> None:
    # What one rack can make: before it answers, WordSmog looks at every word.
    build(english.search("subanagram:AEINRST").to_list(), tmp_path / "rack.gaddag")
    here = ("-l", str(tmp_path / "rack.gaddag"))
    for where, option in (
        (f"{EMPTY} AEINRST/ 0/0 0", ["--variant", "wordsmog"]),
        (f"{EMPTY} AEINRST/ 0/0 0 var wordsmog;", []),
    ):
        assert lexq(*here, "judge", where, "8D", "NTSRAIE", *option).returncode == 0
        assert lexq(*here, "best", where, *option).stdout.split("\t")[2] == "66"
    listed = lexq(*here, "moves", where).stdout.splitlines()
    # The best order of the same tiles by score, and the best with what vowels cost in an opening.
    orders = Counter((line.split("\t")[0], *sorted(line.split("\t")[1])) for line in listed)
    assert set(orders.values()) == {1, 2}
    assert int(lexq(*here, "moves", where, "--count").stdout) > 50 * len(listed)
    assert lexq(*here, "judge", where, "8D", "NTSRAIE", "--variant", "classic").returncode == 1
    done = lexq("best", where, "--variant", "smog")
    assert (done.returncode, "expected classic or wordsmog, found 'smog'" in done.stderr) == (2, True)
    games = lexq("autoplay", "--games", "2", "--variant", "wordsmog", "--json")
    assert '"games": 2' in games.stdout or '"games":2' in games.stdout
