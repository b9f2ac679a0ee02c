"""Players of a :class:`lexkit.Game`: objects that choose an action for a view.

    player = lexkit.player("static")
    game.act(player.choose(game.view(game.to_move)))

A player is anything with such a ``choose``. Those of :func:`player` play by an evaluation (:mod:`.evaluation`), think
(:mod:`.champion`), or ask a program (:mod:`.engine.engine_player`).

Guaranteed: a choice depends on the view, the lexicon, the player's name and seed alone: no player knows what is hidden.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from lexkit.base.errors import QueryError
from lexkit.runtime.game.bag import require_seed
from lexkit.runtime.game.referee.player_view import View
from lexkit.runtime.game.referee.turn import Action

from .base import Strategy
from .champion import Champion
from .registry import CHAMPION, SIU, StrategyPlayer, no_such_player, strategy_names

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import HasIndex
    from lexkit.runtime.game.move import Move

    from .engine.engine_player import EnginePlayer


@runtime_checkable
class Player(Protocol):
    """Anything that chooses an action for a view of a game in which it is to move."""

    def choose(self, view: View) -> Action:
        """The action that the player chooses."""
        ...


def player(
    name: str | Strategy | Callable[[Move], float],
    lexicon: HasIndex | None = None,
    *,
    seed: int | str = 0,
    time: float | None = None,
) -> StrategyPlayer | Champion | EnginePlayer:
    """A player by name, or by a function from a :class:`lexkit.Move` to a number.

    Names: ``greedy`` (the highest score), ``static`` (the highest equity, with the lexicon's leave values),
    ``positional`` (equity by the tiles not seen, and the last turns played out: :mod:`.positional`), ``heuristic-1``
    to ``heuristic-3`` (Gordon's), ``two-ply`` (Appel and Jacobson's sampled search, :mod:`.two_ply`), ``enos`` (Enos's
    program, :mod:`.enos`), and levels that a person can beat, from ``beginner`` to ``tournament``
    (:mod:`.levels`); ``champion``, which thinks (:mod:`.champion`), also with its seconds:
    ``champion:2.5``; and ``siu:COMMAND``, a program (:mod:`lexkit.engine`). ``lexicon``: by default that of the game.
    ``seed`` decides what a level knows and sees, and which racks are sampled: the same view gives the same choice.
    ``time``: seconds for each choice of ``champion`` or a program, 3 if nothing is said, less if its clock says so.
    Raises QueryError if the name is unknown, and if the time is invalid or the player does not think.
    """
    thinking = thinking_player(name, lexicon, seed, time)
    if thinking is not None:
        return thinking
    if isinstance(name, str) and name not in strategy_names():
        raise no_such_player(name)
    if time is not None:
        raise QueryError("this player does not think", expected=f"time for {CHAMPION}", found=repr(name))
    return StrategyPlayer(name, lexicon, require_seed(seed))


def thinking_player(
    name: object, lexicon: HasIndex | None, seed: int | str = 0, time: float | None = None
) -> Champion | EnginePlayer | None:
    """The champion or the program that a name means; None for other players."""
    if not isinstance(name, str):
        return None
    if name.startswith(SIU):
        from .engine.engine_player import EnginePlayer  # with all that talks to processes

        return EnginePlayer.named(name, lexicon, seconds=time)
    champion = Champion.named(name, lexicon, seed)
    return champion if champion is None or time is None else Champion(lexicon, seconds=time, seed=seed)
