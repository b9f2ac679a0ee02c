"""Reports of finished games: the turns with their grades, the chance to win from turn to turn, luck apart from skill.

    report = game.report()
    for turn in report.worst(3): print(turn.number, turn.action, turn.grade, turn.best, turn.why)
    for report in game.reports("endgame", time=1): print(report.weighed, "of", report.to_weigh)

A report has a level. ``static`` computes the cost of turns by equity. ``simulation`` also simulates those with
tiles in the bag. ``endgame`` also searches those whose end, or last draws, can be searched. Each level continues
from the one before, turn by turn.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from lexkit.base.checks import require_instance, require_one_of, require_whole
from lexkit.base.errors import LexkitError, PositionError, QueryError, show_value
from lexkit.runtime.game.judge import core_of
from lexkit.runtime.game.referee.game import Game
from lexkit.runtime.game.referee.turn import RESIGNATION
from lexkit.runtime.game.referee.turn_kinds import USING_TURN
from lexkit.runtime.workers.pieces_of_work import in_order

from ..candidates import find_values
from .analysis import MANY_PLAYERS, Compared, Comparing, TurnAnalysis
from .level_estimate import LevelEstimate, estimate_level, level_note, level_table
from .statistics import FACTS
from .turn_costs import MISTAKES, Cost, Weighing, badness_of, mistake_index

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import Index, LexiconLike
    from lexkit.runtime.game.rules import Rules

    from ..leaves import LeaveValues

#: First level of a report.
STATIC: Final = "static"
#: Levels of a report, in order.
LEVELS: Final = (STATIC, "simulation", "endgame")
#: Default number of racks with which the luck of a turn is measured.
DRAWS: Final = 24
#: Maximum number of racks with which the luck of a turn is measured.
_MOST_DRAWS: Final = 10_000


@dataclass
class PlayerSummary:
    """Totals of a player in one game or in many.

    Attributes:
        name: Name of the player.
        games: Number of games.
        score: Points.
        won: Games won; a draw counts half.
        turns: Number of turns.
        compared: Number of turns whose rack is known.
        best_found: Number of these that lost nothing.
        loss: Points of equity that all of these lost.
        weighed: Number of turns whose cost is known.
        win_loss: Sum of their costs in chances to win, 0 to 1 each.
        spread_loss: Sum of their costs in points.
        small: Number of small mistakes.
        medium: Number of medium mistakes.
        large: Number of large mistakes.
        luck: Luck of the tiles drawn, in points.
        bingos: Number of bingos.
        missed_bingos: Number of turns that had a bingo and played something else.
        phonies: Number of plays with invalid words.
        phonies_withdrawn: Number of these that were challenged off.
        missed_challenges: Number of the others' phonies that were not challenged.
        level_table: Alphabet whose measured levels these games are compared with, "" if there is none.
        level_note: Note on these levels if they were measured with another list, else "".
    """

    name: str
    games: int = 0
    turns: int = 0
    compared: int = 0
    best_found: int = 0
    loss: float = 0.0
    bingos: int = 0
    missed_bingos: int = 0
    phonies: int = 0
    phonies_withdrawn: int = 0
    missed_challenges: int = 0
    weighed: int = 0
    win_loss: float = 0.0
    spread_loss: float = 0.0
    small: int = 0
    medium: int = 0
    large: int = 0
    luck: float = 0.0
    score: int = 0
    won: float = 0.0
    level_table: str = ""
    level_note: str = ""

    @property
    def mean_loss(self) -> float | None:
        """Mean loss of a turn by equity, in points; None if none was compared."""
        return self.loss / self.compared if self.compared else None

    @property
    def level(self) -> int | None:
        """Number of the level that loses as much a turn, an estimate; None if fewer than 10 turns were compared.

        The levels of players are 1 to 9; 0 is below level 1, and 10 above level 9.
        """
        found = self._estimate_level()
        return None if found is None else found.nearest

    @property
    def level_low(self) -> int | None:
        """Weakest level that may lose as much in as many turns: with ``level_high``, a range of 95%."""
        found = self._estimate_level()
        return None if found is None else found.low

    @property
    def level_high(self) -> int | None:
        """Strongest level that may lose as much in as many turns."""
        found = self._estimate_level()
        return None if found is None else found.high

    @property
    def level_estimate(self) -> str | None:
        """The level and its range, as text: ``5 (3 to 7)``, ``above 9 (from 8)``."""
        found = self._estimate_level()
        return None if found is None else str(found)

    def _estimate_level(self) -> LevelEstimate | None:
        return estimate_level(self.loss, self.compared, self.level_table)

    @property
    def mistake_index(self) -> float:
        """Sum of the mistakes, weighted by their grades."""
        return mistake_index({name: getattr(self, name) for name in MISTAKES})

    def count(self, turn: TurnAnalysis) -> None:
        """Count a turn of this player.

        Args:
            turn: The turn.
        """
        self.turns += 1
        if turn.loss is not None:
            self.compared += 1
            self.loss += turn.loss
            self.best_found += turn.loss == 0
        if turn.cost is not None:
            self.weighed += 1
            self.win_loss += turn.cost.win_loss
            self.spread_loss += turn.cost.spread_loss
        if turn.grade in MISTAKES:
            setattr(self, str(turn.grade), getattr(self, str(turn.grade)) + 1)
        self.luck += turn.luck or 0.0
        self.bingos += turn.is_bingo and not turn.withdrawn
        self.missed_bingos += turn.missed_bingo is not None
        self.phonies += bool(turn.phony)
        self.phonies_withdrawn += bool(turn.phony) and turn.withdrawn

    def to_json(self) -> dict[str, Any]:
        """Return the numbers as data for JSON."""
        facts = {name: getattr(self, name) for name in FACTS}
        return {name: round(value, 4) if isinstance(value, float) else value for name, value in facts.items()}


@dataclass(frozen=True, repr=False)
class Report:
    """Analysed ``turns`` of a game, and a summary for each of its ``players``, in their order.

    Attributes:
        turns: The turns.
        players: The summaries.
        level: Last complete level: ``static``, ``simulation`` or ``endgame``.
        weighed: Number of turns weighed.
        to_weigh: Number of turns to weigh in all.
        result: How the game ended, ``out`` for example, or "".
        begins: Chance of the first player to win before the first turn, None with more than two players.
        rules: Rules of the game.
        faults: Faults of the record that the game was read from, in sentences.
        leaves_note: Source of the leave values, if they are not the lexicon's own.
    """

    turns: tuple[TurnAnalysis, ...]
    players: tuple[PlayerSummary, ...]
    level: str = STATIC
    weighed: int = 0
    to_weigh: int = 0
    result: str = ""
    begins: float | None = None
    rules: Rules | None = field(default=None, compare=False)
    faults: tuple[str, ...] = ()
    leaves_note: str = ""

    def __repr__(self) -> str:
        players = ", ".join(f"{one.name} {one.score}" for one in self.players)
        return f"<Report {self.level}: {len(self.turns)} turns, {players}>"

    @property
    def curve(self) -> tuple[tuple[int, float], ...]:
        """(number of a turn, chance of the first player to win after it), from turn 0; empty if unknown.

        The last one is the result, if the game is over.
        """
        if self.begins is None:
            return ()
        points = [(0, self.begins)]
        for turn in self.turns:
            if turn.win is not None:
                points.append((turn.number, turn.win if turn.seat == 0 else round(1 - turn.win, 4)))
        if self.result:
            points.append((points[-1][0] + 1, self.players[0].won))
        return tuple(points)

    def worst(self, most: int = 3) -> tuple[TurnAnalysis, ...]:
        """Return the turns with the largest mistakes, worst first.

        Args:
            most: Maximum number of turns.

        Raises:
            QueryError: The number is negative.
        """
        most = require_whole(most, "number of turns", 0)
        mistakes = [(badness_of(turn.grade, turn.cost), turn) for turn in self.turns if turn.grade in MISTAKES]
        return tuple([turn for _, turn in sorted(mistakes, key=lambda each: each[0], reverse=True)[:most]])

    @property
    def remarks(self) -> tuple[str, ...]:
        """Caveats to show with the report, in sentences."""
        why = Counter(turn.ungraded for turn in self.turns if turn.ungraded)
        if MANY_PLAYERS in why:
            many = "Chances to win and grades are for games of two players; here losses are in points of equity."
            return (many, *self.faults, *self._notes())
        counted = [f"{count} turn{'s' * (count > 1)} without a grade: {reason}." for reason, count in why.items()]
        if not self.result:
            counted.append("The game is not over.")
        elif self.result in _WITHOUT_TURN:
            counted.append(f"The game ended by {self.result}, which is not graded.")
        return (*counted, *self.faults, *self._notes())

    def _notes(self) -> tuple[str, ...]:
        notes = dict.fromkeys([self.leaves_note, *[one.level_note for one in self.players if one.level is not None]])
        return tuple([f"{note[0].upper()}{note[1:]}." for note in notes if note])

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain data."""
        turns = [
            {**turn._asdict(), "phony": list(turn.phony), "cost": None if turn.cost is None else turn.cost._asdict()}
            for turn in self.turns
        ]
        facts = {name: getattr(self, name) for name in ("level", "weighed", "to_weigh", "result")}
        facts["leaves"] = self.leaves_note
        worst = [turn.number for turn in self.worst()]
        players = [player.to_json() for player in self.players]
        curve = [list(point) for point in self.curve]
        return {
            **facts, "players": players, "curve": curve, "worst": worst, "remarks": list(self.remarks), "turns": turns
        }  # fmt: skip

    def to_json(self) -> str:
        """Return the report as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False, separators=(",", ":"))

    def to_html(self, title: str = "") -> str:
        """Return the report as one self-contained page of HTML: no scripts, no other files.

        Args:
            title: Title of the page.
        """
        from ..pictures.report import report_page

        return report_page(self, title)

    def _repr_html_(self) -> str:
        from ..pictures.report import show_report

        return show_report(self)


#: Ends that are not turns and have no cost.
_WITHOUT_TURN: Final = ("resignation", "time", "challenge")


def reports(
    game: Game,
    level: str = STATIC,
    lexicon: LexiconLike | None = None,
    leaves: LeaveValues | None = None,
    *,
    time: float | None = None,
    iterations: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    draws: int = DRAWS,
) -> Iterator[Report]:
    """Yield the static report of a game, then one after each turn that is weighed, until ``level`` is complete.

    The arguments are those of :meth:`lexkit.Game.report`.
    """
    require_one_of(level, LEVELS, "no such level of a report")
    weighing = Weighing("champion", time, iterations, seed, threads)
    return _reports(game, lexicon, leaves, None if level == STATIC else weighing, level, draws)


def read_report(game: Game, data: Mapping[str, Any]) -> Report:
    """Return a report of a game from the data of Report.to_dict. Raises QueryError if the data are not a report."""
    try:
        turns = [
            TurnAnalysis(**{**turn, "phony": tuple(turn["phony"]), "cost": turn["cost"] and Cost(**turn["cost"])})
            for turn in data["turns"]
        ]
        begins = data["curve"][0][1] if data["curve"] else None
        notes = data["leaves"], data["players"][0]["level_note"]
        return _made(game, turns, data["level"], data["weighed"], data["to_weigh"], begins, notes)
    except (KeyError, TypeError, IndexError) as error:
        raise QueryError("not a report", expected="what Report.to_dict gave", found=show_value(data)) from error


def report(game: Game, level: str, **options: Any) -> Report:
    """Return the last of :func:`reports`."""
    *_, last = reports(game, level, **options)
    return last


def _reports(
    game: Game,
    lexicon: LexiconLike | None,
    leaves: LeaveValues | None,
    weighing: Weighing | None,
    level: str,
    draws: int,
) -> Iterator[Report]:
    index = game.core if lexicon is None else core_of(lexicon)
    if index is None:
        raise QueryError(
            "a report needs a lexicon to compare by", expected="the lexicon of the game", remedy="analyse(game, lex)"
        )
    values = find_values(index if leaves is None else leaves, game.rules)
    comparing = Comparing(game, index, values, require_whole(draws, "number of draws", 0, _MOST_DRAWS))
    listed = game.turns
    turns = []
    for at, (turn, position) in enumerate(zip(listed, game.positions(), strict=True)):
        if turn.kind in USING_TURN:
            # A player may resign between a play and its challenge.
            after = next((one for one in listed[at + 1 :] if one.kind != RESIGNATION), None)
            turns.append(comparing.compare(at + 1, turn, after, position))
    begins = comparing.chance_before(listed[0]) if listed else None
    notes = getattr(values, "note", ""), level_note(level_table(game.rules), index)
    stages = LEVELS[1 : LEVELS.index(level) + 1] if weighing else ()
    plan = [(stage, at) for stage in stages for at, one in enumerate(turns) if _stage_of(one, weighing) == stage]
    yield _made(game, [each.analysis for each in turns], STATIC if plan else level, 0, len(plan), begins, notes)
    for done, (_, at) in enumerate(plan, 1):
        assert weighing is not None
        turns[at] = comparing.weigh(turns[at], weighing)
        left = {stage for stage, _ in plan[done:]}
        reached = level if not left else LEVELS[min(map(LEVELS.index, left)) - 1]
        yield _made(game, [each.analysis for each in turns], reached, done, len(plan), begins, notes)


def _stage_of(compared: Compared, weighing: Weighing | None) -> str | None:
    """Return the level that weighs a turn, or None if none can."""
    if compared.analysis.cost is None or compared.analysis.bag is None or weighing is None:
        return None
    return LEVELS[1 + weighing.searches(compared.analysis.kind, compared.analysis.bag)]


def _made(
    game: Game,
    turns: list[TurnAnalysis],
    level: str,
    weighed: int,
    to_weigh: int,
    begins: float | None,
    notes: tuple[str, str],
) -> Report:
    """Return the report of the turns analysed so far; ``notes``: on its leave values and on the levels."""
    winner = game.winner
    table = level_table(game.rules)
    players = [
        PlayerSummary(
            name,
            games=1,
            score=score,
            won=(0.5 if winner is None else float(winner == seat)) * game.over,
            level_table=table,
            level_note=notes[1],
        )
        for seat, (name, score) in enumerate(zip(game.players, game.scores, strict=True))
    ]
    for turn in turns:
        players[turn.seat].count(turn)
        if turn.phony and not turn.withdrawn:
            gone = {one.player for one in game.turns[: turn.number] if one.kind == RESIGNATION}
            others = [(turn.seat + step) % len(players) for step in range(1, len(players))]
            players[next((seat for seat in others if seat not in gone), others[0])].missed_challenges += 1
    result = "" if game.result is None else game.result.reason
    serious = [] if game.record is None else [fault for fault in game.record.faults if not fault.mild]
    faults = tuple([f"Line {fault.line} of the record has a fault: {fault}." for fault in serious])
    return Report(tuple(turns), tuple(players), level, weighed, to_weigh, result, begins, game.rules, faults, notes[0])


def analyse(
    game: Game,
    lexicon: LexiconLike | None = None,
    leaves: LeaveValues | None = None,
    *,
    with_: str | None = None,
    time: float | None = None,
    iterations: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    draws: int = 0,
) -> Report:
    """Compare every turn of a game with the best by equity.

    Some 2 ms a turn if it is not weighed, and 0.2 ms for each of the ``draws``.

    Args:
        game: The game.
        lexicon: By default the game's.
        leaves: By default those of the lexicon.
        with_: Also weigh each turn by its cost in chances to win and in points: ``"champion"`` by endgame,
            pre-endgame or simulation, as its phase requires, ``"simulation"`` always by simulation
            (:mod:`.turn_costs`).
        time: Seconds for each turn, 1 if neither these nor ``iterations`` are given.
        iterations: Iterations of a simulation; with these alone, ``seed`` decides everything.
        seed: Decides the tiles drawn.
        threads: Number of threads of a simulation, by default one for each core.
        draws: Measure the luck of each turn with this many other racks.

    Returns:
        The report.

    Raises:
        QueryError: There is no lexicon, or a number is impossible.
        PositionError: The lexicon has another alphabet, or the rules have no move generator.
    """
    require_instance(game, Game, "game")
    if with_ is None and (time is not None or iterations is not None):
        raise QueryError("nothing to weigh turns with", expected="with_: champion, simulation", found="None")
    weighing = None if with_ is None else Weighing(with_, time, iterations, seed, threads)
    level = STATIC if with_ is None else "endgame" if with_ == "champion" else "simulation"
    *_, last = _reports(game, lexicon, leaves, weighing, level, draws)
    return last


def analyse_each(
    games: Iterable[Game], lexicon: LexiconLike, executor: Any = None, **options: Any
) -> Iterator[Report | LexkitError]:
    """Yield the reports of many games, in order; an error takes the place of a game that cannot be analysed.

    ``executor``: a ``concurrent.futures`` executor or a ``dask.distributed.Client`` that works instead of this
    thread; ``options``: those of :func:`analyse`.
    """
    index = lexicon.core
    if executor is None:
        return (_analyse_or_say(index, game, options) for game in games)
    return in_order(executor, index, _analyse_piece, ((game.to_json(), options) for game in games))


def _analyse_piece(index: Index, text: str, options: dict[str, Any]) -> Report | LexkitError:
    """Analyse a game, in a worker."""
    return _analyse_or_say(index, Game.from_json(text, index), options)


def _analyse_or_say(index: Index, game: Game, options: dict[str, Any]) -> Report | LexkitError:
    try:
        return analyse(game, index, **options)
    except PositionError as error:
        return error


def summarize(reports: Iterable[Report]) -> list[PlayerSummary]:
    """Return one summary for each name in several games, in the order of the names' first games."""
    found: dict[str, PlayerSummary] = {}
    for report in reports:
        for player in report.players:
            known = found.setdefault(player.name, PlayerSummary(player.name, level_table=player.level_table))
            if player.level_table != known.level_table:
                known.level_table = ""  # losses in different games do not compare
            known.level_note = known.level_note or player.level_note
            for name, value in player.__dict__.items():
                if name not in ("name", "level_table", "level_note"):
                    setattr(known, name, getattr(known, name) + value)
    return list(found.values())
