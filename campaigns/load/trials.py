"""Threads on one lexicon, processes on one map, readers of a replaced file, faults of the service: less, or ``--full``.

In full: 16 threads ask 10,000 questions each, 8 processes share a map, 8 readers follow 500 replacements, and the
service (``--only served``) has more clients.
"""

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory

import lexkit
from campaigns.load import faults
from campaigns.load.together import processes, replaced, threads
from campaigns.run import Trial, Tried


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--full", action="store_true", help="at full size, not a tenth of it")
    add_lexicon(parser)


def add_lexicon(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lexicon", default="english", help="a file or a name; the bundled English list by default")


def trials(asked: argparse.Namespace) -> list[Trial]:
    lexicon = lexkit.open(asked.lexicon)
    path, words = str(lexicon.path), len(lexicon)
    size = 10 if asked.full else 1

    def ask_by_threads() -> Tried:
        answers, wrong = threads(path, 16, 1000 * size, 1400)
        return Tried(answers, wrong, {"words": words, "threads": 16})

    def share_a_map() -> Tried:
        memory = processes(path, 8)
        private = [f"process {number}: {one}" for number, one in enumerate(memory) if one["map private kB"] > 0]
        return Tried(8, private, {"words": words, **memory[-1]})

    def replace() -> Tried:
        with TemporaryDirectory() as folder:
            opened, wrong = replaced(Path(folder), 8, 50 * size)
        return Tried(opened, wrong, {"words": words, "replacements": 50 * size, "readers": 8})

    return [
        Trial(
            "threads on one lexicon",
            "16 threads ask 14 kinds of questions (queries, the language, moves on shared boards, plays and undos) of "
            "a fresh lexicon: each answer is that of one thread alone",
            ask_by_threads,
        ),
        Trial(
            "processes on one map",
            "8 processes have read all of one lexicon; the memory of the eighth, and how much of it is private",
            share_a_map,
        ),
        Trial(
            "a file replaced under its readers",
            "a writer replaces a file, 8 processes open it meanwhile: one version whole each time, and what was open "
            "before goes on",
            replace,
        ),
        *faults.trials(asked.full),
    ]
