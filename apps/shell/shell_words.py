"""Translate errors of the library for the command lines: name options instead of Python arguments."""

from __future__ import annotations

from typing import Final

from lexkit.base.errors import LexkitError

#: Pairs of a text of the library and its translation, applied in order.
_WORDS: Final = (
    ("lexkit.read_cgh reads CGH, Game.from_json lexkit's own", "lexq gcg convert FILE.json -o FILE.gcg reads CGH"),
    ("skipped needs skip_invalid=True", "--skipped needs --skip-invalid"),
    ("skip_invalid=True", "--skip-invalid"),
    ("of the list: alphabet=NAME", "of the list: lexc convert FILE NEW.gaddag --alphabet NAME"),
    ("alphabet=NAME", "--alphabet NAME"),
    ("give alphabet=, or a lexicon of that alphabet", "name another: --alphabet NAME, or -l NAME"),
    (": format=", ": --format "),
    (": source_format=", ": --from "),
    ("min_length <= max_length", "--min-length <= --max-length"),
    ("give a target", "name one: -o FILE"),
    ("lexkit.ScoreSheet.from_gcg, strict=False and", "the same command without --strict and"),
    ("with fold=True", "with --fold"),
    (": fields=", ": --fields "),
    ("leave out fields=", "leave out --fields"),
    ("leave out definitions=True", "leave out --definitions"),
    ("solve takes an empty bag", "lexq endgame takes an empty bag"),
    ("pre_endgame takes 1 to 4", "lexq preendgame takes 1 to 4"),
    ("give it: bag=N", "name an alphabet that tells"),
    ("Layout.from_file reads others", "--layout FILE reads others"),
    (
        "give the lexicon to judge by, or make the board with alphabet=lexicon.alphabet",
        "name a lexicon of its letters: -l NAME",
    ),
    ("name the invalid words: invalid=", "name a lexicon: -l NAME"),
    ("give one: moves(board, rack), or ask about game.view(player)", "give one: --rack TILES"),
    ("analyse(game, lex)", "name one: -l NAME"),
    ("ask for fewer, or take them in slices", "ask for fewer, with --limit"),
    ("give rules=, or layout=", "name a layout: --layout NAME"),
    ("give the player one: lexkit.player(name, lexicon)", "name one: -l NAME"),
)


def in_shell_words(error: LexkitError) -> None:
    """Replace Python arguments in an error by options and commands of the shell."""
    for part in ("what", "expected", "remedy"):
        text = getattr(error, part)
        if isinstance(text, str):
            for said, meant in _WORDS:
                text = text.replace(said, meant)
            setattr(error, part, text)
