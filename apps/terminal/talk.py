"""Read and answer the lines that people type at a table, in any kind of game.

A line is a command, such as ``help``, or an action of the game. The table is saved after every action. Invalid
input, or a move against the rules, gets a one-line message, and the game goes on.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from typing import Any, Final, Generic, TypeVar

from lexkit.errors import LexkitError, QueryError, show_value

from ..shell import console
from ..table import AnyTable, StaleTableError, Tables
from ..table.lexicons import describe_list
from .drawing import LEGEND
from .screen import EndOfInputError, Screen, TimeUpError

T = TypeVar("T", bound=AnyTable)
#: Maps other names of commands to their names.
_ALIASES: Final = {
    "?": "help",
    "h": "help",
    "q": "quit",
    "exit": "quit",
    "board": "show",
    "u": "undo",
    "s": "shuffle",
    "save!": "overwrite",
}


class Talk(ABC, Generic[T]):
    """Session at a table. A method ``_do_NAME`` carries out the command NAME, and ``_act`` any other line."""

    #: Text of the command ``help``.
    help = ""

    def __init__(self, table: T, tables: Tables, screen: Screen) -> None:
        self.table = table
        self.tables = tables
        self.screen = screen
        #: True if a line was refused, as unknown or not allowed.
        self.refused = False
        self._names = [seat.name for seat in table.seats]
        self._racks: dict[int, list[str]] = {}

    def run(self) -> None:
        """Play until the game is left. Raises KeyboardInterrupt for Ctrl-C."""
        if self.screen.interactive and self.table.lexicon is not None:
            self.screen.say(console.shown(describe_list(self.table.lexicon_name or "", self.table.lexicon)))
        try:
            while True:
                self.go_on()
                try:
                    line = self.screen.ask(f"{self.prompt}> ", self.table.ends_in).strip()
                except TimeUpError:
                    self.screen.say("")
                    continue
                except QueryError as error:
                    self._complain(error)
                    continue
                if self._obey(line):
                    return
        except EndOfInputError:
            pass
        finally:
            self.tables.pause(self.table)

    # -- what each kind of game defines ----------------------------------------------------------------

    @property
    @abstractmethod
    def seat(self) -> int:
        """Seat of the person who sees the screen."""

    @property
    @abstractmethod
    def prompt(self) -> str:
        """Prompt for the next line."""

    @abstractmethod
    def go_on(self) -> None:
        """Do everything that comes before the next line, and show it."""

    @abstractmethod
    def show(self) -> None:
        """Draw the board, the panel and the rack."""

    @abstractmethod
    def show_anew(self) -> None:
        """Show everything again before the next line."""

    @abstractmethod
    def _act(self, line: str) -> None:
        """Carry out an action of the game."""

    # -- lines --------------------------------------------------------------------------------------

    def _obey(self, line: str) -> bool:
        """Carry out a line; return True if it leaves the game."""
        first, _, rest = line.partition(" ")
        name = _ALIASES.get(first.lower(), first.lower())
        do: Callable[[str], None] | None = getattr(self, f"_do_{name}", None) if name.isalpha() else None
        try:
            if name == "quit":
                return True
            if not line:
                self.show_anew()
            elif do is not None:
                do(rest.strip())
            else:
                self._act(line)
        except StaleTableError as error:
            self._complain(error)
            self._open_again()
        except (LexkitError, OSError) as error:
            self._complain(error)
        return False

    def _open_again(self) -> None:
        table: Any = self.tables.open_any(self.table.name or "")
        self.table = table

    def _complain(self, error: Exception) -> None:
        self.refused = True
        self.screen.say(self.screen.paint(console.shown(" ".join(str(error).split())), "bad"))

    def _do_help(self, rest: str) -> None:
        self.screen.say([self.help, f"squares: {LEGEND}"])

    def _do_show(self, rest: str) -> None:
        self.show()

    # -- the rack -----------------------------------------------------------------------------------

    def _rack_line(self, view: dict[str, Any]) -> str:
        """Format the rack of a view, in the order that the person has chosen."""
        seat = view["seat"]
        left, kept = list(view["rack"]), []
        for label in self._racks.get(seat, []):
            if label in left:
                left.remove(label)
                kept.append(label)
        self._racks[seat] = kept + left
        return "rack " + self.screen.paint(" ".join(self._racks[seat]), "strong")

    def _do_shuffle(self, rest: str) -> None:
        rack = list(self.table.view(self.seat)["rack"])
        random.shuffle(rack)
        self._racks[self.seat] = rack
        self.screen.say(self._rack_line(self.table.view(self.seat)))

    def _do_sort(self, rest: str) -> None:
        self._racks.pop(self.seat, None)
        self.screen.say(self._rack_line(self.table.view(self.seat)))


def require_command_of(line: str, actions: Collection[str]) -> None:
    """Raise QueryError if a line is a single word, but not one of these actions."""
    if len(line.split()) == 1 and not line.startswith("-") and line.isalpha() and line.lower() not in actions:
        raise QueryError("not a command", found=show_value(line), remedy="help lists them")
