"""Actions that players choose, and records of turns: who did what, on which board and rack, with what result.

Guaranteed: both are immutable, and :meth:`Turn.hidden` contains nothing that the other players do not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from lexkit.base.errors import with_plain_types

from ..rack import Rack
from .turn_kinds import TurnKind

if TYPE_CHECKING:
    from ..move import Move, Snapshot

PLACEMENT: Final[str] = TurnKind.PLACEMENT.value
EXCHANGE: Final[str] = TurnKind.EXCHANGE.value
PASS: Final[str] = TurnKind.PASS.value
CHALLENGE: Final[str] = TurnKind.CHALLENGE.value
ACCEPT: Final[str] = TurnKind.ACCEPT.value
RESIGNATION: Final[str] = TurnKind.RESIGNATION.value
TIME: Final[str] = TurnKind.TIME.value
FINE: Final[str] = TurnKind.FINE.value


@with_plain_types
class Action(NamedTuple):
    """An action of a player; ``game.act(action)`` performs it.

    Attributes:
        kind: ``placement``, ``exchange``, ``pass``, ``challenge`` or ``resignation``.
        move: The placement, also as text.
        exchanged: The tiles exchanged, as text or as numbers, or the number of tiles.
        words: The words challenged, all if empty.
    """

    kind: str
    move: Move | str | None = None
    exchanged: str | bytes | int = b""
    words: tuple[str, ...] = ()

    @classmethod
    def read(cls, text: str) -> Action:
        """Return the action of a text, without checking that it is possible.

        ``8D LIFE`` places tiles, ``-AEI`` or ``exchange AEI`` exchanges, ``-`` or ``pass`` passes, ``challenge`` or
        ``challenge LIFEX`` challenges, ``resign`` resigns.

        Args:
            text: The text, for example a :attr:`Turn.text`.
        """
        first, *words = text.split() or [""]
        match first.lower():
            case "-" | "pass" | "accept":
                return cls(PASS)
            case "challenge":
                return cls(CHALLENGE, words=tuple(words))
            case "resign" | "resignation":
                return cls(RESIGNATION)
        if first.startswith("-") or (words and first.lower() in ("exchange", "exch")):
            tiles = "".join([first[1:] if first.startswith("-") else "", *words])
            return cls(EXCHANGE, exchanged=int(tiles) if tiles.isdecimal() and tiles.isascii() else tiles)
        return cls(PLACEMENT, text)


def action_of(move: Move | None, exchanged: bytes = b"") -> Action:
    """Return the action of a choice: a placement, else an exchange of these tiles, else a pass."""
    if move is not None:
        return Action(PLACEMENT, move)
    return Action(EXCHANGE, exchanged=exchanged) if exchanged else Action(PASS)


@dataclass(frozen=True, init=False)
class Turn:
    """Record of one turn: the player, the position and the action.

    Attributes:
        player: Number of the player.
        kind: ``placement``, ``exchange``, ``pass``, ``challenge``, ``accept`` (of the last play), ``resignation``,
            ``time`` or ``fine`` (for overtime).
        snapshot: Squares before the turn.
        rack: The player's rack before the turn, None if hidden.
        scores: Scores before the turn, by player.
        zeros: Number of scoreless turns in a row before the turn.
        move: The placement, or the one challenged.
        score: Points of the turn; the points of a challenge go to the player challenged.
        exchanged: Numbers of the tiles exchanged, blanks 0; empty if hidden.
        drawn: Numbers of the tiles drawn, blanks 0; empty if hidden.
        size: Number of tiles that left the rack.
        known: By player, the tiles of the rack that all others knew before the turn.
        words: Words challenged, each with whether it is valid.
        time: Seconds used, None without a clock.
    """

    player: int
    kind: str
    snapshot: Snapshot
    rack: Rack | None
    scores: tuple[int, ...]
    zeros: int
    known: tuple[str, ...]
    move: Move | None = None
    exchanged: bytes = b""
    drawn: bytes = b""
    size: int = 0
    score: int = 0
    words: tuple[tuple[str, bool], ...] = ()
    time: float | None = None

    def __init__(
        self,
        player: int,
        kind: str,
        snapshot: Snapshot,
        rack: Rack | None,
        scores: tuple[int, ...],
        zeros: int,
        known: tuple[str, ...],
        move: Move | None = None,
        exchanged: bytes = b"",
        drawn: bytes = b"",
        size: int = 0,
        score: int = 0,
        words: tuple[tuple[str, bool], ...] = (),
        time: float | None = None,
    ) -> None:
        # Set all attributes in one step: the constructor that dataclass generates takes three times as long.
        vars(self).update(
            player=player,
            kind=kind,
            snapshot=snapshot,
            rack=rack,
            scores=scores,
            zeros=zeros,
            known=known,
            move=move,
            exchanged=exchanged,
            drawn=drawn,
            size=size,
            score=score,
            words=words,
            time=time,
        )

    def __repr__(self) -> str:
        points = f" {self.score:+d}" if self.score else ""
        return f"<Turn: player {self.player}, {self.text}{points}>"

    def _repr_html_(self) -> str:
        from lexkit.players.pictures.results import show_turn

        return show_turn(self)

    @property
    def success(self) -> bool | None:
        """True if a challenge took the play back; None for other turns."""
        return not all(valid for _, valid in self.words) if self.kind == CHALLENGE else None

    @property
    def text(self) -> str:
        """Action as text: ``8D .IFE``, ``-AEI``, ``-3``, ``-``, ``challenge LIFEX``, ``resignation``."""
        if self.kind == PLACEMENT and self.move is not None:
            return self.move.text
        if self.kind == EXCHANGE:
            if not self.exchanged:
                return f"-{self.size}"
            return f"-{Rack.of_tiles(self.exchanged, self.snapshot.rules.alphabet)}"
        if self.kind == CHALLENGE:
            return " ".join([CHALLENGE, *(word for word, _ in self.words)])
        return "-" if self.kind == PASS else self.kind

    def hidden(self) -> Turn:
        """Return the turn as the other players saw it."""
        if self.rack is None and not self.exchanged and not self.drawn:
            return self
        return replace(self, rack=None, exchanged=b"", drawn=b"")


def running_totals(turns: Iterable[Turn], start: Iterable[int]) -> Iterator[tuple[Turn, int, list[int], int]]:
    """Yield (turn, points, totals after it, player whose total they changed) for each turn.

    ``start``: the scores before the first turn. The points of a challenge belong to the player challenged; a
    successful one takes back the points of the play.
    """
    totals = list(start)
    played: Turn | None = None
    for turn in turns:
        if turn.kind == PLACEMENT:
            played = turn
        gains, points = turn.player, turn.score
        if turn.kind == CHALLENGE and played is not None:
            gains, points = played.player, -played.score if turn.success else turn.score
        totals[gains] += points
        yield turn, points, list(totals), gains
