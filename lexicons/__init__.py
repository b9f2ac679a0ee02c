"""The shipped data: alphabets, board layouts, rules, leave values, levels, looks and an English word list.

Each alphabet is a TOML file in this folder, each board layout a file in ``boards/``, the rules of a language a file in
``rules/``, the heuristics' leave values of an alphabet are a file in ``leaves/``, the levels, the grades of mistakes
and the tags of puzzles are files in ``players/``, and the sizes and colours of pictures one in ``pictures/``. The word
list is ``english.txt.zst``; ``english.LICENSE.txt`` has its terms, and ``make_english.py`` made it. The leave values
that were trained for it, and for dictionaries of other languages, are in ``trained/``. Its definitions are
``english.definitions.zst``, the playability of its words is ``english.playability.zst``: see ``make_definitions.py``
and ``tools/make_playability.py``. This module finds and reads these files.
"""

from __future__ import annotations

import os
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from lexkit.base.checks import require_one_of
from lexkit.base.errors import AlphabetError, LexiconFileError, did_you_mean, show_value, storage_errors
from lexkit.formats.alphabet import Alphabet

_HERE: Final = Path(__file__).parent

#: The name of the default word list, and of its alphabet.
BUNDLED: Final = "english"
#: Number of characters of a list's name that are compared: more than any name in the alphabets' files has.
_LONGEST_LIST: Final = 40


def alphabet_names() -> list[str]:
    """Return the names of the shipped alphabets, sorted."""
    return [path.stem for path in _find(_HERE)]


def alphabet(name: str) -> Alphabet:
    """Load the shipped alphabet of this name.

    Raises AlphabetError, naming the shipped ones, if there is none.
    """
    # The cache needs a hashable argument.
    return _load(name if isinstance(name, str) else show_value(name))


def find_alphabet(text: str) -> Alphabet:
    """Load the shipped alphabet of this name, or the alphabet in this file: see :meth:`lexkit.Alphabet.from_file`."""
    return Alphabet.from_file(text) if is_file(text) else alphabet(text)


def is_file(text: object) -> bool:
    """Return whether a text means a file, not the name of shipped data: it has a dot or a folder."""
    return isinstance(text, str) and ("." in text or "/" in text or os.sep in text)


@cache
def _load(name: str) -> Alphabet:
    require_one_of(name, alphabet_names(), "no such alphabet", AlphabetError)
    return Alphabet.from_json(_read(_HERE / f"{name}.toml"))


@cache
def _list_names() -> dict[str, str]:
    """Return the alphabet of each beginning of a list's name, in lower case: the key ``lists`` of the files."""
    names = {}
    for path in _find(_HERE):
        names[path.stem] = path.stem
        names.update({name.lower(): path.stem for name in _read(path).get("lists", ())})
    return names


def alphabet_of_list(name: str) -> str | None:
    """Return the name of the alphabet that a list's name implies, such as english for NWL23, or None.

    The name must begin like one in the alphabet files' key ``lists``, with no letter behind that.
    """
    return _alphabet_of_beginning(name[:_LONGEST_LIST].lower()) if name else None


@lru_cache(maxsize=64)  # positions in a file usually name the same list
def _alphabet_of_beginning(name: str) -> str | None:
    found = max((known for known in _list_names() if name.startswith(known)), key=len, default="")
    return None if not found or name[len(found) : len(found) + 1].isalpha() else _list_names()[found]


def layout_names() -> list[str]:
    """Return the names of the shipped board layouts, sorted."""
    return [path.stem for path in _find(_HERE / "boards")]


@cache
def layout(name: str) -> dict[str, Any]:
    """Load a shipped board layout by its name or one of its aliases.

    Keys: ``name``, ``title``, ``aliases``, ``start`` (row number and column letter) and ``rows``, a list of
    strings with one glyph for each square; the files explain the glyphs. Raises LexiconFileError, naming the
    shipped ones, if there is none.
    """
    for known in layout_names():
        data = _read(_HERE / "boards" / f"{known}.toml")
        if name in (data["name"], *data["aliases"]):
            return {**data, "rows": data["rows"].split()}
    names = layout_names()
    remedy = did_you_mean(name, names)
    raise LexiconFileError("no such board layout", expected=", ".join(names), found=repr(name), remedy=remedy)


@cache
def rules(name: str) -> dict[str, Any]:
    """Load the rules of games in an alphabet, by the alphabet's name.

    Keys: the fields of :class:`lexkit.Rules`, as ``rules/usual.toml`` explains them. An alphabet without rules of
    its own has the usual ones.
    """
    usual = _read(_HERE / "rules" / "usual.toml")
    for path in _find(_HERE / "rules"):
        data = _read(path)
        if name in data["alphabets"]:
            usual.update(data)
    del usual["alphabets"]
    return usual


@cache
def duplicate() -> dict[str, Any]:
    """Load the rules of duplicate games: ``variants/duplicate.toml`` explains them."""
    return _read(_HERE / "variants" / "duplicate.toml")


@cache
def levels() -> dict[str, dict[str, Any]]:
    """Load the levels of players, the weakest first: ``players/levels.toml`` explains their numbers."""
    found: dict[str, dict[str, Any]] = _read(_HERE / "players" / "levels.toml")["level"]
    return found


@cache
def level_costs() -> dict[str, dict[str, list[float]]]:
    """Load what the levels lose a turn, by the name of an alphabet: ``players/level_costs.toml`` explains it."""
    return _read(_HERE / "players" / "level_costs.toml")


@cache
def word_steps() -> tuple[int, ...]:
    """Return how hard it is to know words of each class, last for other words: ``players/levels.toml`` explains it."""
    return tuple(_read(_HERE / "players" / "levels.toml")["words"]["steps"])


@cache
def words_by_class() -> tuple[bytes, bytes]:
    """Return (the words of the bundled list, one a line; the class of each word, one byte each, see levels.toml)."""
    return bundled_data("txt"), bundled_data("classes")


def bundled_data(kind: str) -> bytes:
    """Return the content of a file of the bundled list: ``txt``, ``classes``, ``definitions``, ``playability``."""
    import zstandard  # imported late: a query of a file does not need it

    path = _HERE / f"{BUNDLED}.{kind}.zst"
    with storage_errors("cannot read", path):
        return zstandard.ZstdDecompressor().decompress(path.read_bytes())


@cache
def grades() -> dict[str, dict[str, float]]:
    """Load the grades of mistakes, by the loss of a turn: ``players/grades.toml`` explains its numbers."""
    return _read(_HERE / "players" / "grades.toml")


@cache
def puzzles() -> dict[str, Any]:
    """Load the definition of puzzles and their tags: ``players/puzzles.toml`` explains its numbers."""
    return _read(_HERE / "players" / "puzzles.toml")


@cache
def looks() -> dict[str, Any]:
    """Load the sizes and colours of pictures: ``pictures/looks.toml`` explains them."""
    return _read(_HERE / "pictures" / "looks.toml")


def same_tiles(one: Alphabet, other: Alphabet) -> bool:
    """Return whether two alphabets have the same letters, counts, points and blanks, whatever their names."""
    return _tiles_of(one) == _tiles_of(other)


def _tiles_of(alphabet: Alphabet) -> tuple[Any, ...]:
    tiles = [(tile.label, tile.count, tile.points) for tile in alphabet.tiles]
    return tiles, alphabet.blanks, alphabet.blank_points


def same_language(alphabet: Alphabet, name: str) -> bool:
    """Return whether an alphabet has the letters of a shipped one, and its language or its tiles."""
    known = _load(name)
    alike = alphabet.language.partition("-")[0] == known.language.partition("-")[0]
    return alphabet.labels == known.labels and (alike or same_tiles(alphabet, known))


@cache
def leaves() -> tuple[dict[str, Any], ...]:
    """Load the measured values of the heuristics.

    Keys of each: ``alphabet``, the name of the one that they were measured for, and one for each heuristic: ``letters``
    (label -> points) and factors.
    """
    return tuple([_read(path) for path in _find(_HERE / "leaves")])


@cache
def trained_names() -> tuple[str, ...]:
    """Return the names of the alphabets with shipped leave values and win chances, sorted."""
    return tuple([path.stem for path in _find(_HERE / "trained")])


@cache
def trained(name: str) -> dict[str, Any]:
    """Load the leave values and win chances that are shipped for an alphabet.

    Keys: ``file``, the path of the packed values; ``list_sha256``, of the list that they were trained for; ``origin``,
    its name in a sentence; ``win_chances``, with ``gains`` and ``widths`` by the number of unseen tiles.
    """
    folder = _HERE / "trained"
    return {**_read(folder / f"{name}.toml"), "file": folder / f"{name}.leaves.zst"}


def trained_for(alphabet: Alphabet) -> dict[str, Any] | None:
    """Return the entry of :func:`trained` for an alphabet with the same tiles, whatever its name, or None."""
    # The name is usually the right one: then no other file is read.
    names = sorted(trained_names(), key=lambda name: name != alphabet.name)
    return next((trained(name) for name in names if same_tiles(alphabet, _load(name))), None)


def bundled_path(name: str = BUNDLED) -> Path:
    """Return the path of the bundled word list of this name (``.txt.zst``), which need not exist."""
    return _HERE / f"{name}.txt.zst"


def _find(folder: Path) -> list[Path]:
    """Return the TOML files of a folder, sorted. Raises StorageError if it cannot be read."""
    with storage_errors("cannot read", folder):
        # Path.glob would be empty, from Python 3.13 on, if the folder cannot be read.
        return sorted(folder / name for name in os.listdir(folder) if name.endswith(".toml"))


def _read(path: Path) -> dict[str, Any]:
    import tomllib  # imported late: a query of a file does not need it

    with storage_errors("cannot read", path), path.open("rb") as file:
        return tomllib.load(file)
