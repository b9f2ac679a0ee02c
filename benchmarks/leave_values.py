"""Measures leave values for Rack Heuristics 1 to 3: what is shipped in ``lexicons/leaves/`` was printed by this.

    python benchmarks/leave_values.py [--games 8000] [--seed 1994] [-l LEXICON] > lexicons/leaves/english.toml

Greedy players play each other. After each of their plays that left 1 to 6 tiles while the bag could fill the rack up,
the points of the same player's next turn are noted (0 for an exchange or pass). Least squares then give, for all
heuristics anew, how many points of the next turn each kept tile stands for, beside a constant: a tile's value is what
it adds over the tile that would have been drawn in its place.
"""

from __future__ import annotations

import argparse
import json
import sys

import numpy as np

import lexkit
from lexkit.formats.alphabet import Alphabet
from lexkit.players.autoplay.match import Match
from lexkit.players.leaves import HEURISTICS


def noted(match: Match, games: int) -> tuple[np.ndarray, np.ndarray]:
    """(counts of each leave by tile number, points of the turn after)."""
    leaves, points = [], []
    for game in match.play(games):
        before: dict[int, bytes] = {}
        for turn in game.turns:
            kept = before.pop(turn.player, None)
            if kept is not None:
                leaves.append(kept)
                points.append(turn.score)
            full = turn.rack if turn.rack is not None and len(turn.rack) == 7 else None
            if turn.move is not None and len(turn.drawn or ()) == len(turn.move.played) and full is not None:
                left = full - turn.move.played
                if len(left):
                    before[turn.player] = left.counts
    return np.frombuffer(b"".join(leaves), np.uint8).reshape(-1, 64).astype(float), np.array(points, float)


def fitted(leaves: np.ndarray, points: np.ndarray, alphabet: Alphabet, factors: int) -> tuple[np.ndarray, np.ndarray]:
    """(coefficients, their standard errors): a constant, the letters, then so many of the factors."""
    vowels = np.array([0, *(1 if tile.vowel else -1 for tile in alphabet.tiles)] + [0] * (63 - len(alphabet)))
    repeats = np.maximum(leaves[:, 1:] - 1, 0).sum(axis=1)
    surplus = np.maximum(np.abs(leaves @ vowels) - 1, 0)
    known = leaves[:, : len(alphabet) + 1]
    matrix = np.column_stack([np.ones(len(leaves)), known, *[repeats, surplus][:factors]])
    found, *_ = np.linalg.lstsq(matrix, points, rcond=None)
    noise = np.var(points - matrix @ found)
    return found, np.sqrt(noise * np.diag(np.linalg.pinv(matrix.T @ matrix)))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=8_000)
    parser.add_argument("--seed", type=int, default=1994)
    parser.add_argument("-l", "--lexicon", default="english")
    options = parser.parse_args()
    lexicon = lexkit.open(options.lexicon)
    alphabet = lexicon.alphabet
    leaves, points = noted(Match(lexicon, seed=options.seed), options.games)
    print("# Leave values, in points; what they mean is said by players/leaves.py. Printed by")
    print(f"# benchmarks/leave_values.py: {options.games:,} games of greedy players, seed {options.seed},")
    print(f"# {len(lexicon):,} words, {len(leaves):,} leaves.\n")
    print("alphabet =", json.dumps(alphabet.name))
    for factors, heuristic in enumerate(HEURISTICS):
        found, errors = fitted(leaves, points, alphabet, factors)
        letters = len(alphabet) + 2
        print(f"\n[{heuristic}]")
        for name, value in zip(("duplicate", "balance"), found[letters:], strict=False):
            print(f"{name} = {value:.2f}")
        values = zip(("?", *alphabet), found[1:letters], strict=True)
        print("letters = {", ", ".join(f'"{label}" = {value:.2f}' for label, value in values), "}", sep="")
        print(f"{heuristic}: standard errors up to {errors[1:].max():.2f}", file=sys.stderr)


if __name__ == "__main__":
    main()
