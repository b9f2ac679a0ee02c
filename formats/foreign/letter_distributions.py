"""Alphabets as files: lexkit's TOML, and the letter distributions of MAGPIE, Macondo, wolges and Quackle.

The others' files have a line for each tile, in the order of tile numbers, with the blank first (in Quackle's,
anywhere):

- Macondo, CSV: label, count, points, vowel.
- MAGPIE, CSV: label, lower case, count, points, vowel, and optionally label and lower case in full width.
- wolges, fields separated by spaces: label, lower case, count, points, vowel, number of aliases, aliases, number
  of lower-case aliases, lower-case aliases.
- Quackle, fields separated by spaces: label, lower case, points, count, vowel; for the blank ``blank``, points,
  count; a line that begins with ``#`` is a comment.

None of them states the name or the language of the alphabet: the file's name becomes its name. Labels may be in
brackets.

Guaranteed: what is read is an alphabet by all rules of :class:`lexkit.Alphabet`; what is written, read again, has
the same tiles, except for what the table lists as lost.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import Any, Final, NamedTuple

from lexkit.base.checks import require_one_of, require_path
from lexkit.base.errors import AlphabetError, show_value

from ..alphabet import Alphabet
from ..bounded_input import parse_toml, read_small_text, to_nfc
from ..tile import BLANK, Tile

#: A line, as (number, fields).
_Line = tuple[int, list[str]]
#: Keys of an alphabet in TOML, of its blank and of a tile. ``lists`` has the names of word lists.
_KEYS: Final = ("name", "language", "title", "lists", "tiles", "blank")
_BLANK: Final = ("count", "points")
_TILE: Final = ("label", "lower", "points", "count", "vowel", "aliases")
_WHOLE: Final = re.compile(r"[0-9]{1,9}")


class DistributionForm(NamedTuple):
    """The syntax of one program's letter distributions."""

    #: Splits a text into lines of fields, without blank lines and comments.
    split: Callable[[str], Iterator[_Line]]
    #: Makes a tile from the fields of a line.
    read: Callable[[list[str]], Tile]
    #: Returns the fields of a tile.
    write: Callable[[Tile, Alphabet], list[str]]
    #: Separator of fields.
    mark: str
    #: The most letters.
    letters: int
    #: Parts of an alphabet that the form cannot hold.
    lost: str


def read_alphabet(kind: type[Alphabet], path: str | PathLike[str], form: str | None = None) -> Alphabet:
    """Read the alphabet of a file, in a form of ``ALPHABET_FORMS``; by default the form is recognized.

    ``kind``: the class to make. Raises AlphabetError, with the line, if the file is not an alphabet; StorageError
    if it cannot be read.
    """
    path = require_path(path)
    text = read_small_text(path, AlphabetError, "an alphabet")
    name = Path(path).name.split(".")[0] or "alphabet"
    chosen = _recognize(path, text) if form is None else _require_form(form)
    try:
        if chosen == "toml":
            data = parse_toml(text, path, AlphabetError, "an alphabet")
            _require_known_keys(data)
            return kind.from_json({"name": name, **data})
        tiles, blank = _read_lines(OTHERS[chosen], text)
        return kind(name, tiles, blanks=blank.count, blank_points=blank.points)
    except AlphabetError as error:
        error.path = path
        raise


def _require_known_keys(data: dict[str, Any]) -> None:
    """Raise AlphabetError for a key that alphabets in TOML do not have: it would be ignored."""
    tables: list[tuple[str, Any, Collection[str]]] = [("alphabet", data, _KEYS), ("blank", data.get("blank"), _BLANK)]
    rows = data.get("tiles")
    tables += [(f"tile {number}", row, _TILE) for number, row in enumerate(rows if isinstance(rows, list) else [], 1)]
    for place, table, keys in tables:
        unknown = sorted(set(table) - set(keys)) if isinstance(table, dict) else []
        if unknown:
            expected = ", ".join(keys)
            raise AlphabetError("unknown key", place=place, expected=expected, found=show_value(unknown[0]))


def write_alphabet(alphabet: Alphabet, form: str = "toml") -> str:
    """Return an alphabet as the text of a file in one of ``ALPHABET_FORMS``.

    Raises AlphabetError if that form cannot hold it.
    """
    if _require_form(form) == "toml":
        return _write_toml(alphabet)
    kind = OTHERS[form]
    if len(alphabet) > kind.letters:
        expected = f"at most {kind.letters} letters"
        raise AlphabetError(f"{form} cannot hold this alphabet", expected=expected, found=len(alphabet))
    blank = Tile(BLANK, BLANK, alphabet.blank_points, alphabet.blanks)
    file = io.StringIO()
    rows = [kind.write(tile, alphabet) for tile in (blank, *alphabet.tiles)]
    if kind.mark == ",":
        csv.writer(file, lineterminator="\n").writerows(rows)
    else:
        file.writelines(kind.mark.join(row) + "\n" for row in rows)
    return file.getvalue()


def _require_form(form: str) -> str:
    return require_one_of(form, ALPHABET_FORMS, "no such form of alphabets", AlphabetError)


def _recognize(path: str, text: str) -> str:
    """Recognize the form of a file by its name, or else by its first line."""
    if path.lower().endswith(".toml"):
        return "toml"
    if path.lower().endswith(".quackle_alphabet"):
        return "quackle"
    first = next((line for line in text.split("\n") if line.strip() and not line.startswith("#")), "")
    fields = first.split(",")
    if len(fields) > 1:
        return "macondo" if _WHOLE.fullmatch(fields[1].strip()) else "magpie"
    return "wolges" if len(first.split()) > 5 else "quackle"


def _read_lines(form: DistributionForm, text: str) -> tuple[list[Tile], Tile]:
    """Return (the tiles of the letters, the tile of the blank)."""
    tiles: list[Tile] = []
    blank: Tile | None = None
    for line, fields in form.split(text):
        try:
            tile = form.read(fields)
            if tile.label != BLANK:
                tiles.append(tile)
            elif blank is not None:
                raise AlphabetError("there are two lines for the blank")
            else:
                blank = tile
            if blank is None and form is not OTHERS["quackle"]:
                raise AlphabetError("the first line is not for the blank", expected=BLANK, found=repr(tile.label))
        except AlphabetError as error:
            error.place = f"line {line}"
            raise
    if not tiles:
        raise AlphabetError("the file has no letters", expected="a line for each tile", found="none about a letter")
    return tiles, blank or Tile(BLANK, BLANK)


def _split_csv(text: str) -> Iterator[_Line]:
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    line = 1
    try:
        for row in rows:
            if any(field.strip() for field in row):
                yield line, [field.strip() for field in row]
            line = rows.line_num + 1
    except csv.Error as error:
        raise AlphabetError(f"not CSV: {error}", place=f"line {line}") from error


def _split_blanks(text: str) -> Iterator[_Line]:
    for line, row in enumerate(text.split("\n"), 1):
        if row.strip():
            yield line, row.split()


def _split_quackle(text: str) -> Iterator[_Line]:
    return ((line, fields) for line, fields in _split_blanks(text) if not fields[0].startswith("#"))


def _tile(label: str, lower: str | None, count: str, points: str, vowel: str, aliases: Iterable[str] = ()) -> Tile:
    """Make a tile from the fields of a line. A vowel's field is 1; Macondo takes any other number for a consonant."""
    label = _bare(label)
    return Tile(
        label=label,
        lower=to_nfc(label.lower()) if lower is None else _bare(lower),
        points=_whole(points, "points"),
        count=_whole(count, "count"),
        vowel=_whole(vowel, "vowel") == 1,
        aliases=tuple(aliases),
    )


def _bare(text: str) -> str:
    """Return a spelling in NFC, without brackets around it."""
    text = to_nfc(text)
    return text[1:-1] if len(text) > 2 and text[0] == "[" and text[-1] == "]" else text


def _whole(text: str, field: str) -> int:
    if not _WHOLE.fullmatch(text):
        raise AlphabetError(f"{field} is not a number", expected="0 to 999999999", found=repr(text))
    return int(text)


def _require_fields(fields: list[str], *numbers: int) -> list[str]:
    if len(fields) not in numbers:
        raise AlphabetError("wrong number of fields", expected=" or ".join(map(str, numbers)), found=len(fields))
    return fields


def _read_macondo(fields: list[str]) -> Tile:
    label, count, points, vowel = _require_fields(fields, 4)
    return _tile(label, None, count, points, vowel)


def _read_magpie(fields: list[str]) -> Tile:
    label, lower, count, points, vowel = _require_fields(fields, 5, 7)[:5]
    return _tile(label, lower, count, points, vowel)


def _read_wolges(fields: list[str]) -> Tile:
    if len(fields) < 7:
        raise AlphabetError("wrong number of fields", expected="7 or more", found=len(fields))
    label, lower, count, points, vowel, number, *rest = fields
    own = rest[: _whole(number, "aliases")]
    behind = rest[len(own) :]
    if len(own) != int(number) or not behind or len(behind) != _whole(behind[0], "aliases of the blank") + 1:
        raise AlphabetError("the number of aliases is wrong", found=" ".join(rest))
    aliases = [_bare(alias) for alias in own]
    known = {to_nfc(alias.lower()) for alias in aliases}
    aliases += [alias for alias in map(_bare, behind[1:]) if alias not in known]
    return _tile(label, lower, count, points, vowel, dict.fromkeys(aliases))


def _read_quackle(fields: list[str]) -> Tile:
    if fields[0].lower().startswith("blank"):
        _, points, count = _require_fields(fields, 3)
        return _tile(BLANK, BLANK, count, points, "0")
    label, lower, points, count, vowel = _require_fields(fields, 5)
    return _tile(label, lower, count, points, vowel)


def _write_macondo(tile: Tile, alphabet: Alphabet) -> list[str]:
    if tile.count > 255:
        raise AlphabetError("macondo cannot hold this many tiles of a letter", expected="at most 255", found=tile.count)
    return [tile.label, str(tile.count), str(tile.points), str(int(tile.vowel))]


def _write_magpie(tile: Tile, alphabet: Alphabet) -> list[str]:
    return [tile.label, tile.lower, str(tile.count), str(tile.points), str(int(tile.vowel))]


def _write_wolges(tile: Tile, alphabet: Alphabet) -> list[str]:
    # A label that could be read as several letters is in brackets: CH in Spanish, but not L·L in Catalan.
    several = len(tile.label) > 1 and all(letter in alphabet for letter in tile.label)
    label, lower = (f"[{tile.label}]", f"[{tile.lower}]") if several else (tile.label, tile.lower)
    blanks = [lowered for alias in tile.aliases if (lowered := to_nfc(alias.lower())) != alias]
    aliases = [" ".join([str(len(some)), *some]) for some in (tile.aliases, blanks)]
    return [label, lower, str(tile.count), str(tile.points), str(int(tile.vowel)), *aliases]


def _write_quackle(tile: Tile, alphabet: Alphabet) -> list[str]:
    if tile.label == BLANK:
        return ["blank", str(tile.points), str(tile.count)]
    if tile.label.startswith("#") or tile.label.lower().startswith("blank"):
        raise AlphabetError("quackle would read this letter as something else", found=repr(tile.label))
    return [tile.label, tile.lower, str(tile.points), str(tile.count), str(int(tile.vowel))]


def _write_toml(alphabet: Alphabet) -> str:
    def show(value: Any) -> str:
        # Strings, numbers, booleans and lists have the same syntax in JSON and TOML.
        return json.dumps(value, ensure_ascii=False)

    data = alphabet.to_json()
    lines = [f"{key} = {show(data[key])}" for key in ("name", "language", "title")] + ["", "tiles = ["]
    for tile in data["tiles"]:
        lines.append(f"    {{ {', '.join(f'{key} = {show(value)}' for key, value in tile.items())} }},")
    lines += ["]", "", "[blank]", *(f"{key} = {show(value)}" for key, value in data["blank"].items())]
    return "\n".join(lines) + "\n"


_NAMES: Final = "name, language and title"
#: The forms of other programs, by name.
OTHERS: Final = {
    "macondo": DistributionForm(
        _split_csv, _read_macondo, _write_macondo, ",", 62, f"{_NAMES}, lower case that is not the usual one, aliases"
    ),
    "magpie": DistributionForm(_split_csv, _read_magpie, _write_magpie, ",", 50, f"{_NAMES}, aliases"),
    "wolges": DistributionForm(_split_blanks, _read_wolges, _write_wolges, "\t", 63, _NAMES),
    "quackle": DistributionForm(_split_quackle, _read_quackle, _write_quackle, "\t", 55, f"{_NAMES}, aliases"),
}
#: Names of all forms.
ALPHABET_FORMS: Final = ("toml", *OTHERS)
