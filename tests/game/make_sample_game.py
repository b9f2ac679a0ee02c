"""Finds the sample game of Appel & Jacobson (1988) from its words and scores, and writes it as GCG.

    python -m tests.game.make_sample_game

The paper's appendix prints the words of both players, the points of each, and two boards; it names no places. The
search below keeps every board on which the words so far can lie: each word where it is legal, where all words that it
forms are in the bundled list, and where it scores what the paper prints. One game and its mirror image in the diagonal
are left; the one whose first word lies across, as in the paper's figures, goes to tests/golden.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import lexkit
from lexkit.errors import IllegalMoveError, PositionError

__all__ = ["GOLDEN", "LEFT_OVER", "PLAYERS", "PRINTED", "TOTALS", "following", "possible_games"]

GOLDEN = Path(__file__).parent.parent / "golden" / "appel_jacobson_1988.gcg"

PLAYERS = ("Guy", "Mac")

#: What the paper prints, by turn: Guy's word and points, then the program's.
PRINTED = [
    ("ALACK", 32), ("AJEE", 25), ("OUTGREW", 66), ("HYALINE", 51), ("JUNIOR", 26), ("FENCES", 50), ("BATH", 18),
    ("RITZ", 46), ("ZEDS", 42), ("SLOGGING", 82), ("YIELD", 21), ("VAGUE", 34), ("RUNTIER", 66), ("SONDE", 27),
    ("ME", 19), ("PAVAN", 22), ("EON", 19), ("QUITTOR", 32), ("TWO", 26), ("XI", 50), ("ROILY", 16), ("PAH", 31),
    ("BI", 16), ("HOD", 14), ("SI", 5),
]  # fmt: skip

#: What the program is left with. Guy gets these points, and the program loses them, once each.
LEFT_OVER = "FM"

#: After that.
TOTALS = (379, 457)

Game = tuple[str, ...]


def places(board: lexkit.Board, word: str) -> Iterator[str]:
    """The plays of this word that agree with the tiles on the board, with each choice of blanks."""
    blanks = 2 - sum(board[square].islower() for square in board)
    for row in range(15):
        for column in range(15):
            for across in (True, False):
                squares = [(row, column + i) if across else (row + i, column) for i in range(len(word))]
                if max(squares[-1]) > 14:
                    continue
                held = [board[f"{line + 1}{'ABCDEFGHIJKLMNO'[place]}"] for line, place in squares]
                if any(tile and tile.upper() != letter for tile, letter in zip(held, word, strict=True)):
                    continue
                empty = [place for place, tile in enumerate(held) if not tile]
                start = f"{row + 1}{'ABCDEFGHIJKLMNO'[column]}"
                if not across:
                    start = start[-1] + start[:-1]
                for number in range(min(blanks, len(empty)) + 1):
                    for chosen in combinations(empty, number):
                        tiles = "".join(
                            "." if tile else letter.lower() if place in chosen else letter
                            for place, (tile, letter) in enumerate(zip(held, word, strict=True))
                        )
                        yield f"{start} {tiles}"


def following(lexicon: lexkit.Lexicon, squares: str, word: str, points: int) -> Iterator[tuple[str, str]]:
    """(play, squares after it) for each way to play this word for these points; squares as in CGP."""
    board = lexkit.Board.from_cgp(squares)
    for play in places(board, word):
        try:
            move = board.move(play)
        except IllegalMoveError:
            continue
        if move.score != points or not all(lexicon.contains(list(move.words))):
            continue
        board.play(move)
        after = board.to_cgp().split()[0]
        board.undo()
        try:  # no more tiles of a letter than the game has
            lexkit.Board.from_cgp(after)
        except PositionError:
            continue
        yield play, after


def possible_games(lexicon: lexkit.Lexicon, turns: int = len(PRINTED)) -> list[Game]:
    """The games of so many turns with the words and points that the paper prints, as plays."""
    games: dict[str, list[Game]] = {lexkit.Board().to_cgp().split()[0]: [()]}
    for word, points in PRINTED[:turns]:
        longer: dict[str, list[Game]] = {}
        for squares, before in games.items():
            for play, after in following(lexicon, squares, word, points):
                longer.setdefault(after, []).extend((*game, play) for game in before)
        games = longer
    return [game for found in games.values() for game in found]


def racks(tiles: list[str]) -> list[str]:
    """What is known of the rack at each turn: the tiles of the play, or all of it if nothing is drawn afterwards.

    ``tiles``: those of each play.
    """
    known = []
    bag = 100 - 14
    for turn, laid in enumerate(tiles):
        rest = tiles[turn::2] + ([LEFT_OVER] if turn % 2 else [])
        known.append("".join(sorted("".join(rest) if bag == 0 else laid)))
        bag = max(0, bag - len(laid))
    return known


def gcg(game: Game) -> str:
    """The game as GCG: racks in part, and the points for what is left once each, as the paper has them."""
    lines = [
        "#character-encoding UTF-8",
        "#description The sample game of A. W. Appel and G. J. Jacobson, The World's Fastest Scrabble Program, 1988",
        "#player1 Guy Guy Jacobson",
        "#player2 Mac The Macintosh version of the program",
    ]
    tiles = ["".join("?" if t.islower() else t for t in play.split()[1] if t != ".") for play in game]
    totals = [0, 0]
    for turn, (play, rack, (_, points)) in enumerate(zip(game, racks(tiles), PRINTED, strict=True)):
        player = turn % 2
        totals[player] += points
        lines.append(f">{PLAYERS[player]}: {rack} {play} +{points} {totals[player]}")
    rules = lexkit.Board().rules
    worth = sum(rules.points[tile] for tile in rules.alphabet.encode(LEFT_OVER))
    lines.append(f">Guy: ({LEFT_OVER}) +{worth} {totals[0] + worth}")
    lines.append(f">Mac: {LEFT_OVER} ({LEFT_OVER}) -{worth} {totals[1] - worth}")
    return "\n".join(lines) + "\n"


def main() -> None:
    with lexkit.open("english") as lexicon:
        games = possible_games(lexicon)
    across, _ = sorted(games)  # the game and its mirror image: there is no third
    GOLDEN.write_text(gcg(across), "utf-8")


if __name__ == "__main__":
    main()
