"""Analyses of positions: a simulation, all draws of the last tile, and the end searched exactly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import lexkit
from lexkit.apps.table import NotAllowedError, Seat, Table
from lexkit.apps.web.analysis import Analysis
from lexkit.apps.web.limits import Limits
from lexkit.errors import LexkitError
from tests.running import each

BOARD = (
    "6VILL5/9A5/8QI5/7PUR5/7OI1L4/7OM1E2J1/2C5SWOT1E1/1jUVENAL1UNITER/2BI1OX2DEB1R1/1HES1HEIDS1IOS1/1I1NA2N2KA3/"
    "2WONT1T1GAE3/2AMA1YE1OE1P2/oOFY1TUN1ADZE2/RIF4T1D1AGRE"
)
#: Of docs/endgame.md: its best play is not the one with most points.
END = f"{BOARD} GR/C 387/366 0"
EMPTY = "/".join(["15"] * 15)
#: Seconds that no analysis here takes, also on a busy machine.
LONG = 600.0
OPENING = "15/15/15/15/15/15/15/5CARE6/15/15/15/15/15/15/15"
LAST_TILE = (
    "EUOI3D7/1PETTO1R1CODAS1/5FLAX3HUI/7WIRETAP1/6ON2V4/5JO3I4/5UT3R4/3AFTIE1CAVERN/3MAED3t2E1/1QuAG3T1E2E1/4SIRIH1D2N1/"
    "7ME4G1/7BY4A1/7U5G1/7E1BILLER AINNOOZ/ 352/343 0"
)


def analyse(
    position: str | None, seconds: float = LONG, enough: Callable[[dict[str, Any]], bool] | None = None, **options: Any
) -> list[dict[str, Any]]:
    """All reports about what the first player sees, up to the one after which enough is known."""
    made: dict[str, Any] = {"lexicon": "english", "position": position, "seed": 3, **options}
    table = Table.new(["Ann", Seat("Bot", bot="greedy")], **made)
    analysis = Analysis(table, 0, None, replace(Limits(), analysis=seconds))
    reports = run(analysis, enough)
    assert [one["done"] for one in reports] == [False] * (len(reports) - 1) + [True]
    return reports


def has_chances(report: dict[str, Any]) -> bool:
    """Whether some move was simulated, or all of its draws were tried."""
    return any("win" in row for row in report["rows"])


def run(analysis: Analysis, enough: Callable[[dict[str, Any]], bool] | None = None) -> list[dict[str, Any]]:
    """All reports of an analysis, which is stopped once enough is known."""
    reports: list[dict[str, Any]] = []

    def report(found: dict[str, Any]) -> None:
        reports.append(found)
        if enough is not None and enough(found):
            analysis.stop()

    analysis.run(report)
    return reports


def test_the_end_is_searched_exactly() -> None:
    *_, last = analyse(END)
    best = last["rows"][0]
    assert (best["text"], best["gain"], best["exact"]) == ("O14 R.", 12, True)
    assert "+12 exactly: O14 R." in last["note"]
    gains = {row["text"]: row["gain"] for row in last["rows"] if "gain" in row}
    assert list(gains.values()) == sorted(gains.values(), reverse=True)
    # Each as if it were played, and what is left were solved.
    lexicon = lexkit.open("english")
    assert "-" in gains
    for text in gains:
        board = lexkit.Board.from_cgp(END)
        score = 0 if text == "-" else board.move(text).score
        board.pass_turn() if text == "-" else board.play(text)
        # The C that is left after the last tile has three points.
        left = -2 * 3 if not all(board.racks) else lexkit.solve(board, lexicon).spread
        assert gains[text] == score - left


def test_the_other_rack_is_what_is_unseen_and_going_out_counts_it_twice() -> None:
    *_, last = analyse(f"{BOARD[: BOARD.rindex('/')]}/RIF4T1D1AGRE R/ 387/366 0")
    out = next(row for row in last["rows"] if row["text"] == "O14 R.")
    # C and G are left, three and two points.
    assert (out["gain"], out["exact"]) == (2 + 2 * 5, True)


def test_a_list_that_borrows_leave_values_says_so(small: str) -> None:
    note = "leave values of the bundled English list; lexc leaves small.gaddag trains its own"
    for lexicon, told in ((small, note), ("english", "")):
        reports = analyse(f"{EMPTY} AEINRST/ 0/0 0", enough=has_chances, lexicon=lexicon)
        assert {one["leaves"] for one in reports} == {told}
        assert all("equity" in row for row in reports[-1]["rows"])
        assert has_chances(reports[-1])


def test_all_draws_of_the_last_tile() -> None:
    reports = analyse(LAST_TILE)
    weighed = [row for row in reports[-1]["rows"] if "win" in row]
    assert len(weighed) > 3
    assert any("last tile" in one["note"] for one in reports)
    assert weighed[0]["win"] == max(row["win"] for row in weighed)
    assert next(row for row in weighed if row["text"] == "6J Z.NNIA")["win"] == 100.0


@each("position", [END, LAST_TILE, None])
def test_an_analysis_that_is_stopped_or_has_no_time_ends(position: str | None) -> None:
    *_, last = analyse(position, 1e-6)
    assert last["done"]
    table = Table.new(["Ann", Seat("Bot", bot="greedy")], lexicon="english", position=position)
    reports = run(Analysis(table, 0, None, replace(Limits(), analysis=LONG)), lambda report: True)
    assert reports[0]["rows"]
    assert reports[-1]["done"]


def test_it_knows_no_more_than_the_seat() -> None:
    """Two games that differ in the other rack alone have the same analysis."""
    found = []
    for rack in ("Q", "V"):
        position = f"15/15/15/15/15/15/15/5CARE6/15/15/15/15/15/15/15 AEINRST/{rack} 0/0 0"
        rows = analyse(position, enough=lambda report: True)[0]["rows"]
        assert rows
        found.append([(row["text"], row["equity"]) for row in rows])
    assert found[0] == found[1]


def test_what_the_last_play_says() -> None:
    """Before the first play nothing, then what :func:`lexkit.infer` says to a player who knows their own rack."""
    english = lexkit.open("english")
    game = lexkit.Game(english, dealt=False)
    game.set_rack(0, "MUZAKYE")
    game.play("8H MUZAKY")
    game.set_rack(1, "RETAINS")
    table = Table.from_gcg(game.to_gcg(), lexicon="english")
    limits = replace(Limits(), analysis=LONG)
    assert run(Analysis(table, None, 0, limits), has_chances)[-1]["kept"] is None
    kept = run(Analysis(table, None, 1, limits), has_chances)[-1]["kept"]
    expected = lexkit.infer(lexkit.Board(), "RETAINS", "8H MUZAKY", lexicon=english)
    assert (kept["turn"], kept["fitting"], kept["exact"], kept["margin"]) == (1, len(expected), True, 0.0)
    assert kept["tiles"] == [
        [tile, round(100 * chance, 1), round(100 * usual, 1)] for tile, (chance, usual) in expected.tiles.items()
    ]
    assert [leave for leave, *_ in kept["leaves"]] == [str(leave) for leave in list(expected.ways)[:10]]


def test_nothing_is_analysed_once_the_game_is_over() -> None:
    table = Table.new(["Ann", Seat("Bot", bot="greedy")], lexicon="english", seed=3)
    table.answer()
    turn = table.game.turn_number
    table.act(0, "resign")
    for wanted in (None, turn + 1):
        with pytest.raises(NotAllowedError, match="step back"):
            Analysis(table, 0, wanted, Limits())
    assert Analysis(table, 0, turn, Limits()).begin()


def test_own_plays_and_the_one_that_was_made_are_weighed_with_the_best() -> None:
    table = Table.new(["Ann", "Bob"], lexicon="english", seed=3, position=f"{OPENING} AEINRST/BCD 0/0 0")
    moves = lexkit.open("english").moves(lexkit.Board.from_cgp(f"{OPENING} AEINRST/ 0/0"), "AEINRST")
    *_, poor, poorer = [one for one in moves.by_equity(lexkit.open("english")) if one.kind == "placement"]
    table.act(0, poorer.text)
    table.act(1, "resign")
    lowercase = poor.text.replace(poor.tiles, poor.tiles.lower())

    def all_have_chances(report: dict[str, Any]) -> bool:
        return sum("win" in row for row in report["rows"] if row.keys() & {"own", "played"}) == 4

    limits = replace(Limits(), analysis=LONG)
    reports = run(Analysis(table, None, 0, limits, [lowercase, "-E", "pass"]), all_have_chances)
    rows = {row["text"]: row for row in reports[-1]["rows"]}
    assert [text for text, row in rows.items() if row.get("played")] == [poorer.text]
    assert {text for text, row in rows.items() if row.get("own")} == {poor.text, "-E", "-"}
    for text in (poor.text, poorer.text, "-E", "-"):
        assert {"equity", "win", "leave"} <= set(rows[text])
    assert rows[poor.text]["equity"] == round(poor.equity, 1)


@pytest.mark.parametrize("position", [END, LAST_TILE])
def test_own_plays_are_searched_to_the_end(position: str) -> None:
    lexicon, board = lexkit.open("english"), lexkit.Board.from_cgp(position)
    *_, own = [one.text for one in lexicon.moves(board, board.rack).by_equity(lexicon) if one.kind == "placement"]
    table = Table.new(["Ann", Seat("Bot", bot="greedy")], lexicon="english", position=position, seed=3)
    reports = run(Analysis(table, 0, None, replace(Limits(), analysis=LONG), [own]))
    row = next(row for row in reports[-1]["rows"] if row["text"] == own)
    assert row["own"]
    assert "gain" in row or "win" in row


@each(
    ("play", "told"),
    [
        ("7F ZZ", "rack"),
        ("1A AE", "board|touch|connect"),
        ("7F SR", "not in the lexicon"),
        ("-QQ", "not possible"),
        ("challenge", "not a play"),
        ("resign", "not a play"),
    ],
)
def test_a_play_that_is_not_possible_is_refused(play: str, told: str) -> None:
    table = Table.new(["Ann", Seat("Bot", bot="greedy")], lexicon="english", position=f"{OPENING} AEINRST/ 0/0 0")
    with pytest.raises(LexkitError, match=told):
        Analysis(table, 0, None, Limits(), [play])


def test_a_phony_that_was_played_is_shown_and_not_weighed() -> None:
    record = "#player1 A A\n#player2 B B\n>A: AEINRST 8D STRNAEI +66 66\n>B: E - +0 0\n"
    table = Table.from_gcg(record, lexicon="english")
    reports = run(Analysis(table, None, 0, replace(Limits(), analysis=LONG)), has_chances)
    row = next(row for row in reports[-1]["rows"] if row.get("played"))
    assert row["words"] == ["STRNAEI"]
    assert not {"win", "equity"} & set(row)
