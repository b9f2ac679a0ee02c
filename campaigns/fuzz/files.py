"""Lexicon files: damaged, cut, spliced, forged; opened, and asked everything.

What opens is held to the words of its forward part, which ``tests/formats/spec_reader.py`` reads from the same bytes:
where its reverse part is of the same words every answer must be right; where it is of others, SPEC.md (Q1, Q2)
lets walks of it miss words, but what they find must still be words that meet the question. Without the checksums made
to fit, damage must always be refused.
"""

import base64
import contextlib
import itertools
import random
import struct
from functools import cache

from campaigns.fuzz.cases import Case, WrongAnswerError
from lexkit import Lexicon
from lexkit.compiler.construct.optional_sections import hash_lexicon
from lexkit.errors import LexiconFileError, LexkitError, QuerySyntaxError
from lexkit.formats.lexicon_file import open_bytes
from lexkit.runtime.game.board import Board
from lexkit.runtime.game.layout import Layout
from lexkit.runtime.game.rules import Rules
from lexkit.runtime.query.language.grammar import Term, read
from lexkit.runtime.words import measures
from lexkit.runtime.words.word_fields import field
from tests.attacks.forge import HEADER, ROW, graph, lexicon, nodes, reseal, sections, shell, with_graph
from tests.attacks.questions import Refusal, answers
from tests.attacks.random_files import WORDS, change, damaged, honest_files, senseless, with_columns
from tests.attacks.test_disagreement import dense, swapped
from tests.attacks.test_editions import section as editions_section
from tests.formats.spec_reader import SpecReader
from tests.query.oracle import Word, World
from tests.query.random_queries import REVERSE, any_query, meaning, query, spelled

#: Words of a file that are compared one by one.
COMPARED = 400
#: Paths of a reverse part that are listed to see whether it is of the same words.
PATHS = 20_000


@cache
def everything() -> bytes:
    """A small honest file with every optional section."""
    data = with_columns(lexicon(WORDS))
    parts = sections(data)
    parts[b"alphagrams"] = hash_lexicon(open_bytes(data))
    parts[b"editions"] = editions_section(masks=[1 + number % 3 for number in range(len(WORDS))])
    parts[b"daggad"] = parts[b"gaddag"]
    return shell(parts)


@cache
def honest() -> list[bytes]:
    return [everything(), everything(), *honest_files()]


def draw(rng: random.Random) -> Case:
    kind = rng.choice(("damaged", "damaged", "section", "section", "unsealed", "cut", "spliced", "senseless"))
    kind = rng.choice((kind, kind, "senseless", "swapped", "dense", "shuffled"))
    data = forged(rng, kind)
    labels = "ABC"
    return {
        "kind": kind,
        "file": base64.b64encode(data).decode(),
        "queries": [query(rng, labels, depth=1) for _ in range(8)],
        "senseless": [any_query(rng, labels) for _ in range(8)],
        "letters": "".join(rng.choices("ABC?", k=rng.randint(1, 12))),
    }


def forged(rng: random.Random, kind: str) -> bytes:
    """A file of this kind."""
    data = rng.choice(honest()[:4]) if rng.random() < 0.95 else honest()[4]
    match kind:
        case "damaged":
            return damaged(rng, data)
        case "section":
            return in_a_section(rng, everything())
        case "unsealed":
            at = rng.randrange(len(data))
            return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
        case "cut":
            cut = data[: rng.randrange(len(data))]
            return cut if rng.random() < 0.5 else cut + bytes(len(data) - len(cut))
        case "spliced":
            return spliced(rng, data)
        case "swapped":
            return swapped(some_words(rng), some_words(rng))
        case "dense":
            # Larger ones take seconds each: tests/attacks/test_disagreement.py.
            return dense(rng.choice((2, 3, 4, 6, 9)), rng.choice((2, 3, 6, 12, 60)))
        case "shuffled":
            return shuffled(rng, everything())
    return senseless(rng)


def some_words(rng: random.Random) -> list[str]:
    return ["".join(rng.choices("ABC", k=rng.randint(1, 6))) for _ in range(rng.randint(1, 25))]


def in_a_section(rng: random.Random, data: bytes) -> bytes:
    """Damage in one section, of which the smaller and newer are as likely as the large."""
    parts = sections(data)
    name = rng.choice(list(parts))
    part = bytearray(parts[name])
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        at, other = rng.randrange(len(part)), rng.randrange(len(part))
        size = rng.choice((1, 4, 8))
        match rng.randrange(5):
            case 0:
                part[at : at + size], part[other : other + size] = part[other : other + size], part[at : at + size]
            case 1:
                part[at:at] = part[other : other + size]
            case _:
                place, new = change(rng, bytes(part), at)
                part[place : place + len(new)] = new
    return shell({**parts, name: bytes(part)})


def spliced(rng: random.Random, data: bytes) -> bytes:
    """Arcs that lead to another node, or beside one; and what the head says made to fit where that is simple."""
    head, words = graph(data)
    found = nodes(head, words)
    inner = [node for node in found if node[2]]
    for _ in range(rng.choice((1, 1, 2, 5))):
        _, first, children = rng.choice(inner)
        target = rng.choice(found)[0] if rng.random() < 0.9 else rng.randrange(len(words) + 2)
        words[first + rng.randrange(children)] = target
    fields = {}
    if rng.random() < 0.3:
        fields[rng.choice(("reverse_root", "forward_root"))] = rng.choice(found)[0]
    if rng.random() < 0.3:
        fields["word_count"] = rng.choice((0, 1, head["word_count"] + rng.choice((-1, 1)), 1 << 32))
    return with_graph(data, words, **fields)


def shuffled(rng: random.Random, data: bytes) -> bytes:
    """Sections left out, doubled, under each other's names, or of another list; rows of the table changed."""
    parts = list(sections(data).items())
    other = sections(rng.choice((lexicon(some_words(rng)), honest()[3])))
    for _ in range(rng.choice((1, 1, 2))):
        at = rng.randrange(len(parts))
        match rng.randrange(4):
            case 0:
                del parts[at]
                if not parts:
                    return lexicon([])
            case 1:
                parts[at] = parts[at][0], rng.choice(list(other.values()))
            case 2:
                parts[at] = rng.choice(parts)[0], parts[at][1]
            case 3:
                name, content = parts[at]
                parts[at] = name, content[: rng.randrange(len(content) + 1)]
    made = bytearray(shell(parts))
    if rng.random() < 0.3:
        row = HEADER.size + ROW.size * rng.randrange(len(parts))
        at = row + rng.choice((16, 24))
        size = struct.unpack_from("<Q", made, at)[0] + rng.choice((-64, -8, 1, 64, 1 << 31, 1 << 63))
        struct.pack_into("<Q", made, at, size % (1 << 64))
    return reseal(bytes(made))


# -- what is asked ------------------------------------------------------------------------------------


def check(case: Case) -> str:
    data = base64.b64decode(case["file"])
    said = answers(data)
    if len(said) == 1 and isinstance(said[0], Refusal):
        if case["kind"] in ("senseless", "swapped", "dense"):
            raise WrongAnswerError(f"a {case['kind']} file obeys all rules, yet: {said[0]}")
        return f"{case['kind']}: {said[0]}"
    if case["kind"] in ("unsealed", "cut"):
        raise WrongAnswerError("damage without checksums made to fit was not noticed")
    lex = Lexicon(open_bytes(data))
    told = compared(lex, data, case)
    for text in case["senseless"]:
        with contextlib.suppress(LexkitError):
            lex.search(text)[:50].to_list()
            lex.explain(text)
    more(lex, case["letters"])
    return f"{case['kind']}: {told}"


def compared(lex: Lexicon, data: bytes, case: Case) -> str:
    """The words, and the queries, against the forward part as another reader has it."""
    if len(lex) > COMPARED:
        return "opened, large"
    # What other sections have is proved when it is asked for; this is about the words.
    parts = sections(data)
    reader = SpecReader(shell({name: parts[name] for name in (b"alphabet", b"provenance", b"gaddag")}))
    tiles = list(itertools.islice(reader.paths(reader.forward), COMPARED + 1))
    labels = reader.labels
    words: list[Word] = [tuple(labels[tile - 1] for tile in path) for path in tiles]
    if [bytes(path) for path in tiles] != [lex.alphabet.encode(word) for word in lex.words_at(range(len(lex)))]:
        raise WrongAnswerError("other words than the forward part has")
    if [lex.rank(word) for word in lex] != list(range(len(lex))):
        raise WrongAnswerError("other ranks than the words have")
    whole = agrees(reader, tiles)
    world = World.of(lex.alphabet, words)
    if any(len(label) > 1 for label in labels):
        return "opened, another alphabet"
    for asked in case["queries"]:
        tree = read(asked["text"]).tree
        kinds_in = {name for name in REVERSE if f"{name}:" in asked["text"]}
        simple = isinstance(tree, Term)
        if not whole and kinds_in and not simple:
            with contextlib.suppress(LexkitError):
                lex.search(asked["text"]).to_list()
            continue
        try:
            answer = lex.search(asked["text"])
            # Where they are found first: what a walk of the reverse part alone spells is not held to the forward part.
            answer.to_numpy()
            found = answer.to_list()
        except QuerySyntaxError:
            if set("ABC") <= set(labels):
                raise
            continue
        except LexiconFileError as error:
            if not whole and kinds_in:
                continue
            if "section alphagrams" in str(error) and "anagram" in asked["text"]:
                continue
            raise
        met = meaning(tree, world, asked["trees"])
        expected = [word for word in words if met(word)]
        right = ["".join(word) for word in expected]
        if found != right and (whole or not kinds_in or not set(found) <= set(right)):
            raise WrongAnswerError(f"{asked['text']!r}: {found[:6]}, expected {spelled(expected)}")
    return "opened, right" if whole else "opened, parts disagree"


def agrees(reader: SpecReader, words: list[tuple[int, ...]]) -> bool:
    """Whether the reverse part is that of these words: REV(x) and ◊, and behind it all that x goes on with."""
    paths = set()
    for word in words:
        for split in range(1, len(word) + 1):
            front, back = word[:split], word[split:]
            paths.add((*reversed(front), 0, *back) if back else tuple(reversed(front)))
    if len(paths) > PATHS:
        return False
    found = set(itertools.islice(reader.paths(reader.reverse), len(paths) + 1))
    return found == paths


def more(lex: Lexicon, letters: str) -> None:
    """What the language does not reach: phrases, fields, numbers about words, moves. A refusal is an answer."""
    small = len(lex) <= COMPARED
    known = set(lex) if small else None
    with contextlib.suppress(LexkitError):
        for phrase in itertools.islice(lex.phrases(letters), 40):
            if known is not None and not set(phrase) <= known:
                raise WrongAnswerError(f"{phrase} are no words")
    if small:
        with contextlib.suppress(LexkitError):
            lex.phrases(letters[:8]).count()
        words = lex.words()
        for name in ("length", "points", "vowels", "unique", "anagrams", "probability", "alphagram", "front", "back"):
            with contextlib.suppress(LexkitError):
                if len(field(lex.core, name)(words)) != len(words):
                    raise WrongAnswerError(f"field {name} has not a value for each word")
        for ask in (measures.probability, measures.probability_order, measures.palindromes, measures.anagram_counts):
            with contextlib.suppress(LexkitError):
                ask(words)
        with contextlib.suppress(LexkitError):
            lex.words().sorted_by("-points", "length")[:5].to_list()
    for ask in (lex.anagram, lex.subanagram, lex.superanagram, lex.hooks, lex.inner_hooks):
        with contextlib.suppress(LexkitError):
            ask(letters)  # type: ignore[operator]
    for name in lex.editions:
        with contextlib.suppress(LexkitError):
            lex.edition(name)[:20].to_list()
    for rank in range(min(3, len(lex))):
        word = lex[rank]
        lex.editions_of(word)
        lex.mark(word)
        with contextlib.suppress(LexkitError):
            lex.values_of(word)
    moves(lex, letters)


@cache
def small_layout() -> Layout:
    return Layout("small", ["." * 9, *["'...-...="] * 7, "~........"])


def moves(lex: Lexicon, letters: str) -> None:
    """Moves on a small board, by both generators; of a forged file they may be of the words of either part."""
    try:
        board = Board(small_layout(), lex.alphabet, rules=Rules(small_layout(), lex.alphabet))
    except LexkitError:
        return
    rack = letters[:5].replace("??", "?A")
    for generator in ("gaddag", "dawg"):
        for _ in range(2):
            try:
                found = lex.moves(board, rack, generator=generator)
                best = lex.best_move(board, rack)
            except LexkitError:
                break
            if len(found) and best is not None:
                with contextlib.suppress(LexkitError):
                    board.play(best)
