"""Errors in shell words: what the library says of its functions, the command lines say of their options.

The library does not know who called it, so its errors name functions and arguments of Python. At the shell nobody can
give those; :func:`in_shell_words` names the options and commands that do the same.
"""

from __future__ import annotations

from typing import Final

from .errors import LexkitError

#: What the library says -> what the command lines say.
_WORDS: Final = (
    ("skip_invalid=True", "--skip-invalid"),
    ("another alphabet=", "another --alphabet"),
    ("name the alphabet: alphabet=NAME", "name the alphabet with --alphabet"),
    ("alphabet=NAME", "--alphabet NAME"),
    ("min_length <= max_length", "--min-length <= --max-length"),
    ("give a target", "name one: -o FILE"),
    ("with fold=True", "with --fold"),
    ("solve takes an empty bag", "lexq endgame takes an empty bag"),
    ("pre_endgame takes 1 to 4", "lexq preendgame takes 1 to 4"),
    ("give it: bag=N", "name an alphabet that tells"),
    ("Layout.from_toml reads others", "--layout FILE.toml reads others"),
    ("give the lexicon to judge by, or make the board with alphabet=lexicon.alphabet", "name its lexicon: -l NAME"),
    ("say which words are invalid=", "name a lexicon: -l NAME"),
    ("give one: moves(board, rack)", "give one: --rack TILES"),
    ("analyse(game, lex)", "name one: -l NAME"),
    ("ask for fewer, or take them in slices", "ask for fewer, with --limit"),
    ("name a layout", "name a layout: --layout NAME"),
    ("give the player one: lexkit.player(name, lexicon)", "name one: -l NAME"),
)


def in_shell_words(error: LexkitError) -> None:
    """Name options and commands in an error as the shell does."""
    for part in ("what", "expected", "remedy"):
        text = getattr(error, part)
        if isinstance(text, str):
            for said, meant in _WORDS:
                text = text.replace(said, meant)
            setattr(error, part, text)
