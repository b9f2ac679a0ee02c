"""Boards, challenge rules, variants and duplicate games that the pages offer, and the description of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

#: Maps a board to its name on the page.
LAYOUTS: Final = {"standard": "15 × 15", "super": "21 × 21"}
#: Maps a challenge rule to its name among players and its meaning.
CHALLENGES: Final = {
    "void": ("Void", "Words that are not in the list are refused"),
    "single": ("Single challenge", "Any word can be played and challenged; a wrong challenge costs nothing"),
    "double": ("Double challenge", "Any word can be played and challenged; a wrong challenge costs the turn"),
    "triple": ("Triple challenge", "Any word can be played and challenged; whoever is wrong loses the game"),
    "5pt": ("5-point challenge", "Any word can be played and challenged; a wrong challenge gives the other 5 points"),
    "10pt": (
        "10-point challenge",
        "Any word can be played and challenged; a wrong challenge gives the other 10 points",
    ),
}
#: Maps a variant of the rules to its name on the page and a note.
VARIANTS: Final = {
    "classic": ("Classic", "The letters of a word lie in its order"),
    "wordsmog": ("WordSmog", "The letters of a word may lie in any order: TCA is as good as CAT"),
}
#: Maps a kind of duplicate game to its name on the page and a note.
DUPLICATES: Final = {
    "normal": ("Normal", "racks as they are drawn"),
    "joker": ("Joker", "a blank on every rack"),
}


def describe_game(setting: Mapping[str, Any], lexicon: str = "") -> dict[str, Any]:
    """Return the word list, board, clock and rules of a game.

    Args:
        setting: The setting of its table.
        lexicon: The name under which its word list is offered; by default that in the setting.
    """
    duplicate = setting.get("duplicate")
    chosen = (
        (DUPLICATES, duplicate),
        (CHALLENGES, None if duplicate else setting["challenge"]),
        (VARIANTS, setting["variant"]),
    )
    return {
        "list": {"name": lexicon or setting.get("lexicon", ""), **setting.get("list", {})},
        "board": LAYOUTS.get(setting["layout"], setting["layout"]),
        "minutes": setting.get("minutes", 0),
        "seconds": setting.get("seconds"),
        "rules": [": ".join(offered[name]) for offered, name in chosen if name in offered],
    }
