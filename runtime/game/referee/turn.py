"""Actions that players choose, and records of turns: who did what, on which board and rack, with what result.

Guaranteed: both are immutable, and :meth:`Turn.hidden` contains nothing that the other players do not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, get_args

from lexkit.base.errors import IllegalMoveError, show_value

from ..move import Move
from ..rack import Rack
from .turn_kinds import TurnKind

if TYPE_CHECKING:
    from ..move import Snapshot

PLACEMENT: Final[str] = TurnKind.PLACEMENT.value
EXCHANGE: Final[str] = TurnKind.EXCHANGE.value
PASS: Final[str] = TurnKind.PASS.value
CHALLENGE: Final[str] = TurnKind.CHALLENGE.value
ACCEPT: Final[str] = TurnKind.ACCEPT.value
RESIGNATION: Final[str] = TurnKind.RESIGNATION.value
TIME: Final[str] = TurnKind.TIME.value
FINE: Final[str] = TurnKind.FINE.value


ActionKind = Literal["placement", "exchange", "pass", "challenge", "resignation"]


@dataclass(frozen=True, slots=True)
class Action:
    """An action of a player; ``game.act(action)`` performs it.

    Attributes:
        kind: ``placement``, ``exchange``, ``pass``, ``challenge`` or ``resignation``.
        move: The placement, also as text.
        exchanged: The tiles exchanged, also as text, or their number in a game that is played elsewhere.
        words: The words challenged, all if empty.

    Raises:
        IllegalMoveError: There is no such kind, or no such exchange.
    """

    kind: ActionKind
    move: Move | str | None = None
    exchanged: Rack | str | int = ""
    words: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.kind not in get_args(ActionKind):
            expected = ", ".join(get_args(ActionKind))
            raise IllegalMoveError("not an action", place="kind", expected=expected, found=show_value(self.kind))
        if isinstance(self.exchanged, bool) or not isinstance(self.exchanged, Rack | str | int):
            expected = "a Rack, a text or the number of tiles"
            raise IllegalMoveError("not an exchange", expected=expected, found=show_value(self.exchanged))

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
                return cls("pass")
            case "challenge":
                return cls("challenge", words=tuple(words))
            case "resign" | "resignation":
                return cls("resignation")
        if first.startswith("-") or (words and first.lower() in ("exchange", "exch")):
            tiles = "".join([first[1:] if first.startswith("-") else "", *words])
            return cls("exchange", exchanged=int(tiles) if tiles.isdecimal() and tiles.isascii() else tiles)
        return cls("placement", text)

    @property
    def text(self) -> str:
        """Action as a text that :meth:`read` reads: ``8D .IFE``, ``-AEI``, ``-``, ``challenge LIFEX``."""
        match self.kind:
            case "placement":
                return self.move.text if isinstance(self.move, Move) else self.move or ""
            case "exchange":
                return f"-{self.exchanged}"
            case "challenge":
                return " ".join([self.kind, *self.words])
        return "-" if self.kind == "pass" else self.kind

    def __str__(self) -> str:
        return self.text


def action_of(move: Move | None, exchanged: Rack | None = None) -> Action:
    """Return the action of a choice: a placement, else an exchange of these tiles, else a pass."""
    if move is not None:
        return Action("placement", move)
    return Action("exchange", exchanged=exchanged) if exchanged else Action("pass")


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
        exchanged: The tiles exchanged, None if hidden or unknown.
        drawn: The tiles drawn, None if hidden or unknown.
        size: Number of tiles that left the rack.
        known: By player, the tiles of the rack that all others knew before the turn.
        challenged: Words challenged, each with its validity.
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
    exchanged: Rack | None = None
    drawn: Rack | None = None
    size: int = 0
    score: int = 0
    challenged: tuple[tuple[str, bool], ...] = ()
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
        exchanged: Rack | None = None,
        drawn: Rack | None = None,
        size: int = 0,
        score: int = 0,
        challenged: tuple[tuple[str, bool], ...] = (),
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
            challenged=challenged,
            time=time,
        )

    def __repr__(self) -> str:
        points = f" {self.score:+d}" if self.score else ""
        return f"<Turn: player {self.player}, {self.text}{points}>"

    def _repr_html_(self) -> str:
        from lexkit.players.pictures.results import show_turn

        return show_turn(self)

    @property
    def words(self) -> tuple[str, ...]:
        """Words that the placement formed, main word first; of a challenge, those of the play challenged."""
        return () if self.move is None else self.move.words

    @property
    def success(self) -> bool | None:
        """True if a challenge took the play back; None for other turns."""
        return not all(valid for _, valid in self.challenged) if self.kind == CHALLENGE else None

    @property
    def text(self) -> str:
        """Action as text: ``8D .IFE``, ``-AEI``, ``-3``, ``-``, ``challenge LIFEX``, ``resignation``."""
        if self.kind == PLACEMENT and self.move is not None:
            return self.move.text
        if self.kind == EXCHANGE:
            return f"-{self.exchanged or self.size}"
        if self.kind == CHALLENGE:
            return " ".join([CHALLENGE, *(word for word, _ in self.challenged)])
        return "-" if self.kind == PASS else self.kind

    def hidden(self) -> Turn:
        """Return the turn as the other players saw it."""
        if self.rack is None and self.exchanged is None and self.drawn is None:
            return self
        return replace(self, rack=None, exchanged=None, drawn=None)


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
