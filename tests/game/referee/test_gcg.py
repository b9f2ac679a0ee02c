"""GCG: one record for each trap (tests/golden/gcg), there and back, and whatever else a file may hold."""

import io
import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lexkit
from lexkit import Game, Match, Rules
from lexkit.errors import GameRecordError, StorageError
from lexkit.runtime.game.gcg.read import RULES, Checked, check_gcg, read_gcg, repair, repair_gcg
from lexkit.runtime.game.gcg.text import read_gcg_bytes
from lexkit.runtime.game.rules import OUT_BONUSES
from tests.running import MANY, each

FOLDER = Path(__file__).parents[2] / "golden" / "gcg"
RECORDS = sorted(path.stem for path in FOLDER.glob("*.gcg"))
FAULTS: dict[str, list[str]] = tomllib.loads((FOLDER / "faults.toml").read_text("utf-8"))
GOOD = sorted(set(RECORDS) - set(FAULTS))
#: Faults that leave the game as it is.
MILD = {
    "utf8_without_header",
    "duplicate_names",
    "note_before_events",
    "lexicon_missing",
    "description_after_events",
    "redundant_pragma",
    "move_before_player",
}


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.gcg"


def check_text(text: str) -> Checked:
    return check_gcg(io.StringIO(text))


def test_there_is_a_record_for_each_trap() -> None:
    assert len(GOOD) >= 50
    assert len(FAULTS) >= 60
    assert set(FAULTS) < set(RECORDS)
    named = {text.split(": ")[1] for faults in FAULTS.values() for text in faults if text[0].isdigit()}
    assert named == set(RULES)


@each("name", GOOD)
def test_good_records(name: str, tmp_path: Path) -> None:
    game = read_gcg(path_of(name))
    assert check_gcg(path_of(name)).faults == ()
    assert game.record is not None
    assert game.to_gcg() == str(game.record.text)
    assert game.record.text.encode() == path_of(name).read_bytes()
    # Written anew, and as JSON, it is the same game.
    anew = tmp_path / "anew.gcg"
    anew.write_bytes(game.to_gcg(anew=True).encode())
    again = read_gcg(anew, rules=game.rules)
    assert again.scores == game.scores
    assert [turn.text for turn in again.turns] == [turn.text for turn in game.turns]
    assert [turn.score for turn in again.turns] == [turn.score for turn in game.turns]
    assert again.to_gcg(anew=True) == anew.read_bytes().decode()
    assert Game.from_json(game.to_json()).to_json() == game.to_json()
    # The totals are those that the lines have.
    totals = dict.fromkeys(game.players, 0)
    nicks = [event.text.split()[0] for event in game.record.text.events if event.name.startswith("player")]
    for event in game.record.text.events:
        if event.name in nicks:
            totals[game.players[nicks.index(event.name)]] = event.total
    if not game.waiting and (game.over or name != "incomplete_after_out_play"):
        assert game.over is False or tuple(totals.values()) == game.scores


@each("name", sorted(FAULTS))
def test_records_with_faults(name: str) -> None:
    expected = FAULTS[name]
    try:
        found = [f"{fault.line}: {fault}" for fault in check_gcg(path_of(name)).faults]
    except GameRecordError as error:
        found = [str(error).split(": ", 1)[1]]
    assert found == expected
    if name in MILD:
        assert read_gcg(path_of(name)).turns
        return
    with pytest.raises(GameRecordError) as caught:
        read_gcg(path_of(name))
    assert str(path_of(name)) in str(caught.value)
    assert "line " in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_line_that_is_no_event_hides_no_fault(tmp_path: Path) -> None:
    """Found: of a record with one line that cannot be read, no other fault was told, and a sheet lost all remarks."""
    text = (
        "#character-encoding UTF-8\n#player1 A Ann\n#player2 B Bob\n>A: CARESXY 8H CARE +14 14\n"
        "garbage here\n>B: OUTINGS 9K OUT +5 5\n"
    )
    path = tmp_path / "game.gcg"
    path.write_text(text)
    checked = check_gcg(path)
    assert [(fault.line, fault.rule, fault.fatal) for fault in checked.faults] == [
        (4, "score", False), (5, "line", False), (6, "score", False)
    ]  # fmt: skip
    with pytest.raises(GameRecordError, match="line 4: score"):
        read_gcg(path)
    sheet = lexkit.ScoreSheet.from_gcg(text)
    assert [line.remark for line in sheet.lines] == ["score: expected +12, found +14", "score: expected +6, found +5"]
    assert sheet.remarks == ("line 5: line: expected a pragma or an event, found 'garbage here'",)


@pytest.mark.parametrize("lost", ["B: OUTINGS -- -6 0", "OUTINGS 6F TO +6 6", "points of Bob taken off"])
def test_a_turn_that_is_lost_repairs_nothing(lost: str, tmp_path: Path) -> None:
    """Totals behind a line that could not be read are not certain: it may have been a turn."""
    text = (
        "#character-encoding UTF-8\n#player1 A Ann\n#player2 B Bob\n>A: CARESXY 8H CARE +12 12\n"
        f">B: OUTINGS 9K OUT +6 6\n{lost}\n>A: SXYAAEE 7G AX +21 33\n>B: OUTINGS 6F TO +6 6\n"
    )
    path = tmp_path / "game.gcg"
    path.write_text(text)
    assert repair_gcg(path) == []
    assert path.read_text() == text
    assert check_gcg(path).faults[0].fatal == ("Bob" not in lost)


@pytest.mark.parametrize("players", ["#player1\n#player2 Bob Bob", "#player1 A Ann\n#player2 ", "#player3"])
def test_a_sheet_takes_players_without_a_name(players: str) -> None:
    """Found: PositionError, where the error of read_gcg says that a sheet takes it."""
    text = f"{players}\n>Ann: ACERSTV 8G CARES +14 14\n"
    with pytest.raises(GameRecordError, match=r"lexkit\.ScoreSheet\.from_gcg"):
        Game.from_gcg(text)
    sheet = lexkit.ScoreSheet.from_gcg(text)
    assert [line.action for line in sheet.lines] == ["8G CARES"]
    assert sheet.remarks


def test_half_a_character_in_a_note_can_be_written() -> None:
    """Found: JSON in a note can say one, which no file and no page can hold as it is."""
    text = '#player1 A A\n#player2 B B\n>A: ACERS 8G CARES +14 14\n#note #json "\\ud83d ż"\n'
    game = Game.from_gcg(text)
    assert game.notes == {1: "\ud83d ż"}
    for written, read in (
        (game.to_json(), Game.from_json),
        (game.to_cgh(), Game.from_cgh),
        (game.to_gcg(), Game.from_gcg),
    ):
        written.encode()
        assert read(written).notes == game.notes


def test_json_is_no_gcg() -> None:
    with pytest.raises(GameRecordError, match="not a record in GCG: found JSON"):
        Game.from_gcg('\n{"players": []}')


@each(
    ("name", "out_bonus", "scores"),
    [
        ("end_double", "double", (435, 432)),
        ("end_missing", "double", (435, 412)),
        ("end_once", "once", (435, 422)),
        ("end_penalty_only", "penalty", (425, 412)),
        ("end_penalty_first", "each", (425, 422)),
        ("end_penalty_and_double", "both", (425, 432)),
        ("end_penalty_then_time", "penalty", (415, 412)),
        ("end_time_first", "double", (425, 432)),
        ("challenge_loses_points", "double", (14, -4)),
        ("time_midgame", "double", (70, 33)),
        ("rack_named_unknown", "double", (19, 0)),
        ("racks_first", "double", (14, 7)),
    ],
)
def test_scores_are_those_of_the_record(name: str, out_bonus: str, scores: tuple[int, int]) -> None:
    """Found: of ends written in other ways the totals were never compared, and the wrong player could win."""
    game = read_gcg(path_of(name))
    assert (game.rules.out_bonus, game.scores) == (out_bonus, scores)


def test_a_total_that_differs_at_the_end_is_a_fault() -> None:
    """Found: whatever the last totals were, a record with its own arithmetic was read without a word."""
    passes = ">A: QUIZAAA - +0 0\n>B: OUTINGS - +0 0\n"
    [first, second] = check_text(f"#player1 A A\n#player2 B B\n{passes * 3}").faults
    assert str(first) == "total: expected -25 at the end, found 0"
    assert str(second) == "total: expected -8 at the end, found 0"


@each(
    ("name", "scores", "totals"),
    [
        ("miscounted", (14, 7), [15, 7]),
        ("miscounted_and_consistent", (14, 7), [16, 7]),
        ("one_nick_of_two", (435, 432), [435, 432]),
        ("another_nick", (232, 167), [232, 167]),
        ("off_turn", (433, 358), [433, 358]),
        ("rack_not_in_bag_later", (433, 358), [433, 358]),
        ("played_tile_not_on_rack", (433, 358), [433, 358]),
        ("racks_contradict", (435, 432), [435, 432]),
        ("no_players", (80, 33), [80, 33]),
        ("encoding_wrong_place", (433, 358), [433, 358]),
    ],
)
def test_a_record_with_faults_is_read_as_far_as_possible(name: str, scores: tuple[int, int], totals: list[int]) -> None:
    """Found: one line that was wrong, and the whole record was refused."""
    checked = check_gcg(path_of(name))
    assert checked.game is not None
    assert checked.game.record is not None
    assert (checked.game.scores, checked.game.record.totals) == (scores, totals)
    assert checked.game.record.faults == checked.faults
    assert [fault for fault in checked.faults if not fault.mild]
    assert checked.game.to_gcg() == str(checked.text)
    again = Game.from_gcg(checked.game.to_gcg(anew=True), rules=checked.game.rules)
    assert (again.scores, again.players) == (scores, checked.game.players)


@settings(max_examples=200 if MANY else 40, deadline=None)
@given(
    gained=st.integers(0, 3),
    lost=st.integers(0, 2),
    change=st.sampled_from([0, 0, 1, -3]),
    fines=st.lists(st.tuples(st.sampled_from("AB"), st.sampled_from([5, 10])), max_size=2, unique_by=lambda f: f[0]),
    penalty_first=st.booleans(),
    time_first=st.booleans(),
    challenged=st.booleans(),
)
def test_totals_are_the_records_or_there_is_a_fault(
    gained: int,
    lost: int,
    change: int,
    fines: list[tuple[str, int]],
    penalty_first: bool,
    time_first: bool,
    challenged: bool,
) -> None:
    """Whatever the convention of the last lines is, and in whatever order they are."""
    totals = {"Ann": 435, "Bob": 412}
    nicks = {"A": "Ann", "B": "Bob"}
    ends = [("Bob", "", "(RRWW)", 10 * gained + change)] * (gained > 0)
    ends = (
        [("Ann", "RRWW", "(RRWW)", -10 * lost)] * (lost > 0) + ends
        if penalty_first
        else (ends + [("Ann", "RRWW", "(RRWW)", -10 * lost)] * (lost > 0))
    )
    late = [(nicks[one], "", "(time)", -points) for one, points in fines]
    bonus = [("Bob", "", "(challenge)", 5)] * challenged
    lines = []
    for nick, rack, what, points in bonus + ((late + ends) if time_first else (ends + late)):
        totals[nick] += points
        lines.append(f">{nick}: {rack} {what} {points:+d} {totals[nick]}")
    text = "\n".join([path_of("end_missing").read_text().rstrip("\n"), *lines]) + "\n"
    checked = check_text(text)
    assert checked.game is not None
    usual = (gained, lost) in OUT_BONUSES.values() or not gained + lost + challenged
    if usual and not (change and gained):
        assert checked.faults == ()
        assert checked.game.scores == tuple(totals.values())
        assert Game.from_gcg(checked.game.to_gcg(anew=True)).scores == tuple(totals.values())
        assert Game.from_json(checked.game.to_json()).scores == tuple(totals.values())
        assert Game.from_cgh(checked.game.to_cgh()).scores == tuple(totals.values())
    else:
        assert checked.faults or checked.game.scores == tuple(totals.values())


@settings(max_examples=100 if MANY else 20, deadline=None)
@given(changes=st.dictionaries(st.integers(2, 24), st.tuples(st.integers(-9, 9), st.integers(-9, 9)), max_size=3))
def test_what_is_repaired_was_contradicted_by_the_record(changes: dict[int, tuple[int, int]]) -> None:
    """Points and totals changed by chance: what agrees with itself stays."""
    lines = path_of("standard").read_text().splitlines()
    for at, (points, total) in changes.items():
        if match := re.fullmatch(r"(.*) \+(\d+) (\d+)", lines[at]):
            lines[at] = f"{match[1]} +{max(0, int(match[2]) + points)} {int(match[3]) + total}"
    text = "\n".join(lines) + "\n"
    checked = check_text(text)
    assert checked.game is not None
    assert checked.faults or checked.game.record is None or checked.game.record.totals == list(checked.game.scores)
    repaired = repair(checked.text, checked.faults)
    for line, (before, _), (after, _) in zip(range(len(lines)), checked.text.lines, repaired.lines, strict=True):
        assert before == after or any(fault.line == line + 1 for fault in checked.faults)
    if consistent(text):
        assert str(repaired) == text
    elif all(fault.repaired for fault in checked.faults):
        assert check_text(str(repaired)).faults == ()


def consistent(text: str) -> bool:
    """Return whether each total is the one before and the points."""
    totals: dict[str, int] = {}
    for nick, points, total in re.findall(r"^>(\w+):.* ([+-]\d+) (-?\d+)$", text, re.MULTILINE):
        totals[nick] = totals.get(nick, 0) + int(points)
        if totals[nick] != int(total):
            return False
    return True


def test_points_are_taken_back_as_they_were_given() -> None:
    """Also if overtime stands between the play and its withdrawal."""
    head = "#player1 A A\n#player2 B B\n>A: ACERSTV 8G CARES +15 15\n"
    checked = check_text(f"{head}>B:  (time) -10 -10\n>A: ACERSTV -- -15 0\n")
    assert [fault.line for fault in checked.faults] == [3]
    assert checked.game is not None
    assert checked.game.scores == (0, -10)


def test_totals_behind_a_turn_of_another_player_are_not_repaired() -> None:
    text = "#player1 A A\n#player2 B B\n>A: VVVVUUU - +0 3\n>A: ACERSTV 8G CARES +14 14\n>B: AIOSTUV I7 A.IOS +7 7\n"
    checked = check_text(text)
    assert "turn" in [fault.rule for fault in checked.faults]
    assert not any(fault.repaired for fault in checked.faults if fault.line > 3)


@pytest.mark.parametrize(
    ("name", "repaired"),
    [
        ("total", True),
        ("score_typed_wrong", True),
        ("utf8_without_header", True),
        ("six_passes_total", True),
        ("score", False),
        ("miscounted_and_consistent", False),
        ("points_against_totals", True),
    ],
)
def test_what_is_certain_is_repaired(name: str, repaired: bool, tmp_path: Path) -> None:
    copy = tmp_path / "copy.gcg"
    copy.write_bytes(path_of(name).read_bytes())
    assert bool(repair_gcg(copy)) == repaired
    assert (check_gcg(copy).faults == ()) is repaired
    if repaired:
        good = {"total": "standard", "score_typed_wrong": "standard", "six_passes_total": "six_passes_negative"}
        if name in good:
            assert copy.read_bytes() == path_of(good[name]).read_bytes()
    else:
        assert copy.read_bytes() == path_of(name).read_bytes()


def test_a_wrong_total_that_is_carried_on(tmp_path: Path) -> None:
    lines = path_of("standard").read_text().splitlines()
    for at in (8, 10, 12):
        head, _, total = lines[at].rpartition(" ")
        lines[at] = f"{head} {int(total) + 10}"
    copy = tmp_path / "copy.gcg"
    copy.write_text("\n".join(lines) + "\n")
    assert [fault.rule for fault in check_gcg(copy).faults] == ["total"] * 3
    assert len(repair_gcg(copy)) == 3
    assert copy.read_bytes() == path_of("standard").read_bytes()


def test_a_record_is_continued() -> None:
    game = read_gcg(path_of("incomplete_racks"))
    text = game.to_gcg()
    game.pass_turn()
    assert game.to_gcg().startswith(text[: text.index("#rack1")])
    assert ">Bob: AINSUUW" not in game.to_gcg()
    game.undo()
    assert game.to_gcg() == text
    game = read_gcg(path_of("notes"))
    while len(game.turns) > 1:
        game.undo()
    assert game.to_gcg().startswith("#player1 Ann Ann Archer\n")
    assert "#note a fine play\nthat goes on\nand on\n" in game.to_gcg()
    assert "#note another" not in game.to_gcg()


def test_what_records_say() -> None:
    assert read_gcg(path_of("five_points")).rules.challenge == "5pt"
    assert read_gcg(path_of("out_points_each")).rules.out_bonus == "each"
    assert read_gcg(path_of("phoney_last")).view(1).known == ("BIMR", "")
    assert read_gcg(path_of("exchange_by_number")).turns[1].text == "-4"
    assert len(read_gcg(path_of("four_players")).players) == 4
    assert read_gcg(path_of("latin1")).players[0] == "Ann Müller"
    assert read_gcg(path_of("utf8_with_header")).players[0] == "Łucja Ńandú"
    assert read_gcg(path_of("incomplete_after_out_play")).waiting
    assert str(read_gcg(path_of("incomplete_racks")).racks[0]) == "AEEGOST"
    assert read_gcg(path_of("second_player_begins")).first == 1
    wrong = read_gcg(path_of("double_wrong")).turns[1]
    assert (wrong.kind, wrong.success, wrong.player) == ("challenge", False, 1)
    result = read_gcg(path_of("time")).result
    assert result is not None
    assert (result.overtime, result.scores) == ((-10, -20), (423, 338))


@pytest.mark.parametrize("challenge", ["void", "double"])
def test_games_of_programs(english: lexkit.Lexicon, tmp_path: Path, challenge: str) -> None:
    path = tmp_path / "game.gcg"
    for game in Match(english, "heuristic-3", seed=5, rules=Rules(challenge=challenge)).play(4):
        text = game.to_gcg()
        path.write_text(text)
        again = lexkit.read_gcg(path, english)
        assert again.to_gcg() == again.to_gcg(anew=True) == text
        assert (again.scores, again.ending, again.out) == (game.scores, game.ending, game.out)
        assert [str(turn.move) for turn in again.turns if turn.move] == [
            str(turn.move) for turn in game.turns if turn.move
        ]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(StorageError):
        read_gcg(tmp_path / "missing.gcg")
    with pytest.raises(StorageError):
        read_gcg(tmp_path)
    endless = tmp_path / "endless.gcg"
    endless.write_bytes(b"#note x\n" * (1 << 18))
    with pytest.raises(GameRecordError, match="the record is too long: expected at most 1,048,576 bytes"):
        read_gcg(endless)
    endless.write_bytes(b"\n" * 30_000 + b"#note\n" * 30_000)
    with pytest.raises(GameRecordError, match="the record is too long: expected at most 20,000 lines"):
        read_gcg(endless)
    with pytest.raises(GameRecordError, match=r"standard.gcg: line 3: score: expected \+84, found \+80"):
        read_gcg(path_of("standard"), rules=Rules(alphabet="slovene"))


def test_endless_games_take_no_endless_time(tmp_path: Path) -> None:
    """Exchanges end no German game; each line costs as much as the one before."""
    path = tmp_path / "long.gcg"
    lines = ["#tile-distribution german", "#player1 A A", "#player2 B B"]
    path.write_text("\n".join([*lines, *[f">{'AB'[turn % 2]}: -3 +0 0" for turn in range(4000)]]))
    game = read_gcg(path)
    assert (game.turn_number, game.over, game.last_turn) == (4000, False, game.turns[-1])


DATA = [path_of(name).read_bytes() for name in ("standard", "five_points", "six_passes_negative", "catalan_digraphs")]
PIECES = [
    b"\n",
    b">Ann: ",
    b" -- -80 0",
    b"(challenge) +5",
    b"(time) -10",
    b"#rack1 ",
    b"#note ",
    b"\xff",
    b"99999999",
    b"?",
]


@settings(max_examples=150 if MANY else 20)
@given(
    data=st.sampled_from(DATA),
    changes=st.lists(
        st.tuples(st.integers(0, 2000), st.integers(0, 9), st.sampled_from(PIECES) | st.binary(max_size=4)), max_size=3
    ),
)
def test_damaged_records(
    data: bytes, changes: list[tuple[int, int, bytes]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    for at, cut, put in changes:
        at %= len(data)
        data = data[:at] + put + data[at + cut :]
    path = tmp_path_factory.getbasetemp() / "damaged.gcg"
    path.write_bytes(data)
    try:
        text = read_gcg_bytes(data)
        assert text.encode() == data
        game = read_gcg(path, strict=False)
    except GameRecordError as error:
        assert "\n" not in str(error)
        return
    assert game.to_gcg() == str(text)
    for again in (Game.from_json(game.to_json()), Game.from_gcg(game.to_gcg(anew=True))):
        assert again.scores == game.scores
    assert game.record is not None
    if all(fault.mild for fault in game.record.faults):
        assert game.record.totals == list(game.scores)
        assert read_gcg(path) == game
    else:
        with pytest.raises(GameRecordError):
            read_gcg(path)


@each("name", ["mine.gaddag", "meine W\u00f6rter.gaddag", "a\nb.gaddag"])
def test_a_record_names_the_word_list(name: str, tmp_path: Path) -> None:
    """With its size, so that two lists of one language are told apart; lists without a file have no name."""
    memory = lexkit.build(["CARE", "CARES", "SCARE"])
    (tmp_path / name).write_bytes(memory.to_bytes())
    lexicon = lexkit.open(tmp_path / name)
    shown = name.replace("\n", "?")
    text = Game(lexicon, seed=3).to_gcg()
    assert f"#description Word list: {shown}, 3 words\n" in text
    assert check_text(text).faults == ()
    assert Game.from_gcg(text, lexicon).to_gcg() == text
    assert "Word list" not in Game(memory, seed=3).to_gcg()
    assert "Word list" not in Game(lexkit.open("english"), seed=3).to_gcg()
