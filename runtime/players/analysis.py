"""Analysis of finished games: what each turn could have been worth, and what was missed.

    analysis = lexkit.analyse(lexkit.read_gcg("game.gcg"), lex)
    for turn in analysis.turns: print(turn.player, turn.action, turn.best, turn.loss)
    for player in analysis.players: print(player.name, player.mean_loss)

The best of a turn is the first of its candidates by equity (:mod:`.candidates`). The loss is its equity less that of
what was played. A pass, and a play that was challenged off, are worth 0 while the bag has tiles.

A turn is compared only if its rack is fully known. A phony is a play that forms a word which the lexicon does not have;
the next player missed a challenge if it stayed. A bingo is missed if the rack had one and another play was made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ...errors import LexkitError, PositionError, QueryError, require_kind
from ..game.judge import core_of
from ..game.move_finder import Finder
from ..game.moves import record_of
from ..game.referee.game import Game
from ..game.referee.turn import CHALLENGE, EXCHANGE, PASS, PLACEMENT
from ..game.rules import count_bag, is_bingo
from ..limits import look
from ..workers.pieces_of_work import in_order
from .candidates import Candidate, by_equity, find_values, worth_of_keeping
from .equity import equities
from .leaves import THOUSAND
from .turn_costs import Cost, Weighing

if TYPE_CHECKING:
    from ..automaton.index import HasIndex, Index
    from ..game.moves import Moves
    from ..game.referee.turn import Turn
    from .leaves import LeaveValues


class TurnAnalysis(NamedTuple):
    """One turn of a game.

    ``number``: from 1; ``player``: the name; ``kind``: ``placement``, ``exchange`` or ``pass``; ``action`` as GCG
    writes it; ``equity``: of what was played, ``best`` and ``best_equity``: of what would have been best, ``loss``:
    the difference; these are None if the rack is not fully known, or what was exchanged. ``phony``: the invalid words;
    ``withdrawn``: whether the play was challenged off; ``missed_bingo``: the best bingo if another play was made.
    ``cost``: what the turn cost in chances to win and in points, if turns were weighed and that could be said.
    """

    number: int
    player: str
    kind: str
    rack: str
    action: str
    score: int
    equity: float | None
    best: str | None
    best_score: int | None
    best_equity: float | None
    loss: float | None
    is_bingo: bool
    missed_bingo: str | None
    phony: tuple[str, ...]
    withdrawn: bool
    cost: Cost | None = None


@dataclass
class PlayerSummary:
    """What a player did in one game or in many; ``missed_challenges``: phonies of others that were left."""

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
    #: Turns that were weighed, and what they cost in chances to win (0 to 1) and in points.
    weighed: int = 0
    win_loss: float = 0.0
    spread_loss: float = 0.0

    @property
    def mean_loss(self) -> float | None:
        """Points lost in a turn, on average, or None if none was compared."""
        return self.loss / self.compared if self.compared else None

    def to_json(self) -> dict[str, Any]:
        """The numbers as data for JSON."""
        mean = self.mean_loss
        mean = None if mean is None else round(mean, 3)
        facts = {**self.__dict__, "loss": round(self.loss, 3), "mean_loss": mean}
        costs = {name: facts.pop(name) for name in ("weighed", "win_loss", "spread_loss")}
        if self.weighed:
            facts |= {name: round(value, 4) for name, value in costs.items()}
        return facts


@dataclass(frozen=True)
class Analysis:
    """The turns of a game, and a summary for each of its players."""

    turns: tuple[TurnAnalysis, ...]
    players: tuple[PlayerSummary, ...]

    def _repr_html_(self) -> str:
        from ..pictures.results import show_analysis

        return show_analysis(self)


def analyse(
    game: Game,
    lexicon: HasIndex | None = None,
    leaves: LeaveValues | None = None,
    *,
    with_: str | None = None,
    time: float | None = None,
    iterations: int | None = None,
    seed: int = 0,
) -> Analysis:
    """Compare every turn of a game with the best by equity.

    ``lexicon``: by default the game's; ``leaves``: by default those of the lexicon. ``with_``: weigh each turn also by
    what it cost in chances to win and in points: ``"champion"`` by endgame, pre-endgame or simulation, as its phase
    asks for, ``"simulation"`` always so (:mod:`.turn_costs`); ``time``: seconds for each turn, 1 if neither these nor
    ``iterations`` of a simulation are given; with iterations alone, ``seed`` decides all. Raises QueryError if there is
    no lexicon or no leave values, and for impossible numbers, PositionError for a lexicon of another alphabet and for
    rules without a move generator. Some 2 ms a turn if it is not weighed.
    """
    if with_ is None and (time is not None or iterations is not None):
        raise QueryError("nothing to weigh turns with", expected="with_: champion, simulation", found="None")
    weighing = None if with_ is None else Weighing(with_, time, iterations, seed)
    require_kind(game, Game, "game", "a lexkit.Game")
    index = game.core if lexicon is None else core_of(lexicon)
    if index is None:
        raise QueryError("no lexicon to compare by", expected="the lexicon of the game", remedy="analyse(game, lex)")
    rules = game.rules
    values = find_values(index if leaves is None else leaves, rules)
    finder = Finder(index, rules)
    players = [PlayerSummary(name, games=1) for name in game.players]
    turns = []
    exchanged = [0] * len(players)
    listed = game.turns
    for at, turn in enumerate(listed):
        if turn.kind not in (PLACEMENT, EXCHANGE, PASS):
            continue
        look()
        after = listed[at + 1] if at + 1 < len(listed) else None
        withdrawn = after is not None and after.kind == CHALLENGE and bool(after.success)
        phony = () if turn.move is None else tuple([word for word in turn.move.words if word not in index])
        before = exchanged[turn.player]
        exchanged[turn.player] += turn.kind == EXCHANGE
        found = _compare(turn, finder, values, withdrawn, len(players), before)
        made = TurnAnalysis(
            number=at + 1,
            player=game.players[turn.player],
            kind=turn.kind,
            rack=str(turn.rack or ""),
            action=turn.text,
            score=turn.score,
            is_bingo=turn.move is not None and turn.move.is_bingo,
            phony=phony,
            withdrawn=withdrawn,
            cost=None if weighing is None else _weigh(weighing, turn, index, values, found, withdrawn, before),
            **found,
        )
        turns.append(made)
        _count(players[turn.player], made)
        if phony and not withdrawn:
            players[(turn.player + 1) % len(players)].missed_challenges += 1
    return Analysis(tuple(turns), tuple(players))


def analyse_each(
    games: Iterable[Game], lexicon: HasIndex, executor: Any = None, **options: Any
) -> Iterator[Analysis | LexkitError]:
    """The analyses of many games, in order; an error takes the place of a game that cannot be analysed.

    ``executor``: a ``concurrent.futures`` executor or a ``dask.distributed.Client`` that works instead of this thread;
    ``options``: those of :func:`analyse`.
    """
    index = lexicon.core
    if executor is None:
        return (_analyse_or_say(index, game, options) for game in games)
    return in_order(executor, index, _analyse_piece, ((game.to_json(), options) for game in games))


def _analyse_piece(index: Index, text: str, options: dict[str, Any]) -> Analysis | LexkitError:
    """Analyse a game, in a worker."""
    return _analyse_or_say(index, Game.from_json(text, index), options)


def _analyse_or_say(index: Index, game: Game, options: dict[str, Any]) -> Analysis | LexkitError:
    try:
        return analyse(game, index, **options)
    except PositionError as error:
        return error


#: What is not known of a turn.
_UNKNOWN: Final[dict[str, Any]] = dict.fromkeys(
    ("equity", "best", "best_score", "best_equity", "loss", "missed_bingo"), None
)


def _compare(
    turn: Turn, finder: Finder, values: LeaveValues, withdrawn: bool, players: int, exchanged: int
) -> dict[str, Any]:
    """Compare a turn with its candidates: the fields of TurnAnalysis that say how.

    ``exchanged``: how often the player had exchanged before.
    """
    rules, rack, grid = finder.rules, turn.rack, turn.snapshot.grid
    if rack is None or not any(rules.distribution):
        return _UNKNOWN
    bag = count_bag(rules, grid, len(rack), players - 1)
    if len(rack) < min(rules.rack_size, max(1, count_bag(rules, grid, 0, players - 1))):
        return _UNKNOWN
    moves = finder.moves_at(turn.snapshot, rack)
    candidates = by_equity(moves, values, bag, exchanged)
    best = candidates[0]
    # Nothing else to do costs nothing.
    best_equity = best.equity if best.kind != PASS else worth_of_keeping(finder.rules, rack, bag) / THOUSAND
    told: dict[str, Any] = {**_UNKNOWN, "best": str(best.text), "best_score": best.score, "best_equity": best_equity}
    if not (turn.move is not None and turn.move.is_bingo):
        told["missed_bingo"] = _best_bingo(moves, candidates)
    equity = _equity_of(turn, finder, values, withdrawn, bag)
    if equity is not None:
        told |= {"equity": equity, "loss": max(0.0, round(best_equity - equity, 3))}
    return told


def _weigh(
    weighing: Weighing,
    turn: Turn,
    index: Index,
    values: LeaveValues,
    found: dict[str, Any],
    withdrawn: bool,
    exchanges: int,
) -> Cost | None:
    """What a turn cost, or None if its rack or what was done is not known."""
    rack = turn.rack
    if rack is None or found["equity"] is None:
        return None
    played = Candidate(PASS, None, b"", rack, found["equity"])
    if turn.kind != PASS and not withdrawn:
        exchanged = turn.exchanged if turn.move is None else b""
        played = Candidate(PLACEMENT if turn.move else EXCHANGE, turn.move, exchanged, rack, found["equity"])
    bag = count_bag(turn.snapshot.rules, turn.snapshot.grid, len(rack))
    return weighing.cost(turn, played, index, values, bag, exchanges)


def _equity_of(turn: Turn, finder: Finder, values: LeaveValues, withdrawn: bool, bag: int) -> float | None:
    """The equity of what was played, or None if it is not known."""
    rack = turn.rack
    assert rack is not None
    if turn.kind == PASS or withdrawn:
        return worth_of_keeping(finder.rules, rack, bag) / THOUSAND
    if turn.move is None:
        if not turn.exchanged or not rack.has(turn.exchanged):
            return None
        return values.of(rack - turn.exchanged)
    if not rack.has(turn.move.played):
        return None
    found = record_of(turn.move)
    return float(equities(found, rack, turn.snapshot.grid, bag, values, finder.rules)[0]) / THOUSAND


def _best_bingo(moves: Moves, candidates: Iterable[Candidate]) -> str | None:
    """The best play of a whole rack of tiles, or None."""
    if not bool(is_bingo(moves.to_numpy()["played"], moves.snapshot.rules).any()):
        return None
    return next((one.text for one in candidates if one.move is not None and one.move.is_bingo), None)


def _count(player: PlayerSummary, turn: TurnAnalysis) -> None:
    """Count a turn for its player."""
    player.turns += 1
    if turn.loss is not None:
        player.compared += 1
        player.loss += turn.loss
        player.best_found += turn.loss == 0
    if turn.cost is not None:
        player.weighed += 1
        player.win_loss += turn.cost.win_loss
        player.spread_loss += turn.cost.spread_loss
    player.bingos += turn.is_bingo and not turn.withdrawn
    player.missed_bingos += turn.missed_bingo is not None
    player.phonies += bool(turn.phony)
    player.phonies_withdrawn += bool(turn.phony) and turn.withdrawn


def summarize(analyses: Iterable[Analysis]) -> list[PlayerSummary]:
    """One summary for each name in several games, in order of the names' first games."""
    found: dict[str, PlayerSummary] = {}
    for analysis in analyses:
        for player in analysis.players:
            known = found.setdefault(player.name, PlayerSummary(player.name))
            for name, value in player.__dict__.items():
                if name != "name":
                    setattr(known, name, getattr(known, name) + value)
    return list(found.values())
