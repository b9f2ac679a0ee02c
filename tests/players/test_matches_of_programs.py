"""Matches with clocks, and of programs that speak SIU: forfeits, time, and going on where a match was stopped."""

import itertools
import os
import shlex
import sys
from pathlib import Path

import pytest
import typer

import lexkit
from lexkit import Clock, Match, Rules, lexicons
from lexkit.apps.shell.lexq.autoplay import _read_clock
from lexkit.errors import EngineError, EngineTerminatedError, QueryError, StorageError
from lexkit.players.engine.engine_player import EnginePlayer
from tests.apps.shell.shell import json_lines, lexq
from tests.players.engine.test_engine import FAKE, assert_gone, impatient
from tests.players.test_match import small_list


@pytest.fixture(scope="module")
def few() -> lexkit.Lexicon:
    return small_list(lexicons.alphabet("english"))


def program(habit: str) -> str:
    return f"siu:0.01:{shlex.join([*FAKE, habit])}"


def test_a_program_plays_whole_games(few: lexkit.Lexicon) -> None:
    """This one passes always, so the others' games are those against a player who passes."""
    match = Match(few, program("none"), "greedy", seed=5, paired=True)
    assert match.names == ("siu:" + shlex.join([*FAKE, "none"]), "greedy")
    game = match.game(1)
    assert game.over
    assert not game.forfeit
    assert {turn.kind for turn in game.turns if game.players[turn.player] == match.names[0]} <= {"pass", "accept"}
    (player, _) = match.players
    assert isinstance(player, EnginePlayer)
    assert player._engine is not None
    pid = player._engine.pid
    match.close()
    assert_gone(pid)
    assert match.game(1).to_json() == game.to_json()  # started again
    tally = match.tally(4)
    assert player._engine is None
    assert (tally.games, tally.wins, dict(tally.forfeits)) == (4, [0, 4], {})


@pytest.mark.parametrize(
    ("habit", "why"),
    [
        ("crash", "has ended"),
        ("rubbish", "not a move"),
        ("illegal", ""),
        ("unmoved", "no move"),
        ("ex.ñ", ""),
        ("ex.[ab]", ""),
        ("ex.ZZZZZZZ", ""),
    ],
)
def test_what_a_program_does_wrong_loses_its_game(few: lexkit.Lexicon, habit: str, why: str) -> None:
    """The match goes on: the program is started again for the next game."""
    tally = Match(few, "greedy", program(habit), seed=5).tally(3)
    assert tally.wins == [3, 0]
    assert tally.ends == {"resignation": 3}
    assert [line.split(":")[0] for line in sorted(tally.forfeits)] == ["game 0", "game 1", "game 2"]
    assert all(why in line for line in tally.forfeits)
    assert tally.to_json()["forfeits"] == sorted(tally.forfeits)
    assert tally.unfinished == 0


def test_a_program_that_hangs(few: lexkit.Lexicon) -> None:
    class Impatient(EnginePlayer):
        def begin(self) -> None:
            super().begin()
            assert self._engine is not None
            impatient(self._engine)

    match = Match(few, "greedy", Impatient(shlex.join([*FAKE, "hang"]), few, seconds=0.01, timeout=60.0), seed=5)
    game = match.game(0)
    assert game.winner == 0
    assert "no answer in time" in game.forfeit
    match.close()


def test_a_program_that_cannot_be_started_stops_the_match(few: lexkit.Lexicon) -> None:
    for command, kind in (("no-such-program-anywhere", EngineTerminatedError), (program("dead")[9:], EngineError)):
        with pytest.raises(kind):
            Match(few, f"siu:{command}", "greedy").tally(2)
    with pytest.raises(EngineTerminatedError):
        Match(few, "siu:", "greedy")
    with pytest.raises(QueryError):
        Match(few, "siu:0:lexq siu", "greedy")


def test_errors_of_other_players_are_errors(few: lexkit.Lexicon) -> None:
    class Wrong:
        def choose(self, view: lexkit.View) -> lexkit.Action:
            return lexkit.Action("placement", "8H ZZZ")

    with pytest.raises(lexkit.errors.IllegalMoveError):
        Match(few, Wrong(), "greedy").game(0)


def test_names_of_programs(few: lexkit.Lexicon) -> None:
    assert isinstance(lexkit.player("siu:lexq siu", few, time=1), EnginePlayer)
    for name, command, seconds in (
        ("siu:lexq siu", "lexq siu", 3.0),
        ("siu:2.5:lexq siu", "lexq siu", 2.5),
        ("siu:C:/engine", "C:/engine", 3.0),
    ):
        player = EnginePlayer.named(name)
        assert (player.name, player._seconds) == (f"siu:{command}", seconds)


def test_a_long_command_has_a_short_name(few: lexkit.Lexicon) -> None:
    long = program("none") + " " + "x" * 300 + "\n"
    match = Match(few, long, long, seed=5)
    assert [len(name) for name in match.names] == [200, 200]
    assert match.begin(0).players == match.names
    (player, _) = match.players
    assert isinstance(player, EnginePlayer)
    assert player._command == long.split(":", 2)[2]


class Ticking:
    """A time that goes on by some seconds each time that it is asked for."""

    def __init__(self, seconds: float) -> None:
        self.times = itertools.count(0.0, seconds)

    def __call__(self) -> float:
        return next(self.times)


def test_overtime_costs_what_the_rules_say(few: lexkit.Lexicon) -> None:
    clock = Clock(60, increment=1, now=Ticking(30))
    match = Match(few, "greedy", "greedy", seed=2, clock=clock)
    game = match.game(0)
    free = Match(few, "greedy", "greedy", seed=2).game(0)
    assert game.result is not None
    assert free.result is not None
    assert [turn.text for turn in game.turns] == [turn.text for turn in free.turns]
    assert min(game.result.overtime) < 0
    assert list(game.scores) == [score + fine for score, fine in zip(free.scores, game.result.overtime, strict=True)]


def test_a_player_out_of_time_loses(few: lexkit.Lexicon) -> None:
    rules = Rules(alphabet=few.alphabet, overtime_limit=60)
    match = Match(few, "greedy", "greedy", seed=2, rules=rules, clock=Clock(60, now=Ticking(50)))
    tally = match.tally(2)
    assert tally.ends == {"time": 2}
    assert tally.unfinished == 0
    game = match.game(0)
    assert game.result is not None
    assert (game.result.reason, game.winner) == ("time", 1)


def test_a_match_goes_on_where_it_was(few: lexkit.Lexicon, tmp_path: Path) -> None:
    """Stopped in the middle, resumed: nothing is counted twice, forfeits neither."""
    kept = tmp_path / "match.db"
    for habit in ("none", "crash"):
        kept.unlink(missing_ok=True)
        whole = Match(few, program(habit), "greedy", seed=7, paired=True).tally(20)
        match = Match(few, program(habit), "greedy", seed=7, paired=True)
        done = 0

        def count(games: int) -> None:
            nonlocal done
            done += games
            if done > 9:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            match.tally(20, resume=kept, progress=count)
        assert isinstance(match.players[0], EnginePlayer)
        assert match.players[0]._engine is None
        resumed = Match(few, program(habit), "greedy", seed=7, paired=True).tally(20, resume=kept)
        again = Match(few, program(habit), "greedy", seed=7, paired=True).tally(20, resume=kept)
        assert resumed.to_json() == again.to_json() == whole.to_json()
    with pytest.raises(StorageError, match="another job"):
        Match(few, program("crash"), "greedy", seed=7, paired=True, clock=Clock(60)).tally(20, resume=kept)


@pytest.mark.skipif(os.name == "nt", reason="a POSIX shell")
def test_the_command(few: lexkit.Lexicon, tmp_path: Path) -> None:
    (tmp_path / "few.gaddag").write_bytes(few.to_bytes())
    chosen = ("-l", str(tmp_path / "few.gaddag"), "match", program("crash"), "greedy", "--pairs", "1")
    told = lexq(*chosen, "--clock", "5+3").stdout
    assert "0 ended without a point, 2 forfeited\ngame 0: " in told
    (facts,) = json_lines(*chosen, "--clock", "90s+1.5")
    assert len(facts["forfeits"]) == 2
    stopped = lexq("match", "siu:no-such-program-anywhere", "greedy")
    assert (stopped.returncode, stopped.stdout) == (3, "")
    assert stopped.stderr == "lexq: no-such-program-anywhere: cannot be started: No such file or directory\n"


def test_clocks_as_text() -> None:
    for text, seconds, increment in (("25", 1500, 0), ("25+5", 1500, 5), ("0.5+1s", 30, 1), ("90s+1.5", 90, 1.5)):
        clock = _read_clock(text)
        assert clock is not None
        assert (clock.seconds, clock.increment) == (seconds, increment)
    assert _read_clock(None) is None
    for text in ("0", "x", "5+", "-1", "1e9", "5+3+2", "", "9" * 30):
        with pytest.raises(typer.BadParameter):
            _read_clock(text)


def test_the_engine_of_this_house_plays(few: lexkit.Lexicon, tmp_path: Path) -> None:
    """It is told the lexicon of the match by its name and folder, and forfeits nothing."""
    (tmp_path / "few.gaddag").write_bytes(few.to_bytes())
    lexicon = lexkit.open(tmp_path / "few.gaddag")
    command = shlex.join([sys.executable, "-c", "from lexkit.apps.shell.console import lexq; lexq()", "siu"])
    match = Match(lexicon, EnginePlayer(command, lexicon, seconds=0.02, timeout=120), "greedy", seed=3)
    tally = match.tally(1)
    assert dict(tally.forfeits) == {}
