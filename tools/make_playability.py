"""Make the playability of the bundled English words, ``lexicons/english.playability.zst``, from the sums of a run.

    lexc playability english --games 200000 --output english.gaddag
    python tools/make_playability.py english.playability [SEED]

The file has the points that a player loses in 1,000 games by not knowing each word, in steps of 0.5%: less than their
standard errors, in a tenth of the bytes. It begins with a line of JSON: the number of games and the seed. Then it has
a number for each word, in order, the low bytes of all, then the high bytes: 0 for a word without a credit, else n for
LEAST * (1 + STEP) ** (n - 1). ``lexicons/bundled_columns.py`` reads it. The same games and libzstd give the same bytes.
"""

import json
import sys
from pathlib import Path

import numpy as np
import zstandard

import lexkit
from lexkit import Rules
from lexkit.lexicons.bundled_columns import PLAYABILITY_LEAST, PLAYABILITY_STEP
from lexkit.players.playability import PlayabilityRun

TARGET = Path(__file__).resolve().parents[1] / "lexicons" / "english.playability.zst"


def pack(values: np.ndarray, games: int, seed: int) -> bytes:
    """The content of the file for these values."""
    credited = values > 0
    steps = np.log(np.where(credited, values, PLAYABILITY_LEAST) / PLAYABILITY_LEAST) / np.log1p(PLAYABILITY_STEP)
    codes = np.where(credited, np.maximum(np.rint(steps), 0) + 1, 0).astype(np.int64)
    head = json.dumps({"games": games, "seed": seed}).encode() + b"\n"
    planes = head + (codes & 255).astype(np.uint8).tobytes() + (codes >> 8).astype(np.uint8).tobytes()
    return zstandard.ZstdCompressor(level=19, write_checksum=True, write_content_size=True).compress(planes)


def main(sums: str, seed: int = 1) -> None:
    """Pack the values of a file that ``lexc playability`` wrote beside the lexicon."""
    index = lexkit.open("english").core
    run = PlayabilityRun(index, Rules.from_alphabet(index.alphabet), seed)
    run.restore(sums)
    data = pack(run.result().values, run.games, seed)
    TARGET.write_bytes(data)
    print(f"{TARGET.name}: {run.games:,} games, {len(data):,} bytes")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
