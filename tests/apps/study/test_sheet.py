"""Study lists to print: every word with its hooks and definition, whatever the texts are; ``lexq sheet``."""

from html.parser import HTMLParser
from pathlib import Path

import lexkit
from lexkit.apps.study import Card, Deck
from lexkit.apps.study.racks import NO_RACKS
from lexkit.apps.study.sheet import Group, groups_of_racks, write_sheet
from tests.apps.shell.shell import assert_refused, lexq

from .conftest import WORDS


class Read(HTMLParser):
    """The texts of a page by their element, and how its elements nest."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append((self.open[-1], data.strip()))

    def of(self, tag: str) -> list[str]:
        """The texts in elements of a name."""
        return [text for where, text in self.texts if where == tag]


def test_a_sheet_has_every_word_with_hooks_and_definition(defined: str) -> None:
    words = dict(line.split(" ", 1) for line in WORDS.splitlines())
    lexicon = lexkit.open(defined)
    groups = groups_of_racks(lexicon, ["AER", "ACER", "ACERS", "QZ", "Ж"])
    assert [group.head for group in groups] == ["AER", "ACER", "ACERS"], "two have no words"
    page = Read("".join(write_sheet(lexicon, "Mine", groups)))
    assert page.open == []
    assert page.of("h1") == page.of("title") == ["Mine"]
    assert page.of("h2") == ["AER", "ACER", "ACERS"]
    listed = page.of("b")
    assert sorted(listed) == sorted(word for word in words if sorted(word) in map(list, ("AER", "ACER", "ACERS")))
    assert page.of("div") == [words[word] for word in listed]
    hooks = []
    for word in listed:
        hooks += ["".join(sorted(other[0].lower() for other in words if other[1:] == word))]
        hooks += ["".join(sorted(other[-1].lower() for other in words if other[:-1] == word))]
    assert page.of("i") == [one for one in hooks if one]
    assert page.of("p") == ["10 words. Small letters are hooks, in front and behind."]
    short = Read("".join(write_sheet(lexicon, "Mine", [Group("", listed)], definitions=False)))
    assert (short.of("b"), short.of("h2"), short.of("div")) == (listed, [], [])


def test_texts_stay_texts(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("AB <script>alert(1)</script> &\nBA x\n")
    lexkit.build(tmp_path / "words.txt", tmp_path / "words.gaddag", options=lexkit.Options(definitions=True))
    lexicon = lexkit.open(tmp_path / "words.gaddag")
    page = "".join(write_sheet(lexicon, "</style><b>\x1b[2J", [Group("<i>", ["AB"])], 12))
    assert "<script" not in page
    assert "\x1b" not in page
    assert Read(page).of("h2") == ["<i>"]
    assert Read(page).of("h1") == ["</style><b>?[2J"]
    assert "columns:12 13rem" in page


def test_hooks_are_in_the_small_letters_of_the_alphabet() -> None:
    lexicon = lexkit.build(["KI", "AKI", "İKI", "KIİ", "KII"], options=lexkit.Options(alphabet="turkish"))
    assert Read("".join(write_sheet(lexicon, "x", [Group("", ["KI"])]))).of("i") == ["ai", "ıi"]


def test_lexq_sheet(defined: str, tmp_path: Path) -> None:
    sheet = ("-l", defined, "sheet")
    done = lexq(*sheet, "length:4", "--sort", "word", "-n", "1", "--title", "Fours")
    told = "racks 1 to 1 of 2"
    assert (done.returncode, done.stderr) == (0, f"lexq: {told}: --page N for another part, --limit N for more\n")
    assert Read(done.stdout).of("p") == [f"3 words: {told}. Small letters are hooks, in front and behind."]
    assert Read(done.stdout).of("h2") == ["ACER"]
    assert Read(done.stdout).of("h1") == ["Fours"]
    done = lexq(*sheet, "length:4", "--words", "--sort=-word", "-n", "2", "--page", "2")
    assert Read(done.stdout).of("b") == ["CARS", "CARE"]
    assert "lexq: words 3 to 4 of " in done.stderr
    with Deck(tmp_path / "study.sqlite") as deck:
        deck.add([Card(defined, "anagrams", "ACRS"), Card(defined, "hooks", "CARE")])
    cards = lexq(*sheet, "--file", "study.sqlite", "-o", "mine.html", cwd=tmp_path)
    assert (cards.returncode, cards.stdout, cards.stderr) == (0, "", "")
    page = (tmp_path / "mine.html").read_text()
    assert (Read(page).of("h1"), Read(page).of("b")) == (["Your cards"], ["CARS", "SCAR"])
    none = lexq(*sheet, "length:14", "-o", "none.html", cwd=tmp_path)
    assert (none.returncode, none.stderr) == (1, f"lexq: {NO_RACKS}\n")
    assert_refused(lexq(*sheet, "lenght:4", "-o", "none.html", cwd=tmp_path), 3, "no such condition", 3)
    assert not (tmp_path / "none.html").exists()
