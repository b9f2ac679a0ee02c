"""What people type in small letters, in the capitals of an alphabet."""

from __future__ import annotations

import re

import lexkit

__all__ = ["capitals"]


def capitals(text: str, alphabet: lexkit.Alphabet) -> str:
    """A text in capitals: those of the alphabet (i is İ in a Turkish one), and Python's for letters that it lacks."""
    labels = {tile.lower: tile.label for tile in alphabet.tiles}
    letters = "|".join(map(re.escape, sorted(labels, key=len, reverse=True)))
    return "".join([labels.get(part, part.upper()) for part in re.split(f"({letters})", text)])
