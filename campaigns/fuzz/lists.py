"""Word lists: random ones, with repeats, noise and every line end; built in both ways, or refused.

A list of words of the alphabet must become exactly those words; a list with noise in it must be built or be a
``LexkitError`` that is one line, and never any other error.
"""

import random

from campaigns.fuzz.cases import Case, WrongAnswerError
from campaigns.fuzz.queries import ALPHABETS, alphabet_of
from lexkit import Lexicon
from lexkit.compiler.verify import verify_list
from lexkit.errors import LexkitError
from lexkit.formats.lexicon_file import open_bytes
from tests.making import bytes_of
from tests.query.making import bracketed

NOISE = ["", " ", "\0", "\ufeff", "\u0301", "\u0085", "\u2028", "É", "ß", "[", "]", "[CH]", "?", "1", "#", ",", "ﬁ"]


def draw(rng: random.Random) -> Case:
    name = rng.choice(list(ALPHABETS))
    words = [rng.choices(ALPHABETS[name], k=rng.randint(1, rng.choice((3, 8, 63)))) for _ in range(rng.randint(0, 80))]
    lines = [bracketed(word) for word in words] + [bracketed(word) for word in words if rng.random() < 0.2]
    noisy = rng.random() < 0.5
    if noisy:
        for _ in range(rng.randint(1, 4)):
            noise = "".join(rng.choices([*NOISE, *ALPHABETS[name]], k=rng.choice((1, 1, 2, 5, 64))))
            lines.insert(rng.randint(0, len(lines)), noise)
    rng.shuffle(lines)
    skip = noisy and rng.random() < 0.5
    return {"alphabet": name, "words": words, "lines": lines, "noisy": noisy, "skip": skip}


def check(case: Case) -> str:
    chosen = alphabet_of(case["alphabet"])
    made = {}
    for method in ("sorted", "gordon"):
        options = {"method": method, "alphagrams": True, "skip_invalid": case["skip"]}
        try:
            made[method] = bytes_of(case["lines"], chosen, **options)
        except LexkitError as error:
            if not case["noisy"]:
                raise
            if not str(error).splitlines()[0]:
                raise WrongAnswerError("an error that says nothing") from error
            return "refused"
    if made["sorted"] != made["gordon"]:
        raise WrongAnswerError("both methods must give the same bytes")
    file = open_bytes(made["sorted"])
    lex = Lexicon(file)
    if not case["noisy"]:
        place = {label: number for number, label in enumerate(chosen)}
        words = sorted({tuple(word) for word in case["words"]}, key=lambda word: [place[label] for label in word])
        tiles = [bytes(place[label] + 1 for label in word) for word in words]
        if [chosen.encode(word) for word in lex] != tiles:
            raise WrongAnswerError("other words than the list has")
    verify_list(file, case["lines"], skip_invalid=case["skip"])
    for word in list(lex)[:20]:
        if word not in lex.anagram(bracketed(tuple(chosen.labels[tile - 1] for tile in chosen.encode(word)))):
            raise WrongAnswerError(f"{word} is no anagram of itself")
    return "built with noise" if case["noisy"] else "built"
