"""Random files, each asked everything: damaged ones that were sealed again, and senseless ones that pass the proof."""

from __future__ import annotations

import faulthandler
import random
from collections import Counter

import numpy as np

from lexkit.formats.columns import StoredColumn, pack_columns

from .forge import lexicon, sections, shell
from .questions import Refusal, answers
from .random_files import WORDS, damaged, senseless

#: A file that takes longer than this ends the run with a traceback.
PATIENCE = 120


def honest_files() -> list[bytes]:
    """Small and with columns, wide (two-word sets), and with all three widths of counts."""
    many = ["".join("ABC"[(number >> 2 * place) % 3] for place in range(11)) for number in range(0, 1 << 22, 21)]
    return [with_columns(lexicon(WORDS)), lexicon(["A", "AB", "ЙA", "BЖЙ"], 50), lexicon([*WORDS, *many])]


def with_columns(data: bytes) -> bytes:
    """The file with a column of each kind."""
    size = len(WORDS)
    missing = np.arange(size) % 3 == 0
    columns = [
        StoredColumn.of_integers("freq", np.arange(size) * 300, missing),
        StoredColumn.of_numbers("share", np.where(missing, np.nan, np.arange(size) / 7)),
        StoredColumn.of_texts("gloss", [f"the word {word}" if len(word) > 2 else None for word in WORDS]),
    ]
    return shell({**sections(data), b"columns": pack_columns(columns)})


def run(files: int, seed: int) -> dict[str, Counter[str]]:
    """``files`` of each kind. What they came to: "opened" or the name of the refusal."""
    outcome: dict[str, Counter[str]] = {"damaged": Counter(), "senseless": Counter()}
    honest = honest_files()
    for number in range(files):
        for kind in outcome:
            rng = random.Random(f"{seed} {number} {kind}")
            data = damaged(rng, honest[number % 20 // 9]) if kind == "damaged" else senseless(rng)
            faulthandler.dump_traceback_later(PATIENCE, exit=True)
            try:
                said = answers(data)
            except BaseException as error:
                error.add_note(f"{kind} file number {number} of seed {seed}")
                raise
            finally:
                faulthandler.cancel_dump_traceback_later()
            outcome[kind][said[0] if isinstance(said[0], Refusal) else "opened"] += 1
            if kind == "senseless":
                assert not isinstance(said[0], Refusal), f"file {number} of seed {seed} obeys all rules, yet: {said[0]}"
                outcome[kind].update(f"answers with {name}" for name in said if isinstance(name, Refusal))
    return outcome


__all__ = ["honest_files", "run"]
