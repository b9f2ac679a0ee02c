"""A duplicate game: all players have the same rack, and the best play goes on the board.

    game = lexkit.Duplicate(lex, ("Ann", "Bob"), seed=7)
    game.submit("8D QUIZ"); game.submit("8H ZA", player=1)
    turn = game.finish_turn()
    turn.best, turn.scores, game.scores, game.maximum, game.over

Each player submits a play for the rack. When the turn is finished, each scores the points of their own play, or
none if one of its words is not in the lexicon. The best possible play goes on the board, and its points are added
to the maximum. The rules of racks are in ``lexicons/variants/duplicate.toml``.

Guaranteed: racks and best plays depend on lexicon, rules and seed alone, not on what the players submit, so that
games of the same seed are comparable. A method that raises an error changes nothing.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lexkit import lexicons
from lexkit.base.checks import require_one_of, require_whole
from lexkit.base.errors import (
    ClockError,
    GameOverError,
    GameRecordError,
    IllegalMoveError,
    LexkitError,
    PositionError,
    show_value,
    with_plain_types,
)
from lexkit.base.time_limits import look

from ..bag import Bag, BagState
from ..judge import as_played, check_alphabet, core_of
from ..move import Move
from ..move_finder import finder_for
from ..names import check_names
from ..rack import Rack
from ..rules import Rules, require_rules
from ..text.notation import BLANK, LETTERS
from .challenge import invalid_words
from .clock import MAX_SECONDS
from .game_json import read_field, read_json, read_rules, read_seed, rules_json
from .player_view import GameBoard

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import LexiconLike

#: Maximum number of players in a game.
MAX_PLAYERS: Final = 1000
#: Number of draws for a valid rack before the rules' requirement is lowered.
_DRAWS: Final = 1000
#: Kinds of game.
KINDS_OF_DUPLICATE: Final = tuple(lexicons.duplicate()["kinds"])


@with_plain_types
class DuplicateTurn(NamedTuple):
    """A finished turn.

    Attributes:
        number: Number of the turn, from 1.
        rack: The rack that all players had.
        best: The best play.
        plays: A :class:`lexkit.Move` for each player, or None.
        scores: Points of each player, 0 for a play with a word that is not in the lexicon.
    """

    number: int
    rack: Rack
    best: Move
    plays: tuple[Move | None, ...]
    scores: tuple[int, ...]


class Duplicate:
    """A duplicate game of any number of ``players`` against the maximum.

    Args:
        lexicon: Lexicon that judges plays and finds the best; ``core`` is its index.
        players: Names of the players.
        rules: By default those of the lexicon's language.
        kind: ``normal``, or ``joker``, in which every rack has a blank.
        seed: Decides the racks.
        seconds: Time for a turn in seconds, None for no limit. A turn begins when the one before is finished, the
            first when the game is made.
        at: Time at which the first turn begins. Times are those of ``time.monotonic`` unless ``at`` is given.

    Raises:
        PositionError: The rules have no move generator.
    """

    def __init__(
        self,
        lexicon: LexiconLike,
        players: Sequence[str] = ("Player",),
        *,
        rules: Rules | None = None,
        kind: str = "normal",
        seed: int | str | None = None,
        seconds: float | None = None,
        at: float | None = None,
    ) -> None:
        self.core = core_of(lexicon)
        self.rules = Rules.from_alphabet(self.core.alphabet) if rules is None else require_rules(rules)
        check_alphabet(self.core, self.rules)
        self.players = check_names(players, MAX_PLAYERS)
        self.kind: str = require_one_of(kind, KINDS_OF_DUPLICATE, "no such kind of duplicate game", PositionError)
        self.seed = secrets.token_hex(8) if seed is None else seed
        self.seconds = None if seconds is None else _require_seconds(seconds, "seconds", 1)
        self._joker: bool = lexicons.duplicate()["kinds"][kind]["joker"]
        self._bag = Bag.from_rules(self.rules, self.seed)
        #: Number of blanks outside the bag: in a joker game, all but the one on the rack.
        self._blanks = self._bag.counts[0] if self._joker else 0
        if self._joker:
            self._remove(0, self._blanks)
        self._board = GameBoard(rules=self.rules)
        self._finder = finder_for(self.core, self._board)
        self._turns: list[DuplicateTurn] = []
        self._plays: list[Move | None] = [None] * len(self.players)
        self._rack = Rack.of_tiles((), self.rules.alphabet)
        self._best: Move | None = None
        self._sorts = _sort_tiles(self.rules)
        self._has_vowels = b"v" in self._sorts
        self._deal(b"")
        self._began = _now(at)

    # -- what there is to see -----------------------------------------------------------------------

    @property
    def board(self) -> GameBoard:
        """Board, to look at and to search; only the game changes it."""
        return self._board

    @property
    def rack(self) -> Rack:
        """Rack of this turn; empty when the game is over."""
        return self._rack

    @property
    def turns(self) -> tuple[DuplicateTurn, ...]:
        """Finished turns."""
        return tuple(self._turns)

    @property
    def over(self) -> bool:
        """True if the game is over: no rack that the rules allow has a play."""
        return self._best is None

    @property
    def scores(self) -> tuple[int, ...]:
        """Points of each player."""
        return tuple(map(sum, zip(*(turn.scores for turn in self._turns), strict=True))) or (0,) * len(self.players)

    @property
    def maximum(self) -> int:
        """Points of the best plays of all finished turns."""
        return sum(turn.best.score for turn in self._turns)

    @property
    def bag(self) -> int:
        """Number of tiles in the bag."""
        return len(self._bag)

    @property
    def ends_at(self) -> float | None:
        """Time at which this turn is up, or None."""
        return None if self.seconds is None or self.over else self._began + self.seconds

    def play_of(self, player: int = 0) -> Move | None:
        """Return the play that a player has submitted in this turn, or None.

        Args:
            player: Number of the player.
        """
        return self._plays[self._require_player(player)]

    def __repr__(self) -> str:
        scores = ", ".join(f"{name} {score}" for name, score in zip(self.players, self.scores, strict=True))
        state = "over" if self.over else f"rack {self.rack}"
        return f"<Duplicate: {scores}, maximum {self.maximum}, {len(self._turns)} turns, {state}>"

    # -- what players do ----------------------------------------------------------------------------

    def submit(self, play: Move | str | None, *, player: int = 0, at: float | None = None) -> Move | None:
        """Submit a play, which replaces the player's earlier one in this turn.

        Whether its words are in the lexicon shows only when the turn is finished.

        Args:
            play: A move or a text; None withdraws the play.
            player: Number of the player.
            at: Time of the action.

        Returns:
            The move with its score, or None.

        Raises:
            IllegalMoveError: The board or the rack does not allow the play.
            ClockError: The time of the turn is up.
            GameOverError: The game has ended.
        """
        self._require_open()
        player = self._require_player(player)
        ends = self.ends_at
        if ends is not None and _now(at) > ends:
            raise ClockError("the time for this turn is up", remedy="finish_turn() begins the next one")
        move = None if play is None else as_played(self._board.snapshot(), play)
        if move is not None:
            missing = self._rack.missing(move.played)
            if missing:
                raise IllegalMoveError("not on the rack", place=move.place, found=" ".join(missing))
        self._plays[player] = move
        return move

    def finish_turn(self, *, at: float | None = None) -> DuplicateTurn:
        """End the turn: count the plays, put the best one on the board, and deal the next rack.

        Args:
            at: Time at which the next turn begins.

        Returns:
            The finished turn.

        Raises:
            GameOverError: The game has ended.
        """
        self._require_open()
        best, began = self._best, _now(at)
        assert best is not None
        points = tuple(0 if move is None or invalid_words(self.core, move) else move.score for move in self._plays)
        turn = DuplicateTurn(len(self._turns) + 1, self._rack, best, tuple(self._plays), points)
        kept = (self._rack - best.played).tiles
        laid = self._laid(best)
        grid = bytearray(self._board.grid)
        for square, tile in zip(best.squares, laid, strict=True):
            grid[square] = tile
        self._turns.append(turn)
        self._plays = [None] * len(self.players)
        self._board.show(bytes(grid), (0, 0), 0, 0, best.squares)
        self._deal(kept)
        self._began = began
        return turn

    # -- tiles --------------------------------------------------------------------------------------

    def _laid(self, best: Move) -> bytes:
        """Return the tiles that stay on the board: in a joker game letters from the bag replace blanks."""
        laid = bytearray(best.played)
        for place, tile in enumerate(laid):
            if self._joker and tile & BLANK:
                letter = LETTERS[tile]
                if self._bag.counts[letter]:
                    self._remove(letter, 1)
                    laid[place] = letter
                    self._blanks += 1
        return bytes(laid)

    def _remove(self, tile: int, number: int) -> None:
        """Take tiles of one kind out of the bag."""
        state = self._bag.state
        tiles = bytearray(state.tiles)
        for _ in range(number):
            tiles.remove(tile)
        self._bag.restore(BagState(bytes(tiles), state.used))

    def _deal(self, kept: bytes) -> None:
        """Fill the rack. The game is over if no rack that the rules allow has a play."""
        for _ in range(_DRAWS):
            tiles = self._draw(kept)
            self._rack = Rack.of_tiles(tiles, self.rules.alphabet)
            self._best = self._finder.best(self._board, self._rack) if tiles else None
            if self._best is not None or not tiles or not self._bag:
                break
            self._put_back(tiles)
            kept = b""
        if self._best is None:
            self._rack = Rack.of_tiles((), self.rules.alphabet)

    def _draw(self, kept: bytes) -> bytes:
        """Return the tiles of a rack that the rules allow, drawing again until they are valid.

        No tiles are returned if there is no such rack.
        """
        size = self.rules.rack_size
        facts = lexicons.duplicate()
        pairs = list(zip(facts["vowels"], facts["consonants"], strict=True))
        for vowels, consonants in pairs[len(self._turns) >= facts["early"] :]:
            if vowels + consonants > size or not self._has_vowels:
                return self._fill(kept, size)
            if not self._is_allowed(kept + self._bag.tiles + bytes(self._blanks), vowels, consonants):
                continue
            for _ in range(_DRAWS):
                look()
                tiles = self._fill(kept, size)
                if self._is_allowed(tiles, vowels, consonants):
                    return tiles
                self._put_back(tiles)
                kept = b""
        return b""

    def _fill(self, kept: bytes, size: int) -> bytes:
        """Return these tiles and others from the bag; in a joker game with a blank among them, while one is left."""
        if self._blanks and 0 not in kept:
            self._blanks -= 1
            kept += b"\0"
        return kept + self._bag.draw(size - len(kept))

    def _put_back(self, tiles: bytes) -> None:
        if self._joker:
            self._blanks += tiles.count(0)
            tiles = tiles.replace(b"\0", b"")
        self._bag.put_back(tiles)

    def _is_allowed(self, tiles: bytes, vowels: int, consonants: int) -> bool:
        """Return whether there are enough vowels and consonants. A tile that may be either counts once."""
        sorts = tiles.translate(self._sorts)
        lacking = max(0, vowels - sorts.count(b"v")) + max(0, consonants - sorts.count(b"c"))
        return lacking <= sorts.count(b"e")

    # -- what is kept -------------------------------------------------------------------------------

    def copy(self) -> Duplicate:
        """Return an independent copy, with the same past and the same bag, to try things on."""
        other: Duplicate = object.__new__(self.__class__)
        own = {"_turns": [*self._turns], "_plays": [*self._plays], "_bag": copy(self._bag)}
        other.__dict__.update(self.__dict__, **own, _board=GameBoard(rules=self.rules))
        other._board.show(self._board.grid, (0, 0), 0, 0)
        finder_for(self.core, other._board)
        return other

    __copy__ = copy

    def to_json(self) -> str:
        """Return the game as JSON: its players, rules, seed, and what the players submitted."""
        turns = [[self._text(move) for move in turn.plays] for turn in self._turns]
        facts = {"kind": self.kind, "players": self.players, "rules": rules_json(self.rules), "seed": self.seed}
        best = [turn.best.text for turn in self._turns]
        plays = [self._text(move) for move in self._plays]
        whole = {"duplicate": 1, **facts, "seconds": self.seconds, "turns": turns, "best": best, "plays": plays}
        return json.dumps(whole, ensure_ascii=False)

    @staticmethod
    def _text(move: Move | None) -> str | None:
        return None if move is None else move.text

    @classmethod
    def from_json(cls, text: str | bytes, lexicon: LexiconLike, *, at: float | None = None) -> Duplicate:
        """Return the game of a text that :meth:`to_json` wrote; the time for its turn starts over.

        Args:
            text: The JSON.
            lexicon: Lexicon of the game.
            at: Time at which its turn starts.

        Raises:
            GameRecordError: The text is not such a game, or this lexicon has other best plays.
        """
        facts = read_json(text, "not a duplicate game as JSON")
        if not isinstance(facts, dict) or facts.get("duplicate") != 1:
            raise GameRecordError("not a duplicate game", expected="what Duplicate.to_json gave")
        place = "the first lines"
        try:
            names, seconds = read_field(facts, "players", list), facts.get("seconds")
            options = {"kind": read_field(facts, "kind", str), "seconds": seconds, "seed": read_seed(facts)}
            game = cls(lexicon, names, rules=read_rules(facts), at=0.0, **options)
            best, turns = read_field(facts, "best", list), read_field(facts, "turns", list)
            for number, plays in enumerate([*turns, read_field(facts, "plays", list)], 1):
                place = f"turn {number}"
                if not isinstance(plays, list) or len(plays) != len(names):
                    raise GameRecordError("not a play of each player", found=show_value(plays))
                for player, play in enumerate(plays):
                    if play is not None:
                        game.submit(play, player=player, at=0.0)
                if number > len(turns):
                    break
                done = game.finish_turn(at=0.0).best.text
                if best[number - 1 :][:1] != [done]:
                    remedy = "open the game with the lexicon that it was played with"
                    raise GameRecordError(
                        "another play was the best", expected=done, found=best[number - 1 :][:1], remedy=remedy
                    )
        except GameRecordError as error:
            error.place = f"{place}: {error.place}" if error.place else place
            raise
        except (LexkitError, TypeError, ValueError, KeyError, AttributeError, OverflowError) as error:
            raise GameRecordError(f"not a duplicate game: {error}", place=place) from error
        game._began = _now(at)
        return game

    def __eq__(self, other: object) -> bool:
        """Return whether both have the same players, rules, seed and turns, and the same plays in this turn."""
        return self.to_json() == other.to_json() if isinstance(other, Duplicate) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return (_made_again, (self.to_json(), self.core, self._began))

    def _require_open(self) -> None:
        if self.over:
            raise GameOverError("the game is over")

    def _require_player(self, player: int) -> int:
        return require_whole(player, "player", 0, len(self.players) - 1, PositionError)


def _made_again(text: str, lexicon: LexiconLike, began: float) -> Duplicate:
    return Duplicate.from_json(text, lexicon, at=began)


def _sort_tiles(rules: Rules) -> bytes:
    """Return a table for ``bytes.translate`` that classifies tiles.

    ``v`` is a vowel, ``c`` a consonant, ``e`` a tile that counts as either.
    """
    alphabet = rules.alphabet
    either = lexicons.duplicate()["either"].get(alphabet.name, [])
    sorts = bytearray(b"e" * 256)
    for number, tile in enumerate(alphabet.tiles, 1):
        sorts[number] = ord("e" if tile.label in either else "v" if tile.vowel else "c")
    return bytes(sorts)


def _now(at: float | None) -> float:
    return time.monotonic() if at is None else _require_seconds(at, "at", -MAX_SECONDS)


def _require_seconds(value: float, name: str, least: float) -> float:
    if isinstance(value, bool) or not least <= value <= MAX_SECONDS:
        raise ClockError("not a time", place=name, expected="a finite number of seconds", found=show_value(value))
    return float(value)
