"""Tags of a play, in plain Python: read from the text of the board and of the play, with a list of words."""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations_with_replacement

Squares = dict[tuple[int, int], str]
SIZE = 15
POWER = set("JQXZ")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def read_cgp(position: str) -> tuple[Squares, str]:
    """The tiles by (row, column), and the rack of the player to move, of a CGP of one English letter a tile."""
    rows, racks, *_ = position.split()
    found = {}
    for row, text in enumerate(rows.split("/")):
        column, number = 0, ""
        for sign in text:
            if sign.isdigit():
                number += sign
                continue
            column, number = column + int(number or 0), ""
            found[row, column] = sign
            column += 1
    return found, racks.split("/")[0]


def read_play(text: str) -> tuple[int, int, int, int, str]:
    """(row, column, step down, step right, tiles) of ``8D .IFE`` or ``D8 .IFE``."""
    place, tiles = text.split()
    if place[0].isdigit():
        return int(place[:-1]) - 1, ord(place[-1]) - 65, 0, 1, tiles
    return int(place[1:]) - 1, ord(place[0]) - 65, 1, 0, tiles


def run_of(board: Squares, row: int, column: int, down: int, right: int) -> list[tuple[int, int]]:
    """The squares of the run of tiles through a square, along a line."""
    while (row - down, column - right) in board:
        row, column = row - down, column - right
    found = []
    while (row, column) in board:
        found.append((row, column))
        row, column = row + down, column + right
    return found


class Tagger:
    """Says what plays are like, by a list of words."""

    def __init__(self, words: Iterable[str]) -> None:
        self.anagrams: dict[str, list[str]] = {}
        for word in words:
            self.anagrams.setdefault("".join(sorted(word)), []).append(word)

    @cache  # noqa: B019
    def spelled(self, letters: str, blanks: int) -> list[str]:
        """The words of exactly these letters and blanks."""
        more = combinations_with_replacement(LETTERS, blanks)
        return [word for extra in more for word in self.anagrams.get("".join(sorted([*letters, *extra])), ())]

    def tags(self, position: str, play: str, scores: Iterable[int], score: int) -> set[str]:
        """The tags of the best play of a position; ``scores``: of all placements."""
        found = {"outscored"} if max(scores, default=0) > score else set()
        if play.startswith("-"):
            return found | ({"exchange"} if len(play) > 1 else set())
        board, rack = read_cgp(position)
        row, column, down, right, tiles = read_play(play)
        after = dict(board)
        laid = [(row + at * down, column + at * right) for at, tile in enumerate(tiles) if tile != "."]
        after |= {(row + at * down, column + at * right): tile for at, tile in enumerate(tiles) if tile != "."}
        if len(laid) == 7:
            found.add("bingo")
            if len(self.bingos(board, rack)) == 1:
                found.add("only-bingo")
            if any(after[square].islower() for square in laid):
                found.add("blank-bingo")
        else:
            found.add("non-bingo")
        if len(tiles) >= 9:
            found.add("long")
        if any(after[square] in POWER for square in laid):
            found.add("power")
        crosses = [(square, run_of(after, *square, right, down)) for square in laid]
        crosses = [(square, run) for square, run in crosses if len(run) > 1]
        if len(crosses) >= 2:
            found.add("parallel")
        if any(len(run) >= 3 and square in (run[0], run[-1]) for square, run in crosses):
            found.add("hook")
        pieces = [piece for piece in "".join("." if tile == "." else " " for tile in tiles).split() if piece]
        inside = "." in tiles.strip(".")
        around = tiles[0] != "." and tiles[-1] != "." and inside
        if len(pieces) == 1 and len(pieces[0]) > 1:
            found.add("extension")
        elif around or len(pieces) > 1:
            found.add("through")
        return found

    def bingos(self, board: Squares, rack: str) -> set[tuple[object, ...]]:
        """All plays of seven tiles: what is laid where, a blank in lower case."""
        found: set[tuple[object, ...]] = set()
        for down, right in ((0, 1), (1, 0)):
            for row in range(SIZE):
                for column in range(SIZE):
                    if (row - down, column - right) not in board:
                        found |= self._from(board, rack, row, column, down, right)
        return found

    def _from(self, board: Squares, rack: str, row: int, column: int, down: int, right: int) -> set[tuple[object, ...]]:
        line, free, at = [], 0, (row, column)
        while free < 7 or at in board:
            if max(at) >= SIZE:
                break
            line.append(at)
            free += at not in board
            at = (at[0] + down, at[1] + right)
        if free < 7:
            return set()
        empty = [square for square in line if square not in board]
        neighbours = [(r + x, c + y) for r, c in empty for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0))]
        if not (any(one in board for one in neighbours) if board else (7, 7) in empty):
            return set()
        fixed = "".join(board[square].upper() for square in line if square in board)
        found = set()
        for word in self.spelled("".join(sorted(rack.replace("?", "") + fixed)), rack.count("?")):
            if any(square in board and board[square].upper() != sign for square, sign in zip(line, word, strict=True)):
                continue
            if all(self._crosses(board, square, word[at], right, down) for at, square in enumerate(line)):
                new = [(at, square) for at, square in enumerate(line) if square not in board]
                for signs in _with_blanks([word[at] for at, _ in new], rack):
                    found.add(tuple(sorted(zip([square for _, square in new], signs, strict=True))))
        return found

    def _crosses(self, board: Squares, square: tuple[int, int], sign: str, down: int, right: int) -> bool:
        """Whether a tile on an empty square makes a word across the play, or none."""
        if square in board:
            return True
        run = run_of({**board, square: sign}, *square, down, right)
        word = "".join({**board, square: sign}[one].upper() for one in run)
        return len(run) == 1 or word in self.anagrams.get("".join(sorted(word)), ())


def _with_blanks(letters: list[str], rack: str) -> list[tuple[str, ...]]:
    """The ways to lay these letters with a rack: which of them are blanks."""
    held = Counter(rack)
    ways: list[tuple[str, ...]] = [()]
    for sign in letters:
        ways = [(*way, written) for way in ways for written in (sign, sign.lower())]
    return [
        way
        for way in ways
        if sum(sign.islower() for sign in way) == held["?"]
        and Counter(sign for sign in way if sign.isupper()) == Counter(rack.replace("?", ""))
    ]
