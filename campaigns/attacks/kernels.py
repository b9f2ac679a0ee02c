"""The suite's tests of everything that has kernels, room by room, on another build than the suite's.

Made for sanitized kernels: the suite itself runs on compiled, interpreted and checked ones (``nox --list``).
"""

import argparse
from functools import partial
from typing import Final

from campaigns.attacks.trials import run_tests
from campaigns.run import Trial

#: Room -> what its tests compare.
ROOMS: Final = {
    "automaton": "sorting, ranks and walks of the automaton",
    "words": "membership, anagrams, hooks, sorting and alphagrams, with plain Python",
    "query": "every condition and the query language, with plain Python",
    "formats": "the proof, files forged and damaged, other programs' files",
    "compiler": "builds by every method, with plain Python",
    "game": "moves, scores, positions and whole games, with plain Python and the referee",
    "players": "best moves, endgames, simulations, leaves and autoplay, with plain Python",
}


def trials(asked: argparse.Namespace) -> list[Trial]:
    return [Trial(room, what, partial(run_tests, (f"tests/{room}",))) for room, what in ROOMS.items()]
