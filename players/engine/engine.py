"""An engine: a program that speaks SIU, started, asked and ended.

    with lexkit.engine.open("lexq siu", options={"Threads": 2}) as engine:
        result = engine.go(board, "sim", time=2)
        with engine.analysis(board, "sim", infinite=True) as analysis:
            for info in analysis:
                if info.kind == "sim" and info.number("iters") > 500:
                    break
        game.act(engine.choose(game.view(game.to_move)))

One search runs at a time. After an invalid or late answer, the program is ended, since its later lines could not be
assigned to a question.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Protocol

from lexkit.base.checks import require_seconds, require_whole
from lexkit.base.errors import EngineError, show_value
from lexkit.formats.constants import PACKED_SUFFIX, SUFFIX

from ..base import forced_action
from ..champion import SECONDS, share_of_clock
from .conversation import Conversation
from .messages import Option, Result, read_option, write_move
from .process import Process
from .search import Analysis

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import Index, LexiconLike
    from lexkit.runtime.game.referee.player_view import View
    from lexkit.runtime.game.referee.turn import Action

#: Default time limit of an engine's answers without a search, in seconds.
TIMEOUT: Final = 10.0
#: Time limit of a search without a time of its own, in seconds.
LONGEST: Final = 600.0
#: Largest number that is sent to an engine.
_MOST: Final = 10**15
_MODES: Final = ("gen", "sim", "infer", "endgame", "peg", "auto")


class HasCgp(Protocol):
    """A position: a board, a view or a game."""

    def to_cgp(self) -> str:
        """Return the position as CGP."""
        ...


def open(
    command: str | Sequence[str],
    *,
    options: Mapping[str, object] | None = None,
    timeout: float = TIMEOUT,
    time: float = SECONDS,
    lexicon: LexiconLike | None = None,
) -> Engine:
    """Start a program that speaks SIU, and do the handshake.

    Args:
        command: The command line, split as a shell does but run without one, or its words.
        options: Options to set.
        timeout: Seconds in which it has to answer without a search, and beyond the time of a search.
        time: Seconds for each choice as a player.
        lexicon: Lexicon by which it challenges plays, by default the game's.

    Returns:
        The running engine.

    Raises:
        EngineTerminatedError: It cannot be started, or ends.
        EngineTimeoutError: It does not answer in time.
        EngineError: It does not speak SIU, or lacks an option.
    """
    limits = require_seconds(timeout, "timeout"), require_seconds(time)
    engine = Engine(Process(command), *limits, lexicon)
    try:
        engine.greet()
        engine.configure(options or {})
    except BaseException:
        engine.close()
        raise
    return engine


class Engine:
    """A running engine, made by :func:`open`; also a player.

    Attributes:
        id: Its ``name`` and ``author``.
        capabilities: Its capabilities, such as ``sim`` and ``stop``.
        options: Options by name.
    """

    def __init__(self, process: Process, timeout: float, time: float, lexicon: LexiconLike | None) -> None:
        """Store the process that :func:`open` started."""
        self.id: dict[str, str] = {}
        self.capabilities: frozenset[str] = frozenset()
        self.options: dict[str, Option] = {}
        self._process = process
        self._conversation = Conversation(process, timeout)
        self._seconds = time
        self._core: Index | None = None if lexicon is None else lexicon.core
        self._set: set[str] = set()
        self._told: Index | None = None

    # -- what needs no search -----------------------------------------------------------------------

    def greet(self) -> None:
        """Do the handshake, as :func:`open` does."""
        with self._conversation.question():
            self._process.send("siu")
            for line in self._conversation.until("siuok"):
                key, _, rest = line.strip().partition(" ")
                first, _, value = rest.partition(" ")
                if key == "id":
                    self.id[first] = value.strip()
                elif key == "capability":
                    self.capabilities |= set(rest.split())
                elif key == "option" and (option := read_option(line)) is not None:
                    self.options[option.name] = option
            self._conversation.ask()

    def configure(self, options: Mapping[str, object]) -> None:
        """Set options.

        Args:
            options: Name -> a text, a number, True or False; None presses a button.

        Raises:
            EngineError: The engine lacks an option, or refuses a value.
        """
        known = {name.lower(): option for name, option in self.options.items()}
        lines = []
        chosen = set()
        for name, value in options.items():
            option = known.get(name.lower()) if isinstance(name, str) else None
            if option is None:
                expected = ", ".join(self.options) or "none"
                raise EngineError("no such option", path=self.name, expected=expected, found=show_value(name))
            text = str(value).lower() if isinstance(value, bool) else str(value)
            lines.append(f"setoption name {option.name}" + ("" if value is None else f" value {text}"))
            chosen.add(option.name.lower())
        if lines:
            with self._conversation.question():
                self._conversation.require("an option", *lines)
            self._set |= chosen

    def ping(self) -> None:
        """Wait until the engine has processed everything so far."""
        with self._conversation.question():
            self._conversation.ask()

    def new_game(self) -> None:
        """Announce that the next position belongs to another game."""
        with self._conversation.question():
            self._conversation.ask("siunewgame")

    @property
    def name(self) -> str:
        """Name that the engine states, else its command."""
        return self.id.get("name") or self._process.name

    @property
    def alive(self) -> bool:
        """True if the program runs."""
        return self._process.alive

    @property
    def pid(self) -> int:
        """Process identifier of the program."""
        return self._process.pid

    def quit(self) -> None:
        """Ask the program to end, and end it. It may be called twice."""
        self._process.close("quit")

    def close(self) -> None:
        """End the program at once."""
        self._process.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.quit()

    def __repr__(self) -> str:
        return f"<Engine {self.name}{'' if self.alive else ', ended'}>"

    # -- searches -----------------------------------------------------------------------------------

    def analysis(
        self,
        position: HasCgp | str,
        mode: str = "auto",
        *,
        played: Iterable[Any] = (),
        time: float | None = None,
        depth: int | None = None,
        iterations: int | None = None,
        confidence: int | None = None,
        moves: Iterable[Any] = (),
        also: Iterable[Any] = (),
        threads: int | None = None,
        infer: bool = False,
        infinite: bool = False,
    ) -> Analysis:
        """Begin a search: iterate over its lines, ``stop`` it, or wait for its ``result``.

        Moves are tokens such as ``8D.DJINN``, or objects.

        Args:
            position: A board, a view, or a CGP text.
            mode: ``gen``, ``sim``, ``infer``, ``endgame``, ``peg`` or ``auto``.
            played: Moves after the position; ``infer`` needs the last one.
            time: Seconds.
            depth: Maximum depth in turns.
            iterations: Maximum number of iterations.
            confidence: 95, 98 or 99 percent.
            moves: Search only these moves.
            also: Search these moves besides the engine's.
            threads: Number of threads.
            infer: Use the last inference.
            infinite: Search until it is stopped.

        Returns:
            The search.

        Raises:
            EngineError: The engine lacks the mode, or refuses the position.
            QueryError: A limit is impossible.
        """
        if mode not in _MODES or (self.capabilities and mode not in self.capabilities):
            expected = ", ".join(one for one in _MODES if one in self.capabilities) or ", ".join(_MODES)
            raise EngineError("not a mode of this engine", path=self.name, expected=expected, found=show_value(mode))
        cgp = " ".join((position if isinstance(position, str) else position.to_cgp()).split())
        listed = " ".join(map(_token, played))
        numbers = {
            "depth": depth,
            "iterations": iterations,
            "movetime": None if time is None else max(1, round(require_seconds(time) * 1000)),
            "stopcondition": confidence,
            "threads": threads,
        }
        asked = [
            (name, require_whole(number, name, 1, _MOST)) for name, number in numbers.items() if number is not None
        ]
        words = ["go", mode, *[f"{name} {number}" for name, number in asked]]
        words += ["useinference"] * infer + ["infinite"] * infinite
        for name, tokens in (("searchmoves", moves), ("alsosearchmoves", also)):
            text = " ".join(map(_token, tokens))
            words += [name, text] if text else []
        with self._conversation.question():
            line = f"position cgp {cgp}" + (f" moves {listed}" if listed else "")
            self._conversation.require("a position", line, wholly=False)
            longest = math.inf if infinite else (LONGEST if time is None else time) + self._conversation.timeout
            return self._conversation.begin_search(" ".join(words), longest)

    def go(self, position: HasCgp | str, mode: str = "auto", **limits: Any) -> Result:
        """Search, and wait for the result.

        Args:
            position: As for :meth:`analysis`.
            mode: As for :meth:`analysis`.
            **limits: Limits of :meth:`analysis`.

        Raises:
            EngineError: As for :meth:`analysis`.
            QueryError: As for :meth:`analysis`.
        """
        return self.analysis(position, mode, **limits).result()

    def choose(self, view: View) -> Action:
        """Return the action for a view, as a player: within ``time``, or its share of the clock.

        Words that are not in the lexicon are challenged.

        Args:
            view: The player's view of the game.

        Raises:
            EngineError: The engine gives no move.
        """
        core, forced = forced_action(view, self._core)
        if forced is not None:
            return forced
        self._follow(core)
        mode = "auto" if not self.capabilities or "auto" in self.capabilities else "gen"
        result = self.go(view, mode, time=max(0.01, share_of_clock(view, self._seconds)))
        if result.move is None:
            said = next((info.text for info in result.infos if info.error), "none")
            raise EngineError("the engine gave no move", path=self.name, expected="a move", found=said)
        return result.move

    def stop(self) -> None:
        """Ask the engine to end its search, from any thread."""
        search = self._conversation.search
        if search is not None:
            search.stop()

    def _follow(self, core: Index) -> None:
        """Send the game's lexicon to the engine, unless the caller has set one or the engine has no such option.

        Raises EngineError if it refuses: it would play by other words than the game.
        """
        path = core.file.path
        if self._told is core or path is None or "lexicon" in self._set:
            return
        file = Path(path).absolute()
        wanted = {"DataPath": str(file.parent), "Lexicon": _bare_name(file.name)}
        if wanted.keys() <= self.options.keys() and file.is_file():
            if ";" in wanted["DataPath"]:
                raise EngineError(
                    "the path of this folder cannot be sent to an engine", path=path, expected="no ; in its name"
                )
            with self._conversation.question():
                lines = [f"setoption name {name} value {value}" for name, value in wanted.items()]
                self._conversation.require("a lexicon", *lines)
        self._told = core


def _bare_name(file: str) -> str:
    """Return the name of a lexicon: its file's name without the extension."""
    return next((file[: -len(end)] for end in (PACKED_SUFFIX, SUFFIX) if file.lower().endswith(end)), file)


def _token(move: Any) -> str:
    if isinstance(move, str):
        if len(move.split()) != 1:
            raise EngineError("not a move of SIU", expected="such as 8D.DJINN", found=show_value(move))
        return move.strip()
    return write_move(move)
