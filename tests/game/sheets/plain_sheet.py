"""Which lines of a score sheet are possible, in plain Python: dicts and counts, one rule after the other.

It knows two players, the three letters A, B and C on a board without premiums, and the challenge rule double. It
shares no code with lexkit: what a line does is said here once more, as a person with a board would do it.
"""

from __future__ import annotations

import re
from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field

POINTS = {"A": 1, "B": 3, "C": 5, "?": 0}
TILES = Counter({"A": 8, "B": 6, "C": 5, "?": 2})
SIZE, RACK, BINGO, ZEROS = 5, 3, 50, 6
CENTER = (2, 2)
Square = tuple[int, int]


class ImpossibleError(Exception):
    """A line that the rules do not allow."""


@dataclass
class Plain:
    """A game: what lies where, and what is known of the racks."""

    board: dict[Square, str] = field(default_factory=dict)
    known: list[Counter[str]] = field(default_factory=lambda: [Counter(), Counter()])
    sizes: list[int] = field(default_factory=lambda: [RACK, RACK])
    scores: list[int] = field(default_factory=lambda: [0, 0])
    mover: int = 0
    zeros: int = 0
    turns: int = 0
    over: bool = False
    #: Who is out, and the play that may be challenged: the game before it, and its tiles.
    out: int | None = None
    last: tuple[Plain, list[str]] | None = None

    def left(self) -> Counter[str]:
        """The tiles that lie nowhere that is known."""
        lying = Counter("?" if letter.islower() else letter for letter in self.board.values())
        return TILES - lying - self.known[0] - self.known[1]

    def bag(self) -> int:
        return sum(TILES.values()) - len(self.board) - sum(self.sizes)

    # -- what a line does ---------------------------------------------------------------------------

    def do(self, player: int, action: str, rack: str) -> Plain:
        """The game after a line. Raises ImpossibleError."""
        after = deepcopy(self)
        if action not in ("--", "(challenge)", "accept", "resign"):
            while after.mover != player and not after.over and after.out is None:
                after.give_up()
        # Only who plays, exchanges, passes or challenges in vain shows a rack.
        shows = action not in ("--", "accept", "resign") and (action != "(challenge)" or player == after.mover)
        if rack and shows:
            after.set_rack(player, "" if rack == "-" else rack)
        if after.over:
            raise ImpossibleError("over")
        if action == "resign":
            after.over = True
        elif action in ("--", "(challenge)"):
            after.challenge(right=action == "--")
            return after
        elif action == "accept":
            if after.out is None:
                raise ImpossibleError("nobody is out")
            after.over = True
        elif player != after.mover:
            raise ImpossibleError("not the player to move")
        elif action == "-":
            if after.out is not None:
                after.over = True
            else:
                after.give_up()
                return after
        elif after.out is not None:
            raise ImpossibleError("somebody is out")
        elif action[0] == "-":
            after.exchange(action[1:])
        else:
            after.play(action)
        after.turns += 1
        return after

    def give_up(self) -> None:
        """A pass."""
        self.last = None
        self.turns += 1
        self.next(0)

    def next(self, points: int) -> None:
        self.zeros = 0 if points else self.zeros + 1
        self.over = self.over or self.zeros >= ZEROS
        self.mover = 1 - self.mover

    def set_rack(self, player: int, tiles: str) -> None:
        wanted = Counter(tiles)
        self.known[player] = Counter()
        if len(tiles) > self.sizes[player] or wanted - self.left():
            raise ImpossibleError("rack")
        self.known[player] = wanted

    def take(self, tiles: list[str]) -> None:
        """Take tiles from the rack of the player to move."""
        known, missing = self.known[self.mover], Counter(tiles) - self.known[self.mover]
        hidden = self.sizes[self.mover] - sum(known.values())
        if sum(missing.values()) > hidden or missing - self.left():
            raise ImpossibleError("not on the rack")
        self.known[self.mover] = known - Counter(tiles)

    def exchange(self, tiles: str) -> None:
        count = int(tiles) if tiles.isdigit() else len(tiles)
        if not 0 < count <= min(self.sizes[self.mover], self.bag()):
            raise ImpossibleError("not so many")
        if tiles.isdigit():
            self.known[self.mover] = Counter()
        else:
            self.take(list(tiles))
        self.last = None
        self.next(0)

    def challenge(self, right: bool) -> None:
        if self.last is None:
            raise ImpossibleError("nothing to challenge")
        before, tiles = self.last
        player, turns = 1 - self.mover, self.turns + 1
        if not right:
            self.turns, self.last = turns, None
            if self.out is not None:
                self.over = True
            else:
                self.next(0)
            return
        self.__dict__.update(deepcopy(before).__dict__)
        self.turns, self.mover, self.last = turns, 1 - player, None
        self.known[player] |= Counter(tiles)
        self.zeros += 1
        self.over = self.zeros >= ZEROS

    # -- a play -------------------------------------------------------------------------------------

    def play(self, action: str) -> None:
        found = re.fullmatch(r"(\d)([A-E]) ([A-Ca-c]+)|([A-E])(\d) ([A-Ca-c]+)", action)
        if found is None:
            raise ImpossibleError("not a play")
        across = found[1] is not None
        row = int(found[1] or found[5]) - 1
        column = "ABCDE".index(found[2] or found[4])
        word = found[3] or found[6]
        step = (0, 1) if across else (1, 0)
        squares = [(row + step[0] * at, column + step[1] * at) for at in range(len(word))]
        if any(max(square) >= SIZE for square in squares):
            raise ImpossibleError("off the board")
        new = []
        for square, letter in zip(squares, word, strict=True):
            there = self.board.get(square)
            if there is None:
                new.append((square, letter))
            elif there.upper() != letter.upper():
                raise ImpossibleError("another letter is there")
        before, behind = _next(squares[0], step, -1), _next(squares[-1], step, 1)
        if not new or before in self.board or behind in self.board or len(new) > RACK:
            raise ImpossibleError("not the whole word, or nothing new")
        beside = any(
            _next(square, turn, way) in self.board for square, _ in new for turn in ((0, 1), (1, 0)) for way in (-1, 1)
        )
        if self.board and not beside:
            raise ImpossibleError("touches nothing")
        if not self.board and (CENTER not in squares or len(new) == 1):
            raise ImpossibleError("not over the start")
        tiles = ["?" if letter.islower() else letter for _, letter in new]
        kept = deepcopy(self)
        self.take(tiles)
        self.board.update(new)
        points = self.points([square for square, _ in new], step)
        points += BINGO * (len(new) == RACK)
        drawn = min(len(new), kept.bag())
        player = self.mover
        self.sizes[player] += drawn - len(new)
        self.scores[player] += points
        self.last = kept, tiles
        if not self.sizes[player] and self.bag() == 0:
            self.out = player
            self.mover = 1 - player
            self.zeros = 0 if points else self.zeros + 1
        else:
            self.next(points)

    def points(self, new: list[Square], step: Square) -> int:
        crossing = (step[1], step[0])
        words = {self.word_at(new[0], step)} | {self.word_at(square, crossing) for square in new}
        return sum(
            0 if self.board[square].islower() else POINTS[self.board[square]] for word in words for square in word
        )

    def word_at(self, square: Square, step: Square) -> tuple[Square, ...]:
        """The squares of the word through a square, none if it is but one letter."""
        while _next(square, step, -1) in self.board:
            square = _next(square, step, -1)
        found = [square]
        while _next(found[-1], step, 1) in self.board:
            found.append(_next(found[-1], step, 1))
        return tuple(found) if len(found) > 1 else ()


def _next(square: Square, step: Square, way: int) -> Square:
    return square[0] + way * step[0], square[1] + way * step[1]


def replay(lines: list[tuple[int, str, str]]) -> tuple[Plain, list[tuple[int | None, bool]]]:
    """(the game, of each line the number of its turn and whether something is wrong with it)."""
    game, found = Plain(), []
    for player, action, rack in lines:
        number, wrong = None, False
        for known, forget in ((rack, False), ("-", False), ("-", True)):
            try:
                before = deepcopy(game)
                if forget:
                    before.known = [Counter(), Counter()]
                game = before.do(player, action, known)
                number = game.turns
                break
            except ImpossibleError:
                wrong = True
        found.append((number, wrong))
    return game, found
