"""The picture of statistics: its numbers counted again in plain Python, and what it shows."""

import random
from pathlib import Path
from xml.etree import ElementTree

from lexkit.apps.study import Card, Deck
from lexkit.apps.study.picture import DAYS, Activity, activity, draw_activity
from tests.apps.shell.shell import assert_refused, lexq

from .test_cards import AT, DAY

SVG = "{http://www.w3.org/2000/svg}"


def test_activity_is_what_was_answered(deck: Deck) -> None:
    chance = random.Random(3)
    answers = []
    for number in range(25):
        card = Card("mine" if number % 5 else "other", "anagrams", str(number))
        for at in sorted(chance.uniform(AT - 50 * DAY, AT - 60) for _ in range(4)):
            rating = chance.choice([1, 3, 4])
            card = deck.grade(card, rating, at)
            answers.append((card.lexicon, at, rating))
    deck.add([Card("mine", "hooks", "CARE"), Card("other", "hooks", "CARE")])
    for lexicon in ("mine", None):
        found = activity(deck, AT, lexicon)
        wanted = [(at, rating) for name, at, rating in answers if lexicon in (None, name)]
        for day in range(DAYS):
            start = AT - (DAYS - day) * DAY
            of_day = [rating for at, rating in wanted if start < at <= start + DAY]
            assert (found.wrong[day], found.right[day]) == (of_day.count(1), len(of_day) - of_day.count(1))
        memories = [card.memory for card in deck.cards(lexicon) if card.memory]
        for day in range(DAYS):
            later = AT + day * DAY
            assert found.due[day] == sum((day == 0 or one.due >= later) and one.due < later + DAY for one in memories)
        assert sum(found.firm) == len(memories)
        assert found.firm[0] == sum(one.stability <= 1 for one in memories)
        assert found.firm[-1] == sum(one.stability > 365 for one in memories)
        assert found.new == (1 if lexicon else 2)


def test_bars_are_as_high_as_their_numbers() -> None:
    nothing = (0,) * DAYS
    found = Activity((*nothing[1:], 6), (*nothing[1:], 2), (4, *nothing[1:]), (1, 0, 0, 0, 0, 2), 1_234)
    root = ElementTree.fromstring(draw_activity(found))
    bars = [(float(bar.get("height", "")), bar.get("fill")) for bar in root.iter(f"{SVG}rect")]
    assert bars == [(22.5, "none"), (67.5, None), (90.0, None), (45.0, None), (90.0, None)]
    told = root.findtext(f"{SVG}desc")
    assert told is not None
    assert told.startswith(
        "8 answers in 30 days, 2 wrong (outlined). 4 cards due within 30 days, 4 today. 3 cards known"
    )
    assert "1,234 new" in told
    empty = draw_activity(Activity(nothing, nothing, nothing, (0,) * 6, 0))
    assert "<rect" not in empty
    assert "0 answers" in empty


def test_a_picture_at_the_shell(deck: Deck, tmp_path: Path) -> None:
    deck.grade(Card("english", "anagrams", "AER"), 1, AT)
    done = lexq("quiz", "--file", "study.sqlite", "--picture", "cards.svg", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    root = ElementTree.fromstring((tmp_path / "cards.svg").read_text())
    assert "1 card due within 30 days, 1 today" in str(root.findtext(f"{SVG}desc"))
    wrong = lexq("quiz", "--file", "study.sqlite", "--picture", "cards.png", cwd=tmp_path)
    assert_refused(wrong, 2, "expected a file named .svg, found cards.png")
    assert not (tmp_path / "cards.png").exists()
