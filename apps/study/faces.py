"""Cards with front and back, for Anki (packages ``.apkg``, or text with tabs), for CSV and for paper.

    faces = Faces()
    faces(card)                     # Face(front="AER", back=("ARE exist", "EAR hears", "ERA time")), or None
    data = package(cards, faces)    # a package for Anki; needs the library genanki: lexkit[anki]

Every card becomes a note whose identifier depends on its lexicon, kind and question. Importing it again replaces the
note and keeps Anki's schedule.
"""

from __future__ import annotations

import io
import itertools
import sqlite3
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from hashlib import blake2b
from html import escape
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import lexkit
from lexkit.errors import LexkitError, QueryError

from ..table.lexicons import open_lexicon
from .cards import Card
from .questions import ask

#: Anki's identifier of lexkit's note type.
_MODEL: Final = 1_618_033_989
#: Fixed time of the files in a package, so that the same cards give the same bytes.
_MADE: Final = (2000, 1, 1, 0, 0, 0)
_STYLE: Final = ".card{font:24px sans-serif;text-align:center}.back{font-size:20px;line-height:1.5}"
_MODEL_NAME: Final = "lexkit"
_HEAD: Final = f"#separator:tab\n#html:false\n#notetype:{_MODEL_NAME}\n#guid column:3\n"


class Face(NamedTuple):
    """Front and back of a card; the back has a line for each word."""

    front: str
    back: tuple[str, ...]


#: Callback that returns the faces of a card, or None.
FaceOf: TypeAlias = Callable[[Card], Face | None]


class Faces:
    """Callable that returns the faces of a card, None if its lexicon cannot be opened or has no answer."""

    def __init__(self) -> None:
        self._lexicons: dict[str, lexkit.Lexicon | None] = {}

    def __call__(self, card: Card) -> Face | None:
        """Return front and back of a card, or None."""
        lexicon = self._lexicon(card.lexicon)
        asked = None if lexicon is None else ask(card.kind, lexicon, card.question)
        if lexicon is None or asked is None:
            return None
        if card.kind == "check":
            return Face(f"{asked.prompt}: a word?", ("yes" if asked.answers == ("y",) else "no",))
        if card.kind == "hooks":
            return Face(f"{asked.prompt}: hooks?", ("/".join(asked.answers),))
        if card.kind == "definitions":
            return Face(asked.prompt, asked.answers)
        return Face(asked.prompt, tuple([tell_word(lexicon, word) for word in asked.answers]))

    def _lexicon(self, name: str) -> lexkit.Lexicon | None:
        if name not in self._lexicons:
            try:
                self._lexicons[name] = open_lexicon(name)
            except LexkitError:
                self._lexicons[name] = None
        return self._lexicons[name]


def tell_word(lexicon: lexkit.Lexicon, word: str) -> str:
    """Return a word, followed by its definition if the lexicon has one."""
    told = lexicon.definition(word) if "definition" in lexicon.columns else None
    return f"{word} {told}" if told else word


def text_with_tabs(cards: Iterable[Card], face_of: FaceOf) -> Iterator[str]:
    """Yield the lines of a text that Anki imports: front, back and identifier, separated by tabs.

    A field is quoted if it contains a quote or begins with ``#``, which Anki would take for a comment.
    """
    yield _HEAD
    for card in cards:
        face = face_of(card)
        if face is not None:
            fields = (face.front, "; ".join(face.back), _identifier(card))
            yield "\t".join([_quote(" ".join(text.split())) for text in fields]) + "\n"


def _quote(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if '"' in text or text.startswith("#") else text


def _identifier(card: Card) -> str:
    """Return Anki's identifier of the note of a card."""
    return blake2b("\0".join(card[:3]).encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()


def package(cards: Iterable[Card], face_of: FaceOf, at: float) -> bytes:
    """Return an Anki package of cards, with a deck for each lexicon and kind.

    ``at`` is the time of creation in seconds since 1970. Raises QueryError if the library genanki is not installed.
    """
    genanki = _require_genanki()
    template = {
        "name": "Card",
        "qfmt": "{{Front}}",
        "afmt": '{{FrontSide}}<hr id="answer"><div class="back">{{Back}}</div>',
    }
    model = genanki.Model(_MODEL, _MODEL_NAME, [{"name": "Front"}, {"name": "Back"}], [template], css=_STYLE)
    decks: dict[str, Any] = {}
    for card in cards:
        face = face_of(card)
        if face is None:
            continue
        name = f"lexkit::{Path(card.lexicon).name.partition('.')[0]}::{card.kind}"
        if name not in decks:
            number = int.from_bytes(blake2b(name.encode(), digest_size=4).digest(), "little")
            decks[name] = genanki.Deck(number | 1 << 32, name)
        fields = [escape(face.front), "<br>".join(map(escape, face.back))]
        decks[name].add_note(genanki.Note(model, fields, guid=_identifier(card)))
    with closing(sqlite3.connect(":memory:")) as connection:
        genanki.Package([*decks.values()]).write_to_db(connection.cursor(), at, itertools.count(int(at * 1000)))
        connection.commit()
        collection = connection.serialize()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (("collection.anki2", collection), ("media", b"{}")):
            archive.writestr(zipfile.ZipInfo(name, _MADE), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _require_genanki() -> Any:
    try:
        import genanki
    except ImportError:
        remedy = "pip install 'lexkit[anki]', or name a file .txt, which Anki imports too"
        raise QueryError("Anki packages need the package genanki", remedy=remedy) from None
    return genanki
