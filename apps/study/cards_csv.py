"""Write and read cards as CSV: to move them, to view them in a spreadsheet, to start from a list.

    lexicon,kind,question,state,step,stability,difficulty,due,reviewed,reviews,misses
    english,anagrams,AEINRST,2,,12.5,5.1,2026-11-22T10:00:00+00:00,2026-11-10T10:00:00+00:00,4,1

The fields front and back may follow.

Only ``question`` is required; a file without a header is a list of questions, which are the first field of each line.
Fields may also be separated by tabs. Cardboxes (:mod:`.cardbox`) and notes of Anki (:mod:`.anki`) are read too.

Guaranteed: written cards are read back as the same cards, and no field is a formula in a spreadsheet; a file with one
wrong line changes nothing.
"""

from __future__ import annotations

import csv
import io
import itertools
import math
import os
import re
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path
from typing import Any, Final

import lexkit
from lexkit import measures
from lexkit.errors import AlphabetError, ColumnError, LexkitError, TimeLimitError, show_value, storage_errors

from ..shell import console
from ..table.lexicons import capitals
from .anki import MAGIC as PACKAGE
from .anki import SUFFIXES as PACKAGES
from .anki import is_anki_text, read_package, read_text
from .cardbox import MAGIC, SUFFIX, read_cardbox
from .cards import DAY, FIELDS, KNOWN, Card, Memory, require_question
from .faces import Face, FaceOf
from .questions import KINDS, PUZZLES, ask

#: Remedy for a table whose header cannot be read.
SEMICOLONS: Final = "fields are separated by commas, not semicolons"
#: Maximum bytes of a file, and maximum length of a field, such as the path of a lexicon.
_MOST_BYTES: Final = 1 << 26
_LONGEST_FIELD: Final = 1000
#: Minimum stability in days; FSRS divides by it and never gives less.
_LEAST_STABILITY: Final = 0.001
#: Last second that can be written; a later one might be rounded into the year 10000.
_LAST: Final = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC).timestamp()


def write_cards(cards: Iterable[Card], face_of: FaceOf | None = None) -> Iterator[str]:
    """Yield the lines of cards after a header. With ``face_of``, front and back are written too; reading skips them."""
    yield _line(FIELDS if face_of is None else (*FIELDS, *Face._fields))
    for card in cards:
        memory = card.memory
        known: tuple[Any, ...] = ("",) * 6
        if memory is not None:
            known = (*memory[:4], _iso(memory.due), _iso(memory.reviewed))
        face = None if face_of is None else face_of(card) or Face("", ())
        shown = () if face is None else (face.front, "; ".join(face.back))
        texts = map(console.for_spreadsheet, (*card[:3], *shown))
        yield _line((*itertools.islice(texts, 3), *known, card.reviews, card.misses, *texts))


def read_cards(source: str | PathLike[str] | bytes, lexicon: str, kind: str, most: int | None = None) -> list[Card]:
    """Return the cards of a file, or of bytes that came from elsewhere.

    ``lexicon`` and ``kind`` are the defaults for cards without these fields; ``most`` is the maximum number of cards.
    Raises ColumnError, with the line.
    """
    data = _read_bytes(source)
    path = _path(source)
    if data.startswith(MAGIC):
        return read_cardbox(data, lexicon, kind, path, most)
    if path is not None and path.lower().endswith(SUFFIX):
        remedy = "a list of questions ends in .txt, a table of cards in .csv"
        raise ColumnError("the file is not a cardbox", path=path, expected="a database of Zyzzyva", remedy=remedy)
    if data.startswith(PACKAGE):
        return _cards_of_notes(((0, front) for front in read_package(data, path)), lexicon, kind, most)
    if path is not None and path.lower().endswith(PACKAGES):
        raise ColumnError("the file is not a package of Anki", path=path, remedy="export it again, or as text: .txt")
    text = _decode(data, path)
    if is_anki_text(text):
        try:
            return _cards_of_notes(read_text(text), lexicon, kind, most)
        except csv.Error as error:
            raise ColumnError(f"not a text of Anki: {error}", path=path) from error
    first = next((line for line in io.StringIO(text) if line.strip() and not line.startswith("#")), "")
    lines = csv.reader(io.StringIO(text, newline=""), delimiter="\t" if "\t" in first else ",")
    cards: list[Card] = []
    fields: list[str] = []
    try:
        for row in lines:
            if not any(map(str.strip, row)) or (not fields and row[0].startswith("#")):
                continue
            if not fields:
                named = [field.strip().lower() for field in row]
                if "question" in re.split(r"\s*;\s*", named[0]) and ";" in named[0]:
                    raise ColumnError("not a table of cards", expected="a field question", remedy=SEMICOLONS)
                fields = named if "question" in named else ["question"]
                if "question" in named:
                    continue
            if most is not None and len(cards) >= most:
                raise ColumnError("too many cards", expected=f"at most {most:,}")
            cards.append(_card(dict(zip(fields, map(console.from_spreadsheet, row), strict=False)), lexicon, kind))
    except ColumnError as error:
        error.path, error.place = path, f"line {lines.line_num}"
        raise
    except csv.Error as error:
        raise ColumnError(f"not CSV: {error}", path=path, place=f"line {lines.line_num}") from error
    if not fields:
        raise ColumnError("the file has no cards", path=path, expected="a question a line")
    return cards


def _cards_of_notes(notes: Iterable[tuple[int, str]], lexicon: str, kind: str, most: int | None) -> list[Card]:
    """Make new cards from the fronts of notes; a note that cannot be asked, such as a picture, has the question ""."""
    cards: list[Card] = []
    for line, front in notes:
        if most is not None and len(cards) >= most:
            raise ColumnError("too many cards", expected=f"at most {most:,}", place=f"line {line}" if line else None)
        try:
            question = require_question(front)
        except ColumnError:
            question = ""
        cards.append(Card(lexicon, kind, question))
    return cards


def fit_cards(cards: list[Card], lexicon: lexkit.Lexicon, name: str) -> tuple[list[Card], int]:
    """Normalise imported cards; return them and the number left out because the lexicon has no answer.

    Questions are put in capitals; those of the kind ``anagrams`` become sorted letters, so that a word does not give
    itself away. Puzzles, and cards of other lexicons than ``name``, stay unchanged. A card that was graded is never
    left out.
    """
    own = [card.lexicon == name and card.kind != PUZZLES for card in cards]
    # Questions contain no line ends.
    text = "\n".join([card.question for card, mine in zip(cards, own, strict=True) if mine])
    written = iter(capitals(text, lexicon.alphabet).split("\n"))
    fitted: list[Card] = []
    left_out = 0
    for card, mine in zip(cards, own, strict=True):
        question: str | None = card.question
        if mine:
            question = _fit(card.kind, next(written), lexicon, graded=card.memory is not None)
        if question is None:
            left_out += 1
        else:
            fitted.append(card._replace(question=question))
    return fitted, left_out


def _fit(kind: str, question: str, lexicon: lexkit.Lexicon, *, graded: bool) -> str | None:
    """Return a normalised question, None if the lexicon has no answer."""
    if not question:
        return None
    with suppress(AlphabetError):
        question = lexicon.alphabet.decode(lexicon.alphabet.encode(question))
    try:
        if kind == "anagrams" and (not graded or question in lexicon):
            letters = set(measures.alphagrams(lexicon.anagram(question)))
            if len(letters) == 1:  # a rack with a blank gives several
                return letters.pop()
    except TimeLimitError:
        raise
    except LexkitError:
        return question if graded else None  # not in this alphabet
    return question if graded or ask(kind, lexicon, question) is not None else None


def read_lines(source: str | PathLike[str] | bytes) -> Iterator[str]:
    """Yield the lines of a text file or of bytes. Raises StorageError, or ColumnError if too large or not text."""
    return io.StringIO(_decode(_read_bytes(source), _path(source)), newline="")


def _read_bytes(source: str | PathLike[str] | bytes) -> bytes:
    path = _path(source)
    with storage_errors("cannot read", path or ""):
        if isinstance(source, bytes):
            data = source
        else:
            with Path(source).open("rb") as file:
                data = file.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise ColumnError("the file is too large", path=path, expected=f"at most {_MOST_BYTES:,} bytes")
    return data


def _decode(data: bytes, path: str | None) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ColumnError("not UTF-8", path=path, place=f"byte {error.start}", expected="a text") from error


def _path(source: str | PathLike[str] | bytes) -> str | None:
    """Return the path to name in errors, None for bytes."""
    return None if isinstance(source, bytes) else os.fspath(source)


def _card(values: dict[str, str], lexicon: str, kind: str) -> Card:
    for name in FIELDS:
        text = values.get(name, "")
        if name != "question" and (len(text) > _LONGEST_FIELD or not text.isprintable()):
            expected = f"at most {_LONGEST_FIELD:,} characters"
            raise ColumnError(f"not a {name}", expected=expected, found=show_value(text))
    kind = values.get("kind") or kind
    if kind not in (*KINDS, PUZZLES):
        raise ColumnError("no such kind of card", expected=", ".join((*KINDS, PUZZLES)), found=show_value(kind))
    question = require_question(values.get("question", ""), kind)
    memory = None
    if values.get("due"):
        step = values.get("step")
        memory = Memory(
            int(_number(values, "state", 1, 3)),
            int(_number(values, "step", 0, 100)) if step else None,
            _number(values, "stability", _LEAST_STABILITY, 1e6),
            _number(values, "difficulty", 1, 10),
            _time(values, "due"),
            _time(values, "reviewed", latest=time.time() + DAY),
        )
        if memory.state != KNOWN and memory.step is None:
            memory = memory._replace(step=0)
    reviews = int(_number(values, "reviews", 0, 1e9)) if values.get("reviews") else 0
    misses = int(_number(values, "misses", 0, reviews)) if values.get("misses") else 0
    return Card(values.get("lexicon") or lexicon, kind, question, memory, reviews, misses)


def _number(values: dict[str, str], name: str, least: float, most: float) -> float:
    text = values.get(name, "")
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not least <= number <= most:
        raise ColumnError(f"invalid {name}", expected=f"{least:g} to {most:g}", found=show_value(text))
    return number


def _time(values: dict[str, str], name: str, latest: float = math.inf) -> float:
    text = values.get(name, "")
    try:
        found = datetime.fromisoformat(text)
        # The time must lie in the years 1 to 9999 in UTC too.
        seconds = (found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError, OSError):
        raise ColumnError(f"{name} is not a time", expected="as 2026-11-22T10:00:00", found=show_value(text)) from None
    if seconds > latest:
        raise ColumnError(f"{name} is in the future", expected="a time in the past", found=show_value(text))
    return min(seconds, _LAST)


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(min(seconds, _LAST), UTC).isoformat()


def _line(values: Iterable[Any]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(values)
    return text.getvalue()
