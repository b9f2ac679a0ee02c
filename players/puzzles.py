"""Puzzles: a position, its best play, the losses of other plays, tags and a grade; as JSON and back.

    for puzzle in lexkit.puzzles(lex, 5, seed=1, tags=["only-bingo"]): print(puzzle.board, puzzle.best)
    for puzzle in lexkit.puzzles(lex, games=[lexkit.read_gcg("game.gcg")], player="Ann"): print(puzzle.played)

Puzzles are made from games that bots play, or from mistakes in games of people. Games of bots that play by equity,
at some 50 ms a game, provide positions. A position whose best play is far ahead by equity is simulated. It is a
puzzle if the same play is far ahead in the simulation too: every other play compared loses at least ten points, and
is a mistake by the rule of reports (:func:`.reports.turn_costs.grade_of`). A game gives at most one puzzle. In a
game of people, each turn that a report grades as a mistake is simulated. It is a puzzle if it is still a mistake
then, unless many plays are right.

Tags describe the best play; ``lexicons/players/puzzles.toml`` has their names and numbers.

Guaranteed: the same seed gives the same puzzles with any number of threads.
"""

from __future__ import annotations

import json
import math
import os
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain, count, islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, cast

from lexkit import lexicons
from lexkit.base.checks import require_many, require_whole
from lexkit.base.errors import IllegalMoveError, LexkitError, QueryError, show_value, with_plain_types
from lexkit.base.time_limits import count_threads, look
from lexkit.formats.alphabet import Alphabet
from lexkit.runtime.game.board import Board
from lexkit.runtime.game.judge import core_of
from lexkit.runtime.game.many_positions import run_in_threads
from lexkit.runtime.game.move_finder import finder_for
from lexkit.runtime.game.rack import as_rack
from lexkit.runtime.game.referee.game import Game
from lexkit.runtime.game.referee.game_json import read_rules, rules_json
from lexkit.runtime.game.referee.player_view import board_before
from lexkit.runtime.game.referee.turn import EXCHANGE, PASS, PLACEMENT, Action
from lexkit.runtime.game.referee.turn_kinds import USING_TURN
from lexkit.runtime.game.rules import count_bag, count_unseen, is_bingo, require_rules
from lexkit.runtime.game.scoring import scoring_of
from lexkit.runtime.game.text.alphabet_of_text import is_shipped
from lexkit.runtime.game.text.notation import BLANK

from .autoplay.match import Match
from .candidates import by_equity
from .champion import COMPARED, plies_ahead, require_uninterrupted
from .leaves import trained_values
from .reports.report import analyse
from .reports.turn_costs import MISTAKES, NONE, cost_of, grade_of, why_better
from .simulation.simulate import MOST_ITERATIONS, simulate

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import Index, LexiconLike
    from lexkit.runtime.game.move import Move
    from lexkit.runtime.game.moves import Moves
    from lexkit.runtime.game.referee.turn import Turn
    from lexkit.runtime.game.rules import Rules

    from .candidates import Candidate, Candidates
    from .reports.analysis import TurnAnalysis


#: Tag -> its description of the best play, in the order in which a puzzle lists tags.
TAGS: Final[Mapping[str, str]] = MappingProxyType(
    {name: text.format(**lexicons.puzzles()) for name, text in lexicons.puzzles()["tags"].items()}
)


def tags_of(best: Candidate, moves: Moves) -> tuple[str, ...]:
    """Return the tags of a position with this best play; ``moves``: all placements there."""
    found = {EXCHANGE} if best.kind == EXCHANGE else set()
    if best.move is not None:
        found |= set(_of_play(best.move, moves))
    if len(moves) and int(moves.to_numpy()["score"].max()) > best.score:
        found.add("outscored")
    return tuple([tag for tag in TAGS if tag in found])


def _of_play(move: Move, moves: Moves) -> Iterator[str]:
    rules, played = move.snapshot.rules, move.played
    main, *crosses = move.formed.words
    if move.is_bingo:
        yield "bingo"
        if int(is_bingo(moves.to_numpy()["played"], rules).sum()) == 1:
            yield "only-bingo"
        if any(tile >= BLANK for tile in played):
            yield "blank-bingo"
    else:
        yield "non-bingo"
    facts = lexicons.puzzles()
    if len(main.tiles) >= facts["long_word"]:
        yield "long"
    if any(rules.values[tile] >= facts["power_points"] for tile in played):
        yield "power"
    if len(crosses) > 1:
        yield "parallel"
    laid = set(move.squares)
    columns = rules.layout.columns
    for word in crosses:
        step = 1 if word.across else columns
        first = word.row * columns + word.column
        if len(word.tiles) > 2 and (first in laid or first + step * (len(word.tiles) - 1) in laid):
            yield "hook"
    # Each run of tiles on the board along the main word, as its first and last index.
    runs: list[list[int]] = []
    for place, tile in enumerate(move.formed.tiles):
        if not tile and runs and runs[-1][-1] == place - 1:
            runs[-1][-1] = place
        elif not tile:
            runs.append([place, place])
    if len(runs) == 1 and runs[0][1] > runs[0][0]:
        yield "extension"
    elif any(first > 0 and last < len(main.tiles) - 1 for first, last in runs) or len(runs) > 1:
        yield "through"


#: Maximum number of plays in the JSON of a puzzle.
_MOST_PLAYS: Final = 100


@with_plain_types
class PuzzlePlay(NamedTuple):
    """A play of a puzzle with its loss.

    Attributes:
        text: The play in GCG notation, ``8D .IFE`` or ``-AEI``.
        score: Points of the play.
        loss: Points of equity that it loses.
        win_loss: Loss of winning chances, 0 to 1; None if only equity was compared.
        grade: Size of the mistake: ``none``, ``small``, ``medium`` or ``large``; None if only equity was compared.
    """

    text: str
    score: int
    loss: float
    win_loss: float | None = None
    grade: str | None = None


@dataclass(frozen=True, repr=False)
class Puzzle:
    """A position in which one play is far ahead, or in which a player made a mistake, made by :func:`lexkit.puzzles`.

    Attributes:
        position: CGP, with the rack and the points of the player to move first.
        plays: Plays that were compared, best first, with their losses.
        tags: Tags of the best play.
        grade: Size of the mistake of the next best play, or of the play that was made: ``small``, ``medium`` or
            ``large``.
        margin: Points that this play loses.
        why: What this play lacks, in a few words.
        source: The game: ``game 3 of seed 1``, or the name of a file.
        turn: Number of the turn in the game.
        player: Name of the player to move.
        played: The mistake that was made, "" in games of bots.
        alphabet: Alphabet of the tiles; None if lexkit ships the one that the position names.
        rules: Rules of the game; None if the position implies them.
        TAGS: Of the class: all tags, with their descriptions.
        LONGEST: Of the class: maximum number of characters of the JSON.
    """

    TAGS: ClassVar[Mapping[str, str]] = TAGS
    LONGEST: ClassVar[int] = 16_000

    position: str
    plays: tuple[PuzzlePlay, ...]
    tags: tuple[str, ...]
    grade: str
    margin: float
    why: str = ""
    source: str = ""
    turn: int = 0
    player: str = ""
    played: str = ""
    alphabet: Alphabet | None = None
    rules: Rules | None = None

    def __repr__(self) -> str:
        return f"<Puzzle: {self.position}, {len(self.plays)} plays compared, grade {self.grade}>"

    @property
    def best(self) -> str:
        """Best play, in GCG notation."""
        return self.plays[0].text

    @property
    def answers(self) -> tuple[str, ...]:
        """Right plays: the best, and in a position of a mistake also those that are no mistakes."""
        return tuple([play.text for play in self.plays if play.grade == NONE])

    @property
    def board(self) -> Board:
        """Board of the position. Raises PositionError if the text is not a valid position."""
        return Board.from_cgp(self.position, alphabet=self.alphabet, rules=self.rules)

    def play(self, text: str, lexicon: LexiconLike | None = None) -> PuzzlePlay:
        """Return a play with its loss: one of :attr:`plays`, or else compared with the best by equity alone.

        Args:
            text: The play, ``8D LIFE`` or ``-AEI``.
            lexicon: By default the one that judges the board's plays.

        Raises:
            IllegalMoveError: The play is not legal, with the reason.
            PositionError: The lexicon has another alphabet.
        """
        index = self.board.usual_index() if lexicon is None else core_of(lexicon)
        board = Board.from_cgp(self.position, lexicon=index, rules=self.rules)
        wanted, move = _read_action(board, text, index)
        candidates = by_equity(finder_for(index, board).candidates(board, None), index)
        found = next((one for one in candidates if _key_of(one) == wanted), None)
        if found is None:
            raise IllegalMoveError("the rules allow no such exchange now", found=show_value(text))
        made = found.move if move is None or found.move is None else move
        told, score = (found.text, found.score) if made is None else (made.text, made.score)
        # The same tiles in another order, which WordSmog allows, have the same leave.
        same = {told, found.text if score == found.score else told}
        loss = round(max(0.0, candidates[0].equity - found.equity + found.score - score), 2)
        return next((play for play in self.plays if play.text in same), PuzzlePlay(told, score, loss))

    # -- as data --------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain data."""
        facts = {**self.__dict__, "tags": list(self.tags), "plays": [play._asdict() for play in self.plays]}
        alphabet, rules = facts.pop("alphabet"), facts.pop("rules")
        own = {} if alphabet is None else {"alphabet": alphabet.to_json()}
        return {**facts, **own} if rules is None else {**facts, **own, "rules": dict(rules_json(rules))}

    def to_json(self) -> str:
        """Return the puzzle as one line of JSON, which :meth:`from_json` reads."""
        return json.dumps(self.to_dict(), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Puzzle:
        """Return the puzzle of a line of JSON.

        Args:
            text: The JSON.

        Raises:
            QueryError: The text is not a puzzle.
            PositionError: The board is impossible.
        """
        try:
            if len(text) > cls.LONGEST:
                raise ValueError("the text is too long")
            facts = json.loads(text)
            if not 0 < len(facts["plays"]) <= _MOST_PLAYS:
                raise ValueError("too many plays, or none")
            plays = tuple([_read_play(play) for play in facts["plays"]])
            tags = tuple([tag for tag in TAGS if tag in facts["tags"]])
            texts = {name: str(facts[name]) for name in ("position", "grade", "why", "source", "player", "played")}
            own = Alphabet.from_json(facts["alphabet"]) if "alphabet" in facts else None
            rules = read_rules(facts) if "rules" in facts else None
            made = cls(
                plays=plays,
                tags=tags,
                alphabet=own,
                rules=rules,
                margin=_finite(facts["margin"]),
                turn=int(facts["turn"]),
                **texts,
            )
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
            raise QueryError(
                "not a puzzle in JSON", expected="what to_json gives", found=show_value(str(error))
            ) from None
        if made.grade not in MISTAKES or not made.answers:
            raise QueryError("not a puzzle in JSON", expected="a grade and a right play", found=show_value(made.grade))
        _ = made.board  # raises if it is impossible
        return made

    def _repr_svg_(self) -> str:
        return self.board._repr_svg_()


def _read_play(facts: dict[str, Any]) -> PuzzlePlay:
    win_loss, grade = facts["win_loss"], facts["grade"]
    if grade not in (None, NONE, *MISTAKES):
        raise ValueError("no such grade")
    score, loss = int(facts["score"]), _finite(facts["loss"])
    return PuzzlePlay(str(facts["text"]), score, loss, None if win_loss is None else _finite(win_loss), grade)


def _finite(value: Any) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise ValueError("not a finite number")
    return number


def _read_action(board: Board, text: str, index: Index) -> tuple[tuple[Any, ...], Move | None]:
    """Return (key of the candidate that a text means, its placement).

    Raises IllegalMoveError, with the reason, if the play is illegal.
    """
    action = Action.read(text)
    if action.kind == PLACEMENT:
        verdict = board.explain(cast("str", action.move), lexicon=index)
        if verdict.move is None or not verdict.legal:
            raise IllegalMoveError(verdict.reason)
        return _key_of_move(verdict.move), verdict.move
    if action.kind not in (EXCHANGE, PASS) or isinstance(action.exchanged, int):
        raise IllegalMoveError("not a play", expected="8D LIFE, -AEI or -", found=show_value(text))
    return (action.kind, as_rack(action.exchanged, board.alphabet).tiles), None


def _key_of(candidate: Candidate) -> tuple[Any, ...]:
    move = candidate.move
    return (
        (candidate.kind, candidate.exchanged.tiles if candidate.exchanged else b"")
        if move is None
        else _key_of_move(move)
    )


def _key_of_move(move: Move) -> tuple[Any, ...]:
    """Return the place and tiles of a move; in WordSmog the tiles in any order, since only the best order is listed."""
    if move.snapshot.rules.variant == "classic":
        return PLACEMENT, move.place, move.played
    return PLACEMENT, move.squares, bytes(sorted(move.played))


#: Default number of puzzles.
PUZZLES: Final = 10
#: Default number of iterations for each play that is compared.
ITERATIONS: Final = 256
#: Confidence with which a simulation drops a play: the figures of a play dropped earlier are not worth showing.
_CONFIDENCE: Final = 0.9999
_MOST: Final = 1_000_000
#: Maximum number of positions of a game that are simulated.
_TRIES: Final = 3
#: Number of successive games without a puzzle after which bots give up.
_PATIENCE: Final = 500
#: Fields of the rules that a position in CGP must express.
_KEPT: Final = ("layout", "alphabet", "variant")
#: Name of the player that plays the games.
_BOT: Final = "static"


def puzzles(
    lexicon: LexiconLike,
    limit: int | None = PUZZLES,
    *,
    seed: int = 0,
    tags: Iterable[str] = (),
    grades: Iterable[str] = (),
    games: Iterable[Game] | None = None,
    player: str | None = None,
    rules: Rules | None = None,
    iterations: int = ITERATIONS,
    threads: int | None = None,
) -> Iterator[Puzzle]:
    """Make puzzles, lazily: positions in which one play is far ahead, or mistakes of given games.

    A puzzle takes some 0.5 s of processor time, one with a rare tag more. The iterator ends after 500 games without
    a puzzle.

    Args:
        lexicon: Lexicon of the puzzles.
        limit: Number of puzzles; None: without end, or all of ``games``.
        seed: Decides everything.
        tags: Accept only positions that have all of these tags.
        grades: Accept only positions of one of these grades: ``small``, ``medium``, ``large``.
        games: Make puzzles of the mistakes in these games, in order.
        player: Name of the player whose mistakes count; by default all players.
        rules: Rules of the games of bots; by default those of the lexicon's language on the standard board.
        iterations: Iterations of the simulation for each of up to ten plays.
        threads: Number of threads; by default one for each processor.

    Returns:
        An iterator over the puzzles.

    Raises:
        QueryError: A tag or grade is unknown, or a number is impossible.
    """
    index = core_of(lexicon)
    limit = None if limit is None else require_whole(limit, "number of puzzles", 0, _MOST)
    request = _PuzzleRequest(
        index,
        require_whole(seed, "seed", 0, (1 << 63) - 1),
        _require_known(tags, tuple(TAGS), "tag"),
        _require_known(grades, MISTAKES, "grade"),
        require_whole(iterations, "number of iterations", 1, MOST_ITERATIONS),
        None if rules is None else require_rules(rules),
    )
    threads = count_threads(threads)
    if games is None:
        return islice(request.of_bots(min(threads, os.cpu_count() or 1)), limit)
    listed = require_many(games, "games", "Games")
    if player is not None:
        names = dict.fromkeys(chain.from_iterable(game.players for game in listed))
        if names and player not in names:
            known = show_value(", ".join(names)[:200])
            raise QueryError("no game of this player", expected=known, found=show_value(player))
    # These are not generators: a generator would end at the first error, such as a time limit.
    found = chain.from_iterable(map(partial(request.of_mistakes, player=player, threads=threads), listed))
    return found if limit is None else islice(found, limit)


def _require_known(names: Iterable[str], known: tuple[str, ...], what: str) -> frozenset[str]:
    """Return the names as a set. Raises QueryError for an unknown one."""
    listed = require_many(names, f"{what}s", f"names of {what}s")
    for name in listed:
        if name not in known:
            raise QueryError(f"no such {what} of a puzzle", expected=", ".join(known), found=show_value(name))
    return frozenset(listed)


@dataclass(frozen=True)
class _Seen:
    """A position that may be a puzzle, as the player sees it; ``listed``: its best candidates by equity."""

    board: Board
    moves: Moves
    every: Candidates
    listed: list[Candidate]
    bag: int


@dataclass(frozen=True)
class _PuzzleRequest:
    """Options of :func:`puzzles`, with the lexicon."""

    index: Index
    seed: int
    tags: frozenset[str]
    grades: frozenset[str]
    iterations: int
    rules: Rules | None

    # -- from games of bots -----------------------------------------------------------------------------------

    def of_bots(self, threads: int) -> Iterator[Puzzle]:
        """Return the puzzles of games of bots, in the order of the games."""
        match = Match(self.index, _BOT, _BOT, rules=self.rules, seed=self.seed)
        without = 0
        for first in count(0, threads):
            look()
            chunks = [slice(number, number + 1) for number in range(first, first + threads)]
            for found in run_in_threads(lambda chunk: self._of_one(match, chunk.start), chunks, threads):
                without = 0 if found else without + 1
                if found:
                    yield found
                elif without == _PATIENCE:
                    return

    def _of_one(self, match: Match, number: int) -> Puzzle | None:
        """Return the puzzle of a game, or None."""
        game = match.game(number)
        turns = list(enumerate(game.turns, 1))
        random.Random(f"puzzles {self.seed} {number}").shuffle(turns)
        source, tries = f"game {number} of seed {self.seed}", 0
        for at, turn in turns:
            seen = self._see(turn)
            if seen is None or len(seen.listed) < 2 or not self.tags <= set(tags_of(seen.listed[0], seen.moves)):
                continue
            if seen.listed[0].equity - seen.listed[1].equity < lexicons.puzzles()["far_ahead"]:
                continue
            plays = self._weigh(seen, [], 1)
            # The best play by equity need not win most often.
            if plays[0].text == seen.listed[0].text and are_far_ahead(plays) and self._wants(plays[1].grade):
                return self._made(seen, plays, plays[1], source=source, turn=at, player=game.players[turn.player])
            tries += 1
            if tries == _TRIES:
                break
        return None

    # -- from mistakes of people ------------------------------------------------------------------------------

    def of_mistakes(self, game: Game, player: str | None, threads: int | None) -> Iterator[Puzzle]:
        """Return the puzzles of the mistakes in a game, in order.

        After a time limit it continues with the next mistake.
        """
        turns = [turn for turn in analyse(game, self.index).turns if turn.grade in MISTAKES]
        wanted = [turn for turn in turns if player in (None, turn.player)]
        return filter(None, map(partial(self._of_mistake, game, threads), wanted))

    def _of_mistake(self, game: Game, threads: int | None, told: TurnAnalysis) -> Puzzle | None:
        """Return the puzzle of a mistake, or None."""
        if told.phony and not told.withdrawn:  # not a play to compare with
            return None
        seen = self._see(game.turns[told.number - 1])
        if seen is None:
            return None
        # A play that was challenged off counts as a pass.
        own = next((one for one in seen.every if one.text == told.action), seen.every[-1])
        plays = self._weigh(seen, [own], threads)
        made = next(play for play in plays if play.text == own.text)
        right = sum(play.grade not in MISTAKES for play in plays)
        if made.grade not in MISTAKES or not self._wants(made.grade) or right > lexicons.puzzles()["most_right"]:
            return None
        source = " v. ".join(game.players)
        facts = {"source": source, "turn": told.number, "player": told.player, "played": told.action}
        puzzle = self._made(seen, plays, made, **facts)
        return puzzle if self.tags <= set(puzzle.tags) else None

    # -- positions --------------------------------------------------------------------------------------------

    def _wants(self, grade: str | None) -> bool:
        return not self.grades or grade in self.grades

    def _see(self, turn: Turn) -> _Seen | None:
        """Return the position of a turn, or None if it cannot be a puzzle: the rack is unknown, or the bag is empty."""
        rules, rack = turn.snapshot.rules, turn.rack
        if rack is None or len(rack) != rules.rack_size or len(turn.scores) != 2:
            return None
        if turn.kind not in USING_TURN or not any(rules.distribution):
            return None
        bag = count_bag(rules, turn.snapshot.grid, len(rack))
        if not bag:
            return None
        board = board_before(turn)
        board.rack = str(rack)
        moves = finder_for(self.index, board).candidates(board, rack)
        every = by_equity(moves, trained_values(self.index), bag)
        return _Seen(board, moves, every, [*every[:COMPARED]], bag)

    def _weigh(self, seen: _Seen, more: list[Candidate], threads: int | None) -> list[PuzzlePlay]:
        """Return the best candidates and others, simulated: the best first, then by loss."""
        texts = {one.text for one in seen.listed}
        simulation = simulate(
            seen.board,
            lexicon=self.index,
            plies=plies_ahead(sum(count_unseen(seen.board.rules, seen.board.grid, seen.moves.rack.tiles))),
            candidates=[*seen.listed, *[one for one in more if one.text not in texts]],
            confidence=_CONFIDENCE,
            iterations=self.iterations,
            seed=self.seed,
            threads=threads,
        )
        for _ in simulation:
            pass
        require_uninterrupted(simulation.finished)
        best, *others = simulation.results
        plays = []
        for each in (best, *others):
            cost = cost_of("simulation", best.candidate.text, each.win, best.win, best.equity - each.equity)
            grade = grade_of(cost, seen.bag)
            plays.append(PuzzlePlay(each.candidate.text, each.score, cost.spread_loss, cost.win_loss, grade))
        return [plays[0], *sorted(plays[1:], key=lambda play: (play.win_loss, play.loss))]

    def _made(self, seen: _Seen, plays: list[PuzzlePlay], other: PuzzlePlay, **facts: Any) -> Puzzle:
        """Return the puzzle; ``other``: the play that its grade is about."""
        found = {text: one for one in seen.every for text in [one.text] if text in (plays[0].text, other.text)}
        best, worse = found[plays[0].text], found[other.text]
        cost = cost_of("simulation", best.text, 0.0, other.win_loss or 0.0, other.loss)
        return Puzzle(
            position=seen.board.to_cgp(),
            alphabet=None if is_shipped(seen.board.alphabet) else seen.board.alphabet,
            rules=None if _is_said_by_cgp(seen.board.rules) else seen.board.rules,
            plays=tuple(plays),
            tags=tags_of(best, seen.moves),
            grade=str(other.grade),
            margin=other.loss,
            why=why_better(best, worse, cost, seen.bag, self.index, seen.board),
            **facts,
        )


@lru_cache(maxsize=16)
def _is_said_by_cgp(rules: Rules) -> bool:
    """Return whether a position in CGP, the form that a puzzle stores, implies the same board, tiles and points."""
    try:
        read = Board.from_cgp(Board(rules=rules).to_cgp(), alphabet=rules.alphabet).rules
    except LexkitError:  # a layout without a name
        return False
    return scoring_of(read) == scoring_of(rules) and all(getattr(read, name) == getattr(rules, name) for name in _KEPT)


def are_far_ahead(plays: Sequence[PuzzlePlay]) -> bool:
    """Return whether the first of these plays is far ahead: each other one loses many points, and is a mistake."""
    least = lexicons.puzzles()["far_ahead"]
    return all(play.loss >= least and play.grade in MISTAKES for play in plays[1:])
