"""Other programs' files of words with damaged bytes and nodes: each is refused, or read, written and read again.

What is read is compared with a reader in plain Python (``tests/formats/foreign/plain_files.py``), and so are the paths
of a GADDAG beside the words.
"""

import os
import random
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import numpy as np

import lexkit
from campaigns.fuzz.cases import PATIENCE, Case, Part, WrongAnswerError
from lexkit.compiler.foreign_files import compile_file, write_file
from lexkit.errors import AlphabetError, LexiconFileError, LexkitError, TimeLimitError, WordListError
from lexkit.foreign_files import alphabet_for, find_format, load_file
from lexkit.formats.alphabet import Alphabet
from lexkit.formats.foreign.format_table import FORMATS, Format, format_named
from lexkit.formats.foreign.fst import checksum_of
from lexkit.lexicons import alphabet as named
from tests.attacks.random_files import WORDS
from tests.formats.foreign import plain_files
from tests.formats.foreign.plain_files import Word, paths_of

#: Alphabet -> lists.
LISTS: dict[str, tuple[list[str], ...]] = {
    "english": (
        [word for word in WORDS if word.isascii()],
        ["A", "AB", "ABA", "BA"],
        ["AA"],
        [],
        ["CARE", "CARES", "SCARE", "SCARES", "RACE", "ACRE", "ACRES"],
    ),
    "catalan": (["ANY", "ANYS", "AQUA", "QUA", "NYAP", "NYAPS"],),
}
#: Folder with files that the programs wrote, which are changed in place of lexkit's own.
FILES = "LEXKIT_FOREIGN_FILES"
#: Words that plain Python still reads, one by one.
FEW = 6000


# -- drawing --------------------------------------------------------------------------------------------


@contextmanager
def _no_sanitizer() -> Iterator[None]:
    """Let none run in processes that this one starts: marisa's package reads in one that is limited in memory."""
    library = os.environ.pop("LD_PRELOAD", None)
    try:
        yield
    finally:
        if library is not None:
            os.environ["LD_PRELOAD"] = library


@cache
@_no_sanitizer()
def _written(form: Format) -> list[tuple[str, bytes]]:
    """(alphabet, honest file) of each list, or those of a folder, if it has any."""
    if os.environ.get(FILES) and (theirs := _of_folder(form, Path(os.environ[FILES]))):
        return theirs
    return [
        (name, write_file(lexkit.build(words, options=lexkit.Options(alphabet=name)).core.file, form, "NWL")[0])
        for name, lists in LISTS.items()
        for words in lists
    ]


def _of_folder(form: Format, folder: Path) -> list[tuple[str, bytes]]:
    found = [path for path in sorted(folder.iterdir()) if find_format(path) == form]
    return [(alphabet_for(path, form, None).name, load_file(path, form, None)[0]) for path in found]


def draw(form: Format, rng: random.Random) -> Case:
    name, honest = rng.choice(_written(form))
    data = bytearray(honest)
    for _ in range(rng.choice((0, 1, 1, 1, 2, 4))):
        if not data:
            break
        _change(rng, data)
    _mend(rng, form, data)
    return {"format": form.name, "alphabet": name, "data": data.hex()}


def _change(rng: random.Random, data: bytearray) -> None:
    at = rng.randrange(len(data))
    match rng.randrange(7):
        case 0:
            data[at] = rng.randrange(256)
        case 1:
            data[at] ^= 1 << rng.randrange(8)
        case 2:  # another node in its place
            size, other = rng.choice((1, 4, 4, 7)), rng.randrange(len(data))
            data[at : at + size] = data[other : other + size][: len(data) - at]
        case 3:
            kind = rng.choice(("<I", ">I", "<Q"))
            value = rng.choice((0, 1, len(data), 2**22, 2**31, 2**32 - 1))
            packed = struct.pack(kind, value)[: len(data) - at]
            data[at : at + len(packed)] = packed
        case 4:
            del data[at:]
        case 5:
            del data[at : at + rng.choice((1, 4, 7, 8))]
        case 6:  # once more
            size = rng.choice((1, 4, 7, 8, len(data)))
            data[at:at] = data[at : at + size]


def _mend(rng: random.Random, form: Format, data: bytearray) -> None:
    """Make sums and sizes fit again, as damage without is refused for them alone."""
    if rng.random() < 0.1:
        return
    if form.module == "fst" and len(data) > 4:
        data[-4:] = struct.pack("<I", checksum_of(data[:-4]))
    if form.name == "dwg" and len(data) >= 4:
        data[:4] = struct.pack("<I", len(data) // 4 - 1)
    if form.name == "lxd" and len(data) >= 64:
        data[4:8] = struct.pack("<I", (len(data) - 64) // 4)


# -- checking -------------------------------------------------------------------------------------------


@_no_sanitizer()
def check(case: Case) -> str:
    form, data, alphabet = format_named(case["format"]), bytes.fromhex(case["data"]), named(case["alphabet"])
    try:
        with lexkit.within(PATIENCE - 10):  # what marisa's package never ends, on a busy machine
            words, file, _ = compile_file(data, form, alphabet, None)
    except TimeLimitError:
        return "given up in time"
    except LexkitError as error:
        if "\n" in str(error):
            raise WrongAnswerError(f"an error of several lines: {error}") from error
        if isinstance(error, LexiconFileError | WordListError | AlphabetError):
            return "refused"
        return "no words"
    if file.gaddag.word_count != len(words):
        raise WrongAnswerError(f"{len(words)} words became {file.gaddag.word_count}")
    try:
        made = write_file(file, form, "NWL")[0]
    except LexkitError:
        if form.characters and not alphabet.simple:  # a tile of two characters that were read may be another one
            return "read, and not written"
        raise
    again, _, _ = compile_file(made, form, alphabet, None)
    same = np.array_equal(again.tiles, words.tiles) and np.array_equal(again.offsets, words.offsets)
    if not same and form.parts != "alphagrams":
        raise WrongAnswerError("written and read again, they are other words")
    return "read" + _compared(form, data, {tuple(word) for word in words}, alphabet)


def _compared(form: Format, data: bytes, words: set[Word], alphabet: Alphabet) -> str:
    """Compare with the plain reader, if there is one and it takes such files: what it did."""
    if len(words) > FEW:
        return ", many words"
    if form.characters and not alphabet.simple:
        return ", in characters"
    try:
        found = READERS[form.name](data, alphabet)
    except (AssertionError, KeyError):  # stricter about orders that are free, or not there: marisa
        return ", by lexkit alone"
    if form.parts == "gaddag":
        words = paths_of(words)
    if found != words:
        raise WrongAnswerError(f"lexkit reads others: {sorted(found ^ words)[:5]}, of {len(found)} and {len(words)}")
    return ", and by plain Python"


def _kwg(data: bytes, big: bool = False) -> set[Word]:
    words = plain_files.read_kwg(data, 0, big)
    nodes = struct.unpack(f"<{len(data) // 4}I", data)
    if len(nodes) > 1 and not nodes[1] & (0xBF if big else 0xFF800000) and nodes[1] >> 8 * big & 0x3FFFFF:
        paths = plain_files.read_kwg(data, 1, big)
        if paths != paths_of(words):
            raise WrongAnswerError("the GADDAG of the file has other paths")
    return words


def _quackle_dawg(data: bytes, alphabet: Alphabet) -> set[Word]:
    labels = data[21:].split(b" ")[: data[20]]
    tiles = [alphabet.number(label.decode()) or 0 for label in labels]
    return {tuple(tiles[letter - 1] for letter in word) for word in plain_files.read_quackle_dawg(data)}


def _folded(words: set[Word]) -> set[Word]:
    """Numbers of tiles, of small letters too."""
    return {tuple(letter - 32 if 32 < letter <= 58 else letter for letter in word) for word in words}


READERS: dict[str, Callable[[bytes, Alphabet], set[Word]]] = {
    **dict.fromkeys(("kwg", "kwg-dawg", "kad"), lambda data, _: _kwg(data)),
    "kbwg": lambda data, _: _kwg(data, big=True),
    "dwg": lambda data, _: _folded(plain_files.read_dwg(data)),
    "lxd": lambda data, _: _folded(plain_files.read_lxd(data)),
    **dict.fromkeys(("macondo-dawg", "macondo-gaddag"), lambda data, _: _folded(plain_files.read_macondo(data))),
    "quackle-dawg": _quackle_dawg,
    "quackle-gaddag": lambda data, _: plain_files.read_quackle_gaddag(data),
    "fst": lambda data, alphabet: {tuple(alphabet.encode(key)) for key in plain_files.read_fst(data)},
    "fst-gaddag": lambda data, alphabet: {
        tuple(0 if letter == "+" else alphabet.encode(letter)[0] for letter in key)
        for key in plain_files.read_fst(data)
    },
}


def parts() -> list[Part]:
    def part(form: Format) -> Part:
        return Part(form.name, lambda rng: draw(form, rng), check, gigabytes=2)

    return [part(form) for form in FORMATS]
