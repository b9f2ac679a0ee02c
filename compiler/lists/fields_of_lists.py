"""Read lists with several fields a line: words, and columns from the other fields.

A table, ``.csv`` or ``.tsv``, names its fields in its first line, of which one is ``word``. For other lists the
caller names them: a line with a tab is split at tabs, any other at spaces, and the last field takes the rest of
it. This reads frequency lists (``word,frequency``, or ``frequency,word``), definitions (``word,definition``), and
the exports of Zyzzyva, whose words are followed by the symbols of their lexicon and surrounded by marks of inner
hooks (``word+symbols``).

Lists of frequencies have ``the`` and ``The``, which are one word of an alphabet. Two values of a word are an
error, unless the caller chooses how to resolve them: ``frequency+sum``, or ``frequency+first``.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from itertools import chain, islice, repeat
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from lexkit.base.errors import ColumnError, WordListError
from lexkit.base.written_numbers import is_number
from lexkit.formats.alphabet import Alphabet
from lexkit.formats.columns_section import StoredColumn
from lexkit.formats.constants import MAX_COLUMNS
from lexkit.formats.folding import Folder

from .columns_from_lists import INTEGER, ColumnReport, WordRanks, check_name, make_column, may_be_name, read_numbers
from .read_value_file import SEMICOLONS, Row, read_csv, read_lines
from .sorted_words import TileWords
from .word_list import TABLE

WORD: Final = "word"
#: A word with symbols behind it, which become the column of that name.
WITH_SYMBOLS: Final = "word+symbols"
SYMBOLS: Final = "symbol"
#: Suffixes of a field's name that resolve several values of a word.
_CHOICES: Final = ("+sum", "+first")
#: Name of a field to skip.
_SKIPPED: Final = "-"
#: Fields of a list with lines such as ``WORD;50``.
SCORED_FIELDS: Final = (WORD, "score")
#: Longest number that is added, in characters.
_LONGEST_NUMBER: Final = 400
#: Characters that Zyzzyva puts around a word that has inner hooks.
_HOOKS: Final = "·. "


def split_symbols(shown: str) -> tuple[str, str]:
    """Split a word as Zyzzyva shows it, ``·AAH#·``, into the word and the symbols of its lexicon."""
    text = shown.strip(_HOOKS)
    end = len(text)
    while end and not (text[end - 1].isalnum() or text[end - 1] == "]" or unicodedata.combining(text[end - 1])):
        end -= 1
    return text[:end], text[end:].strip(_HOOKS)


class FieldRows:
    """The fields of a list: its words, which are read once, then columns of the other fields."""

    def __init__(
        self, path: str, fields: Sequence[str] = (), scores: bool = False, reserved: Collection[str] = ()
    ) -> None:
        """Name the fields.

        ``fields``: names of the fields, by default those in the first line; ``scores``: fields are separated by
        semicolons; ``reserved``: names that no column may have. Raises ColumnError for a name that a column cannot
        have, WordListError if none or several of the fields are words.
        """
        self.path = path
        self._reserved = reserved
        self._name_fields(fields)
        table = TABLE.search(path)
        self.kind = table[1].lower() if table else "scores" if scores else "text"
        self._values: dict[int, list[str]] = {}
        self._taken: list[NDArray[np.int64]] = []
        if self.fields or self.kind == "text":
            self._check_fields()

    def _name_fields(self, names: Sequence[str]) -> None:
        bare = []
        self._choices: dict[str, str] = {}
        for name in names:
            before, plus, choice = name.rpartition("+")
            if plus + choice in _CHOICES and before not in (WORD, _SKIPPED):
                self._choices[before], name = choice, before
            bare.append(name)
        self.fields = tuple(bare)

    def _check_fields(self) -> None:
        words = [name for name in self.fields if name in (WORD, WITH_SYMBOLS)]
        if len(words) != 1:
            raise WordListError(
                "exactly one field must be the word",
                path=self.path,
                expected=f"{WORD} or {WITH_SYMBOLS} among the fields",
                found=",".join(self.fields)[:80],
                remedy="name the fields: fields=word,definition",
            )
        self._at = self.fields.index(words[0])
        columns = self.columns
        wrong = [name for name in columns if not may_be_name(name, self._reserved)]
        kept = ",".join("-" if field in wrong else field for field in self.fields)
        for name in wrong:
            check_name(name, self._reserved, self.path, f"leave it out, or name it otherwise: fields={kept}")
        if len(set(columns)) < len(columns) or len(columns) > MAX_COLUMNS:
            expected = f"at most {MAX_COLUMNS} columns, each with a different name"
            raise ColumnError("invalid fields", path=self.path, expected=expected, found=",".join(columns)[:80])

    @property
    def columns(self) -> list[str]:
        """Names of the columns that the fields make."""
        symbols = [SYMBOLS] if WITH_SYMBOLS in self.fields else []
        return [name for name in self.fields if name not in (WORD, WITH_SYMBOLS, _SKIPPED)] + symbols

    def words(self) -> Iterator[str]:
        """Iterate over the word of each line, "" for a line without one: the number of a word is that of its line."""
        rows = self._rows()
        first = list(islice(rows, 2))
        header = bool(first) and self._is_header(*[row for _, row in first])
        given = 0
        for line, row in chain(first[header:], rows):
            most, least = len(self.fields), len(self.fields) if self.kind == "csv" else self._at + 1
            if not least <= len(row) <= most:
                raise WordListError(
                    "wrong number of fields",
                    path=self.path,
                    place=f"line {line}",
                    expected=f"{len(self.fields)}: {','.join(self.fields)}",
                    found=len(row),
                    remedy="in CSV, a text with a comma stands in quotes" if self.kind == "csv" else None,
                )
            word = row[self._at].strip()
            row += [""] * (len(self.fields) - len(row))
            if self.fields[self._at] == WITH_SYMBOLS:
                word, symbols = split_symbols(word)
                row.append(symbols)
            if word:
                yield from repeat("", line - 1 - given)
                given = line
                row[self._at] = word
                self._values[line] = row
                # A visible character replaces blanks, so that a phrase is an error and not read as its first word.
                yield re.sub(r"\s", "\u2423", word)

    def _is_header(self, row: list[str], second: Sequence[str] = ()) -> bool:
        """Return whether the first row names the fields. Raises WordListError if that is unclear."""
        titles = [title.strip().casefold() for title in row]
        if self.fields:
            return self._is_other_header(titles, second)
        if WORD not in titles:
            raise WordListError(
                "the first line does not name the fields",
                path=self.path,
                place="line 1",
                expected="a field word",
                found=" | ".join(row)[:60],
                remedy=SEMICOLONS if ";" in titles[0] else "name the fields: fields=word,definition",
            )
        self.fields = tuple([WORD if title == WORD else name.strip() for title, name in zip(titles, row, strict=True)])
        self._check_fields()
        return True

    def _is_other_header(self, titles: list[str], second: Sequence[str]) -> bool:
        """Return whether the first row names fields that the caller has named already, perhaps differently.

        It does if it has all of the names, or ``word`` in its place and a text above a number; not if it has a
        number.
        """
        names = [WORD if name == WITH_SYMBOLS else name.casefold() for name in self.fields]
        named = [at for at, name in enumerate(names) if name != _SKIPPED]
        if not any(names[at] in titles for at in named) or any(map(is_number, titles)):
            return False
        in_place = [at for at in named if titles[at : at + 1] == [names[at]]]
        above_number = any(is_number(value.strip()) for value in second)
        if len(in_place) == len(named) > 1 or (self._at in in_place and above_number):
            return True
        raise WordListError(
            "it is unclear whether the first line names the fields or has a word",
            path=self.path,
            place="line 1",
            expected=f"{' | '.join(names)}, or none of these names",
            found=" | ".join(titles)[:60],
            remedy="remove it if it names the fields; if it is a word, put another line before it",
        )

    def _rows(self) -> Iterator[tuple[int, list[str]]]:
        """Iterate over (number of the last line, fields) of each row that is not blank."""
        lines = read_lines(self.path, WordListError)
        if self.kind == "csv":
            for _, line, row in read_csv(lines, self.path, WordListError):
                if any(part.strip() for part in row):
                    yield line, row
            return
        for line, text in lines:
            if text.strip():
                if self.kind == "scores":
                    yield line, text.split(";", len(self.fields) - 1)
                    continue
                tabs = self.kind == "tsv" or "\t" in text
                yield line, text.split("\t") if tabs else text.split(None, max(1, len(self.fields)) - 1)

    def __call__(self, block: bytes, line: int, numbers: NDArray[np.int64]) -> None:
        """Note the lines whose words are taken, as ``witness`` of :func:`.word_list.read_words`."""
        self._taken.append(numbers)

    def make_columns(
        self, words: TileWords, alphabet: Alphabet, folder: Folder | None
    ) -> list[tuple[StoredColumn, ColumnReport]]:
        """Make a column of each field for the words of the lexicon. Raises ColumnError if a word has two values."""
        taken = np.concatenate([np.zeros(0, np.int64), *self._taken]).tolist()
        ranks = WordRanks(words, alphabet, folder)
        places: dict[str, Any] = {name: at for at, name in enumerate(self.fields)} | {SYMBOLS: len(self.fields)}
        listed = [(line, self._values[line][self._at], self._values[line]) for line in taken]
        numbers = ranks.of_texts(word for _, word, _ in listed).tolist() if self._choices else []
        made = []
        for name in self.columns:
            at = places[name]
            rows = [Row(line, word, row[at].strip() or None, name == SYMBOLS) for line, word, row in listed]
            if name in self._choices:
                rows = self._choose(name, rows, numbers)
            remedy = f"add them up: fields=word,{name}+sum, or take the first: {name}+first"
            made.append(make_column(name, rows, ranks, self.path, if_repeated=remedy))
        return made

    def _choose(self, name: str, rows: list[Row], ranks: list[int]) -> list[Row]:
        """Return one row per word: the first with a value, or one with the sum of its values."""
        rows, _ = read_numbers(name, rows, self.path)
        words: dict[int, list[Row]] = {}
        for row, rank in zip(rows, ranks, strict=True):
            if row.value is not None:
                words.setdefault(rank, []).append(row)
        if self._choices[name] == "first":
            return [some[0] for some in words.values()]
        return [some[0] if len(some) == 1 else some[0]._replace(value=self._add_up(some)) for some in words.values()]

    def _add_up(self, rows: list[Row]) -> str:
        """Add numbers. Raises ColumnError, with the line, for a text that is not a number, or if the sum is too
        large.
        """
        texts = [str(row.value) for row in rows]
        for row, text in zip(rows, texts, strict=True):
            if not is_number(text) or len(text) > _LONGEST_NUMBER:
                place = f"line {row.line}"
                raise ColumnError(
                    "not a number to add", path=self.path, place=place, expected="a number", found=text[:40]
                )
        if all(map(INTEGER.fullmatch, texts)):
            return str(sum(map(int, texts)))
        total = sum(map(float, texts))
        if not math.isfinite(total):
            place = f"line {rows[0].line}"
            raise ColumnError("the sum is too large", path=self.path, place=place, expected="one below 1.8e308")
        return str(total)
