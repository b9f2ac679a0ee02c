"""Leave values in KLV2: files with damaged bytes, nodes and numbers. Each is read and written again, or refused."""

import random
import struct
from pathlib import Path

import numpy as np

from lexkit.errors import LexiconFileError
from lexkit.formats.foreign.klv2 import read_klv2, write_klv2
from lexkit.formats.leaves_section import StoredLeaves, leave_count
from tests.campaigns.fuzz.cases import Case, WrongAnswerError

GOLDEN = (Path(__file__).parents[2] / "golden/foreign/leaves.klv2").read_bytes()
#: Bits of a node: arc, last sibling, end of a leave, tile.
BITS = (*range(24), 24, 25, 26, 31)


def draw(rng: random.Random) -> Case:
    letters = rng.randint(1, 6)
    data = bytearray(_written(rng, letters))
    if rng.random() < 0.05:
        letters, data = 26, bytearray(GOLDEN)
    (count,) = struct.unpack_from("<I", data)
    for _ in range(rng.choice((0, 1, 1, 2, 4))):
        if len(data) < 8:
            break
        node_at = 4 * rng.randint(1, min(count, len(data) // 4 - 1))
        match rng.randrange(5):
            case 0:
                data[rng.randrange(len(data))] = rng.randrange(256)
            case 1:
                data[node_at + rng.randrange(4)] ^= 1 << rng.randrange(8)
            case 2:
                (node,) = struct.unpack_from("<I", data, node_at)
                struct.pack_into("<I", data, node_at, node ^ 1 << rng.choice(BITS))
            case 3:
                at = 4 * rng.randrange(len(data) // 4)
                struct.pack_into("<I", data, at, rng.choice((0, 1, count, 2**22, 2**31, 2**32 - 1, 0x7FC00000)))
            case 4:
                del data[rng.randrange(len(data)) :]
    return {"letters": letters, "data": data.hex()}


def _written(rng: random.Random, letters: int) -> bytes:
    longest = rng.randint(1, 3)
    values = np.array([rng.randint(-999, 999) for _ in range(leave_count(letters, longest))], np.int16)
    values[0] = 0
    limits = [rng.randint(0, 4) for _ in range(letters + 1)]
    return write_klv2(StoredLeaves(letters, longest, rng.choice((1, 10, 256)), values), limits)


def check(case: Case) -> str:
    data, letters = bytes.fromhex(case["data"]), case["letters"]
    try:
        leaves = read_klv2(data, letters, "x.klv2")
    except LexiconFileError as error:
        if "\n" in str(error):
            raise WrongAnswerError(f"an error of several lines: {error}") from error
        return "refused"
    if len(leaves.values) != leave_count(letters, leaves.longest) or leaves.values[0]:
        raise WrongAnswerError(f"{len(leaves.values)} values of leaves of {leaves.longest} tiles")
    again = read_klv2(write_klv2(leaves), letters)
    if again.longest != leaves.longest or (again.values / again.scale != leaves.values / leaves.scale).any():
        raise WrongAnswerError("written and read again, they are other values")
    return "read"
