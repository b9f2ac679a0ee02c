"""Leave values in KLV2, KLV, KLV16 and CSV: damaged bytes, nodes and numbers. Each is read right, or refused."""

import os
import random
import re
import struct
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from campaigns.foreign.word_files import FILES
from campaigns.fuzz.cases import Case, Part, WrongAnswerError
from lexkit.errors import ColumnError, LexiconFileError, LexkitError
from lexkit.formats.foreign.klv2 import read_klv2, write_klv2
from lexkit.formats.foreign.leaves_csv import read_leaves_csv, write_leaves_csv
from lexkit.formats.leaves_section import StoredLeaves, leave_count
from lexkit.lexicons import alphabet as named

#: Bits of a node: arc, last sibling, end of a leave, tile.
BITS = (*range(24), 24, 25, 26, 31)
#: Kind -> how a value is packed, in how many steps of a point, and the most points.
KINDS = {"klv2": ("f", 1, 999), "klv": ("h", 256, 127), "klv16": ("h", 8, 999)}
GOLDEN = Path(__file__).parents[1] / "golden/foreign"


def draw(kind: str, rng: random.Random) -> Case:
    letters = rng.randint(1, 6)
    data = bytearray(_written(rng, letters, kind))
    folder = Path(os.environ.get(FILES, GOLDEN))
    if (honest := folder / f"leaves.{kind}").exists() and (os.environ.get(FILES) or rng.random() < 0.05):
        letters, data = 26, bytearray(honest.read_bytes())
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
    return {"format": kind, "letters": letters, "data": data.hex()}


def _written(rng: random.Random, letters: int, kind: str) -> bytes:
    longest, most = rng.randint(1, 3), KINDS[kind][2]
    values = np.array([rng.randint(-most, most) for _ in range(leave_count(letters, longest))], np.int16)
    values[0] = 0
    limits = [rng.randint(0, 4) for _ in range(letters + 1)]
    return write_klv2(StoredLeaves(letters, longest, rng.choice((1, 8, 256)), values), limits, kind)


def check(case: Case) -> str:
    data, letters, kind = bytes.fromhex(case["data"]), case["letters"], case["format"]
    try:
        leaves = read_klv2(data, letters, "x.klv2", kind)
    except LexiconFileError as error:
        return _refused(error)
    _compare(leaves, dict(_plain(data, kind)))
    again = read_klv2(write_klv2(leaves, None, kind), letters, None, kind)
    # Numbers of 32 bits, which other steps may give as well.
    points, back = [(one.values / one.scale).astype(np.float32) for one in (leaves, again)]
    if kind != "klv2":  # with -32768 steps of the file, lexkit keeps values in fewer
        points, back = np.rint(points * KINDS[kind][1]), np.rint(back * KINDS[kind][1])
    if again.longest != leaves.longest or (back != points).any():
        raise WrongAnswerError("written and read again, they are other values")
    return "read, and by plain Python"


def _refused(error: LexkitError) -> str:
    if "\n" in str(error):
        raise WrongAnswerError(f"an error of several lines: {error}") from error
    return "refused"


def _compare(leaves: StoredLeaves, found: dict[bytes, float]) -> None:
    """Compare values with those that plain Python reads: as they are, or rounded to the finest steps of 16 bits."""
    if len(leaves.values) != leave_count(leaves.letters, leaves.longest) or leaves.values[0]:
        raise WrongAnswerError(f"{len(leaves.values)} values of leaves of {leaves.longest} tiles")
    if np.count_nonzero(leaves.values) > len(found):
        raise WrongAnswerError(f"{len(found)} leaves became {np.count_nonzero(leaves.values)}")
    for tiles, points in found.items():
        if abs(leaves.values[leaves.place(tiles)] / leaves.scale - points) > 0.5 / leaves.scale + 1e-4:
            raise WrongAnswerError(f"{tiles.hex()} is worth {points}")


def _plain(data: bytes, kind: str) -> Iterator[tuple[bytes, float]]:
    """The leaves of a file in order, with their values."""
    (count,) = struct.unpack_from("<I", data)
    nodes = struct.unpack_from(f"<{count}I", data, 4)
    (number,) = struct.unpack_from("<I", data, 4 + 4 * count)
    code, steps, _ = KINDS[kind]
    values = struct.unpack_from(f"<{number}{code}", data, 8 + 4 * count)

    def below(at: int, before: bytes) -> Iterator[bytes]:
        while at:
            tiles = before + bytes([nodes[at] >> 24])
            if nodes[at] >> 23 & 1:
                yield tiles
            yield from below(nodes[at] & 0x3FFFFF, tiles)
            if nodes[at] >> 22 & 1:
                return
            at += 1

    for tiles, value in zip(below(nodes[0] & 0x3FFFFF, b""), values, strict=True):
        yield tiles, value / steps


# -- CSV ------------------------------------------------------------------------------------------------

PIECES = ("A", "Q", "?", ",", "\n", "\r", "-", "1", "0.5", "1e9", "nan", '"', "[", "]", " ", "é", "\ufeff", "\0")


def draw_csv(rng: random.Random) -> Case:
    leaves = {"".join(sorted(rng.choices("?AEQZ", k=rng.randint(1, 4)))): rng.randint(-999, 999) for _ in range(8)}
    text = "".join(f"{leave},{points / rng.choice((1, 8, 10))}\n" for leave, points in leaves.items())
    if os.environ.get(FILES) and (theirs := Path(os.environ[FILES]) / "leaves.csv").exists():
        text = theirs.read_text("utf-8")
    for _ in range(rng.choice((0, 1, 1, 2, 4))):
        at = rng.randrange(len(text) + 1)
        match rng.randrange(3):
            case 0:
                text = text[:at] + rng.choice(PIECES) + text[at:]
            case 1:
                text = text[:at] + text[at + rng.choice((1, 3)) :]
            case 2:
                text = text[:at] + text[rng.randrange(len(text) + 1) :][:5] + text[at:]
    return {"format": "csv", "data": text.encode().hex()}


def check_csv(case: Case) -> str:
    data, alphabet = bytes.fromhex(case["data"]), named("english")
    try:
        leaves = read_leaves_csv(data, alphabet)
    except (ColumnError, LexiconFileError) as error:
        return _refused(error)
    rows = [line.split(",") for line in data.decode("utf-8-sig").splitlines() if line.strip()]
    if all(re.fullmatch(r"[A-Z?]+", leave) for leave, _ in rows):
        numbers = {bytes(max(0, ord(tile) - 64) for tile in leave): float(points) for leave, points in rows}
        _compare(leaves, numbers)
    again = read_leaves_csv(write_leaves_csv(leaves, alphabet), alphabet)
    worth = {place: leaves.values[place] / leaves.scale for place in np.flatnonzero(leaves.values).tolist()}
    if len(worth) != np.count_nonzero(again.values) or sum(worth.values()) - (again.values / again.scale).sum() > 1e-3:
        raise WrongAnswerError("written and read again, they are other values")
    return "read"


def parts() -> list[Part]:
    def part(kind: str) -> Part:
        return Part(kind, lambda rng: draw(kind, rng), check, gigabytes=2)

    return [*map(part, KINDS), Part("csv", draw_csv, check_csv, gigabytes=2)]
