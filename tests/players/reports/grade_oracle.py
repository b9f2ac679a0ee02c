"""What turns cost, in plain Python: numbers and rules of its own, over all that a player could have done."""

import math
import tomllib
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import lexkit
from lexkit import Rules, lexicons

GRADES = ("none", "small", "medium", "large")


def graded(won: float, points: float, bag: int, solved: bool = False, gave_away: bool = False) -> str:
    """A grade: chances to win in percent while the bag has tiles, then points."""
    if bag > 0:
        return "large" if won >= 7 else "medium" if won >= 3 else "small" if won >= 0.5 else "none"
    if solved and gave_away:
        return "large"
    return "large" if points >= 15 else "medium" if points >= 7 else "small" if points >= 1 else "none"


#: What may be done is worth: its equity, tiles laid, and what decides between equal ones, the least first.
Option = tuple[float, int, tuple[int, ...]]


def rank_of(option: Option) -> tuple[float, tuple[int, ...]]:
    """The best option has the least rank: by equity, whatever its last digits are; then by the tie rule."""
    return -round(option[0], 3), option[2]


class Judge:
    """Says what each turn of a game was worth, by plain sums over all that the player could have done."""

    def __init__(self, lexicon: lexkit.Lexicon, rules: Rules) -> None:
        self.lexicon, self.rules = lexicon, rules
        self.known: dict[str, float] = {}
        names = ["?", *rules.alphabet.labels]
        self.points = dict(zip(names, rules.points, strict=False))
        self.tiles = dict(zip(names, rules.distribution, strict=False))
        shipped = Path(lexicons.__file__ or "").parent / "trained" / "english.toml"
        self.chances = tomllib.loads(shipped.read_text("utf-8"))["win_chances"]

    def chance(self, unseen: int, lead: float) -> float:
        """The chance of who is on turn to win."""
        at = min(unseen, len(self.chances["gains"]) - 1)
        step = (lead + self.chances["gains"][at]) / self.chances["widths"][at]
        return 1 / (1 + math.exp(-max(-700.0, min(700.0, step))))

    def turns(self, game: lexkit.Game) -> Iterator[tuple[str, float, float]]:
        """(grade, chance lost, points lost) of each turn."""
        for turn, position in zip(game.turns, game.positions(), strict=True):
            if turn.kind not in ("placement", "exchange", "pass"):
                continue
            board = lexkit.Board.from_cgp(position)
            rack = list(turn.rack or ())
            on_board = len(turn.snapshot.grid) - turn.snapshot.grid.count(0)
            unseen = sum(self.tiles.values()) - on_board - len(rack)
            bag = max(0, unseen - 7)
            known = dict(self.options(board, rack, bag, on_board == 0))
            own = known[turn.text if turn.kind != "exchange" else "-" + "".join(sorted(turn.text[1:]))]
            best = min((one for text, one in known.items() if text != "-" or len(known) == 1), key=rank_of)
            lost = round(max(0.0, best[0] - own[0]), 3)
            lead = turn.scores[turn.player] - turn.scores[1 - turn.player]
            win, best_win = (self.after(bag, len(rack), lead, *one[:2]) for one in (own, best))
            dropped = round(max(0.0, best_win - win), 4) if lost else 0.0
            yield graded(round(100 * dropped, 2), round(lost, 2), bag), dropped, lost

    def after(self, bag: int, held: int, lead: int, equity: float, laid: int) -> float:
        total = lead + equity
        if bag == 0 and laid == held:
            return 1.0 if total > 0.0005 else 0.0 if total < -0.0005 else 0.5
        return 1 - self.chance(bag + held - laid, -total)

    def options(self, board: lexkit.Board, rack: list[str], bag: int, opening: bool) -> Iterator[tuple[str, Option]]:
        """All that may be done: its text, and what it is worth."""
        for move in self.lexicon.moves(board, "".join(rack)):
            kept = list(rack)
            laid = 0
            for square, letter in zip(move.squares, self.letters(move), strict=True):
                assert square >= 0
                kept.remove(letter)
                laid += 1
            equity = move.score + self.leave(kept, bag, board) - self.cost_of_vowels(move, opening)
            yield move.text, (equity, laid, (0, -move.score, not move.across, laid, move.column, move.row))
        if bag >= 7:
            for size in range(1, len(rack) + 1):
                for given_away in set(combinations(sorted(rack), size)):
                    kept = list(rack)
                    for letter in given_away:
                        kept.remove(letter)
                    yield "-" + "".join(given_away), (self.leave(kept, bag, board), 0, (1, size))
        yield "-", (self.leave(rack, bag, board) if bag == 0 else 0.0, 0, (2,))

    def letters(self, move: lexkit.Move) -> list[str]:
        """The tiles that a move lays, as they were on the rack."""
        labels = self.rules.alphabet.labels
        return ["?" if tile & 0x80 else labels[tile - 1] for tile in move.played]

    def leave(self, kept: list[str], bag: int, board: lexkit.Board) -> float:
        if bag:
            text = "".join(sorted(kept))
            if text not in self.known:
                self.known[text] = self.lexicon.leaves.of(text) if text else 0.0  # type: ignore[union-attr]
            return self.known[text]
        if not kept:
            left = dict(self.tiles)
            for letter in [*self.on_board(board), *board.rack]:
                left[letter] -= 1
            return 2.0 * sum(self.points[letter] * count for letter, count in left.items())
        return -2.0 * sum(self.points[letter] for letter in kept) - 10

    def on_board(self, board: lexkit.Board) -> list[str]:
        labels = self.rules.alphabet.labels
        return ["?" if tile & 0x80 else labels[tile - 1] for tile in board.grid if tile]

    def cost_of_vowels(self, move: lexkit.Move, opening: bool) -> float:
        """Vowels beside a premium square on the empty board."""
        if not opening:
            return 0.0
        layout, cost = self.rules.layout, 0.0
        for square, tile in zip(move.squares, move.played, strict=True):
            if self.rules.alphabet.labels[(tile & 63) - 1] not in "AEIOU":
                continue
            row, column = divmod(square, layout.columns)
            beside = [(row - 1, column), (row + 1, column)] if move.across else [(row, column - 1), (row, column + 1)]
            for r, c in beside:
                if not (0 <= r < layout.rows and 0 <= c < layout.columns):
                    continue
                at = r * layout.columns + c
                cost += 0.35 * (layout.word_multipliers[at] - 1 + layout.letter_multipliers[at] - 1)
        return cost
