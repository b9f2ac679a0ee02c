"""Records in GCG, from files, streams and texts: read as games, checked, repaired.

game = lexkit.read_gcg("game.gcg"); lexkit.read_gcg(sys.stdin.buffer); lexkit.Game.from_gcg(text)
for fault in check_gcg("game.gcg").faults: print(fault.line, fault)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from os import PathLike
from typing import IO, TYPE_CHECKING, Final, NamedTuple

from lexkit.base.checks import require_flag
from lexkit.base.errors import GameRecordError
from lexkit.formats.atomic import write_atomically

from ..judge import given_of
from ..rules import Rules
from ..text.alphabet_of_text import Given
from ..text.gcg_lines import MAX_BYTES, GcgText, read_gcg_bytes, read_gcg_str
from .game import Game
from .game_json import content_of, require_text
from .gcg_header import Fault
from .gcg_reader import Reader

if TYPE_CHECKING:
    from lexkit.formats.alphabet import Alphabet
    from lexkit.runtime.automaton.index import HasIndex

#: What takes a record that has faults.
_REMEDY: Final = "lexkit.ScoreSheet.from_gcg, strict=False and the page Annotate of lexq serve take it with its faults"


class Checked(NamedTuple):
    """A file that was checked: its text, its faults by line, and the game as far as it can be followed, or None."""

    text: GcgText
    faults: tuple[Fault, ...]
    game: Game | None


def read_gcg(
    path: str | PathLike[str] | IO[str] | IO[bytes],
    lexicon: HasIndex | None = None,
    *,
    rules: Rules | None = None,
    alphabet: Alphabet | str | None = None,
    strict: bool = True,
) -> Game:
    """The game of a record in GCG, finished or not; :meth:`lexkit.Game.from_gcg` takes its text.

    ``path``: where it is, or an open file, of text or of bytes. ``lexicon`` judges later plays; those of the record are
    not looked up. ``rules``: by default those of the language and the board that the record names; ``alphabet``: by
    default the one that the record names, else the lexicon's, else English. The game is not dealt: its racks are what
    the record says. Raises GameRecordError, with file and line, for a record that is damaged, contradicts itself, or
    names another alphabet than the lexicon's. With ``strict=False`` such a record is read as far as possible:
    ``game.record.faults`` lists what is wrong, and the game has the points that the board gives.
    """
    require_flag(strict, "strict")
    data, name = content_of(path, MAX_BYTES, "Game.from_gcg")
    given = given_of(alphabet, lexicon)
    return game_of(check_gcg_text(data, partial(Game, lexicon), rules, name, given=given), name, strict=strict)


def game_of(checked: Checked, path: str | PathLike[str] | None = None, *, strict: bool = True) -> Game:
    """The game of a record that was checked.

    Raises GameRecordError if it has no game, and if ``strict`` also if it has serious faults.
    """
    for fault in checked.faults:
        if not fault.mild and (strict or checked.game is None):
            raise GameRecordError(
                fault.rule,
                path=path,
                place=f"line {fault.line}",
                expected=fault.expected,
                found=fault.found,
                remedy=_REMEDY,
            )
    if checked.game is None:
        raise GameRecordError("the record has no game", path=path)
    return checked.game


def game_of_gcg(
    kind: type[Game],
    text: str | bytes,
    lexicon: HasIndex | None,
    rules: Rules | None,
    alphabet: Alphabet | str | None = None,
    strict: bool = True,
) -> Game:
    """The game of a text, of this class: see :meth:`lexkit.Game.from_gcg`."""
    require_flag(strict, "strict")
    given = given_of(alphabet, lexicon)
    return game_of(check_gcg_text(require_text(text), partial(kind, lexicon), rules, given=given), strict=strict)


def check_gcg(
    path: str | PathLike[str] | IO[str] | IO[bytes],
    lexicon: HasIndex | None = None,
    *,
    rules: Rules | None = None,
    given: Given | None = None,
) -> Checked:
    """Check a file; ``given``: what is known of its alphabet, by default the lexicon's.

    Raises GameRecordError if it cannot be a record at all: not a text, endless, undecodable.
    """
    data, name = content_of(path, MAX_BYTES, "Game.from_gcg")
    return check_gcg_text(data, partial(Game, lexicon), rules, name, given=given or given_of(None, lexicon))


def check_gcg_text(
    data: str | bytes,
    make: Callable[..., Game],
    rules: Rules | None = None,
    name: str | None = None,
    *,
    given: Given | None = None,
) -> Checked:
    """Check a text.

    ``make``: a class of games, with its lexicon; ``name``: where the text is from, for errors; ``given``: what is known
    of its alphabet.
    """
    try:
        text = read_gcg_bytes(data) if isinstance(data, bytes) else read_gcg_str(data)
        reader = Reader(text, partial(make, seed=0, dealt=False), rules, given or Given())
    except GameRecordError as error:
        error.path = name
        raise
    game: Game | None = reader.game
    faults = tuple(sorted(reader.faults, key=lambda fault: fault.line))
    if game is not None:
        reader.record.faults = faults
        game.record = reader.record
    return Checked(text, faults, game)


def repair(text: GcgText, faults: Iterable[Fault]) -> GcgText:
    """The text with every fault repaired whose repair is certain."""
    lines = list(text.lines)
    encoding = text.encoding
    for fault in faults:
        if fault.repaired is None:
            continue
        if fault.rule == "encoding":
            lines.insert(0, (fault.repaired, lines[0][1][:2] or "\n"))
            encoding = "utf-8"
        else:
            shift = len(lines) - len(text.lines)
            lines[fault.line - 1 + shift] = fault.repaired, lines[fault.line - 1 + shift][1]
    return text._replace(lines=tuple(lines), encoding=encoding, guessed=False)


def repair_gcg(path: str | PathLike[str], given: Given | None = None) -> list[Fault]:
    """Repair what is certain in a file, and return the faults that were repaired."""
    checked = check_gcg(path, given=given)
    certain = [fault for fault in checked.faults if fault.repaired is not None]
    if certain:
        write_atomically(path, [repair(checked.text, certain).encode()])
    return certain
