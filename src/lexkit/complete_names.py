"""What a shell may complete a value to: the names of alphabets, board layouts and lexicons.

Completion must be quick and never fail: nothing is compiled or extracted, and a file that cannot be read has no names.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from .formats.constants import PACKED_SUFFIX, SUFFIX


def starting(names: Iterable[str], incomplete: str) -> list[str]:
    """The names that begin like this."""
    return [name for name in names if name.startswith(incomplete)]


def with_commas(names: Iterable[str], incomplete: str, sign: str = "") -> list[str]:
    """The same for the last of several names with a comma between, none of them twice.

    ``sign``: what may stand before a name.
    """
    whole, comma, last = incomplete.rpartition(",")
    used = {name.removeprefix(sign) for name in whole.split(",")}
    signed = sign if sign and last.startswith(sign) else ""
    found = starting((name for name in names if name not in used), last.removeprefix(signed))
    return [f"{whole}{comma}{signed}{name}" for name in found]


def alphabets(incomplete: str) -> list[str]:
    """Names of alphabets, and ``auto``."""
    from .lexicons import alphabet_names

    return starting([*alphabet_names(), "auto"], incomplete)


def formats(incomplete: str) -> list[str]:
    """Names of the formats of lexicons, lexkit's and other programs'."""
    from .formats.foreign.format_table import format_names

    return starting(format_names(), incomplete)


def layouts(incomplete: str) -> list[str]:
    """Names of board layouts."""
    from .lexicons import layout_names

    return starting(layout_names(), incomplete)


def lexicons(incomplete: str) -> list[str]:
    """Names of lexicons, and files and folders that begin like this."""
    return _lexicons(incomplete, lambda name: False)


def lexicons_and_others(incomplete: str) -> list[str]:
    """The same, and other programs' files of words."""
    from .formats.foreign.format_table import formats_of_name

    return _lexicons(incomplete, lambda name: bool(formats_of_name(name)))


def _lexicons(incomplete: str, also: Callable[[str], bool]) -> list[str]:
    from .catalogue import lexicon_folder
    from .lexicons import BUNDLED

    names = [BUNDLED] if not os.path.dirname(incomplete) else []
    if names:
        kept = filter(_is_lexicon, _list_folder(lexicon_folder()))
        names += [name.removesuffix(PACKED_SUFFIX).removesuffix(SUFFIX) for name in kept]
    folder = os.path.dirname(incomplete)
    for name in _list_folder(Path(folder or ".")):
        path = os.path.join(folder, name)
        if os.path.isdir(path) and not name.startswith("."):
            names.append(path + os.sep)
        elif _is_lexicon(name.lower()) or also(name):
            names.append(path)
    return list(dict.fromkeys(starting(names, incomplete)))


def _is_lexicon(name: str) -> bool:
    return name.endswith((SUFFIX, PACKED_SUFFIX))


def _list_folder(folder: Path) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []
