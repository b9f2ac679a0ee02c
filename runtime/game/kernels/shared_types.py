"""Types, limits and small functions shared by the game's kernels, and hash keys.

These definitions serve interpreted kernels, where numbers have no fixed width. Compiled kernels take the same
names from ``shared_types.pxd``, in a narrow or a wide version.
"""

from __future__ import annotations

from copy import copy

from lexkit.formats.kernels.node import LOW_64, View, child, children, letters, lowest, step
from lexkit.formats.kernels.nodes import Nodes

#: Bit set in the byte of a tile if a blank stands for it.
BLANK = 128
#: Entries of the table of bonuses: 17 rows (number of tiles laid) of 32 (length of the word minus 1).
BONUSES = 17 * 32
#: FIRST_ROOM: initial capacity of a generator, in moves. RESERVE: moves written between two checks of the capacity.
FIRST_ROOM, RESERVE = 1 << 12, 1 << 8
#: Capacity in moves that a generator keeps for the next position.
KEPT_ROOM = 1 << 20
#: Maximum capacity in moves, 256 MB; half as many, 192 MB, in kernels compiled for wide sets.
MOST_MOVES = 1 << 24
#: Maximum number of states for one position, a multiple of LOOK. It takes seconds; the densest real positions need
#: some millions.
MOST_STATES = 1 << 27
#: States between two checks of the deadline, counted across positions: some milliseconds. 1 << 17 in compiled
#: kernels.
LOOK = 1 << 11
#: Number of moves after which a call for many positions returns and leaves the rest to the next call.
ENOUGH = 1 << 20
#: Maximum number of tiles on a rack.
MOST_TILES = 16
#: Bytes of a move; 16 in kernels compiled for narrow sets.
MOVE_SIZE = 24


class Square:
    """One square as seen along one line."""

    cross = cross_score = cross_multiplier = letter_multiplier = word_multiplier = 0
    run_end = run_score = run_node = tile = blank = 0


def with_cross(points: int, score: int) -> int:
    """Return ``points`` plus a cross-word score. Cross-words are summed from bit 32 up, the main word below."""
    return points + (score << 32)


def with_tile(points: int, square: Square, value: int) -> int:
    """Return ``points`` plus a tile of this value on a square, counted in the main word and in the cross-word."""
    return points + value * (square.letter_multiplier | square.cross_multiplier << 32)


def score_of(points: int, multiplier: int) -> int:
    """Return the score of a play: the packed ``points`` of :func:`with_cross`, with the main word multiplied."""
    return (points & 0xFFFFFFFF) * multiplier + (points >> 32)


def follow_run(graph: View, node: int, line: list[Square], at: int) -> int:
    """Follow the run behind the empty square ``at``, except its last tile; return the node, or 0 if there is none."""
    for place in range(at + 1, line[at].run_end):
        node = step(graph, node, line[place].tile)
        if node == 0:
            break
    return node


def fitting(nodes: Nodes) -> Nodes:
    """Return ``nodes``. Raises TypeError for None, ValueError if their letter sets are too wide for these kernels."""
    if nodes is None:
        raise TypeError("no nodes")
    return nodes


def only_once(part: object) -> None:
    """Raise ValueError if a kernel object is initialized a second time.

    ``part`` is the attribute that initialization sets last. Other objects may still refer to memory that a second
    initialization would resize or free. Interpreted kernels do not need the check.
    """
    if part is not None:
        raise ValueError("made already")


def new_squares(count: int) -> list[Square]:
    """Return memory for ``count`` squares."""
    return [Square() for _ in range(count)]


def copy_squares(squares: list[Square]) -> list[Square]:
    """Return a copy of the squares."""
    return list(map(copy, squares))


def first_of(squares: list[Square]) -> list[Square]:
    """Return the squares; compiled, a pointer to the first one."""
    return squares


def reset_squares(squares: list[Square], fresh: list[Square], count: int) -> None:
    """Overwrite the first ``count`` squares with copies of ``fresh``."""
    squares[:] = copy_squares(fresh[:count])


def squares_from(squares: list[Square], place: int) -> list[Square]:
    """Return the squares of the line that begins at index ``place``."""
    return squares[place : place + 33]


def bytes_from(numbers: memoryview, start: int) -> memoryview:
    """Return the numbers from index ``start`` on; compiled, a pointer to the first one."""
    return numbers[start:]


def is_rack_tile(letters: int, tile: int) -> bool:
    """Return whether ``tile`` is a blank (0) or a letter of the alphabet mask ``letters``."""
    return tile < 64 and (letters | 1) >> tile & 1 != 0


def is_board_tile(letters: int, tile: int) -> bool:
    """Return whether ``tile`` is a letter of the alphabet mask ``letters``; 128 is added if a blank stands for it."""
    return not tile & 64 and letters >> (tile & 63) & 1 != 0


def first_source(rack: int, tile: int) -> int:
    """Return the rack tile to lay first for a letter: the letter if the rack has it, else a blank (0)."""
    return tile if rack >> tile & 1 else 0


def take_tile(counts: list[int], source: int, rack: int) -> int:
    """Remove a tile from the rack and return the set of letters left on it."""
    counts[source] -= 1
    return rack if counts[source] else rack & ~(1 << source)


def put_back(counts: list[int], source: int) -> int:
    """Put a tile back on the rack; return what to try next for its letter: a blank (0) after the letter, then -1."""
    counts[source] += 1
    return 0 if source and counts[0] else -1


def split_mix(number: int) -> int:
    """Mix a 64-bit number into a pseudorandom one, without collisions (SplitMix: Steele, Lea and Flood 2014)."""
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
    number = (number ^ number >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
    return number ^ number >> 31


def key_sum(one: int, other: int) -> int:
    """Return the sum of two keys modulo 2 ** 64: the key of both multisets of letters together."""
    return (one + other) & LOW_64


def bits_of(key: int) -> int:
    """Return the mask of the four bits that a key sets in its word of an anagram table."""
    return 1 << (key & 63) | 1 << (key >> 6 & 63) | 1 << (key >> 12 & 63) | 1 << (key >> 18 & 63)


def is_marked(marks: memoryview, shift: int, key: int) -> bool:
    """Return whether all four bits of a key are set in an anagram table."""
    return not bits_of(key) & ~marks[key >> shift]


def fetch_mark(marks: memoryview, shift: int, key: int) -> None:
    """Prefetch the word of an anagram table that a key selects; does nothing if interpreted."""


def put_move(out: list[tuple[int, int]], tiles: int, meta: int) -> list[tuple[int, int]]:
    """Append a move and return the position for the next one."""
    out.append((tiles, meta))
    return out


def tiles_of(moves: list[tuple[int, int]], number: int) -> int:
    """Return the tiles of a move, one byte each."""
    return moves[number][0]


def meta_of(moves: list[tuple[int, int]], number: int) -> int:
    """Return a move's number: score in 32 bits, then a byte each for row, column, tiles laid and direction."""
    return moves[number][1]


def scatter(number: int) -> int:
    """Hash a 64-bit number into a pseudorandom one."""
    product = ((number ^ 0x2545F4914F6CDD1D) + 0x9E3779B97F4A7C15 & LOW_64) * (number ^ 0xE7037ED1A0B428DB)
    return (product ^ product >> 64) & LOW_64


def line_key(line: list[Square], length: int, salt: int) -> int:
    """Return the hash key of the squares of a line; ``salt`` differs from line to line."""
    seen = tuple(
        [
            (square.tile, square.blank, square.cross, square.cross_multiplier, square.tile == 0 and square.cross_score)
            for square in line[:length]
        ]
    )
    return hash((salt, seen)) & LOW_64


def tile_key(square: int, tile: int) -> int:
    """Return the hash key of a tile on a square. The key of a board is the XOR of the keys of its tiles."""
    return scatter(square << 8 | tile)


def rack_key(tile: int, count: int) -> int:
    """Return the hash key of ``count`` copies of a tile on a rack. The key of a rack is the XOR over its tiles."""
    return scatter((tile << 8 | count) + (1 << 20))


def append_moves(
    out: list[tuple[int, int]], moves: list[tuple[int, int]], first: int, number: int
) -> list[tuple[int, int]]:
    """Append ``number`` moves of another buffer, from index ``first`` on; return the position for the next one."""
    out.extend(moves[first : first + number])
    return out


def fetch(words: memoryview, at: int) -> None:
    """Prefetch a word that will be read soon; does nothing if interpreted."""


def copy_words(to: list[int], at: int, words: list[int], first: int) -> None:
    """Copy 64 numbers, one for each line."""
    to[at : at + 64] = words[first : first + 64]


def find_kids(
    graph: View, node: int, among: int, bits: int, goes_on: int, behind: int, kids: list[int], tiles: list[int]
) -> int:
    """Find the children by which a word can continue to the right, and return their number.

    ``among``: the node's child set; ``bits``: the tiles to try; ``behind``: the letters that the next square
    allows; ``goes_on``: the letters that may be laid there without ending the word. Fills ``kids`` (nodes) and
    ``tiles``.
    """
    found = 0
    while bits:
        tile = lowest(bits)
        bits &= bits - 1
        there = child(graph, node, among, tile)
        kids[found] = there
        tiles[found] = tile
        found += ((letters(graph, there) | children(graph, there) & goes_on) & behind) != 0
    return found


def find_kids_and_turns(
    graph: View,
    node: int,
    among: int,
    bits: int,
    goes_on: int,
    before: int,
    goes_behind: int,
    behind: int,
    kids: list[int],
    turns: list[int],
    tiles: list[int],
) -> int:
    """Find the children by which a word can continue to the left or turn at the separator; return their number.

    As :func:`find_kids`, for a word whose next square is in front of the current one (``before``, ``goes_on``) or,
    after the separator, behind the anchor (``behind``, ``goes_behind``). ``kids`` is 0 for a child that cannot
    continue left, ``turns`` is 0 for one that cannot turn.
    """
    found = 0
    while bits:
        tile = lowest(bits)
        bits &= bits - 1
        there = child(graph, node, among, tile)
        turn = step(graph, there, 0)
        in_front = (letters(graph, there) | children(graph, there) & goes_on) & before
        at_back = (letters(graph, turn) | children(graph, turn) & goes_behind) & behind
        kids[found] = there if in_front else 0
        turns[found] = turn if at_back else 0
        tiles[found] = tile
        found += (in_front | at_back) != 0
    return found
