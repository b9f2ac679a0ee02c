"""Long series of games: played in blocks, by a kernel where it knows the players, by threads or an executor.

A block is the unit of everything that must not depend on threads and workers: a sequential test is evaluated after
each block, in order. A piece is some blocks, sent to a worker or written to a file at once.

Games are saved in GCG in a folder, as JSON Lines, or as positions in CGP. Guaranteed: there are no partial files;
files of all games get their name when the series is over.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from functools import lru_cache
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from lexkit.base.checks import require_path, require_whole
from lexkit.base.errors import PositionError, StorageError, WorkerError, show_value
from lexkit.base.time_limits import count_threads, look
from lexkit.formats.atomic import make_folder, refuse_overwriting, replacing, write_atomically
from lexkit.runtime.game.move import Move, Snapshot
from lexkit.runtime.game.move_finder import Worths
from lexkit.runtime.game.rack import Rack, Tiles
from lexkit.runtime.game.referee.game_json import rules_json
from lexkit.runtime.game.wordsmog import WORDSMOG
from lexkit.runtime.workers.pieces_of_work import in_order
from lexkit.runtime.workers.resume_after_stop import DonePieces, Results

from ..base import Strategy
from ..equity import worths_for
from ..one_ply import Greedy, Static
from ..positional import Positional, positional_worths
from .kernel_games import EXCHANGE, PLACEMENT, KernelMatch, PlayedGames
from .match import Match
from .match_tally import Tally
from .outcome_statistics import SequentialTest

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import Index
    from lexkit.runtime.game.referee.game import Game
    from lexkit.runtime.game.rules import Rules

#: Number of games of a block that a kernel plays: some 80 ms.
_KERNEL_GAMES: Final = 64
#: Number of games that a kernel plays ahead of the one that is read.
_READ_AHEAD: Final = 8
#: Number of games of a block that players in Python play: some 0.5 s.
_PYTHON_GAMES: Final = 16
#: Number of games of a block of players that think: a pair.
_SLOW_GAMES: Final = 2
#: Minimum number of blocks in a piece.
_BLOCKS: Final = 4
#: Maximum number of pieces of a series: each costs a scheduler some milliseconds.
_MOST_PIECES: Final = 20_000

#: Bound of the numbers of games, which have 64 bits.
_MOST_GAMES: Final = 1 << 62

#: Data of a block: ``tally``, the state of its tally, and for each kind of file the text of each game.
Block = dict[str, Any]


def tally_games(
    match: Match,
    games: int,
    start: int,
    threads: int | None,
    executor: Any,
    sprt: SequentialTest | tuple[float, float] | str | None,
    resume: str | PathLike[str] | None,
    files: Mapping[str, str | PathLike[str] | None],
    progress: Callable[[int], None] | None,
) -> Tally:
    """Play games of a match and count them: see :meth:`lexkit.Match.tally`."""
    games = require_whole(games, "number of games", 0, _MOST_GAMES, kind=PositionError)
    start = require_whole(start, "number of a game", 0, _MOST_GAMES, kind=PositionError)
    threads = count_threads(threads, PositionError)
    if match.paired and (games % 2 or start % 2):
        raise PositionError(
            "paired games come in twos", place="games", expected="even numbers", found=f"{games} from {start} on"
        )
    _refuse_overwriting(match, {**files, "resume": resume})
    tally = Tally()
    tally.test = _read_test(sprt)
    with (
        closing(match),
        GameFiles(files) as kept,
        closing(_blocks(match, games, start, threads, executor, resume, kept.kinds)) as blocks,
    ):
        number = start
        for block in blocks:
            one = Tally.of_state(block["tally"])
            tally.merge(one)
            kept.add(number, block)
            number += one.games
            if progress is not None:
                progress(one.games)
            if tally.verdict is not None:
                break
    return tally


def _read_test(sprt: SequentialTest | tuple[float, float] | str | None) -> SequentialTest | None:
    if sprt is None or isinstance(sprt, SequentialTest):
        return sprt
    if isinstance(sprt, str):
        return SequentialTest.read(sprt)
    try:
        low, high = sprt
    except (TypeError, ValueError):
        found = show_value(sprt)
        raise PositionError("not a test of two shares", place="sprt", expected="(low, high)", found=found) from None
    return SequentialTest(low, high)


def _blocks(
    match: Match,
    games: int,
    start: int,
    threads: int | None,
    executor: Any,
    resume: str | PathLike[str] | None,
    kinds: tuple[str, ...],
) -> Generator[Block, None, None]:
    """Yield the blocks of all games, in order."""
    series = _Series(match, kinds)
    if executor is None and resume is None:
        yield from series.play(start, games, threads)
        return
    # Players that think take a minute for a pair: each pair is saved at once.
    size = series.one * max(1 if series.one == _SLOW_GAMES else _BLOCKS, -(-games // (series.one * _MOST_PIECES)))
    pieces = [(first, min(size, start + games - first)) for first in range(start, start + games, size)]
    packed = b"" if executor is None else _pack(match, kinds)

    def do(some: Iterable[tuple[Any, ...]]) -> Results:
        if executor is None:
            return (list(series.play(first, number, threads)) for first, number in some)
        return in_order(executor, match.core, _play_piece, ((packed, *piece) for piece in some))

    results = do(pieces)
    if resume is not None:
        results = DonePieces(resume, _describe(match, start, size, kinds)).fill(pieces, do)
    with closing(results):
        for blocks in results:
            yield from blocks


def _play_piece(index: Index, packed: bytes, first: int, games: int) -> list[Block]:
    """Play a piece, in a worker."""
    return list(_unpack(index, packed).play(first, games, 1))


def _pack(match: Match, kinds: tuple[str, ...]) -> bytes:
    """Return the match as bytes, without its lexicon. Raises WorkerError if the players cannot be sent."""
    try:
        return pickle.dumps((match.given, match.rules, match.seed, match.find, match.paired, match.clock, kinds))
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        expected = "names, or functions and classes of a module"
        raise WorkerError("these players cannot be sent to workers", expected=expected, found=str(error)) from error


@lru_cache(maxsize=4)
def _unpack(index: Index, packed: bytes) -> _Series:
    players, rules, seed, find, paired, clock, kinds = pickle.loads(packed)
    return _Series(Match(index, *players, rules=rules, seed=seed, find=find, paired=paired, clock=clock), kinds)


def _describe(match: Match, start: int, size: int, kinds: tuple[str, ...]) -> dict[str, Any]:
    """Return a description of the games, for a file of finished work. Raises WorkerError unless players have names."""
    if not all(isinstance(player, str) for player in match.given) or match.find is not None:
        raise WorkerError("players without names cannot be resumed", expected="names such as greedy")
    return {
        "lexicon": match.core.file.sections.sha256(),
        "players": list(match.given),
        "rules": rules_json(match.rules),
        "seed": match.seed,
        "paired": match.paired,
        "start": start,
        "games of a piece": size,
        "games kept": list(kinds),
        **({"clock": [match.clock.seconds, match.clock.increment]} if match.clock else {}),
    }


def play_games(match: Match, games: int, start: int) -> Iterator[Game]:
    """Play games of a match, lazily: see :meth:`lexkit.Match.play`."""
    start = require_whole(start, "number of a game", 0, kind=PositionError)
    return _play_games(match, start, start + require_whole(games, "number of games", 0, kind=PositionError))


def _play_games(match: Match, start: int, stop: int) -> Iterator[Game]:
    kernel = _kernel_match(match)
    if kernel is None:
        yield from map(match.game, range(start, stop))
        return
    for first in range(start, stop, _READ_AHEAD):
        for games in kernel.play(min(_READ_AHEAD, stop - first), first, 1):
            for at in range(len(games)):
                yield replay(match, games.first + at, games.turns_of(at))


def _kernel_match(match: Match) -> KernelMatch | None:
    """Return the match for the kernel, or None if the kernel does not know the players or rules."""
    players = match.players
    if match.find is not None or match.clock is not None:
        return None
    if not all(type(player) in (Greedy, Static, Positional) for player in players):
        return None
    if match.rules.variant == WORDSMOG and any(isinstance(player, Positional) for player in players):
        return None
    first, second = (kernel_worths(player, match.rules) for player in players)
    return KernelMatch(match.core, match.rules, match.seed, first, second, match.paired)


def kernel_worths(player: object, rules: Rules) -> Worths | None:
    """Return the worths with which a kernel plays like a player, or None if it does not know the player."""
    if isinstance(player, Positional):
        return positional_worths(player.values, rules)
    return worths_for(player.values, rules.layout) if isinstance(player, Static) else None


class _Series:
    """Games of a match, played block by block: by a kernel if it knows the players, else turn by turn.

    ``kinds``: kinds of files to write; ``one``: number of games in a block.
    """

    def __init__(self, match: Match, kinds: tuple[str, ...]) -> None:
        self.match, self.kinds, self.kernel = match, kinds, _kernel_match(match)
        thinks = not all(isinstance(one, Strategy) for one in match.players)
        self.one = _KERNEL_GAMES if self.kernel else _SLOW_GAMES if thinks else _PYTHON_GAMES

    def play(self, first: int, games: int, threads: int | None) -> Iterator[Block]:
        """Play some games, from number ``first`` on."""
        if self.kernel is not None:
            yield from map(self._read_block, self.kernel.play(games, first, threads))
            return
        for number in range(first, first + games, self.one):
            yield self._play_block(range(number, min(number + self.one, first + games)))

    def _read_block(self, games: PlayedGames) -> Block:
        """Return the block of games that a kernel played."""
        tally = Tally()
        found = tally.add_played(games, self.match.rules)
        plays = [games.plays_of(at) for at in range(len(games))] if self.match.paired else []
        again = (replay(self.match, games.first + at, games.turns_of(at)) for at in range(len(games)))
        return self._block(tally, found, plays, again if self.kinds else ())

    def _play_block(self, numbers: range) -> Block:
        """Play games turn by turn."""
        tally, games = Tally(), []
        for number in numbers:
            look()
            games.append(self.match.game(number))
        found = [tally.add(game, self.match.seats(number)) for number, game in zip(numbers, games, strict=True)]
        forfeits = [
            f"game {number}: {game.forfeit}" for number, game in zip(numbers, games, strict=True) if game.forfeit
        ]
        tally.forfeits.update(forfeits)
        return self._block(tally, found, [[turn.text for turn in game.turns] for game in games], games)

    def _block(
        self, tally: Tally, found: list[tuple[int, int]], plays: Sequence[object], games: Iterable[Game]
    ) -> Block:
        """Return a block. ``found``: the tally's result for each game; ``plays``: equal for games that went alike."""
        for at in range(0, len(found) if self.match.paired else 0, 2):
            tally.add_pair(found[at : at + 2], plays[at] == plays[at + 1])
        block: Block = {"tally": tally.state(), **{kind: [] for kind in self.kinds}}
        for game in games:
            for kind in self.kinds:
                block[kind].append(write_as(game, kind))
        return block


def replay(match: Match, number: int, turns: NDArray[np.void]) -> Game:
    """Return a game by number, replayed by the referee from a kernel's records of its turns. About 60 us a turn.

    The referee, the same bag and the same choices give the same game: only the choices are taken from the records.
    Raises PositionError if the records belong to another game.
    """
    game = match.begin(number)
    for kind, played, _, row, column, down, _, _, score, _, tiles, *_ in turns.tolist():
        laid = bytes(tiles[:played])
        if kind == PLACEMENT:
            snapshot = Snapshot(match.rules, game.board.grid)
            game.play(Move(snapshot, row, column, not down, laid, score, match.core.mark))
        elif kind == EXCHANGE:
            game.exchange(Rack(Tiles(laid), match.rules.alphabet))
        else:
            game.pass_turn()
        if game.waiting:
            game.pass_turn()
    if not game.over:
        raise PositionError("the records belong to another game", place=f"game {number}", expected="an end")
    return game


def write_as(game: Game, kind: str) -> str:
    """Return the text of a game: ``gcg``; ``json``, one line; or ``cgp``, a line for the position before each turn."""
    if kind == "gcg":
        return game.to_gcg()
    lines = [game.to_json()] if kind == "json" else game.positions()
    return "".join([f"{line}\n" for line in lines])


def _refuse_overwriting(match: Match, files: Mapping[str, str | PathLike[str] | None]) -> None:
    """Raise StorageError if a file to write is the lexicon, or another file to write."""
    written = [path for path in files.values() if path is not None]
    for number, path in enumerate(written):
        refuse_overwriting(match.lexicon.path, path, "the lexicon")
        for other in written[:number]:
            refuse_overwriting(other, path, "another file to write", new=True)


class GameFiles:
    """Files of a series, in a ``with`` block: ``files.add(number, block)``.

    ``wanted``: kind, as for :func:`write_as` -> the path or None; ``gcg`` is a folder, which is made if it is
    missing, but not its parent. Raises StorageError if the files cannot be written.
    """

    def __init__(self, wanted: Mapping[str, str | PathLike[str] | None]) -> None:
        self.paths = {kind: require_path(path) for kind, path in wanted.items() if path is not None}
        self.kinds = tuple(sorted(self.paths))
        self._open = ExitStack()
        self._append: dict[str, Callable[[bytes], None]] = {}

    def __enter__(self) -> GameFiles:
        with self._open as opened:
            for kind, path in self.paths.items():
                if kind == "gcg":
                    # A path with a missing parent folder is more likely mistyped than wanted.
                    if not Path(path).absolute().parent.is_dir():
                        raise StorageError(
                            "the folder for it does not exist", path=path, expected="a folder that is there"
                        )
                    make_folder(Path(path))
                else:
                    self._append[kind] = opened.enter_context(replacing(path))[1]
            self._open = opened.pop_all()
        return self

    def add(self, first: int, texts: Mapping[str, Any]) -> None:
        """Write games by kind, from number ``first`` on."""
        for kind in self.kinds:
            if kind in self._append:
                self._append[kind]("".join(texts[kind]).encode())
                continue
            for number, text in enumerate(texts[kind], first):
                write_atomically(Path(self.paths[kind]) / f"{number:06}.gcg", [text.encode()])

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.__exit__(kind, error, trace)
