"""The board: a position of a game, with play, exchange, pass and undo.

    board = Board.from_cgp("15/15/... AEINRST/ 0/0 0 lex nwl;")
    board.play("8D .IFE"); board.exchange("AEI"); board.undo()
    board.explain("8D", "CARE", rack="ACER")

Guaranteed: a board always holds a position that :func:`.text.position.check_position` accepts, plus plays that
:func:`.judge.place_tiles` accepts. A method that raises an error changes nothing. :meth:`Board.undo` restores
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
    from ..automaton.index import Index, LexiconLike
    from ..lexicon.lexicon import Lexicon
    from .cross_sets import CrossSets

_T = TypeVar("_T")


class _PastTurn(NamedTuple):
    """A past turn: its move (None for an exchange or a pass), and the state before it without the squares."""

    move: Move | None
    before: dict[str, Any]


class Board:
    """A position of a game, with its past plays.

    ``board["8H"]`` is the text of a tile or "". ``"8H" in board`` is true if the square is covered. Iteration gives
    the names of the covered squares, and ``len`` their number; an empty board is still true.

    Attributes:
        scores: Points by player.
        to_move: Number of the player to move, 0 on a new board.
        zeros: Number of scoreless turns in a row up to now.
        opcodes: Operations of a CGP text, code -> operands.
    """

    def __init__(
        self, layout: Layout | str = "standard", alphabet: Alphabet | str | None = None, *, rules: Rules | None = None
    ) -> None:
        """Make an empty board for two players.

        Args:
            layout: A layout, or the name of a shipped one.
            alphabet: An alphabet, or the name of a shipped one. Without it the board takes the alphabet of the
                first lexicon that it is used with, and is English until then.
            rules: Rules of the game; they replace both other arguments.
        """
        usual = "english" if alphabet is None else alphabet
        self._rules = Rules(layout, usual) if rules is None else require_rules(rules)
        #: Source of the alphabet: CALLER, TEXT or ASSUMED of :mod:`.text.position`.
        self.alphabet_source = ASSUMED if rules is None and alphabet is None else CALLER
        self._grid = bytes(self._rules.layout.rows * self._rules.layout.columns)
        self._racks: tuple[str, ...] = ("", "")
        self.scores: tuple[int, ...] = (0, 0)
        self.to_move: int = 0
        self.zeros = 0
        self.opcodes = opcodes_of(self._rules)
        #: Index of the lexicon that the board was last used with.
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
        lexicon: LexiconLike | None = None,
    ) -> Board:
        """Return a board with the position of a CGP text.

        Racks, scores, zeros and operations may be missing. Arguments override the operations of the text (``ld``,
        ``bdn``, and with ``rules`` also ``bb``, ``etl`` and ``mcnz``). Without either, the alphabet is the one of
        the language whose word list ``lex`` names, else the lexicon's, else English; the layout follows from the
        size. A board whose text does not determine its alphabet takes the alphabet of the lexicon it is used with.
        About 50 us for a 15x15 board.

        Args:
            text: The position in CGP.
            alphabet: An alphabet, or the name of a shipped one.
            layout: A layout, or the name of a shipped one.
            rules: Rules of the game.
            lexicon: Lexicon to use the board with from the start.

        Raises:
            PositionError: The text is not a valid position, with the place; or its alphabet is not the lexicon's.
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
        lexicon: LexiconLike | None = None,
    ) -> Board:
        """Return the board of a drawing, such as ``str(board)`` gives.

        :mod:`lexkit.runtime.game.text.drawing` describes the format. Without ``alphabet`` and ``rules``, the
        alphabet is chosen as by :meth:`from_cgp`.

        Args:
            drawing: The squares, drawn as text.
            alphabet: An alphabet, or the name of a shipped one.
            layout: A layout, or the name of a shipped one.
            rules: Rules of the game.
            lexicon: Lexicon to use the board with from the start.

        Raises:
            PositionError: The text is not a valid drawing, with the place.
        """
        return cls.of_position(read_drawn(drawing, given_of(alphabet, lexicon), layout, rules), lexicon)

    @classmethod
    def of_position(cls, position: ParsedPosition, lexicon: LexiconLike | None = None) -> Board:
        """Return a board with a parsed position, used with ``lexicon`` if there is one."""
        board = cls(rules=position.rules)
        board.__dict__.update(
            _grid=position.squares,
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
        """Return the position as one line of CGP.

        Canonical CGP that :meth:`from_cgp` read is written back unchanged.
        """
        squares = write_squares(self.grid, self.layout.columns, self._rules.text)
        return write_fields(CgpFields(squares, self._racks, self.scores, self.zeros, self.opcodes), self.to_move)

    def __str__(self) -> str:
        """Return a drawing of the squares, which :meth:`from_text` reads."""
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
        return self._grid

    def snapshot(self) -> Snapshot:
        """Return the current squares and rules, for moves that are used after later plays."""
        return Snapshot(self._rules, self._grid)

    @property
    def racks(self) -> tuple[str, ...]:
        """Racks as text, by player; "" is an unknown rack.

        Setting them raises PositionError if the tiles do not fit the position.
        """
        return self._racks

    @racks.setter
    def racks(self, racks: Iterable[Rack | str]) -> None:
        texts = tuple([str(rack) for rack in require_many(racks, "racks", "several texts")])
        if len(texts) != len(self.scores):
            raise PositionError("wrong number of racks", place="racks", expected=len(self.scores), found=len(texts))
        check_tiles(self._rules, self.grid, texts)
        self._racks = texts

    @property
    def rack(self) -> str:
        """Rack of the player to move as text, "" if unknown.

        Setting it raises PositionError if the tiles do not fit the position.
        """
        return self._racks[self.to_move]

    @rack.setter
    def rack(self, rack: Rack | str) -> None:
        self.racks = _put(self._racks, self.to_move, str(rack))

    @property
    def lead(self) -> int:
        """Lead of the player to move over the best opponent, in points; negative if behind."""
        return self.scores[self.to_move] - max(mover_first(self.scores, self.to_move)[1:])

    @property
    def history(self) -> tuple[Move | None, ...]:
        """Turns that :meth:`undo` can take back, oldest first: moves, and None for an exchange or a pass."""
        return tuple([turn.move for turn in self._turns])

    def __getitem__(self, square: str) -> str:
        """Return the text of the tile on a square, or "".

        Args:
            square: Name of the square, ``8H`` or ``H8``.

        Returns:
            The tile, in lower case if it is a blank.

        Raises:
            PositionError: The square is not on the board.
        """
        tile = self._grid[self._read_square(square)]
        return self._rules.text.labels[tile] if tile else ""

    def __contains__(self, square: object) -> bool:
        """Return whether a square holds a tile."""
        return isinstance(square, str) and self._grid[self._read_square(square)] != 0

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names of the covered squares, row by row."""
        columns = self.layout.columns
        return iter([square_name(square, columns) for square, tile in enumerate(self._grid) if tile])

    def __len__(self) -> int:
        """Return the number of tiles on the board."""
        return len(self._grid) - self._grid.count(0)

    def __bool__(self) -> bool:
        return True

    def _read_square(self, name: str) -> int:
        if not isinstance(name, str):
            raise TypeError(f"a square's name must be a str, not {type(name).__name__}")
        return read_square(self.layout, name)

    def meet(self, lexicon: LexiconLike) -> None:
        """Use the board with a lexicon from now on.

        A board whose alphabet nobody chose, and on which nobody has played, takes the lexicon's alphabet.

        Raises:
            PositionError: The board has another alphabet than the lexicon.
        """
        index = core_of(lexicon)
        if self.alphabet_source == ASSUMED and not self._turns:
            rules, squares = read_again(self._rules, self.grid, self._racks, index.alphabet)
            if rules is not self._rules:
                kept = {code: operands for code, operands in self.opcodes.items() if code != BY_NAME}
                state = {"_rules": rules, "_grid": squares, "opcodes": naming_alphabet(kept, rules)}
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
        """Return the move that a text means on this board, without playing it. Words are not checked.

        Args:
            play: ``8D .IFE`` or ``8D LIFE``, blanks in lower case, or a Move.

        Raises:
            IllegalMoveError: The board does not allow the move, with the place and the reason.
        """
        return as_played(self.snapshot(), play)

    def play(self, move: Move | str) -> Move:
        """Play a move, and give the turn to the next player.

        Words are not checked (see :meth:`explain`). The score goes to the player to move. The tiles come from that
        player's rack, which becomes unknown if it lacks them.

        Args:
            move: A :class:`lexkit.Move` or a text: ``8D .IFE`` or ``8D LIFE``, blanks in lower case.

        Returns:
            The move as played on this board.

        Raises:
            IllegalMoveError: The board does not allow the move, with the place and the reason. Nothing is changed.
        """
        made = as_played(self.snapshot(), move)
        squares, tiles = made.squares, made.played
        grid = grid_after(self._grid, made)
        after = self._after_turn(made, tiles)
        self._become({**after, "_grid": grid}, lambda observer: observer.put(squares, tiles))
        return made

    def exchange(self, tiles: Rack | str) -> None:
        """Exchange tiles of the player to move, and give the turn to the next player.

        The tiles leave the rack, which becomes unknown if it lacks them.

        Args:
            tiles: The tiles to exchange, 1 to a full rack.

        Raises:
            PositionError: The tiles cannot be on a rack.
            IllegalMoveError: There are no tiles, or more than a full rack.
        """
        rack = as_rack(tiles, self.alphabet)
        if not 0 < len(rack) <= self._rules.rack_size:
            expected = f"1 to {self._rules.rack_size} tiles"
            raise IllegalMoveError("not an exchange", place="exchange", expected=expected, found=len(rack))
        self.__dict__.update(self._after_turn(None, rack.tiles))

    def pass_turn(self) -> None:
        """Give the turn to the next player without a play."""
        self.__dict__.update(self._after_turn(None, b""))

    def _after_turn(self, move: Move | None, tiles: bytes) -> dict[str, Any]:
        """Return the state, without the squares, after a turn in which tiles left the rack."""
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

        Returns:
            The move of the turn, None if it was an exchange or a pass.

        Raises:
            NothingToUndoError: No turn has been taken on this board.
        """
        if not self._turns:
            raise NothingToUndoError("nothing to undo", expected="a turn on this board")
        turn = self._turns[-1]
        grid, squares = bytearray(self._grid), turn.move.squares if turn.move else ()
        for square in squares:
            grid[square] = 0
        before = {**turn.before, "_grid": bytes(grid), "_turns": self._turns[:-1]}
        self._become(before, lambda observer: observer.take(squares))
        return turn.move

    def _become(self, state: dict[str, Any], tell: Callable[[Observer], None]) -> None:
        """Change to another state atomically, even if Ctrl-C interrupts it.

        Observers are notified first. If that is interrupted or one of them fails, the board stays as it was and
        drops its observers; new ones are made when they are needed.
        """
        observers, self._observers = self._observers, Observers()
        self.__dict__.update(state, _observers=observers.moved(self._grid, state["_grid"], tell))

    def explain(
        self,
        place: Move | str,
        tiles: str | None = None,
        rack: Rack | str | None = None,
        lexicon: LexiconLike | None = None,
    ) -> Verdict:
        """Judge a play: return whether it is legal, with its score or the reasons against it.

        ``board.explain("8D", "CARE", rack="ACER")`` and ``board.explain("8D CARE")`` are both accepted. The verdict
        lists all faults of the play.

        Args:
            place: The place; or, without ``tiles``, a whole play as :meth:`play` takes it.
            tiles: The tiles of the main word.
            rack: Rack to play from, by default the rack of the player to move. An unknown rack is not checked.
            lexicon: By default the one this board was last used with, else the one that the operation ``lex`` names
                if it is installed, else the user's default.

        Raises:
            PositionError: The rack is impossible, or the lexicon has another alphabet.
        """
        if not isinstance(place, Move | str):
            raise TypeError(f"a play must be a Move or a str, not {type(place).__name__}")
        if lexicon is not None or self.alphabet_source == ASSUMED:
            self.meet(self.usual_index() if lexicon is None else lexicon)
        held = as_rack(self.rack if rack is None else rack, self.alphabet)

        def choose_index() -> Index:
            index = self.usual_index() if lexicon is None else core_of(lexicon)
            self.meet(index)
            return index

        return explain(self.snapshot(), place, tiles, held, rack is not None or bool(held), choose_index)

    def cross_sets(self, lexicon: LexiconLike | None = None) -> CrossSets:
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
        """Lexicon that the board was last used with, or None."""
        from ..lexicon.lexicon import lexicon_met

        return lexicon_met(self)

    def usual_index(self) -> Index:
        """Return the index that judges plays if the caller gives none.

        It is the one the board was last used with, else the one its CGP names, else the user's default.
        """
        from lexkit.catalogue import usual_index

        return usual_index(self)

    def observe(self, owner: object, make: Callable[[bytes], Observer], lazy: bool = False) -> tuple[Any, bytes, str]:
        """Return (observer, grid, rack): an owner's observer of this board, its grid and the rack of the mover.

        ``make`` makes an observer of a grid if the owner has none yet. If another thread plays meanwhile, the
        observer belongs to a past position, and is not used again. ``lazy``: the observer is None at an owner's first
        request, as most boards are asked once.
        """
        grid, observers, rack = self._grid, self._observers, self._racks[self.to_move]
        for observer, seen in observers.known:
            if seen is grid and getattr(observer, "owner", None) is owner:
                return observer, grid, rack
        if lazy and observers.asked is not owner:
            observers.asked = owner
            return None, grid, rack
        observer = make(grid)
        observers.add(observer, grid)
        return observer, grid, rack

    # -- as an object -------------------------------------------------------------------------------

    def copy(self) -> Board:
        """Return an independent copy, with the same position and history."""
        other = self.__class__.__new__(self.__class__)
        own = {"opcodes": dict(self.opcodes), "_turns": list(self._turns)}
        other.__dict__.update(self.__dict__, **own, _observers=Observers())
        return other

    __copy__ = copy

    def __eq__(self, other: object) -> bool:
        """Return whether the positions are equal.

        Past plays do not count, nor does the order of the tiles on a rack.
        """
        if not isinstance(other, Board):
            return NotImplemented
        return self._position() == other._position()

    def __hash__(self) -> int:
        raise TypeError("unhashable: a board changes as it is played on; use board.to_cgp() as a key")

    def _position(self) -> tuple[Any, ...]:
        racks = [as_rack(rack, self.alphabet) for rack in mover_first(self._racks, self.to_move)]
        return (self._grid, racks, mover_first(self.scores, self.to_move), self.zeros, self.opcodes, self._rules)

    def __getstate__(self) -> dict[str, Any]:
        # Observers belong to this board.
        return {**self.__dict__, "_observers": Observers()}


def _put(values: tuple[_T, ...], at: int, value: _T) -> tuple[_T, ...]:
    return (*values[:at], value, *values[at + 1 :])
