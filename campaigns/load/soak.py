"""Threads that ask for as long as one likes, while another builds, replaces, opens and closes: memory stays flat.

Tells on standard error every half minute how much memory the process has, and how many descriptors.
"""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import lexkit
from campaigns.load.together import soak
from campaigns.load.trials import add_lexicon
from campaigns.run import Trial, Tried, add_minutes


def arguments(parser: argparse.ArgumentParser) -> None:
    add_minutes(parser, 60)
    add_lexicon(parser)


def trials(asked: argparse.Namespace) -> list[Trial]:
    what = "four threads ask, a fifth builds, replaces, opens and closes: answers as ever, memory flat"
    return [Trial("for long", what, lambda: ask_for(asked.seconds, asked.lexicon))]


def ask_for(seconds: float, name: str) -> Tried:
    lexicon = lexkit.open(name)
    told, wrong = [], []
    with TemporaryDirectory() as folder:
        for one in soak(str(lexicon.path), Path(folder), seconds, min(30.0, seconds / 10), wrong):
            told.append(one)
            sys.stderr.write(", ".join(f"{key} {value:,}" for key, value in one.items()) + "\n")
    resident = [int(one["resident kB"]) for one in told]
    # In the first fifth, whatever is worked out once takes its memory.
    settled = resident[len(resident) // 5 :]
    half = len(settled) // 2
    first, second = max(settled[:half], default=0), max(settled[half:])
    if second > first * 1.05 > 0:
        wrong.append(f"memory grew from {first:,} to {second:,} kB")
    descriptors = [int(one["descriptors"]) for one in told]
    facts = {
        "words": len(lexicon),
        "resident kB, at first": resident[0],
        "resident kB, first half": first,
        "resident kB, second half": second,
        "descriptors": f"{min(descriptors)} to {max(descriptors)}",
    }
    return Tried(int(told[-1]["answers"] + told[-1]["builds"]), wrong, facts)
