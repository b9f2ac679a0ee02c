"""Quizzes: which questions come when, how answers are judged, when cards come again."""

import itertools
import random
import unicodedata
from typing import Any

import pytest

import lexkit
from lexkit.apps.study import Card, Deck, Quiz, Wall
from lexkit.apps.study.cards import RATINGS, Memory, recall, review
from lexkit.apps.study.cards_csv import fit_cards
from lexkit.apps.study.questions import AskedCard, ask, mark_answer, questions_of
from lexkit.errors import OutOfTurnError, QueryError
from lexkit.lexicons import alphabet as named
from lexkit.lexicons import alphabet_names
from tests.running import each

DAY = 86_400.0
#: All words of these letters.
ACER = "ACRE CARE RACE"


class Clock:
    """A clock that stands where it was put."""

    def __init__(self) -> None:
        self.at = 1_700_000_000.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def clock() -> Clock:
    return Clock()


def quiz(
    deck: Deck, defined: str, clock: Clock, kind: str = "anagrams", query: str | None = "length:4", **options: Any
) -> Quiz:
    return Quiz(deck, kind, lexicon=defined, query=query, now=clock, **{"sort": ["word"], **options})


def prompts(made: Quiz, answer: str = "") -> list[str]:
    """All that a quiz asks, if each question is answered so; at most ten."""
    found = []
    while len(found) < 10 and (question := made.next()) is not None:
        found.append(question.prompt)
        made.answer(answer)
    return found


def test_due_cards_come_first_then_new_ones_then_those_missed(deck: Deck, defined: str, clock: Clock) -> None:
    first = quiz(deck, defined, clock, new=2)
    assert first.next() == first.next(), "until it is answered"
    assert first.next()[:4] == (1, 2, "anagrams", "ACER")  # type: ignore[index]
    assert not first.answer("CARE").right
    assert first.next()[:4] == (2, 3, "anagrams", "ACRS")  # type: ignore[index]
    assert first.answer("cars, scar").right
    question = first.next()
    assert question is not None
    assert (question.number, question.prompt, question.new) == (3, "ACER", False)
    assert first.answer(ACER).right
    assert first.next() is None
    assert (first.answered, first.right) == (2, 1)
    clock.at += DAY
    assert prompts(quiz(deck, defined, clock, query="length:3-4", new=1), ACER)[:3] == ["ACER", "ACRS", "AER"]
    assert prompts(quiz(deck, defined, clock, query="length:3", new=0)) == [], "missed a moment ago"
    clock.at += 60
    assert prompts(quiz(deck, defined, clock, query="length:3", new=0))[:1] == ["AER"]


def test_what_is_known_comes_later_and_later(deck: Deck, defined: str, clock: Clock) -> None:
    days = []
    for _ in range(6):
        made = quiz(deck, defined, clock, new=1, most=1)
        if made.next() is None:
            pytest.fail("nothing is due")
        result = made.answer(ACER)
        days.append(result.days)
        clock.at += result.days * DAY + 1
    assert days[0] * 1440 == pytest.approx(10)
    assert all(later > sooner for sooner, later in itertools.pairwise(days))
    assert days[-1] > 30


def test_only_cards_of_the_deck_without_a_query(deck: Deck, defined: str, clock: Clock) -> None:
    assert prompts(quiz(deck, defined, clock, query=None)) == []
    prompts(quiz(deck, defined, clock, new=1), ACER)
    clock.at += DAY
    assert prompts(quiz(deck, defined, clock, query=None), ACER) == ["ACER"]
    assert prompts(quiz(deck, defined, clock, "hooks", query=None)) == []


def test_another_grade(deck: Deck, defined: str, clock: Clock) -> None:
    made = quiz(deck, defined, clock, new=1)
    with pytest.raises(OutOfTurnError):
        made.regrade("easy")
    with pytest.raises(OutOfTurnError):
        made.answer("x")
    made.next()
    made.answer("slip of the finger")
    assert made.right == 0
    result = made.regrade("easy")
    assert result.rating == "easy"
    assert result.days > 1
    assert made.right == 1
    assert made.next() is None, "it is not asked again"
    card = next(deck.cards())
    assert (card.reviews, card.misses) == (1, 0)
    assert deck.reviewed(0) == {"anagrams": (1, 1)}
    made.regrade("again")
    assert made.next() is not None
    with pytest.raises(QueryError):
        made.regrade("perfect")


def test_another_grade_of_the_card_that_is_asked_again(deck: Deck, defined: str, clock: Clock) -> None:
    made = quiz(deck, defined, clock, new=2)
    for prompt in ("ACER", "ACRS"):
        question = made.next()
        assert question is not None
        assert question.prompt == prompt
        made.answer("slip")
    made.next()
    made.answer(ACER)
    asked = made.next()
    assert asked is not None
    assert (asked.prompt, asked[:2]) == ("ACRS", (4, 4))
    made.answer("slip")
    asked = made.next()
    made.regrade("again")
    assert made.next() == asked
    made.regrade("easy")
    assert made.next() is None
    card = next(card for card in deck.cards() if card.question == "ACRS")
    assert (card.reviews, card.misses) == (2, 1)
    assert card.memory is not None
    assert card.memory.due >= clock.at + DAY


@each(
    ("kind", "question", "answer", "missing", "wrong"),
    [
        ("anagrams", "ACER", "care race acre", (), ()),
        ("anagrams", "ACER", "RACE,CARE;ACRE ACRE", (), ()),
        ("anagrams", "ACER", "RACE CARE", ("ACRE",), ()),
        ("anagrams", "ACER", "ACRE RACE CARE RACED", (), ("RACED",)),
        ("anagrams", "ACER", "", ("ACRE", "CARE", "RACE"), ()),
        ("hooks", "CARE", "s/s", (), ()),
        ("hooks", "CARE", "/S", ("S",), ()),
        ("hooks", "CARE", "S/SD", (), ("D",)),
        ("hooks", "CARE", "S", ("S", "S"), ()),
        ("hooks", "ERA", "/", (), ()),
        ("hooks", "ERA", "", ("", ""), ()),
        ("definitions", "ERA", "era", (), ()),
        ("definitions", "ERA", "EON", ("ERA",), ("EON",)),
        ("check", "CARF", "n", (), ()),
        ("check", "CARF", "Y", ("n",), ("y",)),
        ("check", "CARF", "perhaps", ("n",), ()),
    ],
)
def test_answers(defined: str, kind: str, question: str, answer: str, missing: Any, wrong: Any) -> None:
    lexicon = lexkit.open(defined)
    asked = ask(kind, lexicon, question)
    assert asked is not None
    assert mark_answer(kind, asked, answer, lexicon.alphabet) == (missing, wrong)


@each(
    ("kind", "question", "answer"),
    [("anagrams", "İİK", "iki"), ("anagrams", "IRR", "rır"), ("hooks", "İK", "/i"), ("hooks", "RI", "/r")],
)
def test_answers_in_small_letters_of_an_alphabet(kind: str, question: str, answer: str) -> None:
    lexicon = lexkit.build(["İKİ", "İK", "RIR", "RI"], options=lexkit.Options(alphabet="turkish"))
    asked = ask(kind, lexicon, question)
    assert asked is not None
    assert mark_answer(kind, asked, answer, lexicon.alphabet) == ((), ())


#: Alphabet, a word of it, and ways to type it.
TYPED = [
    ("auto", "CAFÉ", ["café", "cafe\u0301", "CAFE\u0301", "Café"]),
    ("auto", "FINE", ["\ufb01ne", "fine"]),
    ("greek", "ΚΑΦΕΣ", ["καφές", "ΚΑΦΈΣ", "καφε\u0301ς", "καφεσ"]),
    ("spanish", "CHICO", ["chico", "[CH]ICO", "[ch]ico"]),
    ("catalan", "COL·LEGI", ["col.legi", "col-legi", "CO[L·L]EGI", "co\u0140legi"]),
    ("turkish", "KIR", ["kır", "KIR"]),
    ("polish", "ŻÓŁW", ["żółw", "z\u0307o\u0301łw"]),
]


@each(("alphabet", "word", "ways"), TYPED)
def test_answers_are_read_as_check_reads_words(alphabet: str, word: str, ways: list[str], deck: Deck) -> None:
    lexicon = lexkit.build([word], options=lexkit.Options(alphabet=alphabet))
    asked = ask("anagrams", lexicon, word)
    assert asked is not None
    for text in ways:
        assert text in lexicon
        assert mark_answer("anagrams", asked, text, lexicon.alphabet) == ((), ())
        assert mark_answer("definitions", asked._replace(answers=(word,)), text, lexicon.alphabet) == ((), ())
        assert [one.found for one in Wall(lexicon, [word]).guess(f"{text}, {text}x")] == [True, False]
        assert [one.question for one in fit_cards([Card("x", "hooks", text)], lexicon, "x")[0]] == [word]


def test_every_spelling_of_every_tile() -> None:
    for name in alphabet_names():
        alphabet = named(name)
        for spelling, number in alphabet.spellings.items():
            label = alphabet.labels[number - 1]
            asked = AskedCard("", "", (alphabet.decode([number]),))
            for text in (spelling, unicodedata.normalize("NFD", spelling), f"[{label}]"):
                assert mark_answer("anagrams", asked, text, alphabet) == ((), ()), (name, text)
                assert mark_answer("hooks", AskedCard("", "", (label, "")), f"{text}/", alphabet) == ((), ()), (
                    name,
                    text,
                )


@each(
    ("answer", "missing", "wrong"),
    [
        ("ch/", (), ()),
        ("[CH]/", (), ()),
        ("/ch", ("CH",), ("CH",)),
        ("c h/", ("CH",), ("C", "H")),
        ("-ch/-", (), ()),
    ],
)
def test_hooks_of_several_letters(answer: str, missing: tuple[str, ...], wrong: tuple[str, ...]) -> None:
    lexicon = lexkit.build(["CHICA", "ICA"], options=lexkit.Options(alphabet="spanish"))
    asked = ask("hooks", lexicon, "ICA")
    assert asked is not None
    assert asked.answers == ("CH", "")
    assert mark_answer("hooks", asked, answer, lexicon.alphabet) == (missing, wrong)


def test_hooks_with_decomposed_accents() -> None:
    lexicon = lexkit.build(["ÉTA", "TAE", "TA"], options=lexkit.Options(alphabet="auto"))
    asked = ask("hooks", lexicon, "TA")
    assert asked is not None
    assert asked.answers == ("É", "E")
    assert mark_answer("hooks", asked, "e\u0301/e", lexicon.alphabet) == ((), ())
    assert mark_answer("hooks", asked, "e/e\u0301", lexicon.alphabet) == (("É", "E"), ("E", "É"))


def test_hooks_that_look_like_another_letter() -> None:
    lexicon = lexkit.build(["CASA", "HASA", "ASA"], options=lexkit.Options(alphabet="spanish"))
    asked = ask("hooks", lexicon, "ASA")
    assert asked is not None
    assert asked.answers == ("[C][H]", "")
    for answer in ("ch/", "hc/", "c, h/", "[C][H]/"):
        assert mark_answer("hooks", asked, answer, lexicon.alphabet) == ((), ())
    assert mark_answer("hooks", asked, "[CH]/", lexicon.alphabet) == (("CH",), ("CH",))


def test_what_is_asked(defined: str) -> None:
    lexicon = lexkit.open(defined)
    assert ask("anagrams", lexicon, "AER") == ("AER", "3 words", ("ARE", "EAR", "ERA"))
    assert ask("definitions", lexicon, "ERA") == ("time", "3 letters", ("ERA",))
    assert questions_of("anagrams", lexicon, "length:3-4", ["word"]) == ["ACER", "AER", "ACR", "ACRS"]
    for kind, question in [("anagrams", "ZZZ"), ("hooks", "ZZZ"), ("definitions", "ZZZ"), ("hooks", "Ж")]:
        assert ask(kind, lexicon, question) is None
    without = lexkit.build(["AB", "BA"])
    with pytest.raises(QueryError, match="no definitions"):
        questions_of("definitions", without, "length:2", [])


def test_half_of_what_is_checked_are_words(defined: str) -> None:
    lexicon = lexkit.open(defined)
    shown = [ask("check", lexicon, word, times) for word in lexicon for times in range(20)]
    assert shown == [ask("check", lexicon, word, times) for word in lexicon for times in range(20)]
    words = [one for one in shown if one is not None and one.answers == ("y",)]
    assert 0.35 < len(words) / len(shown) < 0.65
    for one in shown:
        assert one is not None
        assert (one.prompt in lexicon) == (one.answers == ("y",))
        near = lexicon.near(one.prompt)
        assert one.prompt in lexicon or near, "one letter from a word"


def test_cards_of_words_that_are_gone_are_not_asked(deck: Deck, defined: str, clock: Clock) -> None:
    made = quiz(deck, defined, clock, query=None, questions=["ZZZ", "ACER"])
    assert prompts(made, ACER) == ["ACER"]


def test_what_cannot_be_studied(deck: Deck, defined: str, clock: Clock) -> None:
    with pytest.raises(QueryError, match="no such kind of card"):
        quiz(deck, defined, clock, "poetry")
    with pytest.raises(QueryError):
        quiz(deck, defined, clock, query="lenght:4")
    with pytest.raises(QueryError):
        quiz(deck, defined, clock, sort=["beauty"])


def test_grades_are_those_of_the_library() -> None:
    """By the library itself, from a new card on."""
    from datetime import UTC, datetime

    import fsrs

    scheduler, card = fsrs.Scheduler(enable_fuzzing=False), fsrs.Card()
    at = 1_700_000_000.0
    memory: Memory | None = None
    for rating in (3, 3, 1, 2, 3, 4, 3):
        card, _ = scheduler.review_card(card, fsrs.Rating(rating), datetime.fromtimestamp(at, UTC))
        memory = review(memory, rating, at)
        assert memory[:4] == (card.state, card.step, card.stability, card.difficulty)
        assert memory.due == card.due.timestamp()
        at = memory.due + 3600
        assert recall(memory, at) == scheduler.get_card_retrievability(card, datetime.fromtimestamp(at, UTC))
    with pytest.raises(QueryError):
        review(memory, 5, at)
    assert list(RATINGS.values()) == [int(one) for one in fsrs.Rating]


def test_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "fsrs", None)
    with pytest.raises(QueryError, match=r"pip install 'lexkit\[study\]'"):
        review(None, 3, 0.0)


def test_new_cards_are_shuffled_on_demand(deck: Deck, defined: str, clock: Clock) -> None:
    def asked(**wanted: Any) -> list[str]:
        quiz = Quiz(deck, "check", lexicon=defined, query="length:3-5", new=3, sort=["word"], now=clock, **wanted)
        return [card.question for card in quiz._cards]

    assert asked() == ["ACRE", "ACRES", "ARE"]
    random.seed(7)
    shuffled = [asked(shuffle=True) for _ in range(20)]
    assert len(set(map(tuple, shuffled))) > 10
    assert {question for one in shuffled for question in one} > {"ACRE", "SCARE"}, "from the whole list"
    due = deck.grade(Card(defined, "check", "SCAR"), 1, clock.at - DAY)
    assert all(asked(shuffle=True)[0] == due.question for _ in range(5))


def test_a_quiz_says_when_the_next_card_is_due(deck: Deck, defined: str, clock: Clock) -> None:
    def next_due(query: str | None = None) -> float | None:
        return Quiz(deck, "check", lexicon=defined, query=query, new=0, now=clock).next_due

    assert next_due() is None
    first, later = (
        deck.grade(Card(defined, "check", word), rating, clock.at) for word, rating in (("CAR", 3), ("CARS", 4))
    )
    assert first.memory is not None
    assert later.memory is not None
    assert next_due() == first.memory.due
    assert next_due("length:4") == later.memory.due
    assert next_due("length:5") is None
