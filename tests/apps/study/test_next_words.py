"""Words to learn next: the words known by a deck, and the points that each other word adds in games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import lexkit
from lexkit.apps.study import Card, Deck
from lexkit.apps.study.cards import DAY, Memory
from lexkit.apps.study.next_words import known_words, learn_next
from tests.apps.shell.shell import lexq

NOW = 1_800_000_000.0
LIST = [
    "AA",
    "AB",
    "AT",
    "BAT",
    "CAT",
    "ACT",
    "EAT",
    "TEA",
    "ETA",
    "SATIRE",
    "STAIRE",
    "RETAINS",
    "NASTIER",
    "QI",
    "ZA",
]


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> lexkit.Lexicon:
    """A list of few words."""
    path = tmp_path_factory.mktemp("next") / "few.txt"
    path.write_text("\n".join(LIST))
    return lexkit.open(lexkit.build(path).path)


@pytest.fixture
def deck(tmp_path: Path) -> Iterator[Deck]:
    with Deck(tmp_path / "cards.sqlite") as made:
        yield made


def card(name: str, kind: str, question: str, days: float | None, state: int = 2) -> Card:
    memory = None if days is None else Memory(state, None if state == 2 else 0, 5.0, 5.0, NOW + days * DAY, NOW - DAY)
    return Card(name, kind, question, memory, 1, 0)


def test_known_words_are_those_of_learned_cards_that_are_not_due(lexicon: lexkit.Lexicon, deck: Deck) -> None:
    name = str(lexicon.path)
    deck.add(
        [
            card(name, "anagrams", "ACT", 3),  # ACT and CAT
            card(name, "hooks", "EAT", 1),
            card(name, "check", "QI", 1),
            card(name, "check", "QX", 1),  # no word
            card(name, "hooks", "TEA", -1),  # due
            card(name, "hooks", "ZA", None),  # new
            card(name, "hooks", "BAT", 0.01, state=3),  # missed a moment ago
            card(name, "hooks", "Ł", 5),  # of another alphabet
            card(name, "puzzles", "AB", 5),
            card("another", "hooks", "AT", 5),
        ]
    )
    known = known_words(deck, lexicon, name, NOW)
    assert known.dtype == bool
    assert lexicon.words().where(known).to_list() == ["ACT", "CAT", "EAT", "QI"]


@pytest.mark.parametrize("kind", ["anagrams", "hooks"])
def test_what_to_learn_is_ordered_by_what_it_adds(lexicon: lexkit.Lexicon, kind: str) -> None:
    known = np.zeros(len(lexicon), bool)
    known[lexicon.ranks(["AA", "AB", "AT", "BAT", "TEA"])] = True
    played: list[int] = []
    games, listed = learn_next(kind, lexicon, known, 5, 40, threads=1, progress=played.append)
    assert games == 40
    assert sum(played) == 40
    found = lexkit.playability(lexicon, 40, known=known)
    assert found.alphagrams is not None
    values = found.alphagrams if kind == "anagrams" else found.values
    together: dict[str, list[str]] = {}
    for word in lexicon.words().where(~known):
        together.setdefault("".join(sorted(word)) if kind == "anagrams" else word, []).append(word)
    worth = {question: values[lexicon.rank(words[0])] for question, words in together.items()}
    expected = sorted([question for question in worth if worth[question] > 0], key=lambda one: -worth[one])[:5]
    assert [worth[one.question] for one in listed] == [worth[question] for question in expected]
    for one in listed:
        assert list(one.words) == sorted(together[one.question])
        assert one.points == worth[one.question]
        assert one.interval > 0


def test_who_knows_all_words_has_nothing_to_learn(lexicon: lexkit.Lexicon) -> None:
    assert learn_next("anagrams", lexicon, np.ones(len(lexicon), bool), 5, 10) == (10, [])


def test_the_command(lexicon: lexkit.Lexicon, tmp_path: Path) -> None:
    few, cards = tmp_path / "known.txt", tmp_path / "own.sqlite"
    few.write_text("AA\nAT\nCAT\n")
    asked = ("-l", str(lexicon.path), "quiz", "--next", "4", "--games", "30", "--file", str(cards))
    done = lexq(*asked, "--known", str(few))
    assert done.stderr == f"lexq: you know 0 words of your cards, 3 of {few}; 30 games\n"
    words = done.stdout.split()
    assert words
    assert not {"AA", "AT", "CAT"} & set(words)
    kept = lexq(*asked, "--known", f'in:"{few}"', "--json", "--add")
    told = [json.loads(line) for line in kept.stdout.splitlines()]
    assert [word for one in told for word in one["words"]] == words
    assert kept.stderr.endswith("lexq: added 4 cards\n")
    with Deck(cards) as deck:
        assert {one.question for one in deck.cards(str(lexicon.path), "anagrams")} == {one["question"] for one in told}


@pytest.mark.parametrize("asked", ["", "\n\n", "# nothing yet\n", "QX\n", "length:14"])
def test_known_words_that_are_none_are_refused(lexicon: lexkit.Lexicon, tmp_path: Path, asked: str) -> None:
    file = tmp_path / "known.txt"
    file.write_text(asked)
    known = asked if asked.startswith("length") else str(file)
    given = ("quiz", "--next", "4", "--games", "30", "--add", "--file", str(tmp_path / "own.sqlite"))
    done = lexq("-l", str(lexicon.path), *given, "--known", known)
    assert done.stderr == f"lexq: --known {known}: no words of this list; leave --known out if you know none\n"
    assert (done.returncode, done.stdout) == (3, "")


def test_options_of_next_are_not_ignored_without_it(lexicon: lexkit.Lexicon) -> None:
    for given in (["--known", "length:2"], ["--add"]):
        done = lexq("-l", str(lexicon.path), "quiz", *given)
        assert done.stderr.endswith(f"{given[0]} needs --next\n")
        assert done.returncode == 2
    done = lexq("-l", str(lexicon.path), "quiz", "--next", "3", "length:2")
    assert done.stderr.endswith("--next takes no query; say which words you know by --known\n")
    assert done.returncode == 2
