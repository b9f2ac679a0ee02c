"""Queries as people type them at the shell: ``lexq CARE``, ``lexq 'AEINRT?'``, ``lexq search ...``.

The first argument of ``lexq`` is a command if it is the name of one, as ``lexq --help`` writes it. Anything else is a
query, as for ``lexq search``: ``lexq BEST`` asks about the word, ``lexq best`` is the command. Only small letters that
look like a command are taken for a typo of it, if more follows or if they are no word: "did you mean".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from .. import console
from ..command_files import READS_QUERY
from ..declared_commands import App, Argument
from ..shell_completion import complete_query
from .answer_options import Shown, showing
from .read_inputs import fold_letters, is_folding, open_lexicon
from .write_answers import answer

if TYPE_CHECKING:
    from lexkit.runtime.lexicon.lexicon import Lexicon
    from lexkit.runtime.query.language.bare_letters import Understood

#: The help of ``lexq``, which names all commands.
HELP: Final = Path(__file__).with_name("help.txt")
_NAME_IN_HELP: Final = re.compile(r"^  ([a-z][a-z!-]*) {2,}[A-Z]", re.MULTILINE)
#: What may be a typo of a command, and how alike they are then.
_LIKE_A_COMMAND: Final = re.compile("[a-z][a-z!-]*")
_LIKENESS: Final = 0.75

Texts = Annotated[
    list[str],
    Argument(
        metavar="QUERY...",
        autocompletion=complete_query,
        help="Letters, or kind:value and so on; - reads it from stdin.",
    ),
    READS_QUERY,
]
app = App()


@cache
def command_names() -> frozenset[str]:
    """The names of all commands. None is imported."""
    _, _, listed = HELP.read_text("utf-8").partition("\nCommands:\n")
    return frozenset(_NAME_IN_HELP.findall(listed))


def means_query(first: str, rest: Sequence[str]) -> bool:
    """Whether the arguments of ``lexq`` are a query instead of a command, or of a typo of one.

    The lexicon must have been chosen: it is asked whether small letters like those of a command are a word.
    """
    if first in command_names():
        return False
    if not _LIKE_A_COMMAND.fullmatch(first):
        return True
    from lexkit.base.errors import likely_names

    if not likely_names(first, command_names(), 1, _LIKENESS):
        return True
    alone = not rest or rest[0].startswith("-")
    return alone and fold_letters(first) in open_lexicon()


@app.command("search")
@showing
def search_plainly(texts: Texts, *, shown: Shown) -> int:
    """Words that a query means, as ``lexq search`` without options of its own."""
    return answer_texts(texts, shown)


def answer_texts(texts: list[str], shown: Shown) -> int:
    """Answer a query given as one or more arguments. Returns how much was found.

    Arguments are joined, unless each of them is letters alone: these are asked about one after the other.
    """
    lexicon = open_lexicon()
    if len(texts) > 1:
        from lexkit.runtime.query.language.bare_letters import BARE
        from lexkit.runtime.query.language.grammar import KEYWORD

        if all(BARE.fullmatch(text) and not KEYWORD.fullmatch(text) for text in texts):
            return sum([_answer(text, lexicon, shown) for text in texts])
    return _answer(" ".join(map(str.strip, texts)).strip(), lexicon, shown)


def _answer(text: str, lexicon: Lexicon, shown: Shown) -> int:
    words = lexicon.search(text, fold=is_folding())
    understood = lexicon.understand(text)
    if understood.query != text:
        console.tell("".join(f"lexq: {line}\n" for line in _notes(understood, lexicon)))
    shown.rack_letters = _rack_of_query(text, lexicon)
    return answer(words, shown)


def _notes(understood: Understood, lexicon: Lexicon) -> list[str]:
    """What letters without a kind were taken for, and whether they are a word."""
    lines = [] if understood.letters is None else _about_word(fold_letters(understood.letters), lexicon)
    lines += ["the commands: lexq --help"] if understood.letters == "help" else []
    others = f"; also {', '.join(understood.others)}" if understood.others else ""
    return [*lines, f"understood as {understood.query}{others}"]


def _about_word(text: str, lexicon: Lexicon) -> list[str]:
    """Whether letters are a word, with hooks and definition."""
    about = lexicon.about(text)
    sides = ((about.front, "in front"), (about.back, "behind"))
    taken = " and ".join([f"{letters} {where}" for letters, where in sides if letters])
    if not about.valid:
        likely = f"; near it {'is' if len(about.near) == 1 else 'are'} {', '.join(about.near)}" if about.near else ""
        return [f"{about.word} is not a word{', but takes ' if taken else ''}{taken}{likely}"]
    verdict = f"{about.word} is a word{', and takes ' if taken else ''}{taken}"
    return [verdict, f"{about.word}: {about.definition}"] if about.definition else [verdict]


def _rack_of_query(text: str, lexicon: Lexicon) -> bytes | None:
    """The letters of the one rack of a query, or None."""
    from lexkit.runtime.query.conditions.anagrams import rack_letters
    from lexkit.runtime.query.conditions.registry import NAMES
    from lexkit.runtime.query.language.grammar import All, Term, read

    tree = read(text, NAMES).tree
    parts = tree.parts if isinstance(tree, All) else (tree,)
    terms = [(part.name.lower(), part.value) for part in parts if isinstance(part, Term)]
    racks = [rack_letters(name, fold_letters(value), lexicon.core) for name, value in terms]
    given = [letters for letters in racks if letters is not None]
    return given[0] if len(given) == 1 else None
