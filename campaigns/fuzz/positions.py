"""Random positions of random games, narrow and wide: every move by both generators, and the best, by the word scan.

Where the lexicon is an honest one the moves are exactly those of ``tests/game/word_scan.py``. Forged ones are asked for
moves in ``files.py``.
"""

import random

from campaigns.fuzz.cases import Case, WrongAnswerError
from tests.game.kernels.making import GENERATORS, with_kernels
from tests.game.kernels.random_positions import random_positions

#: Positions of one case.
EACH = 12


def draw(rng: random.Random) -> Case:
    return {"seed": rng.randrange(1 << 32), "positions": EACH}


def check(case: Case) -> str:
    position = None
    for position, kernels in with_kernels(random_positions(case["seed"], case["positions"])):
        squares = kernels.holding(position.board)
        for name in GENERATORS:
            found = kernels.moves(name, position.rack, squares)
            if len(found) != len(set(found)) or set(found) != position.moves:
                raise WrongAnswerError(f"{name}: {len(found)} moves, expected {len(position.moves)}: {position}"[:500])
        best = kernels.moves("best", position.rack, squares)
        highest = max((move[4] for move in position.moves), default=None)
        if [move[4] for move in best[:1]] != ([] if highest is None else [highest]):
            raise WrongAnswerError(f"best: {best[:1]}, expected a score of {highest}: {position}"[:500])
    return f"right, {'wide' if position and (position.letters > 31 or position.game.rack_size > 8) else 'narrow'}"
