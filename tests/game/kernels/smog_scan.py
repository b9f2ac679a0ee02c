"""Every legal move of WordSmog by trying: the oracle of its tests, beside the word scan, with which it shares helpers.

A word of the list with enough letters is laid on a stretch of a row or column in every order that leaves the tiles
there where they are, and each order is kept whose words across have the letters of a word. It shares no code with
lexkit, and knows nothing of sets of letters or of anagrams but sorting.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from tests.game.word_scan import (
    BLANK,
    Game,
    Grid,
    Laid,
    Move,
    Square,
    Word,
    _beside_tiles,
    _crossing,
    _from_rack,
    _letters,
    _lines,
    _touches_in_line,
    _word_score,
)


def alphagrams(words: Sequence[Word]) -> set[Word]:
    """The letters of each word that may be played, in order."""
    return {tuple(sorted(word)) for word in words if len(word) >= 2}


def smog_scan(words: Sequence[Word], board: Grid, rack: Sequence[int], game: Game) -> set[Move]:
    """All legal moves with their scores, each once. See :func:`word_scan` for single tiles and for empty boards."""
    known = alphagrams(words)
    first_move = not any(map(any, board))
    anchors = {game.start} if first_move else set(_beside_tiles(board))
    moves: set[Move] = set()
    for across in (True,) if first_move and game.symmetric else (True, False):
        for line in _lines(game, across):
            for first in range(len(line)):
                for end in range(first + 2, len(line) + 1):
                    squares = line[first:end]
                    if anchors.isdisjoint(squares) or any(map(game.is_brick, squares)):
                        continue
                    if not _touches_in_line(board, line, first, end):
                        for tiles, score in _laid_on(squares, across, known, board, rack, game):
                            moves.add((*squares[0], across, tiles, score))
    return moves


def _laid_on(
    squares: list[Square], across: bool, known: set[Word], board: Grid, rack: Sequence[int], game: Game
) -> Iterator[tuple[Word, int]]:
    """The tiles put down, and the score, of each way to lay some word on exactly these squares."""
    there = [board[row][column] for row, column in squares]
    empty = [square for square, tile in zip(squares, there, strict=True) if not tile]
    if not 0 < len(empty) <= sum(rack):
        return
    crossing = [_crossing(board, square, across) for square in empty]
    if not across and len(empty) == 1 and any(crossing[0]):
        return  # one tile, words both ways: counted across
    old = Counter(tile & ~BLANK for tile in there if tile)
    for letters in known:
        new = Counter(letters)
        if len(letters) != len(squares) or old - new:
            continue
        wanted = new - old
        if sum(max(0, number - rack[tile]) for tile, number in wanted.items()) > rack[0]:
            continue
        for order in _orders(wanted, crossing, known):
            for tiles in _from_rack(order, rack):
                yield tiles, _score(squares, there, tiles, crossing, game)


def _orders(letters: Counter[int], crossing: list[tuple[Laid, Laid]], known: set[Word]) -> Iterator[list[int]]:
    """The orders of these letters in which each makes a word across, if it stands beside tiles."""
    if not crossing:
        yield []
        return
    before, after = crossing[0]
    for letter in [letter for letter, number in letters.items() if number]:
        word = (*_letters(before), letter, *_letters(after))
        if len(word) == 1 or tuple(sorted(word)) in known:
            letters[letter] -= 1
            for rest in _orders(letters, crossing[1:], known):
                yield [letter, *rest]
            letters[letter] += 1


def _score(squares: list[Square], there: list[int], tiles: Word, crossing: list[tuple[Laid, Laid]], game: Game) -> int:
    empty = [square for square, tile in zip(squares, there, strict=True) if not tile]
    new = dict(zip(empty, tiles, strict=True))
    main = [(square, new.get(square, tile)) for square, tile in zip(squares, there, strict=True)]
    score = _word_score(main, new, game) + game.bonus(len(tiles), len(squares))
    for placed, (before, after) in zip(new.items(), crossing, strict=True):
        if before or after:
            score += _word_score([*before, placed, *after], new, game)
    return score
