"""Analysis of the turns of finished games: the best of each, the loss, and what was missed.

The best of a turn is the first of its candidates by equity (:mod:`..candidates`). The loss is its equity less that
of the play made. A pass, and a play that was challenged off, are worth 0 while the bag has tiles.

A turn is compared only if its rack is fully known. A phony is a play that forms a word outside the lexicon; the
next player missed a challenge if it stayed. A bingo is missed if the rack had one and another play was made.

The cost of a turn is first computed by equity, with the chances to win of both leads
(:mod:`..simulation.win_chances`), and can then be weighed more exactly (:mod:`.turn_costs`).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lexkit.base.errors import with_plain_types
from lexkit.base.time_limits import look
from lexkit.runtime.game.move_finder import Finder, finder_for
from lexkit.runtime.game.moves import record_of
from lexkit.runtime.game.rack import Rack, tiles_of
from lexkit.runtime.game.referee.challenge import invalid_words
from lexkit.runtime.game.referee.player_view import board_before
from lexkit.runtime.game.referee.turn import CHALLENGE, EXCHANGE, PASS
from lexkit.runtime.game.rules import count_bag, count_unseen, is_bingo
from lexkit.runtime.game.text.notation import KINDS

from ..candidates import Candidate, Kind, best_by_equity, by_equity, worth_of_keeping
from ..equity import equities
from ..leaves import THOUSAND, TrainedValues
from ..simulation.win_chances import chances_for
from .turn_costs import EQUITY, Cost, Weighing, cost_of, grade_of, why_better

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import Index
    from lexkit.runtime.game.moves import Moves
    from lexkit.runtime.game.referee.game import Game
    from lexkit.runtime.game.referee.turn import Turn

    from ..candidates import Candidates
    from ..leaves import LeaveValues

#: Reason for a turn without a grade: rack.
UNKNOWN_RACK: Final = "the rack is not fully known"
#: Reason for a turn without a grade: tiles exchanged.
UNKNOWN_TILES: Final = "the tiles are not known"
#: Reason for a turn without a grade: distribution.
NO_TILES: Final = "how many tiles there are is not known"
#: Reason for a turn without a grade: number of players.
MANY_PLAYERS: Final = "grades are for two players"


@with_plain_types
class TurnAnalysis(NamedTuple):
    """Analysis of one turn of a game.

    Attributes:
        number: Number of the turn, from 1.
        player: Name of the player.
        kind: ``placement``, ``exchange`` or ``pass``.
        rack: Known tiles of the rack.
        action: The play in GCG notation.
        score: Its points.
        is_bingo: Whether it played a full rack.
        equity: Its equity; None, as the next four, if the rack or the tiles exchanged are not fully known.
        best: The best play, in GCG notation.
        best_score: Its points.
        best_equity: Its equity.
        loss: The difference of the equities.
        phony: Invalid words of the play.
        withdrawn: Whether the play was challenged off.
        missed_bingo: The best bingo if another play was made.
        cost: Cost of the turn in chances to win and in points, or None if unknown.
        seat: Number of the player.
        bag: Number of tiles in the bag.
        total: Points of the player after the turn.
        win: Chance of the player to win after the turn, 0 to 1, None with more than two players.
        grade: ``none``, ``small``, ``medium`` or ``large``, or None.
        ungraded: Why there is no grade.
        why: What the best play had that was missed.
        luck: Luck of the tiles drawn before the turn, in points (:func:`luck_of`), None if it was not measured.
        position: Position before the turn, as CGP.
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
    seat: int = 0
    bag: int | None = None
    total: int = 0
    win: float | None = None
    grade: str | None = None
    ungraded: str = ""
    why: str = ""
    luck: float | None = None
    position: str = ""

    @property
    def lost(self) -> float | None:
        """Points that the turn lost: by its weighed cost, else by equity."""
        return self.loss if self.cost is None else self.cost.spread_loss


@dataclass(frozen=True)
class Compared:
    """A turn and its analysis.

    ``played`` is None if unknown; ``exchanged``: number of earlier exchanges; ``seen``: tiles of the other player
    that a challenge had shown.
    """

    turn: Turn
    analysis: TurnAnalysis
    exchanged: int
    played: Candidate | None = None
    seen: str = ""


class Comparing:
    """Comparison of the turns of one game."""

    def __init__(self, game: Game, index: Index, values: LeaveValues, draws: int) -> None:
        """Prepare a game; ``draws``: number of racks that luck is measured with, 0 for none."""
        self._index, self._values, self._draws = index, values, draws
        self._rules, self._names = game.rules, game.players
        self._finder = Finder(index, game.rules)
        self._two = len(game.players) == 2
        self._chances = chances_for(game.rules) if self._two and any(game.rules.distribution) else None
        #: Player -> the tiles kept at the last turn, None if unknown; and the number of each player's exchanges.
        self._kept: list[bytes | None] = [b"" for _ in game.players]
        self._exchanged = [0] * len(game.players)
        #: Player -> the tiles that challenges have shown to the others.
        self._shown: list[Counter[int]] = [Counter() for _ in game.players]

    def compare(self, number: int, turn: Turn, after: Turn | None, position: str) -> Compared:
        """Compare the next turn of the game; ``after``: the turn after it."""
        look()
        withdrawn = after is not None and after.kind == CHALLENGE and bool(after.success)
        before = self._exchanged[turn.player]
        self._exchanged[turn.player] += turn.kind == EXCHANGE
        shown = self._shown[1 - turn.player].elements() if self._two else ()
        seen = str(Rack.of_tiles(bytes(shown), self._rules.alphabet))
        self._show(turn, withdrawn)
        moved = None if turn.move is None else turn.move
        facts: dict[str, Any] = {
            "number": number,
            "player": self._names[turn.player],
            "kind": turn.kind,
            "rack": str(turn.rack or ""),
            "action": turn.text,
            "score": turn.score,
            "is_bingo": moved is not None and moved.is_bingo,
            "phony": () if moved is None else tuple(invalid_words(self._index, moved)),
            "withdrawn": withdrawn,
            "seat": turn.player,
            "total": turn.scores[turn.player] + (0 if withdrawn else turn.score),
            "position": position,
            **dict.fromkeys(("equity", "best", "best_score", "best_equity", "loss", "missed_bingo")),
        }
        candidates, played = None, None
        kept, self._kept[turn.player] = self._kept[turn.player], _tiles_kept(turn, withdrawn)
        bag = self._bag(turn)
        if bag is None:
            facts["ungraded"] = UNKNOWN_RACK if any(self._rules.distribution) else NO_TILES
        else:
            assert turn.rack is not None
            moves = self._finder.moves_at(turn.snapshot, turn.rack)
            candidates = by_equity(moves, self._values, bag, before)
            played = self._played(turn, withdrawn, bag)
            facts |= {"bag": bag} | self._losses(turn, moves, candidates, played, bag)
            if kept is not None and self._draws and turn.rack.has(kept):  # a record may contradict itself
                best = facts["best_equity"]
                facts["luck"] = luck_of(turn, kept, self._index, self._values, best, bag, before, self._draws)
            facts["cost"] = self._cost(turn, candidates, played, bag)
            facts["ungraded"] = "" if facts["cost"] else UNKNOWN_TILES if self._two else MANY_PLAYERS
        cost = facts.get("cost")
        facts["win"] = self._win_without_rack(turn, withdrawn) if cost is None else cost.win
        made = TurnAnalysis(**facts)
        compared = Compared(turn, made, before, played, seen)
        return compared if cost is None or candidates is None else self._graded(compared, cost, candidates)

    def weigh(self, compared: Compared, weighing: Weighing) -> Compared:
        """Return the same turn with its cost weighed again, if possible."""
        turn, played = compared.turn, compared.played
        if played is None or compared.analysis.bag is None:
            return compared
        bag, known = compared.analysis.bag, (compared.exchanged, compared.seen)
        cost = weighing.cost(turn, played, self._index, self._values, bag, *known)
        look()
        if cost is None:
            return compared
        # Not stored from the first time: they take a megabyte for each game.
        moves = self._finder.moves_at(turn.snapshot, played.rack)
        return self._graded(compared, cost, by_equity(moves, self._values, compared.analysis.bag, compared.exchanged))

    def _graded(self, compared: Compared, cost: Cost, candidates: Candidates) -> Compared:
        """Return the same turn with this cost, its grade, and the reason."""
        analysis, played, turn = compared.analysis, compared.played, compared.turn
        assert played is not None
        assert analysis.bag is not None
        why = ""
        found = next((one for one in candidates if one.text == cost.found), None)
        if found is not None and (cost.win_loss or cost.spread_loss) and cost.found != analysis.action:
            why = why_better(found, played, cost, analysis.bag, self._index, board_before(turn))
        if analysis.withdrawn:
            verb = "were" if len(analysis.phony) > 1 else "was"
            lost = f"{' and '.join(analysis.phony) or analysis.action} {verb} challenged off"
            why = f"{lost}; {why}" if why else lost
        analysis = analysis._replace(cost=cost, win=cost.win, grade=grade_of(cost, analysis.bag), why=why)
        return replace(compared, analysis=analysis)

    def _show(self, turn: Turn, withdrawn: bool) -> None:
        """Store what the others have seen of a rack after a turn, as the referee's views do."""
        played = b"" if turn.move is None else turn.move.played.translate(KINDS)
        if withdrawn:
            self._shown[turn.player] |= Counter(played)
        elif turn.kind == EXCHANGE:
            self._shown[turn.player].clear()
        else:
            self._shown[turn.player] -= Counter(played)

    def _bag(self, turn: Turn) -> int | None:
        """Return the number of tiles in the bag, or None if the rack is not fully known."""
        rules, rack, grid = self._rules, turn.rack, turn.snapshot.grid
        others = len(self._names) - 1
        if rack is None or not any(rules.distribution):
            return None
        if len(rack) < min(rules.rack_size, max(1, count_bag(rules, grid, 0, others))):
            return None
        return count_bag(rules, grid, len(rack), others)

    def _played(self, turn: Turn, withdrawn: bool, bag: int) -> Candidate | None:
        """Return the candidate that was played, or None if its tiles are not known."""
        equity = _equity_of(turn, self._finder, self._values, withdrawn, bag)
        if equity is None or turn.rack is None:
            return None
        if turn.kind == PASS or withdrawn:
            return Candidate("pass", None, None, turn.rack, equity)
        kind: Kind = "placement" if turn.move else "exchange"
        return Candidate(kind, turn.move, turn.exchanged, turn.rack, equity)

    def _losses(
        self, turn: Turn, moves: Moves, candidates: Candidates, played: Candidate | None, bag: int
    ) -> dict[str, Any]:
        """Return the fields of the best play and the loss."""
        best, rack = candidates[0], turn.rack
        assert rack is not None
        # If nothing else can be played, the loss is 0.
        best_equity = best.equity if best.kind != PASS else worth_of_keeping(self._rules, rack, bag) / THOUSAND
        facts: dict[str, Any] = {"best": str(best.text), "best_score": best.score, "best_equity": best_equity}
        if not (turn.move is not None and turn.move.is_bingo):
            facts["missed_bingo"] = _best_bingo(moves, candidates)
        if played is not None:
            facts |= {"equity": played.equity, "loss": max(0.0, round(best_equity - played.equity, 3))}
        return facts

    # -- chances to win, by equity ----------------------------------------------------------------------

    def _cost(self, turn: Turn, candidates: Candidates, played: Candidate | None, bag: int) -> Cost | None:
        """Return the cost of a turn by equity, or None if unknown."""
        if played is None or self._chances is None:
            return None
        best = candidates[0]
        lost = max(0.0, round(best.equity - played.equity, 3)) if best.kind != PASS else 0.0
        wins = [self._win(turn, one, bag) for one in ((played, best) if lost else (played, played))]
        return cost_of(EQUITY, best.text, wins[0], wins[1], lost)

    def _win(self, turn: Turn, candidate: Candidate, bag: int) -> float:
        """Return the chance to win after an action, by the lead and its equity, with the other player on turn."""
        lead = turn.scores[turn.player] - turn.scores[1 - turn.player] + candidate.equity
        if not bag and not candidate.leave:
            return float(0.5 + (lead > 0) / 2 - (lead < 0) / 2)
        laid = 0 if candidate.move is None else len(candidate.move.played)
        return self._after(bag + len(candidate.rack) - laid, lead)

    def chance_before(self, turn: Turn) -> float | None:
        """Return the chance of the first player to win before the first turn, None with more than two players."""
        if self._chances is None:
            return None
        grid = turn.snapshot.grid
        unseen = sum(self._rules.distribution) - (len(grid) - grid.count(0)) - self._rules.rack_size
        win = self._chances.of_one(max(0, unseen), float(turn.scores[turn.player] - turn.scores[1 - turn.player]))
        return round(win if turn.player == 0 else 1 - win, 4)

    def _win_without_rack(self, turn: Turn, withdrawn: bool) -> float | None:
        """Return the chance to win after a turn with an unknown rack, by the lead alone."""
        if self._chances is None:
            return None
        laid = 0 if turn.move is None or withdrawn else len(turn.move.played)
        on_board = len(turn.snapshot.grid) - turn.snapshot.grid.count(0) + laid
        left = sum(self._rules.distribution) - on_board
        lead = turn.scores[turn.player] - turn.scores[1 - turn.player] + (0 if withdrawn else turn.score)
        return round(self._after(max(0, left - self._rules.rack_size), lead), 4)

    def _after(self, unseen: int, lead: float) -> float:
        assert self._chances is not None
        return 1 - self._chances.of_one(unseen, -lead)


def _tiles_kept(turn: Turn, withdrawn: bool) -> bytes | None:
    """Return the tiles that a player has left after a turn, or None if unknown."""
    rack = turn.rack
    if rack is None or not rack:
        return None
    if turn.kind == EXCHANGE and turn.exchanged is None:
        return None
    spent = "" if withdrawn or turn.kind == PASS else turn.exchanged or "" if turn.move is None else turn.move.played
    return (rack - spent).tiles if rack.has(spent) else None


def _equity_of(turn: Turn, finder: Finder, values: LeaveValues, withdrawn: bool, bag: int) -> float | None:
    """Return the equity of the play made, or None if unknown."""
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
    """Return the best play of a whole rack of tiles, or None."""
    if not bool(is_bingo(moves.to_numpy()["played"], moves.snapshot.rules).any()):
        return None
    return next((one.text for one in candidates if one.move is not None and one.move.is_bingo), None)


def luck_of(
    turn: Turn, kept: bytes, index: Index, values: LeaveValues, best: float, bag: int, exchanged: int, draws: int
) -> float | None:
    """Return the luck of a turn's rack in points, or None if the values are too slow to read that often.

    ``kept``: the tiles that its player had before drawing; ``best``: the best equity with the rack; ``draws``:
    number of other racks to try; the same turn has the same ones.

    The luck is the best equity of the rack that the player drew, less the mean of the best equities of other racks:
    the tiles kept before, filled up from all tiles that the player could not see then and that are not on the board
    now. It is measured on the board on which the rack is used. Draws are dealt from a shuffled pool until it is
    used up, so that each tile comes about as often as the others, which reduces the variance of the mean.
    """
    rack, rules = turn.rack, turn.snapshot.rules
    if rack is None or not isinstance(values, TrainedValues):
        return None
    drawn = len(rack) - len(kept)
    if drawn <= 0:
        return 0.0
    board = board_before(turn)
    pool = list(tiles_of(count_unseen(rules, turn.snapshot.grid, kept)))
    chance = random.Random(f"luck {len(pool)} {rack}")
    equities: list[float] = []
    while len(equities) < draws:
        chance.shuffle(pool)
        for start in range(0, len(pool) - drawn + 1, drawn):
            look()
            other = Rack.of_tiles(kept + bytes(pool[start : start + drawn]), rules.alphabet)
            equities.append(best_by_equity(finder_for(index, board), board, other, values, bag, exchanged).equity)
    return round(best - sum(equities) / len(equities), 1)
