"""Which alphabet ``lexq`` reads a position or a record by: what an own alphabet wrote comes back with its lexicon."""

import random
from pathlib import Path

import pytest

import lexkit
from lexkit import Alphabet, Options
from tests.apps.shell.shell import assert_refused, json_lines, lexq, program

EMPTY = "/".join(["15"] * 15)
OWN = Path(__file__).parents[2] / "game" / "text" / "alphabets"
RECORD = "#player1 Ann Ann\n#player2 Bob Bob\n"
FRENCH = f"{RECORD}>Ann: AKOIEST 8D KOTAIS +50 50\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with lexicons of a few words, french.gaddag and those of the own alphabets."""
    folder: Path = tmp_path_factory.mktemp("alphabets")
    lexkit.build(["KOTAIS", "AS", "ET"], folder / "french.gaddag", Options(alphabet="french"))
    for name in ("blanks10", "hungarian"):
        alphabet = Alphabet.from_file(OWN / f"{name}.csv")
        tiles = [number for number, tile in enumerate(alphabet.tiles, 1) for _ in range(tile.count)]
        draw = random.Random(name)
        words = {alphabet.decode(bytes(draw.choices(tiles, k=draw.randint(2, 4)))) for _ in range(500)}
        lexkit.build(sorted(words), folder / f"{name}.gaddag", Options(alphabet=alphabet))
    (folder / "french.gcg").write_text(FRENCH)
    return folder


@pytest.mark.parametrize("name", ["blanks10", "hungarian"])
def test_what_autoplay_writes_is_read_with_the_same_lexicon(name: str, folder: Path, tmp_path: Path) -> None:
    lexicon, games, positions = ("-l", str(folder / f"{name}.gaddag")), tmp_path / "games", tmp_path / "all.cgp"
    done = lexq(*lexicon, "autoplay", "--games", "2", "--gcg", str(games), "--positions", str(positions), "--seed", "1")
    assert done.returncode == 0, done.stderr
    game = sorted(games.iterdir())[0]
    assert f"#tile-distribution {name}\n" in game.read_text("utf-8")
    check = lexq(*lexicon, "gcg", "check", str(games))
    assert (check.returncode, check.stdout, check.stderr) == (0, "", "")
    shown = lexq(*lexicon, "gcg", "show", str(game)).stdout
    assert lexq("gcg", "show", str(game), "--alphabet", str(OWN / f"{name}.csv")).stdout == shown
    assert "(over: " in shown
    assert lexq("gcg", "check", str(game)).stdout.startswith(f"{game}:"), "nobody else knows the alphabet"
    as_json, back = tmp_path / "game.json", tmp_path / "back.gcg"
    assert lexq(*lexicon, "gcg", "convert", str(game), "-o", str(as_json)).returncode == 0
    assert lexq(*lexicon, "gcg", "convert", str(as_json), "-o", str(back)).returncode == 0
    list_named = f"#description Word list: {name}.gaddag, "  # CGH has no such line
    kept = [line for line in game.read_text("utf-8").splitlines() if not line.startswith(list_named)]
    assert back.read_text("utf-8").splitlines() == kept

    best = lexq(*lexicon, "best", str(positions))
    assert best.returncode == 0, best.stderr
    assert len(best.stdout.splitlines()) == len(positions.read_text("utf-8").splitlines())
    first, last = (positions.read_text("utf-8").splitlines()[number] for number in (0, -1))
    told = best.stdout.splitlines()[0].split("\t")
    assert lexq(*lexicon, "moves", first, "--top", "1").stdout.split("\t")[2] == told[2]
    home = str(tmp_path / "home")
    assert program("lexc", "use", lexicon[1], LEXKIT_HOME=home).returncode == 0
    chosen = lexq("moves", first, "--top", "1", LEXKIT_HOME=home)
    assert chosen.stdout.split("\t")[2] == told[2], "a position names the alphabet of the user's own list"
    assert lexq("moves", first).returncode == 3, "and nobody else knows it"
    assert lexq(*lexicon, "score", first, told[0], told[1], "--json").returncode == 0
    assert lexq(*lexicon, "judge", first, told[0], told[1]).returncode == 0
    assert lexq(*lexicon, "draw", last).stdout.startswith("<svg ")
    solved = lexq(*lexicon, "endgame", last, "--plies", "1")
    assert solved.returncode == 0 or "bag" in solved.stderr, solved.stderr
    own = str(OWN / f"{name}.csv")
    assert lexq("score", first, told[0], told[1], "--alphabet", own).returncode == 0
    assert "no such alphabet" in lexq("score", first, told[0], told[1]).stderr


@pytest.mark.parametrize("said", ["", " lex ODS8;", " lex any;", " -lex any;", " ld french;"])
def test_a_position_is_of_the_lexicons_alphabet(said: str, folder: Path) -> None:
    french = str(folder / "french.gaddag")
    position = f"{EMPTY} AKOIEST/ 0/0 0{said}"
    for given in ({}, {"LEXKIT_LEXICON": french}):
        chosen = () if given else ("-l", french)
        assert lexq(*chosen, "best", position, **given).stdout.split("\t")[:3] == ["8D", "KOTAIS", "50"]
        assert json_lines(*chosen, "moves", position, "--top", "1", **given)[0]["score"] == 50
        assert lexq(*chosen, "score", position, "8D", "KOTAIS", **given).stdout.split("\t")[2] == "50"
        assert json_lines(*chosen, "judge", position, "8D", "KOTAIS", **given)[0]["score"] == 50
    variant = lexq("-l", french, "best", position, "--variant", "wordsmog").stdout
    assert variant.split("\t")[2] == "50"


def test_a_contradiction_names_both_and_an_option_settles_it(folder: Path) -> None:
    own, position = ("-l", str(folder / "blanks10.gaddag")), f"{EMPTY} AAEEIOU/ 0/0 0 lex CSW21;"
    told = "operation lex: the text has another alphabet than the lexicon: expected blanks10, the lexicon's,"
    for command in (["best"], ["moves"], ["judge", "8H", "AA"], ["score", "8H", "AA"], ["simulate"], ["endgame"]):
        assert_refused(lexq(*own, command[0], position, *command[1:]), 3, told)
    assert lexq(*own, "best", position, "--alphabet", "english").returncode in (0, 1)
    assert lexq(*own, "best", position, "--alphabet", str(OWN / "blanks10.csv")).returncode in (0, 1)
    assert_refused(lexq(*own, "best", position, "--alphabet", "klingon"), 3, "no such alphabet")


def test_records_that_name_no_language(folder: Path, tmp_path: Path) -> None:
    record, french = str(folder / "french.gcg"), ("-l", str(folder / "french.gaddag"))
    assert lexq("gcg", "check", record).returncode == 3, "English without a lexicon"
    for given in (french, ("--alphabet", "french")):
        options = given if given[0] == "--alphabet" else ()
        before = given if given[0] == "-l" else ()
        assert lexq(*before, "gcg", "check", record, *options).returncode == 0
        assert "KOTAIS                +50    50" in lexq(*before, "gcg", "show", record, *options).stdout
        assert lexq(*before, "gcg", "convert", record, "-o", "-", *options).stdout == FRENCH
    home = {"LEXKIT_HOME": str(tmp_path / "home")}
    assert lexq("gcg", "check", record, LEXKIT_LEXICON=french[1], **home).returncode == 0
    named = tmp_path / "named.gcg"
    named.write_text(f"#tile-distribution english\n{RECORD}")
    told = f"{named}:1: name: expected french, the lexicon's, found english\n"
    assert lexq(*french, "gcg", "check", str(named)).stdout == told
