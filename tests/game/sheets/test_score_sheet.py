"""Score sheets: what is possible by a plain check, what a change keeps, and what is written is read without a fault."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lexkit
from lexkit import Game, Rules, ScoreSheet
from lexkit.errors import GameRecordError, LexkitError, PositionError
from lexkit.runtime.game.gcg.read import check_gcg_text
from lexkit.runtime.game.layout import Layout
from tests.game.referee.making import ABC
from tests.game.sheets.plain_sheet import replay
from tests.running import FULL, MANY

GCG = Path(__file__).parents[2] / "golden" / "gcg"
SMALL = Rules(
    Layout("small", ["....."] * 5, "3C"), ABC, rack_size=3, exchange_minimum=1, challenge="double", zero_turns=6
)

PLACES = st.sampled_from([f"{row}{column}" for row in "12345" for column in "ABCDE"])
WORDS = st.text("ABC", min_size=1, max_size=5) | st.text("ABCabc", min_size=2, max_size=3)
PLAYS = st.tuples(PLACES | PLACES.map(lambda place: place[::-1]), WORDS).map(" ".join)
OTHERS = st.sampled_from(["-", "-1", "-3", "-A", "-BC", "-?", "--", "--", "(challenge)", "accept", "resign", "8D X"])
ACTIONS = st.sampled_from(["3B ABC", "3C CAB", "C3 BA", "C2 ABCA"]) | PLAYS | PLAYS | PLAYS | OTHERS
RACKS = st.just("") | st.just("") | st.text("ABC?", max_size=4) | st.just("-")
LINES = st.tuples(st.integers(0, 1), ACTIONS, RACKS)
EDITS = st.tuples(st.sampled_from(["insert", "change", "remove", "shift", "add"]), st.integers(0, 50), LINES)


def facts(sheet: ScoreSheet) -> list[tuple[int, str, str]]:
    return [(line.player, line.action, line.rack) for line in sheet.lines]


def edit(sheet: ScoreSheet, lines: list[Any], how: str, at: int, line: tuple[int, str, str]) -> None:
    """Do an edit with a sheet, and with a list of its lines."""
    player, action, rack = line
    match how:
        case "add":
            player = sheet.add(action, rack=rack).player
            lines.append((player, action, rack))
        case "insert":
            sheet.insert(at % (len(lines) + 1), action, player=player, rack=rack)
            lines.insert(at % (len(lines) + 1), line)
        case "shift":
            sheet.shift(at % (len(lines) + 1))
            at %= len(lines) + 1
            lines[at:] = [(1 - player, *others) for player, *others in lines[at:]]
        case "remove" if lines:
            sheet.remove(at % len(lines))
            del lines[at % len(lines)]
        case "change" if lines:
            sheet.change(at % len(lines), player=player, action=action, rack=rack)
            lines[at % len(lines)] = line


def assert_read_again(sheet: ScoreSheet, rules: Rules | None = None) -> None:
    """What is written is read without a fault, as the same game."""
    text = sheet.to_gcg()
    checked = check_gcg_text(text, partial(Game, None), rules)
    assert checked.faults == (), text
    assert checked.game is not None
    assert checked.game.to_gcg() == text
    again, game = checked.game, sheet.game
    assert (again.turn_number, again.scores, again.racks) == (game.turn_number, game.scores, game.racks)
    assert [turn.text for turn in again.turns] == [turn.text for turn in game.turns]
    assert again.notes == game.notes
    assert check_gcg_text(text.encode(), partial(Game, None), rules).faults == ()


@settings(max_examples=400 if MANY else 25, deadline=None)
@given(st.lists(LINES, max_size=25), st.lists(EDITS, max_size=8))
def test_what_stays_possible_is_what_a_plain_check_says(lines: list[tuple[int, str, str]], edits: list[Any]) -> None:
    sheet = ScoreSheet(None, ("Ann", "Bob"), rules=SMALL, lines=lines)
    for step in [None, *edits]:
        if step is not None:
            edit(sheet, lines, *step)
        game, found = replay(lines)
        assert facts(sheet) == lines
        assert [(line.number, line.fault is not None) for line in sheet.lines] == found
        assert (sheet.game.turn_number, sheet.game.over, sheet.game.bag_size) == (game.turns, game.over, game.bag())
        if not game.over:
            assert sheet.game.scores == tuple(game.scores)
            assert sheet.to_move() == game.mover
        squares = {
            (row, column): letter
            for row in range(5)
            for column in range(5)
            if (letter := sheet.game.board[f"{row + 1}{'ABCDE'[column]}"])
        }
        assert squares == game.board
    assert_read_again(sheet, SMALL)


PLACEMENTS = ["8D QUIZ", "8G CARE", "9D HA", "H8 .ARES", "I7 ADO", "8D CARES", "8H qi", "8D", "o", ""]
JUDGED = ["--", "challenge", "(challenge)", "challenge QUIZ*", "accept"]
ENGLISH = st.sampled_from(
    [*PLACEMENTS, *JUDGED, "-AEI", "-7", "-4", "-", "pass", "resign", "time", "fine 10", "fine x"]
)
NOTES = st.text(max_size=12) | st.sampled_from(["two\nlines", "#unsuccessful-challenge", "\\", "#resigned Ann", " x "])
NAMES = st.sampled_from([("Ann", "Bob"), ("Zoë", ">y"), ("A:B", "A B"), ("(time)", "--", "#x"), ("1", "2", "3", "4")])
ENTRIES = st.tuples(st.integers(0, 3), ENGLISH, st.sampled_from(["", "AEINRT?", "QUIZAEI", "Q", "-", "!"]), NOTES)


@settings(max_examples=400 if MANY else 25, deadline=None)
@given(
    NAMES,
    st.sampled_from(["void", "single", "double", "triple", "5pt", "10pt/word"]),
    st.lists(ENTRIES, max_size=20),
    st.dictionaries(st.integers(0, 1), st.sampled_from(["AEI", "QQ", "?", "!"])),
)
def test_what_is_written_is_read_without_a_fault(
    english: lexkit.Lexicon, names: tuple[str, ...], challenge: str, entries: list[Any], racks: dict[int, str]
) -> None:
    lines = [(player % len(names), *others) for player, *others in entries]
    sheet = ScoreSheet(english, names, rules=Rules(challenge=challenge), lines=lines, racks=racks)
    assert_read_again(sheet, sheet.rules)
    # The same sheet is made of the record, but for lines that are not possible.
    again = ScoreSheet.from_gcg(sheet.to_gcg(), rules=sheet.rules)
    assert [line.fault for line in again.lines] == [None] * len(again.lines)
    assert again.game.to_gcg() == sheet.to_gcg()


def test_a_game_is_entered() -> None:
    sheet = ScoreSheet(None, ("Ann", "Bob"))
    assert sheet.rules.challenge == "double"
    assert sheet.add("8D QUIZ", rack="EIQUZ").fault == "8D: the first play covers the start square 8H"
    line = sheet.change(0, action="8G QUIZ", note="a fine start")
    assert (line.number, line.fault, line.player, line.rack) == (1, None, 0, "EIQUZ")
    assert sheet.add("-4").player == 1
    sheet.add("9G HA")
    assert sheet.add("--").number == 4
    assert [turn.text for turn in sheet.game.turns] == ["8G QUIZ", "-4", "9G HA", "challenge HA QH UA"]
    assert sheet.game.scores == (44, 0)
    assert sheet.to_move() == 1
    assert sheet.to_move(1) == 1
    assert "#note a fine start" in sheet.to_gcg()
    assert repr(sheet).startswith("<ScoreSheet: 4 lines, 0 with a fault")


@pytest.fixture
def sheet() -> ScoreSheet:
    return ScoreSheet.from_gcg((GCG / "standard.gcg").read_bytes())


def test_a_turn_in_the_middle_is_taken_out_and_put_back(sheet: ScoreSheet) -> None:
    """What follows stays with its player, and comes back whole."""
    whole, text = sheet.lines, sheet.to_gcg()
    gone = sheet.remove(2)
    assert gone == whole[2]
    assert "#note no turn on the score sheet" in sheet.to_gcg()
    kept = [line for line in sheet.lines if line.fault is None]
    assert 3 < len(kept) < len(whole)
    assert all(line.player == other.player for line, other in zip(sheet.lines[2:], whole[3:], strict=True))
    assert_read_again(sheet)
    assert sheet.insert(2, gone.action, rack=gone.rack).fault is None
    assert sheet.lines == whole
    assert sheet.to_gcg() == ScoreSheet.from_game(Game.from_gcg(text)).to_gcg() == text
    assert sheet.game.over


def test_a_turn_that_was_forgotten(sheet: ScoreSheet) -> None:
    del_first = sheet.lines[1:]
    short = ScoreSheet(None, sheet.players, rules=sheet.rules, lines=[line[:4] for line in del_first])
    short.shift(0)
    assert short.lines[0].player == 0
    assert short.insert(0, sheet.lines[0].action, rack=sheet.lines[0].rack).fault is None
    short.shift(1)
    assert [line[:4] for line in short.lines] == [line[:4] for line in sheet.lines]
    assert short.game.scores == sheet.game.scores


def test_racks_may_be_wrong_and_plays_stay(sheet: ScoreSheet) -> None:
    line = sheet.change(4, rack="QQQQQQQ")
    assert "this tile is not left" in str(line.fault)
    assert line.number == 5
    assert sheet.change(4, rack="").fault is None
    assert sheet.game.over
    line = sheet.change(1, rack="EIRRUUX")
    assert (line.number, line.fault) == (2, "rack: not on the rack: expected tiles of EIRRUUX, found Z")


def test_racks_that_contradict_each_other() -> None:
    """Found: a play was set aside whose tiles the other rack was said to have."""
    sheet = ScoreSheet.from_gcg((GCG / "racks_contradict.gcg").read_text())
    assert sheet.game.scores == (435, 432)
    assert [line.action for line in sheet.lines if line.fault] == ["3A JEL."]
    assert all(line.number for line in sheet.lines)


def test_last_racks() -> None:
    sheet = ScoreSheet(None, ("Ann", "Bob"), lines=[(0, "-"), (1, "-")] * 3, racks={0: "QZ", 1: "!"})
    assert sheet.game.scores == (-20, 0)
    assert list(sheet.rack_faults) == [1]
    sheet.set_rack(1, "AA")
    assert (sheet.game.scores, sheet.rack_faults, sheet.racks) == ((-20, -2), {}, {0: "QZ", 1: "AA"})
    assert_read_again(sheet)
    sheet.set_rack(0, "")
    assert sheet.racks == {1: "AA"}
    assert sheet.add("fine ten", player=0).fault == "fine: invalid fine: expected points, 1 to 100,000, found 'ten'"
    assert sheet.change(6, action="fine 10").fault is None


def test_challenges_without_a_lexicon_name_their_words(english: lexkit.Lexicon) -> None:
    for lexicon, wanted in [(None, "challenge LIFEX*"), (english, None)]:
        sheet = ScoreSheet(lexicon, ("Ann", "Bob"))
        sheet.add("8G CAREX")
        fault = sheet.add("challenge").fault
        assert (fault is None) is (wanted is None)
        assert wanted is None or wanted in str(fault)
        assert sheet.change(1, action="challenge CAREX*").fault is None
        assert sheet.game.scores == (0, 0)
        sheet.change(1, action="challenge CAREX")
        assert sheet.game.scores == (28, 0)
        for action in ("challenge", "Challenge"):  # its rack is told only if the challenger loses a turn
            sheet.change(1, action=action, rack="CCCCCCC")
            assert (sheet.lines[1].fault is None) is (wanted is None)
        sheet.change(1, action="challenge X*", rack="")
        assert "not words of the play" in str(sheet.lines[1].fault)


def test_every_record_becomes_a_sheet_and_a_record_without_a_fault() -> None:
    """Also those with faults: what a check says is beside their lines."""
    refused = []
    names = sorted(path.stem for path in GCG.glob("*.gcg"))
    for name in names if FULL else names[::8]:
        data = (GCG / f"{name}.gcg").read_bytes()
        try:
            sheet = ScoreSheet.from_gcg(data)
        except GameRecordError:
            refused.append(name)
            continue
        checked = check_gcg_text(data, partial(Game, None))
        said = [line.remark for line in sheet.lines if line.remark] + list(sheet.remarks)
        assert all(any(str(fault) in text for text in said) for fault in checked.faults), name
        if not checked.faults:
            assert [line.fault for line in sheet.lines] == [None] * len(sheet.lines), name
            assert sheet.game.turns == Game.from_gcg(data).turns or "known_in_part" in name, name
            assert sheet.game.scores == Game.from_gcg(data).scores, name
        if not (checked.game is None and "board-layout" in str(checked.text)):
            assert_read_again(sheet)
    assert set(refused) <= {"binary", "line_overflow", "not_in_its_encoding", "unsupported_encoding", "zero_byte"}


@settings(max_examples=200 if MANY else 15, deadline=None)
@given(
    st.sampled_from(["standard", "notes", "five_points", "four_players", "catalan_digraphs", "time"]),
    st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 30), st.text(">#:AQ?-+8D \nnote", max_size=6)), max_size=4),
)
def test_damaged_records_become_sheets_and_good_records(name: str, changes: list[tuple[int, int, str]]) -> None:
    text = (GCG / f"{name}.gcg").read_text("utf-8")
    for at, cut, put in changes:
        at %= len(text)
        text = text[:at] + put + text[at + cut :]
    try:
        sheet = ScoreSheet.from_gcg(text)
    except GameRecordError as error:
        assert "cannot be read" in str(error) or "lacks" in str(error)
        return
    assert_read_again(sheet, sheet.rules)


def test_what_a_check_says_stands_beside_the_turn() -> None:
    sheet = ScoreSheet.from_gcg((GCG / "total.gcg").read_bytes())
    assert [line.remark for line in sheet.lines if line.remark] == ["total: expected 52, found 53"]
    assert sheet.change(3, note="added up anew").remark == ""
    sheet = ScoreSheet.from_gcg((GCG / "score_missing.gcg").read_bytes())
    assert (sheet.lines[1].action, sheet.lines[1].rack, sheet.lines[1].fault) == ("F6 ZI.E", "EIRRUUZ", None)
    assert sheet.game.over
    sheet = ScoreSheet.from_gcg((GCG / "duplicate_names.gcg").read_bytes())
    assert sheet.players == ("Ann Archer", "Ann Archer_")


def test_short_names_stay() -> None:
    """Found: a record of Ann that was mended was one of AnnArcher, in each of its lines."""
    for name in ("total", "standard", "score_missing", "not_connected"):
        text = (GCG / f"{name}.gcg").read_text("utf-8")
        assert "#player1 Ann Ann Archer\n" in text
        sheet = ScoreSheet.from_gcg(text)
        sheet.change(0, note="mended")
        assert sheet.to_gcg().startswith("#player1 Ann Ann Archer\n#player2 Bob Bob Baker\n>Ann:")
        assert ScoreSheet.from_game(lexkit.Game.from_gcg(sheet.to_gcg())).to_gcg() == sheet.to_gcg()


def test_any_game_has_a_sheet(english: lexkit.Lexicon) -> None:
    game = Game(english, ("A", "B", "C"), seed=3)
    while not game.over:
        moves = game.placements
        game.play(moves[0]) if len(moves) else game.pass_turn()
    sheet = ScoreSheet.from_game(game)
    assert [line.fault for line in sheet.lines] == [None] * game.turn_number
    assert (sheet.game.scores, sheet.game.racks) == (game.scores, game.racks)
    with pytest.raises(GameRecordError, match="begins from a position"):
        ScoreSheet.from_game(Game(english, position=lexkit.Board().to_cgp()))


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        (lambda sheet: sheet.change(99, note="x"), PositionError),
        (lambda sheet: sheet.insert(-1, "-"), PositionError),
        (lambda sheet: sheet.remove(True), PositionError),
        (lambda sheet: sheet.add("-", player=2), PositionError),
        (lambda sheet: sheet.set_rack(2, "A"), PositionError),
        (lambda sheet: sheet.add(7), TypeError),
        (lambda sheet: sheet.add("-", note=None), TypeError),
        (lambda sheet: sheet.add("A" * 2000), GameRecordError),
        (lambda sheet: sheet.change(0, note="A" * (2 << 20)), GameRecordError),
        (lambda sheet: ScoreSheet(None, ("Ann", "Ann")), PositionError),
        (lambda sheet: ScoreSheet(None, lines=[(0, "-")] * 1001), GameRecordError),
        (lambda sheet: ScoreSheet.from_gcg("a\0"), GameRecordError),
    ],
)
def test_what_is_refused_changes_nothing(sheet: ScoreSheet, wrong: Any, kind: type[Exception]) -> None:
    before = sheet.lines
    with pytest.raises(kind) as caught:
        wrong(sheet)
    assert isinstance(caught.value, LexkitError | TypeError)
    assert sheet.lines == before
