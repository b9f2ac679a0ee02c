"""GCG, the record of a game as text: lines of pragmas (``#player1 Ann Ann Archer``) and events.

    play        >Ann: AEINRST 8D RETINAS +66 66         pass      >Bob: EEIOUVV - +0 12
    taken back  >Ann: AEINRST -- -66 0                  exchange  >Bob: EEIOUVV -IUVV +0 12   or -4
    bonus       >Ann: DEGOPTU (challenge) +5 71         time      >Bob: (time) -10 301
    out         >Ann:  (QV) +28 402                     penalty   >Bob: QV (QV) -14 287

:func:`read_gcg_text` splits a text into lines and classifies each; it checks nothing between lines. Texts are
Latin-1, or UTF-8 if their first line says so or if they are valid UTF-8 and not ASCII.

Guaranteed: every byte of a text is kept, and :meth:`GcgText.encode` restores it.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from lexkit.base.errors import GameRecordError, show_value

from ..referee.turn_kinds import KIND_OF_NOTE
from ..text.notation import PLACE

if TYPE_CHECKING:
    from ..referee.turn import Turn

#: Remedy for a record that is JSON.
_JSON_READERS: Final = "lexkit.read_cgh reads CGH, Game.from_json lexkit's own"
#: Maximum size of a file, in bytes: many times that of any game.
MAX_BYTES: Final = 1 << 20
#: Maximum length of a line, in characters.
MAX_LINE: Final = 2000
#: Maximum number of lines.
MAX_LINES: Final = 20_000
#: Maximum number of words of an event; a remark may have more.
MAX_TOKENS: Final = 8

_LINE: Final = re.compile(r"([^\r\n]*)([\r\n]+|$)")
_EVENT: Final = re.compile(r">([^:\s]+):(.*)")
_PRAGMA: Final = re.compile(r"#(\S+)\s*(.*)")
_SCORE: Final = re.compile(r"\+-[0-9]{1,10}|[+-][0-9]{1,10}")
_TOTAL: Final = re.compile(r"-?[0-9]{1,12}")
_IN_PARENTHESES: Final = re.compile(r"\([^()]*\)")
_ENCODINGS: Final = {
    "utf-8": "utf-8",
    "utf8": "utf-8",
    "iso-8859-1": "latin-1",
    "iso8859-1": "latin-1",
    "latin-1": "latin-1",
}
#: Names of other single-byte encodings that extend ASCII.
_OTHER_ENCODING: Final = re.compile(r"(?:iso-?8859-|windows-|cp)(?P<number>[0-9]{1,4})")
#: Text that some programs write for an unknown rack.
_UNKNOWN_RACK: Final = "UNKNOWN"
#: Pragma that names the encoding.
ENCODING: Final = "character-encoding"

# -- notes that stand for what GCG has no event for, besides those of kinds of turns --------------------------------

#: Note of an unsuccessful challenge, after the pass that it cost.
UNSUCCESSFUL: Final = "#unsuccessful-challenge"
#: Note of the player who begins, if no event shows it.
BEGINS: Final = "#begins"
#: Note of the words challenged, with a star after those that are not valid.
CHALLENGED: Final = "#challenged"
#: Note of rules that nothing else shows, as JSON.
RULES_ARE: Final = "#rules"
#: Note of the fines, if a player had several.
FINED: Final = "#fined"
#: Note of the players in the order of their seats, in CGH.
PLAYERS: Final = "#players"
#: Note of players whose tiles are unknown again, although the turns before showed some.
UNKNOWN: Final = "#rack-unknown"
#: Note of a clock: its seconds and its increment.
CLOCK: Final = "#clock"
#: Note of the seconds that turns took.
TOOK: Final = "#took"
#: Note of the turn that the following notes belong to, if it is not the one before.
OF_TURN: Final = "#turn"
#: Prefix of a note as JSON, for characters that no line can contain.
AS_JSON: Final = "#json"
_NO_LINES: Final = re.compile(rf"[\0\r\ud800-\udfff]|\A{AS_JSON} ")
#: Beginning of a note on an end that GCG has no event for.
ENDED_BY: Final = "the game ended by "
#: Maximum length of a line of a note; longer ones are broken.
_NOTE: Final = 1900
#: Beginning of the rest of a broken line.
_GOES_ON: Final = "\\+"


def is_own(note: str) -> bool:
    """Return whether a note encodes an event that GCG lacks."""
    own = (BEGINS, CHALLENGED, RULES_ARE, FINED, PLAYERS, UNKNOWN, CLOCK, TOOK, OF_TURN, *KIND_OF_NOTE)
    return note == UNSUCCESSFUL or note.startswith(ENDED_BY) or note.partition(" ")[0] in own


def write_note(text: str) -> Iterator[str]:
    """Yield the lines of a note. A line with another meaning gets a backslash before it."""
    for line in (f"{AS_JSON} {json.dumps(text)}" if _NO_LINES.search(text) else text).split("\n"):
        for at in range(0, len(line) or 1, _NOTE):
            part = line[at : at + _NOTE]
            escaped = not part or part[0].isspace() or part[-1].isspace() or part[0] == "\\" or is_own(part)
            yield "#note " + (_GOES_ON if at else "\\" * escaped) + part


def read_note(line: str) -> str:
    """Return the text of a note's line, as given to :func:`write_note`.

    Blanks at its ends count only after a backslash.
    """
    rest = line[1:]
    told = not rest or rest[0].isspace() or rest[-1].isspace() or rest[0] == "\\" or is_own(rest)
    return rest if line.startswith("\\") and told else line.strip()


def note_of(lines: list[str]) -> str:
    """Return the note of these lines."""
    text = "\n".join(lines)
    try:
        return str(json.loads(text.removeprefix(AS_JSON))) if text.startswith(f'{AS_JSON} "') else text
    except ValueError:
        return text


def join_note(own: str, note: str | None) -> str:
    """Return the encoded event and its note as one text; a note that looks like an encoded event gets a backslash."""
    if note is None:
        return own
    note = "\\" * _is_escaped(note) + note
    return f"{own}\n{note}" if own else note


def split_note(text: str) -> tuple[str, str | None]:
    """Return (encoded event, note) of a text that :func:`join_note` made."""
    own, end, note = text.partition("\n") if is_own(text.partition("\n")[0]) else ("", text, text)
    return own, (note[1:] if note.startswith("\\") and _is_escaped(note[1:]) else note) if end else None


def _is_escaped(note: str) -> bool:
    return not note or note[0] == "\\" or is_own(note.partition("\n")[0])


def goes_on(noted: list[str], line: str) -> bool:
    """Return whether a line of a note is the rest of the line before, which was too long."""
    return line.startswith(_GOES_ON) and bool(noted and noted[-1]) and len(noted[-1]) % _NOTE == 0


class GcgEvent(NamedTuple):
    """One line.

    ``kind``: ``play``, ``withdrawn``, ``pass``, ``exchange``, ``bonus``, ``out``, ``penalty``, ``time``;
    ``pragma``, ``note``, ``more`` (a note continues), ``blank``, or ``unknown``.
    """

    #: Number of the line, from 1.
    line: int
    kind: str
    #: Player of an event, or name of a pragma in lower case.
    name: str = ""
    rack: str = ""
    place: str = ""
    #: Tiles played or exchanged, racks in parentheses, or text of a pragma.
    text: str = ""
    score: int = 0
    total: int = 0


class GcgText(NamedTuple):
    """A text: its events, and its lines with their ends, unchanged."""

    events: tuple[GcgEvent, ...]
    lines: tuple[tuple[str, str], ...]
    encoding: str = "utf-8"
    #: True if the encoding is a guess: the text is not ASCII and does not name it.
    guessed: bool = False
    #: (line, expected, found) if the text is not in the encoding that it names, and was read as Latin-1.
    misnamed: tuple[int, str, str] | None = None

    def __str__(self) -> str:
        return "".join([text + end for text, end in self.lines])

    def encode(self) -> bytes:
        """Return the bytes of the file."""
        return str(self).encode(self.encoding)


def encode_gcg(text: str) -> bytes:
    """Return the bytes of a text, in the encoding that its first line names, else Latin-1 if possible."""
    return text.encode(_named_encoding(text.encode("utf-8"))[0] or ("latin-1" if _fits_latin(text) else "utf-8"))


def name_encoding(text: str) -> str:
    """Return a text with a first line that names its encoding, if its characters need one."""
    first, end, rest = text.partition("\n")
    named = _named_encoding(first.encode("utf-8"))[0]
    if text.isascii() or named == "utf-8" or (named and _fits_latin(text)):
        return text
    return f"#{ENCODING} UTF-8\n{rest if named else first + end + rest}"


def _fits_latin(text: str) -> bool:
    return all(ord(letter) < 256 for letter in text)


def _named_encoding(data: bytes) -> tuple[str | None, str | None]:
    """Return (encoding that the first line names, name if it is unknown), each None if absent."""
    first = data[:200].split(b"\n")[0].split(b"\r")[0].decode("latin-1").removeprefix("\xef\xbb\xbf")
    found = _PRAGMA.fullmatch(first.strip())
    if found is None or found[1].lower() != ENCODING:
        return None, None
    name = found[2].strip().lower()
    encoding = _ENCODINGS.get(name) or _other_encoding(name)
    return encoding, show_value(found[2]) if encoding is None else None


def _other_encoding(name: str) -> str | None:
    """Return the codec of an encoding of the ISO-8859 or the windows-125x family, or None."""
    named = _OTHER_ENCODING.fullmatch(name)
    if named is None or (not name.startswith("iso") and named["number"] not in map(str, range(1250, 1259))):
        return None
    try:
        return codecs.lookup(name).name
    except LookupError:
        return None


def _refuse_no_text(data: bytes) -> None:
    if len(data) > MAX_BYTES:
        raise GameRecordError("the record is too long", expected=f"at most {MAX_BYTES:,} bytes", found="more")
    if b"\0" in data:
        line = data[: data.index(b"\0")].count(b"\n") + 1
        raise GameRecordError("not a text", place=f"line {line}", expected="a record in GCG", found="a byte 0")
    if data.removeprefix(codecs.BOM_UTF8).lstrip()[:1] == b"{":
        raise GameRecordError("not a record in GCG", found="JSON", remedy=_JSON_READERS)


def read_gcg_bytes(data: bytes) -> GcgText:
    """Return the text of a file. Raises GameRecordError if it is not text, or too long."""
    _refuse_no_text(data)
    named, unknown = _named_encoding(data)
    misnamed = unknown and (1, "UTF-8, ISO-8859-1 to 16, or windows-1250 to 1258", unknown)
    try:
        encoding = named or "utf-8"
        text = read_gcg_text(data.decode(encoding), encoding, guessed=named is None)
    except UnicodeDecodeError as error:
        text = read_gcg_text(data.decode("latin-1"), "latin-1")
        if named is not None:
            line = data[: error.start].count(b"\n") + 1
            misnamed = line, f"a text in {named}", f"byte {data[error.start]:#04x}"
    return text._replace(misnamed=misnamed or None)


def read_gcg_str(text: str) -> GcgText:
    """Return the text of a record in a string. Raises GameRecordError if no file could store it."""
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        found = show_value(text[error.start])
        raise GameRecordError("its encoding lacks a letter", expected=error.encoding, found=found) from None
    _refuse_no_text(data)
    encoding = _named_encoding(data)[0] or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        misnamed = line, f"a text in {encoding}", show_value(text[error.start])
        return read_gcg_text(text)._replace(misnamed=misnamed)
    return read_gcg_text(text, encoding)


def read_gcg_text(text: str, encoding: str = "utf-8", *, guessed: bool = False) -> GcgText:
    """Return the lines of a text. Raises GameRecordError for too many or too long lines."""
    lines = [(found[1], found[2]) for found in _LINE.finditer(text) if found[0]]
    if len(lines) > MAX_LINES:
        raise GameRecordError(
            "the record is too long", expected=f"at most {MAX_LINES:,} lines", found=f"{len(lines):,}"
        )
    events: list[GcgEvent] = []
    in_note = False
    for number, (line, _) in enumerate(lines, 1):
        if len(line) > MAX_LINE:
            expected = f"at most {MAX_LINE:,} characters"
            raise GameRecordError(
                "the line is too long", place=f"line {number}", expected=expected, found=f"{len(line):,}"
            )
        event = _read_line(number, line.removeprefix("\ufeff") if number == 1 else line, in_note)
        in_note = event.kind in ("note", "more", "pragma") or (in_note and event.kind == "blank")
        events.append(event)
    return GcgText(tuple(events), tuple(lines), encoding, guessed and not text.isascii())


def _read_line(number: int, line: str, in_note: bool) -> GcgEvent:
    """Classify a line. ``in_note``: whether a line of no other kind continues the note before."""
    if not line.strip():
        return GcgEvent(number, "blank")
    pragma = _PRAGMA.fullmatch(line)
    if pragma:
        name = pragma[1].lower()
        if name == "-":
            return GcgEvent(number, "more", text=pragma[2])
        return GcgEvent(number, "note" if name == "note" else "pragma", name=name, text=pragma[2])
    found = _EVENT.fullmatch(line)
    if found:
        return _read_event(number, found[1], found[2].split())
    return GcgEvent(number, "more" if in_note else "unknown", text=line)


def _scores(tokens: list[str]) -> Iterator[int]:
    """Yield the positions at which score and total may be."""
    for at in range(1, len(tokens) - 1):
        if _SCORE.fullmatch(tokens[at]) and _TOTAL.fullmatch(tokens[at + 1]):
            yield at


def _read_event(number: int, name: str, tokens: list[str]) -> GcgEvent:
    """Return the event of a line, ``unknown`` if it is not one; text after the total is a remark."""
    for at in _scores(tokens[:MAX_TOKENS]):
        event = GcgEvent(number, "", name, score=int(tokens[at].replace("+-", "-")), total=int(tokens[at + 1]))
        before = tokens[:at]
        rack, last = before[0] if len(before) > 1 else "", before[-1]
        if rack == _UNKNOWN_RACK and last[0] != "(":
            rack = ""
        if len(before) <= 2 and last in ("(challenge)", "(time)"):
            known = "" if rack == _UNKNOWN_RACK else rack
            return event._replace(kind="bonus" if last == "(challenge)" else "time", rack=known)
        if len(before) <= 2 and last == "--":
            return event._replace(kind="withdrawn", rack=rack)
        if len(before) <= 2 and last == "-":
            return event._replace(kind="pass", rack=rack)
        if len(before) <= 2 and last[0] == "-":
            return event._replace(kind="exchange", rack=rack, text=last[1:])
        if len(before) <= 2 and _IN_PARENTHESES.fullmatch(last):
            return event._replace(kind="penalty" if rack else "out", rack=rack, text=last[1:-1])
        if len(before) == 3 and PLACE.fullmatch(before[1]):
            return event._replace(kind="play", rack=rack, place=before[1], text=last)
        if len(before) == 2 and PLACE.fullmatch(rack):
            return event._replace(kind="play", place=rack, text=last)
    return GcgEvent(number, "unknown", name, text=" ".join(tokens))


class Fault(NamedTuple):
    """One fault. ``str(fault)`` is ``rule: expected ..., found ...``."""

    line: int
    rule: str
    expected: str
    found: str
    #: Corrected line, if that is certain.
    repaired: str | None = None
    #: True if the game cannot be followed any further.
    fatal: bool = True
    #: True if the game can be continued nevertheless.
    mild: bool = False

    def __str__(self) -> str:
        return f"{self.rule}: expected {self.expected}, found {self.found}"


class Record:
    """Source of a game: the text, the players' nicks, and the line after which each turn ends.

    ``totals``: the last total of each player in the text; ``faults``: all faults of the text, by line.
    """

    def __init__(self, text: GcgText, nicks: list[str]) -> None:
        self.text = text
        self.nicks = nicks
        self.turns: list[Turn] = []
        self.ends: list[int] = []
        self.totals: list[int] = [0] * len(nicks)
        self.faults: tuple[Fault, ...] = ()
