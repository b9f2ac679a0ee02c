"""Registry of players: :data:`PLAYERS` has an entry for each, and :func:`player` makes one by its name.

    player = lexkit.player("static")
    game.act(player.choose(game.view(game.to_move)))

A new player is an entry here and a file with its class: a :class:`.base.Strategy`, or one that chooses an action for a
view itself and has a constructor ``named``. The class is imported when the player is first made, so that this module
costs little. The command lines, completion, the web pages and docs/players.md take names and help from the entries.

Guaranteed: a choice depends on the view, the lexicon, the player's name and seed alone: no player knows what is hidden.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lexkit import lexicons
from lexkit.base.errors import QueryError, likely_names, show_value

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import Index, LexiconLike
    from lexkit.runtime.game.move import Move
    from lexkit.runtime.game.rules import Rules

    from .base import Strategy, StrategyPlayer
    from .champion import Champion
    from .engine.engine_player import EnginePlayer

#: Need of a player: leave values.
LEAVES: Final = "leaves"
#: Need of a player: time for each choice.
TIME: Final = "time"
#: Need of a player: the command of a program.
COMMAND: Final = "command"


class Opponent(NamedTuple):
    """A player as offered to people: its name, with its time if it needs some, a title, and a short description."""

    name: str
    title: str
    note: str


@dataclass(frozen=True)
class PlayerEntry:
    """One player, or several of one kind.

    Attributes:
        names: The names, the weakest first.
        home: The module in this folder and the class in it that plays.
        help: How it chooses, in a few words.
        ahead: How far it looks ahead.
        rating: Strength of the best of the names in Elo points above ``greedy``, as measured in docs/players.md and
            the pages it names.
        needs: What it needs: LEAVES, TIME, COMMAND.
        argument: What follows a name and a colon, such as ``SECONDS``; "" if nothing may.
        opponents: How it is offered to people, the weakest first.
    """

    names: tuple[str, ...]
    home: str
    help: str
    ahead: str = "no"
    rating: int = 0
    needs: frozenset[str] = frozenset()
    argument: str = ""
    opponents: tuple[Opponent, ...] = ()

    @property
    def thinks(self) -> bool:
        """True if the player uses the time that it is given."""
        return TIME in self.needs

    @property
    def shown(self) -> str:
        """Names in a few characters: ``greedy``, ``heuristic-1 to heuristic-3``, ``champion:SECONDS``."""
        if self.argument:
            return f"{self.names[0]}:{self.argument}"
        return self.names[0] if len(self.names) == 1 else f"{self.names[0]} to {self.names[-1]}"

    def load(self) -> Any:
        """Import the class that plays."""
        module, name = self.home.rsplit(".", 1)
        return getattr(import_module(f".{module}", __package__), name)


_LEVELS: Final = tuple(
    Opponent(name, name.capitalize(), str(level["note"])) for name, level in lexicons.levels().items()
)
#: The players, the strongest first.
PLAYERS: Final = (
    PlayerEntry(
        ("champion",),
        "champion.Champion",
        "solves the endgame, compares the last draws, and simulates before that; 3 seconds a choice, or as its clock "
        "allows, or a number of iterations",
        ahead="to the end, if there is time",
        rating=190,
        needs=frozenset({LEAVES, TIME}),
        argument="SECONDS",
        opponents=(Opponent("champion:3", "Champion", "thinks ahead"),),
    ),
    PlayerEntry(
        ("positional",),
        "positional.Positional",
        "the highest equity by the tiles not seen; with an empty bag the best candidates, played out",
        ahead="when the bag is empty, to the end",
        rating=132,
        needs=frozenset({LEAVES}),
    ),
    PlayerEntry(
        ("static",),
        "one_ply.Static",
        "the highest equity: score, and the trained value of what is kept",
        rating=113,
        needs=frozenset({LEAVES}),
        opponents=(Opponent("static", "Expert", "sees every move"),),
    ),
    PlayerEntry(
        ("heuristic-1", "heuristic-2", "heuristic-3"),
        "one_ply.ByLeave",
        "score, and Gordon's values of what is kept",
        rating=73,
    ),
    PlayerEntry(
        ("two-ply",),
        "two_ply.TwoPly",
        "score less the mean of the best replies to 20 sampled racks",
        ahead="one reply",
        rating=22,
    ),
    PlayerEntry(("greedy",), "one_ply.Greedy", "the highest score"),
    PlayerEntry(
        tuple(one.name for one in _LEVELS),
        "levels.Level",
        "the highest score of the words it knows and the plays that it sees",
        rating=-26,
        opponents=_LEVELS,
    ),
    PlayerEntry(
        ("enos",),
        "enos.Enos",
        "Enos's program: promising subsets of letters, minimax",
        ahead="one reply, three in the endgame",
        rating=-158,
    ),
    PlayerEntry(
        ("siu",),
        "engine.engine_player.EnginePlayer",
        "a program that speaks SIU, asked for each choice",
        ahead="as the program does",
        needs=frozenset({TIME, COMMAND}),
        argument="COMMAND",
    ),
)
_BY_NAME: Final = {name: entry for entry in PLAYERS for name in entry.names}


def player_names() -> tuple[str, ...]:
    """Return the names of all players but programs, the weakest first."""
    return tuple(name for entry in reversed(PLAYERS) if COMMAND not in entry.needs for name in entry.names)


def opponents() -> tuple[Opponent, ...]:
    """Return the players that are offered to people, the weakest first."""
    return tuple(one for entry in reversed(PLAYERS) for one in entry.opponents)


def describe_names() -> str:
    """Return the accepted names of players, for help texts."""
    return ", ".join(entry.shown for entry in PLAYERS)


def entry_of(name: str) -> PlayerEntry | None:
    """Return the entry of a name such as ``static`` or ``champion:2.5``, None if no player has it."""
    known, colon, _ = name.partition(":")
    entry = _BY_NAME.get(known)
    if entry is None or (colon and not entry.argument) or (not colon and COMMAND in entry.needs):
        return None
    return entry


def needs(name: str, what: str) -> bool:
    """Return whether the player of a name needs LEAVES, TIME or a COMMAND."""
    entry = entry_of(name)
    return entry is not None and what in entry.needs


def _require_entry(name: str) -> PlayerEntry:
    """Return the entry of a name. Raises QueryError if no player has it."""
    entry = entry_of(name)
    if entry is not None:
        return entry
    known, names = name.strip().lower().partition(":")[0], player_names()
    near = likely_names(known, names)
    rest = name.strip()[len(known) :] if near and _BY_NAME[near[0]].argument else ""
    forms = [one.shown for one in PLAYERS if one.argument]
    raise QueryError(
        "no such player",
        expected=f"{', '.join((*names, *forms[:-1]))} or {forms[-1]}",
        found=show_value(name),
        remedy=f"did you mean {near[0]}{rest}?" if near else None,
    )


#: Message for a class in place of a player.
_CLASS_GIVEN: Final = "a player must be a name, a function of a Move or a player, not the class {0}: make one, {0}(...)"


def player(
    name: str | Strategy | Callable[[Move], float],
    lexicon: LexiconLike | None = None,
    *,
    seed: int | str = 0,
    time: float | None = None,
) -> StrategyPlayer | Champion | EnginePlayer:
    """Return a player by name, or by a function from a :class:`lexkit.Move` to a number.

    Names: ``greedy`` (the highest score), ``static`` (the highest equity, with the lexicon's leave values),
    ``positional`` (equity by the unseen tiles, with the last turns played out: :mod:`.positional`), ``heuristic-1``
    to ``heuristic-3`` (Gordon's), ``two-ply`` (Appel and Jacobson's sampled search, :mod:`.two_ply`), ``enos``
    (Enos's program, :mod:`.enos`), and levels that a person can beat, from ``beginner`` to ``tournament``
    (:mod:`.levels`); ``champion``, which thinks (:mod:`.champion`), also with its seconds: ``champion:2.5``; and
    ``siu:COMMAND``, a program (:mod:`lexkit.engine`).

    The same view gives the same choice.

    Args:
        name: A name, a strategy, or a function.
        lexicon: By default the game's.
        seed: Decides what a level knows and sees, and which racks are sampled.
        time: Seconds for each choice of ``champion`` or a program, by default 3, less if its clock requires it.

    Raises:
        QueryError: The name is unknown, the time is invalid, or the player does not think.
    """
    from lexkit.runtime.game.bag import require_seed

    from .base import StrategyPlayer

    thinking = thinking_player(name, lexicon, seed, time)
    if thinking is not None:
        return thinking
    if isinstance(name, str):
        _require_entry(name)
    elif isinstance(name, type):
        raise TypeError(_CLASS_GIVEN.format(name.__name__))
    if time is not None:
        raise QueryError("this player does not think", expected="time for champion", found=repr(name))
    return StrategyPlayer(name, strategy, lexicon, require_seed(seed))


def thinking_player(
    name: object, lexicon: LexiconLike | None, seed: int | str = 0, time: float | None = None
) -> Champion | EnginePlayer | None:
    """Return the player of a name who needs time, None for others."""
    entry = entry_of(name) if isinstance(name, str) else None
    if entry is None or not entry.thinks:
        return None
    made: Champion | EnginePlayer = entry.load().named(name, lexicon, seed, seconds=time)
    return made


def strategy(
    chosen: str | Strategy | Callable[[Move], float], index: Index, rules: Rules, seed: int | str = 0
) -> Strategy:
    """Return the strategy of a name or a function.

    ``seed`` decides what a level knows and sees, and the racks that ``two-ply`` and ``enos`` give the opponent.

    Raises:
        QueryError: The name is unknown, or of a player who chooses without a strategy.
    """
    from .base import Strategy

    if isinstance(chosen, Strategy):
        return chosen
    if isinstance(chosen, str):
        entry = _require_entry(chosen)
        if entry.thinks:
            raise QueryError("this player has no strategy for a match", found=show_value(chosen))
        made: Strategy = entry.load().named(chosen, index, rules, seed)
        return made
    if isinstance(chosen, type):
        raise TypeError(_CLASS_GIVEN.format(chosen.__name__))
    if callable(chosen):
        from .one_ply import ByMove

        return ByMove(chosen)
    raise TypeError(f"a player must be a name or a function of a Move, not {type(chosen).__name__}")
