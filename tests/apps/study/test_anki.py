"""Notes of Anki: what we write, its importer reads; what it writes, we read."""

import io
import random
import sqlite3
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import zstandard

import lexkit
from lexkit.apps.study import Card, Deck, anki
from lexkit.apps.study.cards_csv import fit_cards, read_cards
from lexkit.apps.study.faces import Face, Faces, package, text_with_tabs
from lexkit.errors import ColumnError
from tests.apps.shell.shell import assert_refused, lexq
from tests.running import each

FIELD = Path(__file__).parent / "anki"


def anki_records(text: str) -> Iterator[list[str]]:
    """The records of a text with tabs, sign by sign, as the reader of Anki's importer reads them."""
    at = 0
    while at < len(text):
        if text[at] in "#\n":
            at = text.index("\n", at) + 1 if text[at] == "#" else at + 1
            continue
        record, field, quoted, begins = [], "", False, True
        while at < len(text):
            sign, at = text[at], at + 1
            if quoted and sign == '"' and text[at : at + 1] == '"':
                field, at = field + sign, at + 1
            elif sign == '"' and (quoted or begins):
                quoted = not quoted
            elif not quoted and sign in "\t\n":
                record.append(field)
                field, begins = "", True
                if sign == "\n":
                    break
                continue
            else:
                field += sign
            begins = False
        else:
            record.append(field)
        yield record


def test_every_definition_arrives(tmp_path: Path) -> None:
    """Found: of definitions that begin with a quote, one swallowed the notes behind it."""
    lexkit.build(FIELD / "export-definitions.txt", tmp_path / "d.gaddag", options=lexkit.Options(definitions=True))
    lexicon = lexkit.open(tmp_path / "d.gaddag")
    cards = [Card(str(tmp_path / "d.gaddag"), "definitions", word) for word in lexicon]
    assert len(cards) == 8
    text = "".join(text_with_tabs(cards, Faces()))
    found = list(anki_records(text))
    assert [record[:2] for record in found] == [[lexicon.definition(card.question), card.question] for card in cards]
    assert len({record[2] for record in found}) == 8, "two words of one definition are two notes"
    assert [front for _, front in anki.read_text(text)] == [record[0] for record in found]


@each(
    "front",
    ['"', '""', '"a" b', "a", '#a "b', "#", "'a", "=1+1", '\u201ca"', "# separator:comma", "a,b;c|d:e f", "<b>"],
)
def test_any_text_arrives(front: str) -> None:
    faces = {"A": Face(front, (front, "x")), "B": Face("y", (front,))}
    text = "".join(text_with_tabs([Card("x", "check", name) for name in faces], lambda card: faces[card.question]))
    assert [record[:2] for record in anki_records(text)] == [[front, f"{front}; x"], ["y", front]]
    assert [found for _, found in anki.read_text(text)] == [front, "y"]


def test_random_texts_arrive() -> None:
    rng = random.Random(1)
    for _ in range(300):
        fronts = ["".join(rng.choices('a"#\t \n', k=rng.randrange(1, 8))) for _ in range(4)]
        cards = [Card("x", "check", str(number)) for number in range(4)]
        faces = {card: Face(front, ("b",)) for card, front in zip(cards, fronts, strict=True)}
        text = "".join(text_with_tabs(cards, faces.get))
        wanted = [" ".join(front.split()) for front in fronts]
        assert [record[:2] for record in anki_records(text)] == [[front, "b"] for front in wanted]
        assert [front for _, front in anki.read_text(text)] == wanted


@each(("name", "questions"), [("n4.txt", ["AEINRST", "ACER"]), ("n5.txt", ["AEINRST", "ACER", "ACEI RST"])])
def test_headers_of_a_text(name: str, questions: list[str], tmp_path: Path) -> None:
    path = FIELD / name
    cards = read_cards(path, "english", "anagrams")
    assert [card.question for card in cards] == questions
    fitted, left_out = fit_cards(cards, lexkit.open("english"), "english")
    assert ([card.question for card in fitted], left_out) == (["AEINRST", "ACER", "ACEIRST"][: len(questions)], 0)
    done = lexq("quiz", "--file", str(tmp_path / f"{name}.sqlite"), "--import", str(path))
    assert done.stdout == f"added {len(questions)} cards\n"


@each(
    ("text", "fronts"),
    [
        ("#separator:Semicolon\n#html:false\na b;c\n", ["a b"]),
        ("#separator:;\n#tags column:1\nt;a;c\n", ["a"]),
        ("#separator:pipe\r\n#guid column:1\r\n#notetype column:2\r\n#deck column:3\r\ng|n|d|a|b\r\n", ["a"]),
        ("#html:false\na &amp;<b>\tx\n", ["a &amp;<b>"]),
        ("#html:true\na &amp; <b>b</b><style>p {}</style>[sound:x.mp3]<br>c<img src=x>\tx\n", ["a & b c"]),
        ("#html:true\n<script>x<br>y</script>\tx\n", [""]),
        ('#separator:tab\n"a\n#b"\tx\n#c\td\ne\tf\n', ["a #b", "e"]),
        ("#separator:tab\n\n\n#x\n", []),
        ("#separator:tab\n", []),
        ("#deck:Words\nAER\tx\n", ["AER"]),
        ("# mine\n#separator:tab\nAER\tx\n", ["AER"]),
        ("#guid column:\u00b2\n#separator:none\na\tb\n", ["a"]),
    ],
)
def test_texts_of_anki(text: str, fronts: list[str]) -> None:
    assert anki.is_anki_text(text)
    assert [front for _, front in anki.read_text(text)] == fronts


def test_lists_with_remarks_are_no_text_of_anki() -> None:
    assert [one.question for one in read_cards(b"# sevens: by probability\nAEINRST,x\n", "x", "hooks")] == ["AEINRST"]


def test_notes_that_no_card_asks_are_left_out() -> None:
    text = f"#separator:tab\n<img src=x>\ta\n{'long ' * 200}\tb\nACER\tc\n"
    cards = read_cards(text.encode(), "english", "anagrams")
    fitted, left_out = fit_cards(cards, lexkit.open("english"), "english")
    assert ([card.question for card in fitted], left_out) == (["ACER"], 2)


# -- packages --------------------------------------------------------------------------------------


def collection(fronts: list[str], new: bool = False) -> bytes:
    """A database of notes; new: with the collation that newer ones have, which no other program knows."""
    connection = sqlite3.connect(":memory:")
    connection.execute(
        "CREATE TABLE notes (id integer PRIMARY KEY, guid text NOT NULL, mid integer NOT NULL, flds text NOT NULL)"
    )
    if new:
        connection.create_collation("unicase", lambda one, other: (one > other) - (one < other))
        connection.execute("CREATE TABLE decks (id integer PRIMARY KEY, name text NOT NULL COLLATE unicase)")
        connection.execute("CREATE UNIQUE INDEX idx_decks_name ON decks (name)")
        connection.execute("INSERT INTO decks VALUES (1, 'Words')")
    rows = [(f"g{number}", f"{front}\x1fback\x1f") for number, front in enumerate(fronts)]
    connection.executemany("INSERT INTO notes (guid, mid, flds) VALUES (?, 1, ?)", rows)
    connection.commit()
    data = connection.serialize()
    connection.close()
    return data


def packed(**members: bytes) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name.replace("_", "."), content)
    return written.getvalue()


def test_packages(tmp_path: Path) -> None:
    old = collection(["Please update"])
    fronts = ["<b>AEINRST</b>", "ACER&nbsp;", "<img src=x>"]
    for members in (
        {"collection_anki2": collection(fronts)},
        {"collection_anki2": old, "collection_anki21": collection(fronts)},
        {"collection_anki2": old, "collection_anki21b": zstandard.compress(collection(fronts, new=True))},
    ):
        data = packed(**members, media=b"{}")
        assert [one.question for one in read_cards(data, "english", "anagrams")] == ["AEINRST", "ACER", ""]
    (tmp_path / "cards.apkg").write_bytes(data)
    done = lexq("quiz", "--file", "s.sqlite", "--import", "cards.apkg", cwd=tmp_path)
    assert done.stdout == "added 2 cards; 1 question without an answer left out\n"


def test_a_package_of_ours_is_read(deck: Deck, defined: str) -> None:
    pytest.importorskip("genanki")
    cards = [Card(defined, "anagrams", "ACER"), Card(defined, "definitions", "ERA")]
    data = package(cards, Faces(), 1_700_000_000.0)
    assert [one.question for one in read_cards(data, defined, "anagrams")] == ["ACER", "time"]


def test_files_that_are_no_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = packed(collection_anki2=collection(["ACER"]))
    wrong = {
        "cut": whole[:-30],
        "damaged": whole[:60] + b"\0" * 40 + whole[100:],
        "nothing in it": packed(media=b"{}"),
        "no database": packed(collection_anki2=b"SQLite format 3\0" + b"x" * 500),
        "no zstandard": packed(collection_anki21b=b"x"),
        "no notes": packed(collection_anki2=collection([]).replace(b"notes", b"other")),
    }
    for name, data in wrong.items():
        with pytest.raises(ColumnError) as error:
            read_cards(data, "x", "hooks")
        assert error.value.what, name
        path = tmp_path / "x.apkg"
        path.write_bytes(data)
        assert_refused(lexq("quiz", "--file", "s.sqlite", "--import", "x.apkg", cwd=tmp_path), 3, "x.apkg")
    (tmp_path / "x.apkg").write_text("ACER\n")
    with pytest.raises(ColumnError, match="not a package of Anki"):
        read_cards(tmp_path / "x.apkg", "x", "hooks")
    monkeypatch.setattr(anki, "_MOST_BYTES", 1 << 20)
    for bomb in (
        packed(collection_anki2=bytes(1 << 22)),
        packed(collection_anki21b=zstandard.compress(bytes(1 << 22))),
    ):
        with pytest.raises(ColumnError, match="too large"):
            read_cards(bomb, "x", "hooks")
