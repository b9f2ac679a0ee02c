"""The board: a position of a game, with play, exchange, pass and undo.

    board = Board.from_cgp("15/15/... AEINRST/ 0/0 0 lex nwl;")
    board.play("8D .IFE"); board.exchange("AEI"); board.undo()
    board.explain("8D", "CARE", rack="ACER")

Guaranteed: a board always holds a position that :func:`.text.position.check_position` accepts, plus plays that
:func:`.judge.place_tiles` accepts; a method that raises an error changes nothing; :meth:`Board.undo` restores
everything that the last turn changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from lexkit.base.checks import require_many
from lexkit.base.errors import AlphabetError, IllegalMoveError, NothingToUndoError, PositionError
from lexkit.formats.alphabet import Alphabet

from .board_observers import Observer, Observers
from .judge import Verdict, as_played, check_alphabet, core_of, explain, given_of
from .layout import Layout, read_square
from .move import Move, Snapshot, grid_after
from .rack import Rack, as_rack
from .rules import Rules, check_tiles, require_rules
from .text.alphabet_of_text import BY_NAME, require_alphabet
from .text.cgp import CgpFields, mover_first, write_fields, write_squares
from .text.drawing import draw
from .text.notation import square_name
from .text.position import (
    ASSUMED,
    CALLER,
    TEXT,
    ParsedPosition,
    naming_alphabet,
    opcodes_of,
    read_again,
    read_cgp,
    read_drawn,
)

if TYPE_CHECKING:
    from ..automaton.index import HasIndex, Index
    from ..lexicon.lexicon import Lexicon
    from .cross_sets import CrossSets

_T = TypeVar("_T")


class _PastTurn(NamedTuple):
    """A past turn, its move None for an exchange or a pass, and the state before it, without the squares."""

    move: Move | None
    before: dict[str, Any]


class Board:
    """A position of a game, with its past plays.

    ``board["8H"]`` is the text of a tile or "", and ``"8H" in board`` tells whether the square is covered; iteration
    gives the names of covered squares, and ``len`` their number (an empty board is still true). ``racks`` and
    ``scores`` are by player, and an empty rack is unknown; ``to_move`` is the player to move, 0 on a new board;
    ``zeros`` counts the last turns without a point; ``opcodes`` are the operations of a CGP text, code -> operands.
    """

    def __init__(
        self, layout: Layout | str = "standard", alphabet: Alphabet | str | None = None, *, rules: Rules | None = None
    ) -> None:
        """Make an empty board for two players; ``rules`` replaces both other arguments.

        Without an alphabet it is that of the first lexicon that the board is used with, English until then.
        """
        usual = "english" if alphabet is None else alphabet
        self._rules = Rules(layout, usual) if rules is None else require_rules(rules)
        #: The source of its alphabet: CALLER, TEXT or ASSUMED of :mod:`.text.position`.
        self.alphabet_source = ASSUMED if rules is None and alphabet is None else CALLER
        self._grid = bytearray(self._rules.layout.rows * self._rules.layout.columns)
        self._racks: tuple[str, ...] = ("", "")
        self.scores: tuple[int, ...] = (0, 0)
        self.to_move: int = 0
        self.zeros = 0
        self.opcodes = opcodes_of(self._rules)
        #: The index of the lexicon that the board was last used with.
        self.core: Index | None = None
        self._turns: list[_PastTurn] = []
        self._observers = Observers()

    # -- from text, to text -------------------------------------------------------------------------

    @classmethod
    def from_cgp(
        cls,
        text: str,
        *,
        alphabet: Alphabet | str | None = None,
        layout: Layout | str | None = None,
        rules: Rules | None = None,
        lexicon: HasIndex | None = None,
    ) -> Board:
        """The position of a CGP text.

        Racks, scores, zeros and operations may be missing. Arguments override the operations of the text (``ld``,
        ``bdn``, and with ``rules`` also ``bb``, ``etl`` and ``mcnz``). Without either, the alphabet follows from
        ``lex``, if that is the name of a list of some language, else it is that of the lexicon, else English; and the
        layout follows from the size. A board whose text says nothing of its alphabet takes that of the lexicon it is
        used with. About 50 us for a 15x15 board. Raises PositionError, with the place, also for a text of another
        alphabet than the lexicon's.
        """
        return cls.of_position(read_cgp(text, given_of(alphabet, lexicon), layout, rules), lexicon)

    @classmethod
    def from_text(
        cls,
        drawing: str,
        *,
        alphabet: Alphabet | str | None = None,
        layout: Layout | str | None = None,
        rules: Rules | None = None,
        lexicon: HasIndex | None = None,
    ) -> Board:
        """The board of a drawing, such as ``str(board)`` gives.

        Without an alphabet or rules, the alphabet is that of the lexicon, as for a CGP text.
        :mod:`lexkit.runtime.game.text.drawing` describes the format. Raises PositionError, with the place.
        """
        return cls.of_position(read_drawn(drawing, given_of(alphabet, lexicon), layout, rules), lexicon)

    @classmethod
    def of_position(cls, position: ParsedPosition, lexicon: HasIndex | None = None) -> Board:
        """A board of a position that was read with a lexicon, or without."""
        board = cls(rules=position.rules)
        board.__dict__.update(
            _grid=bytearray(position.squares),
            _racks=position.racks,
            scores=position.scores,
            zeros=position.zeros,
            opcodes=position.opcodes,
            alphabet_source=position.told,
        )
        if lexicon is not None:
            board.meet(lexicon)
        return board

    def to_cgp(self) -> str:
        """The position as one line of CGP, the same as :meth:`from_cgp` read if that was canonical."""
        squares = write_squares(self.grid, self.layout.columns, self._rules.text)
        return write_fields(CgpFields(squares, self._racks, self.scores, self.zeros, self.opcodes), self.to_move)

    def __str__(self) -> str:
        """A drawing of the squares, which :meth:`from_text` reads."""
        return draw(self.layout, self.grid, self._rules.text)

    def __repr__(self) -> str:
        tiles = "1 tile" if len(self) == 1 else f"{len(self)} tiles"
        racks = "/".join(self._racks)
        scores = "/".join(map(str, self.scores))
        return f"<Board {self.layout.name}, {self.alphabet.name}: {tiles}, racks {racks}, scores {scores}>"

    def _repr_svg_(self) -> str:
        from ..pictures.board import show_board

        return show_board(self)

    # -- the position -------------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._rules

    @property
    def layout(self) -> Layout:
        """The layout of the board."""
        return self._rules.layout

    @property
    def alphabet(self) -> Alphabet:
        """The alphabet of the tiles."""
        return self._rules.alphabet

    @property
    def grid(self) -> bytes:
        """All squares as tile bytes, row by row: 0 is empty, t the letter t, 0x80 + t a blank designated as t."""
        return bytes(self._grid)

    def snapshot(self) -> Snapshot:
        """The current squares, for moves that are used after later plays."""
        return Snapshot(self._rules, bytes(self._grid))

    @property
    def racks(self) -> tuple[str, ...]:
        """The racks as text, by player.

        "" is an unknown rack. Setting them raises PositionError if the tiles do not fit the position.
        """
        return self._racks

    @racks.setter
    def racks(self, racks: Iterable[Rack | str]) -> None:
        texts = tuple([str(rack) for rack in require_many(racks, "racks", "several texts")])
        if len(texts) != len(self.scores):
            raise PositionError(
                "there is one rack for each player", place="racks", expected=len(self.scores), found=len(texts)
            )
        check_tiles(self._rules, self.grid, texts)
        self._racks = texts

    @property
    def rack(self) -> str:
        """The rack of the player to move as text, "" if it is unknown. Setting it does as setting :attr:`racks`."""
        return self._racks[self.to_move]

    @rack.setter
    def rack(self, rack: Rack | str) -> None:
        self.racks = _put(self._racks, self.to_move, str(rack))

    @property
    def lead(self) -> int:
        """By how much the player to move leads the best of the others; negative if behind."""
        return self.scores[self.to_move] - max(mover_first(self.scores, self.to_move)[1:])

    @property
    def history(self) -> tuple[Move | None, ...]:
        """The turns that :meth:`undo` can take back, oldest first: moves, and None for an exchange or a pass."""
        return tuple([turn.move for turn in self._turns])

    def __getitem__(self, square: str) -> str:
        """The text of the tile on a square, or "".

        ``square``: ``8H`` or ``H8``. A blank is in lower case. Raises PositionError for a square off the board.
        """
        tile = self._grid[self._read_square(square)]
        return self._rules.text.labels[tile] if tile else ""

    def __contains__(self, square: object) -> bool:
        """Whether there is a tile on this square."""
        return isinstance(square, str) and self._grid[self._read_square(square)] != 0

    def __iter__(self) -> Iterator[str]:
        """The names of the covered squares, row by row."""
        columns = self.layout.columns
        return iter([square_name(square, columns) for square, tile in enumerate(self._grid) if tile])

    def __len__(self) -> int:
        """The number of tiles on the board."""
        return len(self._grid) - self._grid.count(0)

    def __bool__(self) -> bool:
        return True

    def _read_square(self, name: str) -> int:
        if not isinstance(name, str):
            raise TypeError(f"a square is named by a str, not {type(name).__name__}")
        return read_square(self.layout, name)

    def meet(self, lexicon: HasIndex) -> None:
        """Use the board with a lexicon from now on: if nothing says which alphabet it has, it has the lexicon's.

        Raises PositionError if it has another one.
        """
        index = core_of(lexicon)
        if self.alphabet_source == ASSUMED and not self._turns:
            rules, squares = read_again(self._rules, self.grid, self._racks, index.alphabet)
            if rules is not self._rules:
                kept = {code: operands for code, operands in self.opcodes.items() if code != BY_NAME}
                state = {"_rules": rules, "_grid": bytearray(squares), "opcodes": naming_alphabet(kept, rules)}
                self.__dict__.update(state, _observers=Observers())
        elif self.alphabet_source == TEXT:
            try:
                require_alphabet(self.alphabet, index.alphabet)
            except AlphabetError as error:
                raise PositionError(
                    error.what, expected=error.expected, found=error.found, remedy=error.remedy
                ) from None
        check_alphabet(index, self._rules)
        self.core = index

    # -- plays --------------------------------------------------------------------------------------

    def move(self, play: Move | str) -> Move:
        """The move that a text means on this board, without playing it.

        ``play``: ``8D .IFE`` or ``8D LIFE``, blanks in lower case, or a Move. Words are not checked. Raises
        IllegalMoveError, with the place and the reason.
        """
        return as_played(self.snapshot(), play)

    def play(self, move: Move | str) -> Move:
        """Play a move, and give the turn to the next player.

        ``move``: a :class:`lexkit.Move` or a text, ``8D .IFE`` or ``8D LIFE``, blanks in lower case. Words are not
        checked (see :meth:`explain`). The score goes to the player to move; the tiles come from that player's rack,
        which becomes unknown if it does not have them. Returns the move as played. Raises IllegalMoveError, with the
        place and the reason, and then changes nothing.
        """
        made = as_played(self.snapshot(), move)
        squares, tiles = made.squares, made.played
        grid = bytearray(grid_after(self._grid, made))
        after = self._after_turn(made, tiles)
        self._become({**after, "_grid": grid}, lambda observer: observer.put(squares, tiles))
        return made

    def exchange(self, tiles: Rack | str) -> None:
        """Exchange tiles of the player to move, and give the turn to the next player.

        The tiles leave the rack, which becomes unknown if it does not have them. Raises PositionError if they are not
        a rack's tiles, IllegalMoveError for no tiles or more than a rack has.
        """
        rack = as_rack(tiles, self.alphabet)
        if not 0 < len(rack) <= self._rules.rack_size:
            expected = f"1 to {self._rules.rack_size} tiles"
            raise IllegalMoveError("not an exchange", place="exchange", expected=expected, found=len(rack))
        self.__dict__.update(self._after_turn(None, rack.tiles))

    def pass_turn(self) -> None:
        """Give the turn to the next player, without a play."""
        self.__dict__.update(self._after_turn(None, b""))

    def _after_turn(self, move: Move | None, tiles: bytes) -> dict[str, Any]:
        """All but the squares after a turn in which tiles left the rack."""
        player, score, left = self.to_move, (move.score if move else 0), self.rack
        kind = "placement" if move else "exchange" if tiles else "pass"
        if left and tiles:
            rack = Rack(left, self.alphabet)
            left = str(rack - tiles) if rack.has(tiles) else ""
        before = {name: self.__dict__[name] for name in ("_racks", "scores", "to_move", "zeros", "opcodes")}
        return {
            "_turns": [*self._turns, _PastTurn(move, before)],
            "_racks": _put(self._racks, player, left),
            "scores": _put(self.scores, player, self.scores[player] + score),
            "to_move": (player + 1) % len(self.scores),
            "zeros": self._rules.idle_after(kind, score, self.zeros, 0)[0],
            "opcodes": {code: operands for code, operands in self.opcodes.items() if code != "lm"},
        }

    def undo(self) -> Move | None:
        """Take back the last turn, with everything that it changed.

        Returns its move, None if it was an exchange or a pass. Raises NothingToUndoError if there is none.
        """
        if not self._turns:
            raise NothingToUndoError("nothing to undo", expected="a turn on this board")
        turn = self._turns[-1]
        grid, squares = bytearray(self._grid), turn.move.squares if turn.move else ()
        for square in squares:
            grid[square] = 0
        before = {**turn.before, "_grid": grid, "_turns": self._turns[:-1]}
        self._become(before, lambda observer: observer.take(squares))
        return turn.move

    def _become(self, state: dict[str, Any], tell: Callable[[Observer], None]) -> None:
        """Change to another state atomically, even if Ctrl-C interrupts it.

        Observers hear of it first. If that is interrupted, the board stays as it was and drops its observers; new ones
        are made when they are needed. It also drops them if one of them fails.
        """
        observers, self._observers = self._observers, Observers()
        self.__dict__.update(state, _observers=observers.moved(self._grid, state["_grid"], tell))

    def explain(
        self,
        place: Move | str,
        tiles: str | None = None,
        rack: Rack | str | None = None,
        lexicon: HasIndex | None = None,
    ) -> Verdict:
        """Whether a play is legal, with its score or the reason.

        ``board.explain("8D", "CARE", rack="ACER")``, or without tiles what :meth:`play` takes:
        ``board.explain("8D CARE")``. ``rack``: by default that of the player to move; if it is unknown,
        the rack is not checked. ``lexicon``: by default the one this board was last used with, else the one that the
        operation ``lex`` names if it is installed, else the user's default. All faults of the play are in the verdict.
        Raises PositionError for an impossible rack and for a lexicon of another alphabet.
        """
        if not isinstance(place, Move | str):
            raise TypeError(f"a play is a Move or a str, not {type(place).__name__}")
        if lexicon is not None or self.alphabet_source == ASSUMED:
            self.meet(self.usual_index() if lexicon is None else lexicon)
        held = as_rack(self.rack if rack is None else rack, self.alphabet)

        def choose_index() -> Index:
            index = self.usual_index() if lexicon is None else core_of(lexicon)
            self.meet(index)
            return index

        return explain(self.snapshot(), place, tiles, held, rack is not None or bool(held), choose_index)

    def cross_sets(self, lexicon: HasIndex | None = None) -> CrossSets:
        """Return the cross sets and cross scores of all empty squares.

        Args:
            lexicon: By default the one this board was last used with, else the one that the operation ``lex`` names if
                it is installed, else the user's default.

        Raises:
            PositionError: if the lexicon has another alphabet.
        """
        from .cross_sets import cross_sets_of

        return cross_sets_of(self, lexicon)

    @property
    def lexicon(self) -> Lexicon | None:
        """The lexicon that the board was last used with, or None."""
        from ..lexicon.lexicon import lexicon_met

        return lexicon_met(self)

    def usual_index(self) -> Index:
        """The lexicon that judges plays if the caller gives none.

        It is the one the board was last used with, else the one its CGP names, else the user's default.
        """
        from lexkit.catalogue import usual_index

        return usual_index(self)

    def observe(self, owner: object, make: Callable[[bytearray], Observer]) -> tuple[Any, bytearray]:
        """(observer, grid): an owner's observer of this board, and its grid.

        ``make`` makes an observer of a grid if the owner has none yet. If another thread plays meanwhile, the observer
        is that of a past position, and is not used again.
        """
        grid = self._grid
        return self._observers.find(grid, owner, make), grid

    def observe_again(self, owner: object, make: Callable[[bytearray], Observer]) -> tuple[Any, bytearray]:
        """As :meth:`observe`, but the first time that an owner asks, it gets None: many boards are asked once."""
        grid = self._grid
        return self._observers.find(grid, owner, make, lazy=True), grid

    # -- as an object -------------------------------------------------------------------------------

    def copy(self) -> Board:
        """An independent copy, with the same position and history."""
        other = self.__class__.__new__(self.__class__)
        own = {"_grid": bytearray(self._grid), "opcodes": dict(self.opcodes), "_turns": list(self._turns)}
        other.__dict__.update(self.__dict__, **own, _observers=Observers())
        return other

    __copy__ = copy

    def __eq__(self, other: object) -> bool:
        """Whether the positions are equal.

        Past plays do not count, nor does the order of the tiles on a rack.
        """
        if not isinstance(other, Board):
            return NotImplemented
        return self._position() == other._position()

    __hash__ = None  # type: ignore[assignment]

    def _position(self) -> tuple[Any, ...]:
        racks = [as_rack(rack, self.alphabet) for rack in mover_first(self._racks, self.to_move)]
        return (self._grid, racks, mover_first(self.scores, self.to_move), self.zeros, self.opcodes, self._rules)

    def __getstate__(self) -> dict[str, Any]:
        # Observers belong to this board.
        return {**self.__dict__, "_observers": Observers()}


def _put(values: tuple[_T, ...], at: int, value: _T) -> tuple[_T, ...]:
    return (*values[:at], value, *values[at + 1 :])
