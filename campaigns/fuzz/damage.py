"""Files with one to four places changed, by the hundred: opened, and asked a little where they open.

``files`` asks each file some hundred questions and is slow for it; here the proof at opening is what is tried, with a
million files in minutes. Damage without checksums made to fit must always be refused. With them, what opens must be
walked without harm: by prefix, suffix and substring, by ranks, for cross sets and for moves.
"""

import base64
import contextlib
import itertools
import random
from collections import Counter

from campaigns.fuzz.cases import Case, WrongAnswerError
from campaigns.fuzz.files import everything, moves
from lexkit import Lexicon
from lexkit.errors import LexiconFileError, LexkitError
from lexkit.formats.lexicon_file import open_bytes
from tests.attacks.forge import lexicon, reseal
from tests.attacks.random_files import WORDS, change

#: Files of one case.
EACH = 250


def draw(rng: random.Random) -> Case:
    data = rng.choice((everything(), lexicon(WORDS), lexicon(WORDS[:6]), lexicon(["A", "AB", "ЙA", "BЖЙ"], 50)))
    return {
        "file": base64.b64encode(data).decode(),
        "sealed": rng.random() < 0.8,
        "changes": [_changes(rng, data) for _ in range(EACH)],
    }


def _changes(rng: random.Random, data: bytes) -> list[tuple[int, str]]:
    """Where, and the bytes that are there instead, as hexadecimal digits."""
    made = [change(rng, data, rng.randrange(len(data))) for _ in range(rng.choice((1, 1, 1, 2, 4)))]
    return [(at, new.hex()) for at, new in made]


def check(case: Case) -> str:
    honest = base64.b64decode(case["file"])
    met: Counter[str] = Counter()
    for changes in case["changes"]:
        met[_tried(honest, changes, case["sealed"])] += 1
    return ", ".join(sorted(met))


def _tried(honest: bytes, changes: list[tuple[int, str]], sealed: bool) -> str:
    made = bytearray(honest)
    for at, instead in changes:
        new = bytes.fromhex(instead)[: len(honest) - at]
        made[at : at + len(new)] = new
    same = made == honest
    data = reseal(bytes(made)) if sealed else bytes(made)
    try:
        lex = Lexicon(open_bytes(data))
    except LexiconFileError as error:
        if same:
            raise WrongAnswerError(f"the honest file is refused: {error}") from error
        return "refused"
    if not sealed and not same:
        raise WrongAnswerError(f"damage is not noticed: {changes}")
    try:
        walked(lex)
    except LexkitError:
        return "opened, a question refused"
    except Exception as error:
        raise WrongAnswerError(f"{changes}: {error!r}") from error
    return "opened"


def walked(lex: Lexicon) -> None:
    """A question for each of the kernels that follow arcs."""
    labels = list(lex.alphabet)
    words = list(itertools.islice(lex, 20))
    for text in (*labels[:2], *words[:3]):
        text in lex  # noqa: B015 - the walk is what is tried
        for words_of in (lex.prefix(text), lex.suffix(text), lex.substring(text)):
            if len(words_of) < 1000:
                with contextlib.suppress(LexiconFileError):
                    words_of.to_list()
        lex.cross_sets(text)
    if words and lex.words_at([lex.rank(words[-1])]) != [words[-1]]:
        raise WrongAnswerError(f"the rank of {words[-1]} is another word's")
    moves(lex, "".join(labels[:3]))
