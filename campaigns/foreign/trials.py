"""Files of other programs, mutated: each format by itself; refused, or read as plain Python does, in bounded time.

A trial is one format. It changes files that lexkit writes, or with --files those of a folder that the programs wrote.
A case may take two gigabytes of memory and a minute. Its process may die: then the case is a finding, and a new process
goes on with the next. Findings are written to the corpus of the fuzz campaign.
"""

import argparse
import math
import os
from functools import partial
from pathlib import Path

from campaigns.foreign.word_files import FILES
from campaigns.fuzz.cases import CORPUS
from campaigns.fuzz.parts import OF_FOREIGN_FILES
from campaigns.fuzz.trials import try_part
from campaigns.run import Trial, Tried


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--cases", type=int, default=10_000, help="files of each format; 10,000 by default")
    parser.add_argument("--seed", type=int, default=1, help="another number draws other cases; 1 by default")
    parser.add_argument("--files", type=Path, metavar="FOLDER", help="change the files of this folder")
    parser.add_argument("--corpus", type=Path, default=CORPUS, help="the folder that findings are written to")


def trials(asked: argparse.Namespace) -> list[Trial]:
    if asked.files:
        os.environ[FILES] = str(asked.files.absolute())
    return [Trial(name, f"{name} files", partial(_try, name, asked)) for name in OF_FOREIGN_FILES]


def _try(name: str, asked: argparse.Namespace) -> Tried:
    asked.seconds = math.inf
    return try_part(name, asked)
