"""Picture of a board; numbers by square, for heat maps; and the letters that a square takes.

Nothing depends on colour: multipliers are written in their squares (``2L`` doubles a letter, ``3W`` triples a
word), the start has a star, a brick has crossed lines, a blank has a circle, the tiles of the last move have a
thick frame, and those of a proposed move are hatched in a dashed frame. A heat map writes its numbers into the
empty squares:

    lexkit.pictures.board_svg(board, heat=lexkit.pictures.best_scores(lex.moves(board, "RETAINS")))
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final, TypeAlias

from lexkit.base.checks import require_many
from lexkit.base.errors import IllegalMoveError, PositionError, show_value
from lexkit.base.time_limits import look
from lexkit.formats.alphabet import LetterSet

from ..game.board import Board
from ..game.judge import as_played, core_of
from ..game.layout import read_square
from ..game.move import Move, Snapshot, grid_after
from ..game.referee.turn import PLACEMENT
from ..game.scoring import line_of
from ..game.text.notation import BLANK, COLUMNS, square_name, write_place
from .markup import document, draw_tile, element, looks, shape, theme

if TYPE_CHECKING:
    from ..automaton.index import LexiconLike
    from ..game.layout import Layout
    from ..game.moves import Moves
    from ..game.referee.player_view import View


def squares_used(moves: Iterable[Move]) -> dict[str, int]:
    """Return how many moves put a tile on each square, by the square's name. Takes about 2 us per move.

    Args:
        moves: Moves on one board, such as those of ``lex.moves(board)``.
    """
    used: Counter[str] = Counter()
    for move in moves:
        look()
        columns = move.snapshot.rules.layout.columns
        used.update([square_name(square, columns) for square in move.squares])
    return dict(used)


def best_scores(moves: Iterable[Move]) -> dict[str, int]:
    """Return the score of the best move that puts a tile on each square, by the square's name.

    Takes about 2 us per move.

    Args:
        moves: Moves on one board, such as those of ``lex.moves(board)``.
    """
    best: dict[str, int] = {}
    for move in moves:
        look()
        columns = move.snapshot.rules.layout.columns
        for square in move.squares:
            name = square_name(square, columns)
            best[name] = max(move.score, best.get(name, move.score))
    return best


def cross_letters(board: Board, square: str, lexicon: LexiconLike) -> tuple[LetterSet, LetterSet]:
    """Return the letters that the words across and down allow on an empty square.

    In each direction the word is formed with the tiles that touch the square. Without any, all letters are allowed.

    Args:
        board: The board.
        square: Name of the square.
        lexicon: Lexicon of the words.

    Returns:
        A pair (across, down) of letter sets.

    Raises:
        PositionError: The square is covered, off the board, or a brick.
    """
    core_of(lexicon)
    cross = board.cross_sets(lexicon)[square]
    return cross.across, cross.down


Shown: TypeAlias = "Board | View | Snapshot"

#: Default width of a picture, in pixels.
_PIXELS: Final = 640


def board_svg(
    board: Board | View | Snapshot,
    *,
    last: Move | Iterable[str] | None = None,
    move: Move | str | None = None,
    heat: Mapping[str, float] | None = None,
    dark: bool = False,
    coordinates: bool = True,
    size: float = _PIXELS,
) -> str:
    """Return a picture of a board, or of a player's view of one, as SVG text.

    Args:
        board: What to show.
        last: The last move, or the names of its squares. Its tiles get a thick frame.
        move: A move to come, or its text, such as ``8D QUIZ``. Its tiles are hatched.
        heat: Numbers by square, as :func:`squares_used` returns them, to write into the empty squares.
        dark: Use colours for a dark page.
        coordinates: Show the names of rows and columns.
        size: Width in pixels.

    Raises:
        IllegalMoveError: The board does not allow the move.
        PositionError: A square is not on the board, a number is not finite, or the size is out of range.
    """
    snapshot = board if isinstance(board, Snapshot) else _snapshot(board)
    coming = None if move is None else as_played(snapshot, move)
    if isinstance(last, Move) and not _was_played(snapshot, last):
        raise IllegalMoveError("not a move that was played here", place=last.place, expected="its tiles on the board")
    return Picture(snapshot, coming, last, heat, dark, coordinates).svg(size)


def _was_played(snapshot: Snapshot, move: Move) -> bool:
    """Return whether the tiles of a move are on these squares."""
    rules, other = snapshot.rules, move.snapshot.rules
    if rules.alphabet.labels != other.alphabet.labels or rules.layout.columns != other.layout.columns:
        return False
    squares = move.squares
    return max(squares) < len(snapshot.grid) and bytes([snapshot.grid[square] for square in squares]) == move.played


def _snapshot(board: Board | View) -> Snapshot:
    if isinstance(board, Board):
        return board.snapshot()
    found = getattr(board, "snapshot", None)
    if not isinstance(found, Snapshot):
        raise TypeError(f"board must be a Board, a View or a Snapshot, not {type(board).__name__}")
    return found


class Picture:
    """Content of a picture, by square."""

    def __init__(
        self,
        snapshot: Snapshot,
        coming: Move | None = None,
        last: Move | Iterable[str] | None = None,
        heat: Mapping[str, float] | None = None,
        dark: bool = False,
        coordinates: bool = True,
        colours: Mapping[str, str] | None = None,
    ) -> None:
        """``colours``: colours by name, instead of those for a light or a dark page."""
        self._rules = snapshot.rules
        self._layout = snapshot.rules.layout
        self._coming = coming
        self._before = snapshot.grid
        self._grid = grid_after(snapshot.grid, coming)
        self._laid = frozenset(() if coming is None else coming.squares)
        self._last = self._last_squares(last)
        self._heat = self._numbers(heat)
        self._colours = theme(dark) if colours is None else colours
        self._side: int = looks()["square"]
        self._margin: int = looks()["margin"] if coordinates else 4
        self._coordinates = bool(coordinates)

    def _last_squares(self, last: Move | Iterable[str] | None) -> frozenset[int]:
        if isinstance(last, Move):
            return frozenset(last.squares)
        names = require_many(() if last is None else last, "last", "a Move or the names of squares")
        return frozenset([read_square(self._layout, name) for name in names])

    def _numbers(self, heat: Mapping[str, float] | None) -> dict[int, float]:
        numbers: dict[int, float] = {}
        for name, value in ({} if heat is None else heat).items():
            try:
                number = float(value)
            except (TypeError, ValueError, OverflowError):
                number = math.nan
            if not math.isfinite(number):
                raise PositionError("not a number for a heat map", place=f"square {name}", found=show_value(value))
            numbers[read_square(self._layout, name)] = number
        return numbers

    # -- the whole --------------------------------------------------------------------------------------

    def svg(self, size: float, more: Iterable[str] = (), description: str | None = None) -> str:
        """Return the picture as SVG. ``more``: elements on top of it; ``description``: replaces its own description."""
        edge = 4
        width = self._margin + self._layout.columns * self._side + edge
        height = self._margin + self._layout.rows * self._side + edge
        layout, alphabet = self._layout, self._rules.alphabet
        title = f"Board {layout.name}, {layout.rows}x{layout.columns}, {alphabet.name}"
        parts = [shape("rect", width=width, height=height, fill=self._colours["page"])]
        parts += self._draw_coordinates() if self._coordinates else ()
        for square in range(len(self._grid)):
            parts += self.draw_square(square)
        parts += [*self.draw_frames(), *more]
        return document(width, height, size, title, self.describe() if description is None else description, parts)

    def describe(self) -> str:
        """Describe the picture in words: the words on the board with their places, the marked moves, the numbers."""
        tiles = len(self._before) - self._before.count(0)
        sentences = [f"{tiles} tile{'s' * (tiles != 1)}" + (": " + ", ".join(self._words()) if tiles > 1 else "")]
        if self._last:
            sentences.append("Last move: " + ", ".join(map(self._name, sorted(self._last))))
        if self._coming is not None:
            sentences.append(f"Move to come: {self._coming}")
        if self._heat:
            most = max(self._heat, key=lambda square: (self._heat[square], -square))
            sentences.append(f"Numbers on {len(self._heat)} squares, most on {self._name(most)}: {self._heat[most]:g}")
        return ". ".join(sentences) + "."

    def _name(self, square: int) -> str:
        row, column = divmod(square, self._layout.columns)
        return write_place(row, column, True)

    def _words(self) -> Iterator[str]:
        """Yield each run of at least two tiles before a move to come: its place and its letters, across before down."""
        layout, grid = self._layout, self._before
        for across in (True, False):
            heads = range(layout.rows) if across else range(layout.columns)
            for head in heads:
                start = head * layout.columns if across else head
                first, step, last = line_of(layout, start, across)
                run: list[int] = []
                for square in [*range(first, last + 1, step), -1]:
                    if square >= 0 and grid[square]:
                        run.append(square)
                        continue
                    if len(run) > 1:
                        row, column = divmod(run[0], layout.columns)
                        letters = self._rules.text.write(bytes(grid[one] for one in run))
                        yield f"{write_place(row, column, across)} {letters}"
                    run = []

    # -- parts ------------------------------------------------------------------------------------------

    def draw_frames(self) -> Iterator[str]:
        """Yield the frames of the last move."""
        for square in sorted(self._last):
            yield self._frame(square, self._colours["last"], stroke_width=4)

    def _draw_coordinates(self) -> Iterator[str]:
        size, ink = looks()["coordinate"], self._colours["ink"]
        middle = self._side / 2
        for column in range(self._layout.columns):
            x = self._margin + column * self._side + middle
            yield element("text", COLUMNS[column], x=f"{x:g}", y=self._margin - 8, font_size=size, fill=ink)
        for row in range(self._layout.rows):
            y = self._margin + row * self._side + middle + size * 0.35
            yield element("text", str(row + 1), x=f"{self._margin / 2:g}", y=f"{y:g}", font_size=size, fill=ink)

    def _corner(self, square: int) -> tuple[int, int]:
        row, column = divmod(square, self._layout.columns)
        return self._margin + column * self._side, self._margin + row * self._side

    def draw_square(self, square: int) -> Iterator[str]:
        """Yield the elements of a square and its content."""
        x, y = self._corner(square)
        side, colours, tile = self._side, self._colours, self._grid[square]
        if square in self._layout.bricks:
            yield self._rect(x, y, colours["brick"])
            lines = f"M{x} {y}l{side} {side}M{x + side} {y}l{-side} {side}"
            yield shape("path", d=lines, stroke=colours["mortar"], stroke_width=2, fill="none")
            return
        letter, word = self._layout.letter_multipliers[square], self._layout.word_multipliers[square]
        colour = f"letter{letter}" if letter > 1 else f"word{word}" if word > 1 else "plain"
        yield self._rect(x, y, colours[colour])
        if tile:
            yield from self._draw_tile(square, tile)
            return
        name = f"{letter}L" if letter > 1 else f"{word}W" if word > 1 else ""
        heat = self._heat.get(square)
        if square == self._layout.start and heat is None:
            yield self._draw_star(x, y)
        if heat is not None:
            yield from self._draw_heat(x, y, heat)
        if name and (heat is not None or square == self._layout.start):
            ink = colours["ink"] if heat is None else colours["heat_ink"]
            size = looks()["points"]
            yield element("text", name, x=x + 4, y=y + size + 2, font_size=size, fill=ink, text_anchor="start")
        elif name:
            size = looks()["multiplier"]
            at = {"x": f"{x + side / 2:g}", "y": f"{y + side / 2 + size * 0.35:g}"}
            yield element("text", name, font_size=size, fill=colours["ink"], **at)

    def _rect(self, x: int, y: int, fill: str) -> str:
        return shape("rect", x=x, y=y, width=self._side, height=self._side, fill=fill, stroke=self._colours["line"])

    def _draw_tile(self, square: int, tile: int) -> Iterator[str]:
        x, y = self._corner(square)
        laid = square in self._laid
        colours = {**self._colours, "tile": self._colours["hatch"]} if laid else self._colours
        if laid:
            yield from draw_tile(x, y, "", None, colours, False)
            yield self._hatch(x, y)
            colours = {**colours, "tile": "none", "edge": "none"}
        yield from draw_tile(x, y, self._rules.text.labels[tile], self._rules.values[tile], colours, bool(tile & BLANK))
        if laid:
            yield self._frame(square, self._colours["move"], stroke_width=3, stroke_dasharray="6 3")

    def _hatch(self, x: int, y: int) -> str:
        """Return diagonal lines for the upper left corner of a tile, away from its letter and its points."""
        low = 4
        lines = "".join(f"M{x + low} {y + reach}L{x + reach} {y + low}" for reach in (10, 15, 20))
        return shape("path", d=lines, stroke=self._colours["move"], stroke_width=1.5, fill="none")

    def _frame(self, square: int, stroke: str, **more: object) -> str:
        x, y = self._corner(square)
        inside = self._side - 4
        return shape("rect", x=x + 2, y=y + 2, width=inside, height=inside, rx=4, fill="none", stroke=stroke, **more)

    def _draw_star(self, x: int, y: int) -> str:
        middle, points = self._side / 2, []
        for point in range(10):
            reach = self._side * (0.31 if point % 2 == 0 else 0.13)
            turn = math.pi * point / 5
            points.append(f"{x + middle + reach * math.sin(turn):.2f},{y + middle + 2 - reach * math.cos(turn):.2f}")
        return shape("polygon", points=" ".join(points), fill=self._colours["ink"], fill_opacity=0.75)

    def _draw_heat(self, x: int, y: int, value: float) -> Iterator[str]:
        low, high = min(0.0, *self._heat.values()), max(self._heat.values())
        part = (value - low) / (high - low) if high > low else 1.0
        colours, side = self._colours, self._side
        opacity = f"{0.15 + 0.85 * part:.2f}"
        yield shape("rect", x=x, y=y, width=side, height=side, fill=colours["plain"], stroke=colours["line"])
        yield shape("rect", x=x, y=y, width=side, height=side, fill=colours["heat"], fill_opacity=opacity)
        text, size = _short(value), looks()["value"]
        at = {"x": f"{x + side / 2:g}", "y": f"{y + side / 2 + size * 0.35 + 3:g}"}
        yield element("text", text, font_size=size, fill=colours["heat_ink"], **at)


def _short(value: float) -> str:
    """Return a number in about five characters at most: 12.5, 1344, 12k."""
    for unit, name in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= 10 * unit:
            return f"{value / unit:.3g}{name}"
    return f"{value:.3g}" if abs(value) < 100 else f"{value:.0f}"


# -- in notebooks -------------------------------------------------------------------------------------------


def show_board(board: Board) -> str:
    """Return the picture of a board for a notebook, with its last move marked."""
    turns = board.history
    return board_svg(board, last=turns[-1] if turns else None)


def show_layout(layout: Layout) -> str:
    """Return the picture of a layout for a notebook: an empty board."""
    return board_svg(Board(layout))


def show_move(move: Move) -> str:
    """Return the picture of a move for a notebook: as a move to come on its board."""
    return board_svg(move.snapshot, move=move)


def show_moves(moves: Moves) -> str:
    """Return the picture of moves for a notebook: for each square, the best score of the moves that use it."""

    return board_svg(moves.snapshot, heat=best_scores(moves))


def show_view(view: View) -> str:
    """Return the picture of a player's view for a notebook: the board with the last move marked."""
    turns = [turn for turn in view.turns[-1:] if turn.kind == PLACEMENT]
    return board_svg(view, last=turns[0].move if turns else None)
