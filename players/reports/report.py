"""Reports of finished games: the turns with their grades, the chance to win from turn to turn, luck apart from skill.

    report = game.report()
    for turn in report.worst(3): print(turn.number, turn.action, turn.grade, turn.best, turn.why)
    for report in game.reports("endgame", time=1): print(report.weighed, "of", report.to_weigh)

A report has a level: ``static`` tells what turns cost by equity; ``simulation`` weighs those with tiles in the bag by
simulation; ``endgame`` also searches those of which the end, or the last draws, can be searched. Each level goes on
from the one before, turn by turn.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from lexkit.base.checks import require_kind, require_one_of, require_whole
from lexkit.base.errors import LexkitError, PositionError, QueryError, show_value
from lexkit.runtime.game.judge import core_of
from lexkit.runtime.game.referee.game import Game
from lexkit.runtime.game.referee.turn import RESIGNATION
from lexkit.runtime.game.referee.turn_kinds import USING_TURN
from lexkit.runtime.workers.pieces_of_work import in_order

from ..candidates import find_values
from .analysis import MANY_PLAYERS, Compared, Comparing, TurnAnalysis
from .turn_costs import MISTAKES, Cost, Weighing, badness_of, mistake_index

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import HasIndex, Index
    from lexkit.runtime.game.rules import Rules

    from ..leaves import LeaveValues

#: The levels of a report, each with those before it.
STATIC: Final = "static"
LEVELS: Final = (STATIC, "simulation", "endgame")
#: Racks that the luck of a turn is measured with, unless the caller says how many, and at most.
DRAWS: Final = 24
_MOST_DRAWS: Final = 10_000


@dataclass
class PlayerSummary:
    """What a player did in one game or in many.

    ``name``; ``games``; ``score``: points; ``won``: games won, a draw counts half; ``turns``; ``compared``: turns whose
    rack is known, ``best_found``: those that lost nothing, and ``loss``: the points of equity that all of them lost.
    ``weighed``: turns of which the cost is known; ``win_loss``: their cost in chances to win, 0 to 1 each, and
    ``spread_loss``: in points. ``small``, ``medium``, ``large``: mistakes of each grade. ``luck``: of the tiles drawn,
    in points. ``bingos``; ``missed_bingos``: turns that had one and played something else; ``phonies``: plays with
    invalid words, ``phonies_withdrawn``: those challenged off, ``missed_challenges``: phonies of others that were left.
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

    @property
    def mean_loss(self) -> float | None:
        """Points lost in a turn by equity, on average, or None if none was compared."""
        return self.loss / self.compared if self.compared else None

    @property
    def mistake_index(self) -> float:
        """The mistakes, weighted by their grades; of several games, their sum."""
        return mistake_index({name: getattr(self, name) for name in MISTAKES})

    def count(self, turn: TurnAnalysis) -> None:
        """Count a turn of this player."""
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
        """The numbers as data for JSON."""
        mean = self.mean_loss
        mean = None if mean is None else round(mean, 3)
        rounded = {name: round(value, 4) for name, value in self.__dict__.items() if isinstance(value, float)}
        return {**self.__dict__, **rounded, "mean_loss": mean, "mistake_index": self.mistake_index}


@dataclass(frozen=True, repr=False)
class Report:
    """The ``turns`` of a game, and a summary for each of its ``players``, in their order.

    ``level``: ``static``, ``simulation`` or ``endgame``, the last that is complete; ``weighed`` and ``to_weigh``: how
    many turns were weighed, of how many that will be. ``result``: how the game ended, ``out`` for example, or "";
    ``begins``: the chance of the first player to win before the first turn, None with more than two players;
    ``rules``: those of the game; ``faults``: what is wrong with the record that it was read from, in sentences;
    ``leaves_note``: whose leave values are used, if not the lexicon's own.
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
        """(number of a turn, chance of the first player to win after it), from turn 0; empty if that is not known.

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
        """The turns that are the largest mistakes, worst first."""
        mistakes = [(badness_of(turn.grade, turn.cost), turn) for turn in self.turns if turn.grade in MISTAKES]
        return tuple([turn for _, turn in sorted(mistakes, key=lambda each: each[0], reverse=True)[:most]])

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the report cannot say, in sentences."""
        why = Counter(turn.ungraded for turn in self.turns if turn.ungraded)
        if MANY_PLAYERS in why:
            many = "Chances to win and grades are for games of two players; here losses are in points of equity."
            return (many, *self.faults, *self._on_leaves())
        counted = [f"{count} turn{'s' * (count > 1)} without a grade: {reason}." for reason, count in why.items()]
        if not self.result:
            counted.append("The game is not over.")
        elif self.result in _WITHOUT_TURN:
            counted.append(f"The game ended by {self.result}, which is not graded.")
        return (*counted, *self.faults, *self._on_leaves())

    def _on_leaves(self) -> tuple[str, ...]:
        return (f"{self.leaves_note[0].upper()}{self.leaves_note[1:]}.",) if self.leaves_note else ()

    def to_dict(self) -> dict[str, Any]:
        """The report as plain data."""
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
        """The report as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False, separators=(",", ":"))

    def to_html(self, title: str = "") -> str:
        """The report as one page of HTML that needs nothing else: no scripts, no other files."""
        from ..pictures.report import report_page

        return report_page(self, title)

    def _repr_html_(self) -> str:
        from ..pictures.report import show_report

        return show_report(self)


#: Ends that are not turns: nobody can say what they cost.
_WITHOUT_TURN: Final = ("resignation", "time", "challenge")


def reports(
    game: Game,
    level: str = STATIC,
    lexicon: HasIndex | None = None,
    leaves: LeaveValues | None = None,
    *,
    time: float | None = None,
    iterations: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    draws: int = DRAWS,
) -> Iterator[Report]:
    """The static report of a game, then one more after each turn that is weighed, until ``level`` is complete.

    The arguments are those of :meth:`lexkit.Game.report`.
    """
    require_one_of(level, LEVELS, "no such level of a report")
    weighing = Weighing("champion", time, iterations, seed, threads)
    return _reports(game, lexicon, leaves, None if level == STATIC else weighing, level, draws)


def read_report(game: Game, data: Mapping[str, Any]) -> Report:
    """Return the report of a game that Report.to_dict gave as data. Raises QueryError if it is none."""
    try:
        turns = [
            TurnAnalysis(**{**turn, "phony": tuple(turn["phony"]), "cost": turn["cost"] and Cost(**turn["cost"])})
            for turn in data["turns"]
        ]
        begins = data["curve"][0][1] if data["curve"] else None
        return _made(game, turns, data["level"], data["weighed"], data["to_weigh"], begins, data["leaves"])
    except (KeyError, TypeError, IndexError) as error:
        raise QueryError("not a report", expected="what Report.to_dict gave", found=show_value(data)) from error


def report(game: Game, level: str, **options: Any) -> Report:
    """The last of :func:`reports`."""
    *_, last = reports(game, level, **options)
    return last


def _reports(
    game: Game,
    lexicon: HasIndex | None,
    leaves: LeaveValues | None,
    weighing: Weighing | None,
    level: str,
    draws: int,
) -> Iterator[Report]:
    require_kind(game, Game, "game", "a lexkit.Game")
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
    note = getattr(values, "note", "")
    stages = LEVELS[1 : LEVELS.index(level) + 1] if weighing else ()
    plan = [(stage, at) for stage in stages for at, one in enumerate(turns) if _stage_of(one, weighing) == stage]
    yield _made(game, [each.told for each in turns], STATIC if plan else level, 0, len(plan), begins, note)
    for done, (_, at) in enumerate(plan, 1):
        assert weighing is not None
        turns[at] = comparing.weigh(turns[at], weighing)
        left = {stage for stage, _ in plan[done:]}
        reached = level if not left else LEVELS[min(map(LEVELS.index, left)) - 1]
        yield _made(game, [each.told for each in turns], reached, done, len(plan), begins, note)


def _stage_of(compared: Compared, weighing: Weighing | None) -> str | None:
    """The level that weighs a turn, or None if none can."""
    if compared.told.cost is None or compared.told.bag is None or weighing is None:
        return None
    return LEVELS[1 + weighing.searches(compared.told.kind, compared.told.bag)]


def _made(
    game: Game, turns: list[TurnAnalysis], level: str, weighed: int, to_weigh: int, begins: float | None, note: str
) -> Report:
    """The report of what is known of the turns."""
    winner = game.winner
    players = [
        PlayerSummary(name, games=1, score=score, won=(0.5 if winner is None else float(winner == seat)) * game.over)
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
    return Report(tuple(turns), tuple(players), level, weighed, to_weigh, result, begins, game.rules, faults, note)


def analyse(
    game: Game,
    lexicon: HasIndex | None = None,
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

    ``lexicon``: by default the game's; ``leaves``: by default those of the lexicon. ``with_``: weigh each turn also by
    what it cost in chances to win and in points: ``"champion"`` by endgame, pre-endgame or simulation, as its phase
    asks for, ``"simulation"`` always so (:mod:`.turn_costs`); ``time``: seconds for each turn, 1 if neither these nor
    ``iterations`` of a simulation are given; with iterations alone, ``seed`` decides all; ``threads``: of a
    simulation, by default one for each core. ``draws``: measure the luck
    of each turn with so many other racks. Raises QueryError if there is no lexicon, and for
    impossible numbers, PositionError for a lexicon of another alphabet and for rules without a move generator. Some
    2 ms a turn if it is not weighed, and 0.2 ms for each of the ``draws``.
    """
    if with_ is None and (time is not None or iterations is not None):
        raise QueryError("nothing to weigh turns with", expected="with_: champion, simulation", found="None")
    weighing = None if with_ is None else Weighing(with_, time, iterations, seed, threads)
    level = STATIC if with_ is None else "endgame" if with_ == "champion" else "simulation"
    *_, last = _reports(game, lexicon, leaves, weighing, level, draws)
    return last


def analyse_each(
    games: Iterable[Game], lexicon: HasIndex, executor: Any = None, **options: Any
) -> Iterator[Report | LexkitError]:
    """The reports of many games, in order; an error takes the place of a game that cannot be analysed.

    ``executor``: a ``concurrent.futures`` executor or a ``dask.distributed.Client`` that works instead of this thread;
    ``options``: those of :func:`analyse`.
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
    """One summary for each name in several games, in order of the names' first games."""
    found: dict[str, PlayerSummary] = {}
    for report in reports:
        for player in report.players:
            known = found.setdefault(player.name, PlayerSummary(player.name))
            for name, value in player.__dict__.items():
                if name != "name":
                    setattr(known, name, getattr(known, name) + value)
    return list(found.values())
