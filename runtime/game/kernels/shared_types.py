"""What the game's kernels share: limits, a square, a move, each as wide as its kernels are compiled for; hash keys.

These are the definitions for interpreted kernels, where numbers have no width; compiled ones take the same names from
``shared_types.pxd``.
"""

from __future__ import annotations

from copy import copy

from lexkit.formats.kernels.node import LOW_64, View, child, children, letters, lowest, step
from lexkit.formats.kernels.nodes import Nodes

#: Set in the byte of a tile if a blank stands for it.
BLANK = 128
#: Entries of a table of bonuses: 17 rows, by number of tiles laid, of 32, by length of the word, from 1 on.
BONUSES = 17 * 32
#: Moves that a generator has room for at first, and moves that may be written before it looks for more room.
FIRST_ROOM, RESERVE = 1 << 12, 1 << 8
#: Room that a generator keeps for the next position, in moves.
KEPT_ROOM = 1 << 20
#: The most moves it asks for room for, 256 MB; compiled for wide sets half as many, 192 MB.
MOST_MOVES = 1 << 24
#: States that one position may take, a multiple of LOOK: seconds; the densest honest ones take some millions.
MOST_STATES = 1 << 27
#: States between two looks at the clock, whatever positions they belong to: some milliseconds; compiled, 1 << 17.
LOOK = 1 << 11
#: Moves after which a call for many positions ends, and leaves the others to the next one.
ENOUGH = 1 << 20
#: The longest rack.
MOST_TILES = 16
#: Bytes of a move; compiled for narrow sets, 16.
MOVE_SIZE = 24


class Square:
    """One square of one line."""

    cross = cross_score = cross_multiplier = letter_multiplier = word_multiplier = 0
    run_end = run_score = run_node = tile = blank = 0


def with_cross(points: int, score: int) -> int:
    """The points of a play and this score across: those of words across stand from bit 32 on, its word's below."""
    return points + (score << 32)


def with_tile(points: int, square: Square, value: int) -> int:
    """The points of a play and a tile of this value on a square, in both words."""
    return points + value * (square.letter_multiplier | square.cross_multiplier << 32)


def score_of(points: int, multiplier: int) -> int:
    """The score of a play whose squares multiply its word by this."""
    return (points & 0xFFFFFFFF) * multiplier + (points >> 32)


def follow_run(graph: View, node: int, line: list[Square], at: int) -> int:
    """The node behind the run of tiles right behind the empty square ``at``, less its last one; 0 if there is none."""
    for place in range(at + 1, line[at].run_end):
        node = step(graph, node, line[place].tile)
        if node == 0:
            break
    return node


def fitting(nodes: Nodes) -> Nodes:
    """The same nodes; raises TypeError if there are none, ValueError if their sets are too wide for these kernels."""
    if nodes is None:
        raise TypeError("no nodes")
    return nodes


def only_once(part: object) -> None:
    """Raises ValueError if ``part``, which making a kernel object sets last, is there: one in use is not made again.

    What other objects hold of it would be of another size, or gone. Interpreted, that is an error where it is used.
    """
    if part is not None:
        raise ValueError("made already")


def new_squares(count: int) -> list[Square]:
    """Memory for this many squares."""
    return [Square() for _ in range(count)]


def copy_squares(squares: list[Square]) -> list[Square]:
    """Memory of its own with the same squares."""
    return list(map(copy, squares))


def first_of(squares: list[Square]) -> list[Square]:
    """The squares themselves; compiled, where they begin."""
    return squares


def reset_squares(squares: list[Square], fresh: list[Square], count: int) -> None:
    """Make ``count`` squares what others are."""
    squares[:] = copy_squares(fresh[:count])


def squares_from(squares: list[Square], place: int) -> list[Square]:
    """The squares of a line that begins at this place."""
    return squares[place : place + 33]


def is_rack_tile(letters: int, tile: int) -> bool:
    """Whether this is a blank, 0, or a letter of the alphabet ``letters``, a mask."""
    return tile < 64 and (letters | 1) >> tile & 1 != 0


def is_board_tile(letters: int, tile: int) -> bool:
    """Whether this is a letter of the alphabet ``letters``, a mask; with 128 if a blank stands for it."""
    return not tile & 64 and letters >> (tile & 63) & 1 != 0


def first_source(rack: int, tile: int) -> int:
    """The tile of the rack that is laid first for a letter: the letter, or a blank (0) if there is none."""
    return tile if rack >> tile & 1 else 0


def take_tile(counts: list[int], source: int, rack: int) -> int:
    """Take a tile off the rack; give the letters that are left on it."""
    counts[source] -= 1
    return rack if counts[source] else rack & ~(1 << source)


def put_back(counts: list[int], source: int) -> int:
    """Put a tile back; give what is laid next for the same letter: after the letter a blank (0), after that -1."""
    counts[source] += 1
    return 0 if source and counts[0] else -1


def split_mix(number: int) -> int:
    """Another number of 64 bits for each number, in no order (Steele, Lea and Flood 2014, SplitMix)."""
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
    number = (number ^ number >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
    return number ^ number >> 31


def key_sum(one: int, other: int) -> int:
    """The key of some letters and others: their keys added, in 64 bits."""
    return (one + other) & LOW_64


def bits_of(key: int) -> int:
    """The four bits that letters of this key set in their number of a table of anagrams."""
    return 1 << (key & 63) | 1 << (key >> 6 & 63) | 1 << (key >> 12 & 63) | 1 << (key >> 18 & 63)


def is_marked(marks: memoryview, shift: int, key: int) -> bool:
    """Whether the letters of this key are entered in a table of anagrams."""
    return not bits_of(key) & ~marks[key >> shift]


def fetch_mark(marks: memoryview, shift: int, key: int) -> None:
    """A hint that this key will be looked up soon; compiled, the processor fetches it meanwhile."""


def put_move(out: list[tuple[int, int]], tiles: int, meta: int) -> list[tuple[int, int]]:
    """Append a move; give the place for the next one."""
    out.append((tiles, meta))
    return out


def tiles_of(moves: list[tuple[int, int]], number: int) -> int:
    """The tiles of a move, a byte each."""
    return moves[number][0]


def meta_of(moves: list[tuple[int, int]], number: int) -> int:
    """All else about a move: 32 bits for the score, then a byte each for row, column, tiles laid and direction."""
    return moves[number][1]


def scatter(number: int) -> int:
    """Another number of 64 bits for each number, in no order."""
    product = ((number ^ 0x2545F4914F6CDD1D) + 0x9E3779B97F4A7C15 & LOW_64) * (number ^ 0xE7037ED1A0B428DB)
    return (product ^ product >> 64) & LOW_64


def line_key(line: list[Square], length: int, salt: int) -> int:
    """The key of the squares of a line; ``salt``: another number for each line."""
    seen = tuple(
        [
            (square.tile, square.blank, square.cross, square.cross_multiplier, square.tile == 0 and square.cross_score)
            for square in line[:length]
        ]
    )
    return hash((salt, seen)) & LOW_64


def tile_key(square: int, tile: int) -> int:
    """The key of a tile on a square; a board's is all of them with XOR between."""
    return scatter(square << 8 | tile)


def rack_key(tile: int, count: int) -> int:
    """The key of a number of one tile on a rack; a rack's is all of them with XOR between."""
    return scatter((tile << 8 | count) + (1 << 20))


def append_moves(
    out: list[tuple[int, int]], moves: list[tuple[int, int]], first: int, number: int
) -> list[tuple[int, int]]:
    """Append ``number`` moves of others; give the place for the next one."""
    out.extend(moves[first : first + number])
    return out


def fetch(words: memoryview, at: int) -> None:
    """A hint that this word will be read soon; compiled, the processor fetches it meanwhile."""


def copy_words(to: list[int], at: int, words: list[int], first: int) -> None:
    """Copy 64 numbers, one for each line."""
    to[at : at + 64] = words[first : first + 64]


def find_kids(
    graph: View, node: int, among: int, bits: int, goes_on: int, behind: int, kids: list[int], tiles: list[int]
) -> int:
    """Find the children for the tiles ``bits`` with which a word goes on right; give how many they are.

    ``among``: the node's child set; ``behind``: what the next square allows as the last letter, and also as any other
    if ``goes_on`` has it. Filled: ``kids``, the nodes, and ``tiles``.
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
    """The same for a word that goes on left, before the square at work, or turns and goes on behind the anchor.

    ``kids`` has 0 for a child that cannot go on left, ``turns`` has 0 for one that cannot turn.
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
