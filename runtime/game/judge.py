"""Judge a play: whether it is legal, and its score.

:func:`place_tiles` checks the board only: the tiles are on the board, in one line without a gap, on free squares,
connected to other tiles (or covering the start square), and form a word of at least two tiles. :func:`explain`
checks that, and then whether the tiles are on the rack and every word formed is in the lexicon.

Guaranteed: :func:`place_tiles` names a play in one way only, by the first square of its main word. A single tile
that forms words in both directions is named as across.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from lexkit.base.errors import AlphabetError, IllegalMoveError, PositionError, show_value
from lexkit.base.time_limits import look

from .move import Move, Snapshot
from .rack import Rack
from .scoring import line_of, run_through
from .text.alphabet_of_text import Given, can_be_played
from .text.notation import BLANK, TileText, read_place, square_name, write_place
from .wordsmog import is_word

if TYPE_CHECKING:
    from lexkit.formats.alphabet import Alphabet

    from ..automaton.index import Index, LexiconLike
    from .layout import Layout
    from .rules import Rules

#: Text of a move: "8D .IFE", with or without its score; "8D.LIFE" as engines write it.
_PLAY: Final = re.compile(r"\s*([A-Za-z0-9]+)(?:\s+|(?<=[0-9A-Za-z])\.(?=\S))(\S+)(?:\s+[+-]?[0-9]+)?\s*")
#: Message for a Move whose squares are not on its own board.
NO_BOARD: Final = "a move of no board"
#: Maximum length of a play's text; a word over 32 squares is shorter in any spelling.
MAX_TEXT: Final = 400


@dataclass(frozen=True)
class Verdict:
    """Result of :meth:`lexkit.Board.explain`, true if the play is legal.

    ``str(verdict)`` is one sentence.

    Attributes:
        play: The play that was judged, as text.
        legal: Whether the play is legal.
        reason: Why the play is not legal, or "".
        move: The move if the board allows it, even if a word or a tile is wrong; else None.
        score: Its score, or None.
        words: Words formed, each with whether it is in the lexicon.
    """

    play: str
    legal: bool
    reason: str = ""
    move: Move | None = None
    score: int | None = None
    words: tuple[tuple[str, bool], ...] = ()

    def __bool__(self) -> bool:
        return self.legal

    def __str__(self) -> str:
        if self.legal and self.move is not None:
            points = "point" if self.score == 1 else "points"
            return f"{self.play} is legal: {'/'.join(self.move.words)} for {self.score} {points}."
        return f"{self.play} is not legal: {self.reason}."

    def _repr_html_(self) -> str:
        from lexkit.players.pictures.results import show_verdict

        return show_verdict(self)


def split_play(text: str) -> tuple[str, str]:
    """Return (place, tiles) of a play's text: ``8D .IFE``, ``8D LIFE +13``, ``8D.LIFE``.

    Raises IllegalMoveError for any other text.
    """
    found = _PLAY.fullmatch(text) if len(text) <= MAX_TEXT else None
    if found is None:
        remedy = "pass_turn() and exchange(tiles) are for other turns" if text[:1] == "-" or text == "pass" else None
        raise IllegalMoveError(
            "not a play", expected="a place and tiles, as 8D .IFE", found=show_value(text), remedy=remedy
        )
    return found[1], found[2]


def as_played(snapshot: Snapshot, move: Move | str) -> Move:
    """Return the move that a :class:`lexkit.Move` or a text makes on a board.

    Every method that takes a move calls this. A Move of another position is accepted if it puts the same tiles on
    the same squares, and is scored on this board. Raises IllegalMoveError, with the place and the reason, if the
    board does not allow it.
    """
    if isinstance(move, str):
        return place_text(snapshot, *split_play(move))
    if not isinstance(move, Move):
        raise TypeError(f"a move must be a Move or a str, not {type(move).__name__}")
    made = place_tiles(snapshot, move.row, move.column, move.across, move.played)
    if snapshot == move.snapshot:
        return move if made == move else made
    _require_same_play(made, move)
    return made


def belongs_to(snapshot: Snapshot, move: Move) -> bool:
    """Return whether a move was made for exactly this position, so that its score holds."""
    try:
        return snapshot == move.snapshot and as_played(snapshot, move) == move
    except IllegalMoveError:
        return False


def _require_same_play(made: Move, move: Move) -> None:
    """Raise IllegalMoveError if a move of another position does not cover the same squares on this board.

    ``made``: the move as this board understands it; ``move``: the original. Alphabets with different labels are
    refused, too.
    """
    here, there = made.snapshot.rules, move.snapshot.rules
    if here.alphabet.labels != there.alphabet.labels:
        what, found = "a move of another alphabet", there.alphabet.name
        raise IllegalMoveError(what, place=made.place, expected=here.alphabet.name, found=found)
    try:
        squares, others = [
            [square_name(square, rules.layout.columns) for square in play.squares]
            for play, rules in ((made, here), (move, there))
        ]
    except IndexError:
        raise IllegalMoveError(NO_BOARD, place=made.place) from None
    if squares != others:
        expected, found = " ".join(others), " ".join(squares)
        raise IllegalMoveError("the move is of another position", place=made.place, expected=expected, found=found)


def place_text(snapshot: Snapshot, place: str, tiles: str) -> Move:
    """Return the move of a place and its tiles, both as text.

    A square already covered is written as ``.``, as its letter, or as its letter in parentheses. The text gives the
    whole main word. Raises IllegalMoveError, with the place and the reason, if the board does not allow the move.
    """
    text, layout, grid = snapshot.rules.text, snapshot.rules.layout, snapshot.grid
    row, column, across = read_place(place, IllegalMoveError)
    try:
        named = text.read(tiles[:MAX_TEXT].replace("(", "").replace(")", ""))
    except AlphabetError as error:
        raise IllegalMoveError(f"{error.found} is {error.what}", place=place) from error
    end_row, end_column = (row, column + len(named) - 1) if across else (row + len(named) - 1, column)
    if max(row, end_row) >= layout.rows or max(column, end_column) >= layout.columns:
        raise IllegalMoveError(f"off the board of {layout.rows} rows and {layout.columns} columns", place=place)
    start = row * layout.columns + column
    step = line_of(layout, start, across)[1]
    squares = range(start, start + step * len(named), step)
    played = bytearray()
    for square, tile in zip(squares, named, strict=True):
        there = grid[square]
        if there:
            if tile and (there ^ tile) & ~BLANK:
                what = f"the square holds {text.square(there)} already, not {text.square(tile)}"
                raise IllegalMoveError(what, place=square_name(square, layout.columns))
        elif tile:
            played.append(tile)
        else:
            what = "a hole: there is no tile to play through"
            raise IllegalMoveError(what, place=square_name(square, layout.columns))
    if not played:
        raise IllegalMoveError("no tile is put down", place=place)
    first = run_through(layout, grid, start, across)[0]
    last = run_through(layout, grid, squares[-1], across)[2]
    if (first, last) != (start, squares[-1]):
        _refuse_bricks(layout, squares)
        whole = bytearray(grid[first : last + 1 : step])
        whole[(start - first) // step : (start - first) // step + len(named)] = [
            0 if grid[square] else tile for square, tile in zip(squares, named, strict=True)
        ]
        shown = text.word(bytes(tile or grid[first + at * step] for at, tile in enumerate(whole)))
        raise IllegalMoveError(
            f"tiles touch it in line, so that the word is {shown}",
            place=place,
            remedy=f"give the whole word: {write_place(*divmod(first, layout.columns), across)} {shown}",
        )
    return place_tiles(snapshot, row, column, across, bytes(played))


def place_tiles(snapshot: Snapshot, row: int, column: int, across: bool, played: bytes) -> Move:
    """Return the move that puts tiles on the free squares of a line.

    ``row`` and ``column`` are the main word's first square. About 5 us. Raises IllegalMoveError, with the place and
    the reason, if the board does not allow the move.
    """
    rules, grid = snapshot.rules, snapshot.grid
    layout = rules.layout
    if not (0 <= row < layout.rows and 0 <= column < layout.columns):
        found = f"row {row}, column {column} from 0"
        raise IllegalMoveError(f"off the board of {layout.rows} rows and {layout.columns} columns", found=found)
    place = write_place(row, column, across)
    _check_tiles(rules, played, place)
    start = row * layout.columns + column
    low, step, high = line_of(layout, start, across)
    if start > low and grid[start - step]:
        raise IllegalMoveError("the main word starts before this square", place=place)
    squares: list[int] = []
    square = start
    through = False
    while square <= high:
        if grid[square]:
            through = True
        elif len(squares) == len(played):
            break
        else:
            squares.append(square)
        square += step
    _refuse_bricks(layout, squares)
    if len(squares) < len(played):
        raise IllegalMoveError(f"off the board of {layout.rows} rows and {layout.columns} columns", place=place)
    if not through and not _touches(layout, grid, squares, across):
        _check_first(layout, grid, squares, place)
    if len(played) == 1:
        start, across = _name_single_tile(layout, grid, squares[0], start, across, (square - start) // step)
        row, column = divmod(start, layout.columns)
    return Move(snapshot, row, column, across, played)


def _check_tiles(rules: Rules, played: bytes, place: str) -> None:
    if not played:
        raise IllegalMoveError("no tile is put down", place=place)
    if len(played) > rules.rack_size:
        raise IllegalMoveError(f"{len(played)} tiles, but a rack has {rules.rack_size}", place=place)
    letters = len(rules.alphabet)
    for tile in played:
        if not 0 < tile & ~BLANK <= letters:
            raise IllegalMoveError(f"{tile} is not a tile of the {rules.alphabet.name} alphabet", place=place)


def _refuse_bricks(layout: Layout, squares: Sequence[int]) -> None:
    for square in squares:
        if not layout.word_multipliers[square]:
            raise IllegalMoveError("a brick is in the way", place=square_name(square, layout.columns))


def _touches(layout: Layout, grid: bytes, squares: Sequence[int], across: bool) -> bool:
    """Return whether a tile on the board is beside one of these squares."""
    for square in squares:
        low, step, high = line_of(layout, square, not across)
        if (square > low and grid[square - step]) or (square < high and grid[square + step]):
            return True
    return False


def _check_first(layout: Layout, grid: bytes, squares: Sequence[int], place: str) -> None:
    """Check a play that touches no tile.

    It must be the first one, cover the start square and have two tiles or more.
    """
    if any(grid):
        raise IllegalMoveError("not connected to the tiles on the board", place=place)
    if layout.start not in squares:
        start = square_name(layout.start, layout.columns)
        raise IllegalMoveError(f"the first play covers the start square {start}", place=place)
    if len(squares) == 1:
        raise IllegalMoveError("a word has at least two tiles", place=place)


def _name_single_tile(
    layout: Layout, grid: bytes, square: int, start: int, across: bool, length: int
) -> tuple[int, bool]:
    """Return (first square, across), the name of a play of one tile.

    ``start``, ``across`` and ``length``: the word that it forms in one direction.
    """
    first, _, last = run_through(layout, grid, square, not across)
    if length == 1 or (first != last and not across):
        return first, not across
    return start, across


# -- with rack and lexicon ------------------------------------------------------------------------------


def explain(
    snapshot: Snapshot,
    play: Move | str,
    tiles: str | None,
    held: Rack,
    rack_is_known: bool,
    choose_index: Callable[[], Index],
) -> Verdict:
    """Judge a play, as :meth:`lexkit.Board.explain` does.

    ``tiles``: None if ``play`` is the whole play, else ``play`` is the place. ``choose_index`` returns the
    lexicon's index; it is called only if the board allows the play.
    """
    look()
    rules = snapshot.rules
    try:
        if isinstance(play, Move):
            place, tiles = play.place, play.tiles
        elif tiles is None:
            place, tiles = split_play(play)
        else:
            place = play
    except IllegalMoveError as error:
        return Verdict(show_value(play), False, f"{error.what}: expected {error.expected}")
    except IndexError:
        return Verdict(f"{len(play.played)} tiles" if isinstance(play, Move) else "", False, NO_BOARD)
    shown = f"{place} {tiles}" if len(place) + len(tiles) <= 100 else f"{place[:20]} {tiles[:80]}..."
    try:
        move = as_played(snapshot, play) if isinstance(play, Move) else place_text(snapshot, place, tiles)
    except IllegalMoveError as error:
        return Verdict(shown, False, _write_reason(error, place))
    reasons = []
    if rack_is_known:
        reasons += _list_missing(held, move, rules.text)
    index = choose_index()
    words = tuple([(word, is_word(index, rules, word)) for word in move.words])
    phoneys = list(dict.fromkeys(word for word, known in words if not known))
    if phoneys:
        reasons.append(f"not in the lexicon: {', '.join(phoneys)}")
    return Verdict(shown, not reasons, "; ".join(reasons), move, move.score, words)


def core_of(lexicon: LexiconLike) -> Index:
    """Return the index of a caller's lexicon. Raises TypeError for another object."""
    core: Index | None = getattr(lexicon, "core", None)
    if core is None:
        raise TypeError(f"lexicon: expected a lexkit.Lexicon, found {show_value(lexicon)}")
    return core


def given_of(alphabet: Alphabet | str | None, lexicon: LexiconLike | None) -> Given:
    """Return a caller's choice of alphabet for a text. Raises TypeError for an object that is not a lexicon."""
    return Given(alphabet, None if lexicon is None else core_of(lexicon).alphabet)


def check_alphabet(lexicon: Index, rules: Rules) -> None:
    """Raise PositionError unless a lexicon can judge words under these rules.

    :func:`.text.alphabet_of_text.can_be_played` decides.
    """
    if not can_be_played(rules.alphabet, lexicon.alphabet):
        raise PositionError(
            "the lexicon has another alphabet",
            expected=rules.alphabet.name,
            found=lexicon.alphabet.name,
            remedy="give the lexicon to judge by, or make the board with alphabet=lexicon.alphabet",
        )


def _list_missing(rack: Rack, move: Move, text: TileText) -> list[str]:
    """Return the tiles that a rack lacks for a move, as reasons."""
    missing = rack.missing(move.played)
    if not missing:
        return []
    letters = [label for label in missing if label != "?"]
    kept = rack.counts[0] - sum(tile & BLANK > 0 for tile in move.played)
    hint = " (a blank is written in lower case)" if letters and kept > 0 else ""
    if "?" in missing:
        hint = " (letters in lower case are blanks)"
    return [f"not on the rack {rack or 'of no tiles'}: {' '.join(missing)}{hint}"]


def _write_reason(error: IllegalMoveError, place: str) -> str:
    """Return an error as the reason of a verdict, without the place of the play."""
    elsewhere = f"{error.place}: " if error.place and error.place.upper() != place.upper() else ""
    details = f", found {error.found}" if error.found is not None else ""
    return f"{elsewhere}{error.what}{details}" + (f"; {error.remedy}" if error.remedy else "")
