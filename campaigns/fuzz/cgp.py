"""CGP texts, plays and racks: positions of games with damage, and noise. Each is read and written again, or refused."""

import contextlib
import random
from functools import cache
from pathlib import Path

from campaigns.fuzz.cases import Case, WrongAnswerError
from lexkit import Board, Lexicon
from lexkit.errors import LexkitError
from tests.making import make

TEXTS = (Path(__file__).parents[2] / "tests" / "golden" / "positions.cgp").read_text("utf-8").splitlines()
PIECES = [
    "15", "0", "99", "999999999", "/", "//", " ", "A", "a", "?", "[CH]", "[", "]", "É", "\u0301", "\0", ";",
    "lex ",
]  # fmt: skip
PIECES += ["-1", " 0 lex english;", " bdn CrosswordGame;", " ld spanish;", "ABC/", "\n", "\u2028", "1.5", "Q" * 16]
PLAYS = ["8H", "H8", "A1", "16A", "0A", "8D", "15O", "O15", "", "-", "8", "H", "99Z", "-1A"]
WORDS = ["CAT", ".AT", "cAT", "C.T", "QI", "?", "...", "", "[CH]A", "É", "A" * 20, "(A)B"]


@cache
def words() -> Lexicon:
    return make(["AA", "AB", "CAT", "CATS", "AT", "TA", "QI", "SCAT", "ATS"])


def draw(rng: random.Random) -> Case:
    text = rng.choice(TEXTS) if rng.random() < 0.9 else "".join(rng.choices(PIECES, k=rng.randint(0, 12)))
    for _ in range(rng.choice((0, 0, 0, 1, 1, 2))):
        at, other = rng.randint(0, len(text)), rng.randint(0, len(text))
        match rng.randrange(4):
            case 0:
                text = text[:at] + rng.choice(PIECES) + text[at:]
            case 1:
                text = text[:at] + rng.choice(PIECES) + text[at + 1 :]
            case 2:
                text = text[:at] + text[other if at < other < at + 9 else at + 1 :]
            case 3:
                text = text[:at] + text[other : other + 5] + text[at:]
    plays = [f"{rng.choice(PLAYS)} {rng.choice(WORDS)}" for _ in range(3)]
    rack = "".join(rng.choices([*"AEINRST?", "[", "É", "1", " "], [5] * 8 + [1] * 4, k=rng.randint(0, 9)))
    return {"text": text, "plays": plays, "rack": rack}


def check(case: Case) -> str:
    try:
        board = Board.from_cgp(case["text"])
    except LexkitError as error:
        if "\n" in str(error):
            raise WrongAnswerError(f"an error of several lines: {error}") from error
        return "refused"
    text = board.to_cgp()
    if Board.from_cgp(text) != board or Board.from_cgp(text).to_cgp() != text:
        raise WrongAnswerError(f"written as {text!r}, which is another position")
    if Board.from_text(str(board), alphabet=board.alphabet, layout=board.layout, rules=board.rules).grid != board.grid:
        raise WrongAnswerError("drawn, it is another position")
    before = board.copy()
    for play in case["plays"]:
        with contextlib.suppress(LexkitError):
            board.explain(*play.split(" ", 1), lexicon=words())
        with contextlib.suppress(LexkitError):
            board.play(play)
            board.undo()
        if board != before:
            raise WrongAnswerError(f"{play!r} left the board changed")
    with contextlib.suppress(LexkitError):
        found = words().moves(board, case["rack"])
        best = words().best_move(board, case["rack"])
        if (best is None) != (len(found) == 0) or (best is not None and best.score != max(m.score for m in found)):
            raise WrongAnswerError(f"best {best}, of {len(found)} moves")
        if best is not None and not board.explain(best.place, best.tiles, case["rack"], words()):
            raise WrongAnswerError(f"{best} is found, but refused")
    return "read"
