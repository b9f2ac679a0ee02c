"""Games as JSON: their players, rules and seed, and the actions since.

    {"format": "lexkit game", "version": 1, "players": ["Ann", "Bob"], "first": 0, "seed": 7, "dealt": true,
     "rules": {"alphabet": "english", "layout": "standard", "challenge": "double"},
     "position": "15/15/... ABC/ 0/12 0", "notes": {"1": "a fine play"},
     "clock": {"seconds": 1500, "increment": 0, "at": 0},
     "turns": [{"kind": "placement", "text": "8D QUIZ", "at": 12.5}, ...], "scores": [48, 0]}

A game has a position if it did not begin with the empty board, and notes if its record had some. Alphabets and
layouts that lexkit does not ship are written out. A game that is not dealt also has the racks, as known before each
turn and at the end; "unknown": [1] in a turn names players whose tiles were known before, and are unknown again.

Guaranteed: a text is read by playing its actions, so that any game read is one that the rules allow; its scores
must be those of the text.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from lexkit import lexicons
from lexkit.base.checks import require_path
from lexkit.base.errors import GameRecordError, LexkitError, StorageError, show_value, storage_errors
from lexkit.formats.alphabet import Alphabet

from ..layout import Layout
from ..rules import Rules
from ..text.alphabet_of_text import is_shipped
from .clock import Clock
from .game_view import forgotten
from .turn_kinds import KINDS, form_of

if TYPE_CHECKING:
    from .game_view import GameView
    from .turn import Turn

FORMAT: Final = "lexkit game"
VERSION: Final = 1
#: Maximum length of a text in characters, and number of turns: many times those of any game.
MAX_TEXT: Final = 1 << 24
#: Maximum number of turns: many times that of any game.
MAX_TURNS: Final = 10_000
#: Maximum length of a file name on any system.
MAX_FILE_NAME: Final = 255
#: Maximum length of a path on any system.
MAX_PATH: Final = 4096


def write_game(game: GameView) -> str:
    """Return a game as JSON text."""
    facts: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "players": game.players,
        "first": game.first,
        "seed": game.seed,
        "dealt": game.dealt,
        "rules": rules_json(game.rules),
    }
    if game.position is not None:
        facts["position"] = game.position
    if game.nicknames:
        facts["nicknames"] = game.nicknames
    notes = {str(number): text for number, text in game.notes.items() if 1 <= number <= game.turn_number}
    if notes:
        facts["notes"] = notes
    times = game.start_times
    if times is not None:
        clock, first = times
        facts["clock"] = {"seconds": clock.seconds, "increment": clock.increment, "at": first.at}
    at = times[1].at if times else 0.0
    turns = []
    unknown = forgotten(game)
    for number, turn in enumerate(game.turns):
        at = round(at + (turn.time or 0.0), 6)
        turns.append(_write_turn(turn, game, at if times else None))
        if number in unknown:
            turns[-1]["unknown"] = unknown[number]
    if len(turns) > MAX_TURNS:
        raise GameRecordError("the game is too long", expected=f"at most {MAX_TURNS:,} turns", found=f"{len(turns):,}")
    facts["turns"] = turns
    if times and game.clock:
        facts["clock"] |= {"left": game.clock.left}
    if not game.dealt:
        facts["racks"] = [str(rack) for rack in game.racks]
    facts["scores"] = game.scores
    return write_json(facts)


@lru_cache(maxsize=64)  # a game is written after each turn
def rules_json(rules: Rules) -> Mapping[str, Any]:
    """Return the rules as data for JSON, read-only."""
    alphabet = rules.alphabet.name if is_shipped(rules.alphabet) else rules.alphabet.to_json()
    return {"alphabet": alphabet, "layout": layout_json(rules.layout), **rules.changed}


def layout_json(layout: Layout) -> str | dict[str, Any]:
    """Return the name of a shipped layout, or the data of another one."""
    if layout.name in lexicons.layout_names() and Layout.named(layout.name) == layout:
        return layout.name
    return {"name": layout.name, "rows": layout.glyphs, "start": layout.start_name}


def read_layout(facts: Any) -> Layout:
    """Return the layout of :func:`layout_json`. Raises GameRecordError or PositionError."""
    if isinstance(facts, dict):
        return Layout(read_field(facts, "name", str), read_field(facts, "rows", list), read_field(facts, "start", str))
    named: Layout = _one_of(facts, Layout, "layout")
    return named


def _write_turn(turn: Turn, game: GameView, at: float | None) -> dict[str, Any]:
    facts: dict[str, Any] = {"kind": turn.kind, **form_of(turn).values(turn)}
    if not game.dealt:
        facts["rack"] = str(turn.rack)
    if at is not None:
        facts["at"] = at
    return facts


def require_text(text: str | bytes) -> str | bytes:
    """Return a record's text. Raises GameRecordError for any other object."""
    if not isinstance(text, str | bytes):
        raise GameRecordError("not a text", expected="str or bytes", found=show_value(text))
    return text


def write_json(facts: Any, indent: int | None = None) -> str:
    """Return a record as JSON, with letters unescaped.

    Letters are escaped if a note contains a lone surrogate, which no file can store.
    """
    text = json.dumps(facts, ensure_ascii=False, indent=indent)
    try:
        text.encode()
        return text
    except UnicodeEncodeError:
        return json.dumps(facts, indent=indent)


def read_json(text: str | bytes, refused: str) -> Any:
    """Parse JSON. Raises GameRecordError with the message ``refused`` if it is malformed."""
    if len(require_text(text)) > MAX_TEXT:
        raise GameRecordError(
            "the record is too long", expected=f"at most {MAX_TEXT:,} characters", found=f"{len(text):,}"
        )
    try:
        return json.loads(text.removeprefix("\ufeff") if isinstance(text, str) else text)
    except (ValueError, RecursionError) as error:
        raise GameRecordError(refused, found=show_value(str(error))) from None


def content_of(file: Any, most: int, instead: str) -> tuple[str | bytes, str]:
    """Return (content, name) of a path or an open file: at most ``most`` and one more, which the reader then refuses.

    ``instead``: the function that reads a text. Raises StorageError if the file cannot be read, TypeError for any
    other object.
    """
    read = getattr(file, "read", None)
    if read is None:
        if isinstance(file, bytes) or (isinstance(file, str) and _is_text(file)):
            expected, remedy = "a path or an open file", f"{instead} reads a text"
            raise GameRecordError(
                "this is a text, not a path", expected=expected, found=show_value(file[:40]), remedy=remedy
            )
        name = require_path(file, "record")
        if not name:
            raise StorageError("not a path of a record", expected="a path", found=show_value(name))
        with storage_errors("cannot read the record", name), Path(name).open("rb") as opened:
            return opened.read(most + 1), name
    told = getattr(file, "name", None)
    name = "standard input" if told == "<stdin>" else told if isinstance(told, str) else "an open file"
    parts: list[Any] = []
    size = 0
    while size <= most:
        try:
            with storage_errors("cannot read", name):
                part = read(most + 1)
        except UnicodeDecodeError:
            raise GameRecordError(
                "the text does not have the encoding with which the file was opened",
                path=name,
                remedy='open(path, "rb")',
            ) from None
        except (EOFError, ValueError, zlib.error) as error:  # compressed and cut short, or closed
            raise GameRecordError(f"cannot be read: {error}", path=name) from None
        if not isinstance(part, str | bytes) or (parts and type(part) is not type(parts[0])):
            raise TypeError(f"an open file gives str or bytes, not {type(part).__name__}")
        if not part:
            break
        parts.append(part)
        size += len(part)
    return ("" if parts and isinstance(parts[0], str) else b"").join(parts), name


def _is_text(name: str) -> bool:
    """Return whether a name must be a text and cannot be a path: it is longer than any system's names."""
    return "\n" in name or max(map(len, name.replace("\\", "/").split("/"))) > MAX_FILE_NAME or len(name) > MAX_PATH


def read_game(text: str | bytes, make: Callable[..., Any]) -> Any:
    """Return the game of a text. Raises GameRecordError, with the place.

    ``make`` takes the arguments of :class:`lexkit.Game` besides the lexicon, and returns a game.
    """
    facts = read_json(text, "not a game in JSON")
    if not isinstance(facts, dict) or facts.get("format") != FORMAT:
        raise GameRecordError("not a game in JSON", place="format", expected=FORMAT)
    if facts.get("version") != VERSION:
        raise GameRecordError(
            "the record is in another version of the format",
            place="version",
            expected=VERSION,
            found=show_value(facts.get("version")),
        )
    place = "game"
    try:
        game = _begin(facts, make)
        turns = read_field(facts, "turns", list)
        if len(turns) > MAX_TURNS:
            raise GameRecordError("too many turns", expected=f"at most {MAX_TURNS:,}", found=f"{len(turns):,}")
        for number, turn in enumerate(turns, 1):
            place = f"turn {number}"
            _act(game, turn)
        place = "end"
        racks = read_field(facts, "racks", list) if not game.dealt else []
        for player in range(len(racks)):
            game.set_rack(player, "")
        for player, rack in enumerate(racks):
            game.set_rack(player, rack)
        place = "notes"
        game.notes = _notes(facts, game.turn_number)
        game.nicknames = _nicknames(facts, len(game.players))
    except GameRecordError as error:
        error.place = f"{place}: {error.place}" if error.place else place
        raise
    except (LexkitError, TypeError, ValueError, KeyError, AttributeError, OverflowError) as error:
        raise GameRecordError(f"not a game of these rules: {error}", place=place) from error
    if list(game.scores) != read_field(facts, "scores", list):
        raise GameRecordError(
            "the scores do not follow from the turns",
            place="scores",
            expected=list(game.scores),
            found=show_value(facts["scores"]),
        )
    return game


def _begin(facts: dict[str, Any], make: Callable[..., Any]) -> Any:
    clock, at = None, None
    if "clock" in facts:
        given = read_field(facts, "clock", dict)
        clock, at = (
            Clock(read_field(given, "seconds", float), read_field(given, "increment", float), None),
            read_field(given, "at", float),
        )
    seed = read_seed(facts)
    names = read_field(facts, "players", list)
    options = {"first": read_field(facts, "first", int), "dealt": read_field(facts, "dealt", bool)}
    if "position" in facts:
        options["position"] = read_field(facts, "position", str)
    return make(names, rules=read_rules(facts), seed=seed, clock=clock, at=at, **options)


def read_seed(facts: dict[str, Any]) -> int | str:
    """Return the seed of a record."""
    seed = facts.get("seed")
    if not isinstance(seed, int | str):
        raise GameRecordError("not a seed", place="seed", expected="a number or a text", found=show_value(seed))
    return seed


def read_rules(facts: dict[str, Any]) -> Rules:
    """Return the rules of a record's field ``rules``, which :func:`rules_json` wrote."""
    rules = dict(read_field(facts, "rules", dict))
    alphabet, layout = rules.pop("alphabet", None), rules.pop("layout", None)
    if isinstance(alphabet, dict):
        alphabet = Alphabet.from_json(alphabet)
    return Rules(read_layout(layout), _one_of(alphabet, Alphabet, "alphabet"), **rules)


def _nicknames(facts: dict[str, Any], players: int) -> tuple[str, ...]:
    """Return the short names of the players, if there are any."""
    found = read_field(facts, "nicknames", list) if "nicknames" in facts else []
    if not all(isinstance(name, str) for name in found) or len(found) not in (0, players):
        raise GameRecordError("not a nickname for each player", place="nicknames", found=show_value(found))
    return tuple(found)


def _notes(facts: dict[str, Any], turns: int) -> dict[int, str]:
    """Return the notes by number of the turn.

    Raises GameRecordError if a note is not text, or belongs to no turn of the game.
    """
    found = {}
    for name, text in read_field(facts, "notes", dict).items() if "notes" in facts else ():
        number = int(name)
        if not 1 <= number <= turns or not isinstance(text, str):
            raise GameRecordError("not a note of a turn", expected=f"1 to {turns}", found=show_value(name))
        found[number] = text
    return found


def _act(game: Any, turn: object) -> None:
    """Play a turn of the record again."""
    if not isinstance(turn, dict):
        raise GameRecordError("not a turn", found=show_value(turn))
    kind = read_field(turn, "kind", str)
    at = read_field(turn, "at", float) if "at" in turn else None
    if not game.dealt:
        for player in read_field(turn, "unknown", list) if "unknown" in turn else ():
            game.set_rack(player, "")
        game.set_rack(turn.get("player", game.to_move), read_field(turn, "rack", str))
    if kind not in KINDS:
        raise GameRecordError("not a kind of turn", found=show_value(kind))
    form = KINDS[kind].form
    form.repeat(game, at, **{name: read_field(turn, name, type_) for name, type_ in form.fields.items()})


def read_field(facts: dict[str, Any], name: str, kind: type) -> Any:
    """Return a field of a record. Raises GameRecordError if it has another type."""
    value = facts.get(name)
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise GameRecordError(
            "not a valid value of this field", place=name, expected=kind.__name__, found=show_value(value)
        )
    return value


def _one_of(value: Any, kind: type, name: str) -> Any:
    if not isinstance(value, str | kind):
        raise GameRecordError("not a valid value of this field", place=name, found=show_value(value))
    return value
