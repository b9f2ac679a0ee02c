"""Programs that speak SIU as players of a match.

Their names are ``siu:lexq siu``, or with seconds for each choice, ``siu:2:lexq siu``. A program is started when it
first has to choose, plays game after game, and is started again after a game that it lost by its own fault.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lexkit.base.errors import EngineError, QueryError
from lexkit.runtime.game.names import MAX_NAME

from ..champion import SECONDS
from .engine import TIMEOUT, Engine, open
from .process import split_command

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import LexiconLike
    from lexkit.runtime.game.referee.player_view import View
    from lexkit.runtime.game.referee.turn import Action

#: Prefix of the names of programs.
SIU: Final = "siu:"
_LONGEST_NAME: Final = MAX_NAME - 2


class EnginePlayer:
    """A player that asks a program. An error of the program loses its game, and does not end a match.

    ``command``: the command line; ``seconds``: maximum for each choice; ``timeout``: additional seconds before the
    program counts as hanging.
    """

    #: True if the player's errors lose a game of a match.
    forfeits = True

    def __init__(
        self, command: str, lexicon: LexiconLike | None = None, *, seconds: float = SECONDS, timeout: float = TIMEOUT
    ) -> None:
        """Store the settings. Raises EngineTerminatedError if this is not a command."""
        split_command(command)
        name = "".join(letter if letter.isprintable() else " " for letter in SIU + command)
        #: Name in matches and records: no longer than they allow, with room for a number after it.
        self.name = name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 3] + "..."
        self._command = command
        self._lexicon = lexicon
        self._seconds = seconds
        self._timeout = timeout
        self._engine: Engine | None = None

    @classmethod
    def named(
        cls, name: str, lexicon: LexiconLike | None = None, seed: int | str = 0, *, seconds: float | None = None
    ) -> EnginePlayer:
        """Return the player of a name: ``siu:COMMAND`` or ``siu:SECONDS:COMMAND``.

        ``seconds``: if the name has none; ``seed``: ignored, as a program has its own. Raises QueryError if these
        are not seconds.
        """
        command = name.removeprefix(SIU)
        first, colon, rest = command.partition(":")
        try:
            told = float(first) if colon else None
        except ValueError:
            told = None
        if told is not None and not 0 < told < float("inf"):
            raise QueryError("invalid time", expected=f"seconds, as in {SIU}2.5:lexq siu", found=repr(name))
        chosen = told if told is not None else SECONDS if seconds is None else seconds
        return cls(command if told is None else rest, lexicon, seconds=chosen)

    def begin(self) -> None:
        """Start the program if it does not run, and announce a new game.

        Raises EngineError if it cannot be started.
        """
        if self._engine is not None:
            try:
                self._engine.new_game()
            except EngineError:
                self.close()
        if self._engine is None:
            self._engine = open(self._command, timeout=self._timeout, time=self._seconds, lexicon=self._lexicon)

    def choose(self, view: View) -> Action:
        """Return the action for a view. If the program fails, raise EngineError and end it."""
        if self._engine is None:
            self.begin()
        assert self._engine is not None
        try:
            return self._engine.choose(view)
        except EngineError:
            self.close()
            raise

    def close(self) -> None:
        """End the program; it is started again when it has to choose."""
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.quit()

    def __repr__(self) -> str:
        return f"<Player {self.name}>"
