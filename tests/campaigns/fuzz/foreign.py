"""Other programs' files of words with damaged bytes and nodes: each is refused, or read, written and read again."""

import random
import struct
from functools import cache

import numpy as np

import lexkit
from lexkit.compiler.foreign_files import compile_file, write_file
from lexkit.errors import LexiconFileError, LexkitError
from lexkit.formats.foreign.format_table import FORMATS, Format, format_named
from lexkit.formats.foreign.fst import checksum_of
from tests.campaigns.fuzz.cases import Case, WrongAnswerError
from tests.campaigns.fuzz.random_files import WORDS

LISTS: tuple[list[str], ...] = (
    WORDS,
    ["A", "AB", "ABA", "BA"],
    ["AA"],
    [],
    ["CARE", "CARES", "SCARE", "SCARES", "RACE", "ACRE", "ACRES"],
)


@cache
def _written(form: Format, number: int) -> bytes:
    words = [word for word in LISTS[number] if word.isascii()]
    return write_file(lexkit.build(words).core.file, form, "NWL")[0]


def draw(rng: random.Random) -> Case:
    # The package of marisa reads its files, in a process for each.
    form = rng.choice([one for one in FORMATS if one.name != "marisa"])
    data = bytearray(_written(form, rng.randrange(len(LISTS))))
    for _ in range(rng.choice((0, 1, 1, 1, 2, 4))):
        if not data:
            break
        at = rng.randrange(len(data))
        match rng.randrange(5):
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
    if form.name == "fst" and len(data) > 4 and rng.random() < 0.9:
        data[-4:] = struct.pack("<I", checksum_of(data[:-4]))
    return {"format": form.name, "data": data.hex()}


def check(case: Case) -> str:
    form, data = format_named(case["format"]), bytes.fromhex(case["data"])
    alphabet = lexkit.build(["A"]).alphabet
    try:
        words, file = compile_file(data, form, alphabet, None)
    except LexkitError as error:
        if "\n" in str(error):
            raise WrongAnswerError(f"an error of several lines: {error}") from error
        return f"{form.name} refused" if isinstance(error, LexiconFileError) else f"{form.name} has no words"
    if file.gaddag.word_count != len(words):
        raise WrongAnswerError(f"{len(words)} words became {file.gaddag.word_count}")
    again, _ = compile_file(write_file(file, form, "NWL")[0], form, alphabet, None)
    same = np.array_equal(again.tiles, words.tiles) and np.array_equal(again.offsets, words.offsets)
    if not same and form.parts != "alphagrams":
        raise WrongAnswerError("written and read again, they are other words")
    return f"{form.name} read"
