"""Registry of the kinds of turns: for each, its form in GCG, CGH, JSON and on a score sheet.

``Turn.kind`` is the value of a member, such as ``"placement"``. A new kind is a member here and the method of
:class:`lexkit.Game` that plays it. If GCG or CGH has an event for it, ``gcg/`` and ``cgh/`` read and write that
event; if not, a note stands for it, which all records write and read. The apps have words of their own for kinds and
for ends of games (``apps/terminal/drawing.py``, ``apps/web/static/panels.js``), and ``apps/table/seat_view.py`` repeats
turns by kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final


def _values_of_challenge(turn: Any) -> dict[str, Any]:
    words = [word for word, _ in turn.challenged]
    return {"words": words, "invalid": [word for word, valid in turn.challenged if not valid]}


def _exchange(game: Any, at: float | None, text: str) -> None:
    game.exchange(int(text) if text.isdecimal() and len(text) < 4 else text, at=at)


def _show_challenge(turn: Any) -> str:
    """Return ``challenge LIFEX* QI``, with a star after words that are not valid."""
    return " ".join([turn.kind, *(word + "*" * (not valid) for word, valid in turn.challenged)])


@dataclass(frozen=True)
class KindForm:
    """Forms of one kind of turn in records.

    Attributes:
        repeat: Plays the turn again: takes a game, a time or None, and the values of its fields.
        fields: Fields of the turn in JSON besides its kind, each with its type.
        values: Returns the values of these fields.
        uses_turn: Whether a player to move uses up the turn with it, so that records show the rack.
        events: Its events in GCG; none if a note stands for it, or lines of the end.
        note: Beginning of the note that stands for it; the player's nick follows.
        cgh: Its event in CGH, in snake case; the event of the end, with a comment, if a note stands for it.
        action: Its line on a score sheet.
        words: First words of its lines on a score sheet that are not the text of an action.
        of_mover: Whether only the player to move can take it: notes on others are ignored, and on a score sheet the
            others pass before it.
    """

    repeat: Callable[..., Any]
    fields: Mapping[str, type] = field(default_factory=dict)
    values: Callable[[Any], dict[str, Any]] = lambda turn: {}
    uses_turn: bool = False
    events: tuple[str, ...] = ()
    note: str = ""
    cgh: str = "game_end"
    action: Callable[[Any], str] = lambda turn: turn.kind
    words: tuple[str, ...] = ()
    of_mover: bool = False


class TurnKind(Enum):
    """Kinds of turns, by the values of ``Turn.kind``."""

    _value_: str
    form: KindForm

    def __new__(cls, value: str, form: KindForm) -> TurnKind:
        made = object.__new__(cls)
        made._value_ = value
        made.form = form
        return made

    PLACEMENT = (
        "placement",
        KindForm(
            lambda game, at, text: game.play(text, at=at),
            {"text": str},
            lambda turn: {"text": turn.text},
            uses_turn=True,
            events=("play",),
            cgh="tile_play",
            action=lambda turn: turn.text,
        ),
    )
    EXCHANGE = (
        "exchange",
        KindForm(
            _exchange,
            {"text": str},
            lambda turn: {"text": turn.text[1:]},
            uses_turn=True,
            events=("exchange",),
            cgh="exchange",
            action=lambda turn: turn.text,
        ),
    )
    PASS = (
        "pass",
        KindForm(
            lambda game, at: game.pass_turn(at=at),
            uses_turn=True,
            events=("pass",),
            cgh="pass",
            action=lambda turn: turn.text,
        ),
    )
    #: A challenge has its own record, after the record of the play. GCG has an event for a play that is taken back,
    #: and one for points; a challenge that costs the turn is a pass with a note.
    CHALLENGE = (
        "challenge",
        KindForm(
            lambda game, at, words, invalid: game.challenge(words, invalid=invalid, at=at),
            {"words": list, "invalid": list},
            _values_of_challenge,
            events=("withdrawn", "bonus"),
            cgh="challenge",
            action=_show_challenge,
            words=("challenge", "--", "(challenge)"),
        ),
    )
    #: The last play of a game is accepted: GCG expresses it by the lines of the end.
    ACCEPT = ("accept", KindForm(lambda game, at: game.pass_turn(at=at), words=("accept",)))
    RESIGNATION = (
        "resignation",
        KindForm(
            lambda game, at, player: game.resign(player=player, at=at),
            {"player": int},
            lambda turn: {"player": turn.player},
            note="#resigned",
            words=("resign", "resignation"),
        ),
    )
    TIME = (
        "time",
        KindForm(
            lambda game, at: game.flag(at=at),
            note="#time-is-up",
            words=("time",),
            of_mover=True,
        ),
    )
    #: Overtime fined after the end, in a game without a clock.
    FINE = (
        "fine",
        KindForm(
            lambda game, at, player, points: game.fine(player, points),
            {"player": int, "points": int},
            lambda turn: {"player": turn.player, "points": -turn.score},
            events=("time",),
            action=lambda turn: f"{turn.kind} {-turn.score}",
            words=("fine",),
        ),
    )


#: Value of ``Turn.kind`` -> its kind.
KINDS: Final[dict[str, TurnKind]] = {kind.value: kind for kind in TurnKind}
#: Kinds that use up a player's turn.
USING_TURN: Final = frozenset(kind.value for kind in TurnKind if kind.form.uses_turn)
EVENTS_USING_TURN: Final = frozenset(event for kind in TurnKind if kind.form.uses_turn for event in kind.form.events)
#: Note -> the kind of turn that it stands for.
KIND_OF_NOTE: Final = {kind.form.note: kind for kind in TurnKind if kind.form.note}
#: First word of a score sheet line that is not the text of an action -> its kind.
KIND_OF_WORD: Final = {word: kind for kind in TurnKind for word in kind.form.words}


def form_of(turn: Any) -> KindForm:
    """Return the record forms of a turn's kind."""
    return KINDS[turn.kind].form


def repeat_noted(game: Any, kind: TurnKind, player: int) -> None:
    """Play the turn again that a note, or a word of a score sheet, stands for."""
    kind.form.repeat(game, None, **({"player": player} if "player" in kind.form.fields else {}))
