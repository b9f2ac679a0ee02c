"""The board: its squares, and the rest of a position (racks, scores, turns without a point); play and undo.

    board = Board.from_cgp("15/15/... AEINRST/ 0/0 0 lex nwl;")
    board.play("8D .IFE"); board.undo()
    board.explain("8D", "CARE", rack="ACER")

Guaranteed: a board always holds a position that :func:`.rules.check_position` passes, plus plays that
:func:`.judge.place_tiles` passes; whatever raises leaves it as it was; :meth:`Board.undo` restores everything that
:meth:`Board.play` changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from ...errors import NothingToUndoError, PositionError
from ...formats.alphabet import Alphabet
from .judge import Verdict, check_alphabet, explain, place_text, place_tiles, split_play
from .layout import Layout
from .move import Move, Snapshot
from .rack import Rack, as_rack
from .rules import Rules, check_position, check_tiles, shared_rules
from .text.cgp import Fields, number_of, read_fields, read_squares, write_fields, write_squares
from .text.drawing import draw, read_drawing
from .text.notation import read_place, square_name, tile_text
from .text.position_rules import NUMBERS, alphabet_meant, blaming_operation, fitting_layout, layout_meant, opcodes_of

if TYPE_CHECKING:
    from ..automaton.index import HasIndex, Index
    from ..lexicon import Lexicon

__all__ = ["Board", "Follower"]

#: Lexicons whose squares one board keeps.
_MOST_FOLLOWERS: Final = 4


class Follower(Protocol):
    """What keeps something up to date with a board, as cross sets do."""

    def put(self, squares: Sequence[int], tiles: bytes) -> None:
        """These squares were filled with these tiles."""

    def take(self, squares: Sequence[int]) -> None:
        """These squares were emptied again."""


class _Turn(NamedTuple):
    """A play of the past, and what it changed."""

    move: Move
    squares: tuple[int, ...]
    racks: tuple[str, ...]
    scores: tuple[int, ...]
    zeros: int
    opcodes: dict[str, str]


class Board:
    """A position. Squares by name: ``board["8H"]`` is a tile's text or "", ``"8H" in board`` whether it is covered;
    iterating gives the names of covered squares, ``len`` is their number (an empty board is still true).

    ``racks`` and ``scores`` start with the player to move; an empty rack is unknown. ``opcodes`` are the operations
    of a CGP text, code -> operands. ``lexicon`` is the one the board last met.
    """

    def __init__(
        self, layout: Layout | str = "standard", alphabet: Alphabet | str = "english", *, rules: Rules | None = None
    ) -> None:
        """An empty board for two players; ``rules`` instead of the other two says all at once."""
        self._rules = Rules(layout, alphabet) if rules is None else _checked_rules(rules)
        self._grid = bytearray(self._rules.layout.rows * self._rules.layout.columns)
        self._racks: tuple[str, ...] = ("", "")
        self.scores: tuple[int, ...] = (0, 0)
        self.zeros = 0
        self.opcodes = opcodes_of(self._rules)
        #: The lexicon that the board last met, as lexkit itself sees it.
        self.core: Index | None = None
        self._turns: list[_Turn] = []
        #: Each with the squares that it knows: the very ones there are, or it is not used. Squares never change, there
        #: are new ones after each play.
        self._followers: list[tuple[Follower, bytearray]] = []

    # -- from text, to text -------------------------------------------------------------------------

    @classmethod
    def from_cgp(
        cls,
        text: str,
        *,
        alphabet: Alphabet | str | None = None,
        layout: Layout | str | None = None,
        rules: Rules | None = None,
    ) -> Board:
        """The position of a CGP text; racks, scores, zeros and operations may be missing.

        What is given goes before what the text says (``ld``, ``bdn``, and with ``rules`` also ``bb``, ``etl`` and
        ``mcnz``); without either, the alphabet follows from ``lex``, else it is English, and the layout from the
        size. About 50 us for a 15x15 board. Raises PositionError, naming the place.
        """
        fields = read_fields(text)
        opcodes = fields.opcodes
        if rules is not None:
            layout, alphabet = _checked_rules(rules).layout, rules.alphabet
        with blaming_operation("bdn", layout is None):
            chosen = layout_meant(layout if layout is not None else opcodes.get("bdn"), fields.squares.count("/") + 1)
        with blaming_operation("ld", alphabet is None):
            letters = alphabet_meant(alphabet, opcodes, chosen)
        rows = read_squares(fields.squares, tile_text(letters))
        chosen = fitting_layout(rows, chosen)
        if rules is None:
            numbers = [number_of(opcodes, code, usual) for code, usual in NUMBERS.values()]
            rules = shared_rules(chosen, letters, *numbers)
        board = cls._of(rules, b"".join(rows), fields.racks)
        board.scores = fields.scores
        board.zeros = fields.zeros
        board.opcodes = opcodes
        return board

    @classmethod
    def from_text(
        cls,
        drawing: str,
        *,
        alphabet: Alphabet | str | None = None,
        layout: Layout | str | None = None,
        rules: Rules | None = None,
    ) -> Board:
        """The board of a drawing, as ``str(board)`` gives it; see :mod:`.drawing` for what else is read."""
        if rules is not None:
            layout, alphabet = _checked_rules(rules).layout, rules.alphabet
        letters = alphabet_meant(alphabet, {}, None)
        rows = read_drawing(drawing, tile_text(letters))
        chosen = fitting_layout(rows, layout_meant(layout, len(rows)))
        if alphabet is None:
            letters = alphabet_meant(None, {}, chosen)  # the larger board's tiles are the same letters, more of them
        board = cls._of(rules or Rules(chosen, letters), b"".join(rows), ("", ""))
        board.opcodes = opcodes_of(board.rules)
        return board

    @classmethod
    def _of(cls, rules: Rules, grid: bytes, racks: tuple[str, ...]) -> Board:
        """Of squares and racks, once they are checked."""
        check_position(rules, grid, racks)
        board = cls(rules=rules)
        board.__dict__.update(_grid=bytearray(grid), _racks=racks, scores=(0,) * len(racks), opcodes={})
        return board

    def to_cgp(self) -> str:
        """The position as one line of CGP: what :meth:`from_cgp` read, byte for byte, if that was canonical."""
        squares = write_squares(self.grid, self.layout.columns, self._rules.text)
        return write_fields(Fields(squares, self._racks, self.scores, self.zeros, self.opcodes))

    def __str__(self) -> str:
        """The squares, drawn; :meth:`from_text` reads it."""
        return draw(self.layout, self.grid, self._rules.text)

    def __repr__(self) -> str:
        tiles = "1 tile" if len(self) == 1 else f"{len(self)} tiles"
        racks = "/".join(self._racks)
        scores = "/".join(map(str, self.scores))
        return f"<Board {self.layout.name}, {self.alphabet.name}: {tiles}, racks {racks}, scores {scores}>"

    # -- what it is ---------------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        return self._rules

    @property
    def layout(self) -> Layout:
        return self._rules.layout

    @property
    def alphabet(self) -> Alphabet:
        return self._rules.alphabet

    @property
    def grid(self) -> bytes:
        """The tile bytes of all squares, row by row, as they are now: 0 empty, 0x80 + t a blank as t."""
        return bytes(self._grid)

    def snapshot(self) -> Snapshot:
        """The squares as they are now, for moves that outlive them."""
        return Snapshot(self._rules, bytes(self._grid))

    @property
    def racks(self) -> tuple[str, ...]:
        """The racks as text, the player to move first; "" is unknown. May be set, and is checked then."""
        return self._racks

    @racks.setter
    def racks(self, racks: Iterable[Rack | str]) -> None:
        if isinstance(racks, str):
            raise TypeError("racks are several texts, not one")
        texts = tuple([str(rack) for rack in racks])
        if len(texts) != len(self.scores):
            raise PositionError("a rack for each player", place="racks", expected=len(self.scores), found=len(texts))
        check_tiles(self._rules, self.grid, texts)
        self._racks = texts

    @property
    def history(self) -> tuple[Move, ...]:
        """The plays that :meth:`undo` can take back, the last one last."""
        return tuple([turn.move for turn in self._turns])

    def __getitem__(self, square: str) -> str:
        """The text of the tile on a square ("8H" or "H8"), lower case for a blank, "" where there is none."""
        tile = self._grid[self._square(square)]
        return self._rules.text.labels[tile] if tile else ""

    def __contains__(self, square: object) -> bool:
        """Whether there is a tile on this square."""
        return isinstance(square, str) and self._grid[self._square(square)] != 0

    def __iter__(self) -> Iterator[str]:
        """The names of the covered squares, row by row."""
        columns = self.layout.columns
        return iter([square_name(square, columns) for square, tile in enumerate(self._grid) if tile])

    def __len__(self) -> int:
        """How many tiles are on the board."""
        return len(self._grid) - self._grid.count(0)

    def __bool__(self) -> bool:
        return True

    def _square(self, name: str) -> int:
        if not isinstance(name, str):
            raise TypeError(f"a square is named by a str, not {type(name).__name__}")
        row, column, _ = read_place(name)
        if row >= self.layout.rows or column >= self.layout.columns:
            size = f"a square of {self.layout.rows}x{self.layout.columns}"
            raise PositionError("off the board", expected=size, found=name)
        return row * self.layout.columns + column

    # -- plays --------------------------------------------------------------------------------------

    def move(self, play: str) -> Move:
        """The move that a text means here, not made: ``8D .IFE`` or ``8D LIFE``, blanks lower case.

        Whether its words are words is not asked. Raises IllegalMoveError, naming place and reason.
        """
        return place_text(self.snapshot(), *split_play(play))

    def play(self, move: Move | str) -> Move:
        """Put the tiles of a move down, and give the turn to the next player; the move as it was made.

        A move is a :class:`Move` or text: ``8D .IFE`` or ``8D LIFE``, blanks lower case. Whether its words are words
        is not asked (see :meth:`explain`). The score goes to the player to move; the tiles come from that player's
        rack, which becomes unknown where it does not hold them. Raises IllegalMoveError, naming place and reason,
        and changes nothing then.
        """
        snapshot = self.snapshot()
        if isinstance(move, str):
            made = place_text(snapshot, *split_play(move))
        elif isinstance(move, Move):
            made = place_tiles(snapshot, move.row, move.column, move.across, move.played)
            if made == move and snapshot == move.snapshot:
                made = move
        else:
            raise TypeError(f"a move is a Move or a str, not {type(move).__name__}")
        squares, tiles, score = made.squares, made.played, made.score
        left = ""
        if self._racks[0]:
            rack = Rack(self._racks[0], self.alphabet)
            left = str(rack - tiles) if rack.has(tiles) else ""
        turn = _Turn(made, squares, self._racks, self.scores, self.zeros, self.opcodes)
        grid = bytearray(self._grid)
        for square, tile in zip(squares, tiles, strict=True):
            grid[square] = tile
        after = {
            "_grid": grid,
            "_turns": [*self._turns, turn],
            "_racks": (*self._racks[1:], left),
            "scores": (*self.scores[1:], self.scores[0] + score),
            "zeros": 0,
            "opcodes": {code: operands for code, operands in self.opcodes.items() if code != "lm"},
        }
        self._become(after, lambda follower: follower.put(squares, tiles))
        return made

    def undo(self) -> Move:
        """Take the last play back, with all that it changed; the move. NothingToUndoError where there is none."""
        if not self._turns:
            raise NothingToUndoError("nothing to undo", expected="a play made on this board")
        turn = self._turns[-1]
        grid = bytearray(self._grid)
        for square in turn.squares:
            grid[square] = 0
        before = {
            "_grid": grid,
            "_turns": self._turns[:-1],
            "_racks": turn.racks,
            "scores": turn.scores,
            "zeros": turn.zeros,
            "opcodes": turn.opcodes,
        }
        self._become(before, lambda follower: follower.take(turn.squares))
        return turn.move

    def _become(self, state: dict[str, Any], tell: Callable[[Follower], None]) -> None:
        """Take on this state, all of it at once, whenever Ctrl-C comes; followers are told before.

        Where that is disturbed the board is as it was, and without them: the next question makes new ones. So it does
        where one of them cannot be told.
        """
        followers = [follower for follower, seen in self._followers if seen is self._grid]
        self._followers = []
        try:
            for follower in followers:
                tell(follower)
        except Exception:  # no memory
            followers = []
        self.__dict__.update(state, _followers=[(follower, state["_grid"]) for follower in followers])

    def explain(
        self, place: str, tiles: str, rack: Rack | str | None = None, lexicon: HasIndex | None = None
    ) -> Verdict:
        """Whether this play is legal, with its score, or exactly why not: ``explain("8D", "CARE", rack="ACER")``.

        The rack is the one given, else that of the player to move where the board knows it; without either, tiles
        are not asked for. The lexicon is the one given, else the one this board last met, else the one that the
        operation ``lex`` names if there is such a one here, else the user's default. Raises PositionError for a rack
        that cannot be and for a lexicon of another alphabet; all that is wrong with the play is in the verdict.
        """
        held = as_rack(self.racks[0] if rack is None else rack, self.alphabet)

        def judge_of() -> Index:
            judge = self.judge() if lexicon is None else lexicon.core
            check_alphabet(judge, self._rules)
            self.core = judge
            return judge

        return explain(self.snapshot(), place, tiles, held, rack is not None or bool(held), judge_of)

    @property
    def lexicon(self) -> Lexicon | None:
        """The lexicon that the board last met, or None."""
        from ..lexicon import lexicon_met

        return lexicon_met(self)

    def judge(self) -> Index:
        """The lexicon that judges if none is given: the board's last, the one its CGP names, or the user's default."""
        from ...catalogue import judge_of

        return judge_of(self)

    def follow(self, owner: object, make: Callable[[bytearray], Follower]) -> tuple[Any, bytearray]:
        """(follower, squares): what this owner keeps up to date with the board, and the squares it knows.

        ``make`` makes the follower of these squares if the owner has none. If another thread plays meanwhile, the
        follower is that of a position that has passed, and not used again.
        """
        grid = self._grid
        for follower, seen in self._followers:
            if seen is grid and getattr(follower, "owner", None) is owner:
                return follower, grid
        follower = make(grid)
        self._followers = [*self._followers[-_MOST_FOLLOWERS + 1 :], (follower, grid)]
        return follower, grid

    # -- as an object -------------------------------------------------------------------------------

    def copy(self) -> Board:
        """Another board of the same position and history, which goes its own way."""
        other = self.__class__.__new__(self.__class__)
        own = {"_grid": bytearray(self._grid), "opcodes": dict(self.opcodes), "_turns": list(self._turns)}
        other.__dict__.update(self.__dict__, **own, _followers=[])
        return other

    __copy__ = copy

    def __eq__(self, other: object) -> bool:
        """Whether all of the position is the same; how it came about does not count."""
        if not isinstance(other, Board):
            return NotImplemented
        return self._position() == other._position()

    __hash__ = None  # type: ignore[assignment]

    def _position(self) -> tuple[Any, ...]:
        return (self._grid, self._racks, self.scores, self.zeros, self.opcodes, self._rules)

    def __getstate__(self) -> dict[str, Any]:
        # A lexicon may be one that cannot be pickled; followers belong to the board they follow.
        return {**self.__dict__, "core": None, "_followers": []}


def _checked_rules(rules: Rules) -> Rules:
    if not isinstance(rules, Rules):
        raise TypeError(f"rules are lexkit.Rules, not {type(rules).__name__}")
    return rules
