"""Names of players: one rule for games, records, tables and their links."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from lexkit.base.checks import require_many
from lexkit.base.errors import PositionError, show_value

MAX_NAME: Final = 200
#: Minimum and maximum number of players in a game.
PLAYERS: Final = (2, 4)
#: Maximum number of marks on one letter: Hebrew and Tibetan need some; more would paint over adjacent lines.
_MARKS: Final = 6
#: Joins emoji into one (a family, a profession).
_JOINER: Final = "\u200d"
#: The joiner and its opposite, which also occur between letters without capitals, as in Persian and Hindi.
_JOINERS: Final = ("\u200c", _JOINER)
#: Printable characters that are invisible: a name must have others.
_UNSEEN: Final = " \u115f\u1160\u2800\u3164\uffa0"
#: Colours of skin.
_SKINS: Final = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
#: Black flag: with tags, the flag of a part of a country.
_FLAG: Final = "\U0001f3f4"
#: Code points of the tags.
_TAGS: Final = range(0xE0020, 0xE0080)


def is_name(text: object) -> bool:
    """Return whether this is a name: 1 to 200 printable characters, few marks on each letter, or emoji of any form."""
    if not isinstance(text, str) or not 0 < len(text) <= MAX_NAME:
        return False
    if text.isascii():
        return text.isprintable()
    if not text.strip(_UNSEEN):
        return False
    base, marks = "", 0
    for place, sign in enumerate(text, 1):
        if unicodedata.category(sign)[0] == "M":
            marks += 1
            if marks > _MARKS:
                return False
        elif sign in _JOINERS:
            after = text[place : place + 1]
            emoji = sign == _JOINER and _is_emoji(base) and _is_emoji(after)
            if not emoji and not (_has_no_capitals(base) and _has_no_capitals(after)):
                return False
        elif ord(sign) in _TAGS:
            if base != _FLAG:
                return False
        elif not sign.isprintable():
            return False
        elif sign not in _SKINS:
            base, marks = sign, 0
    return True


def _has_no_capitals(letter: str) -> bool:
    return letter != "" and unicodedata.category(letter) == "Lo"


def _is_emoji(sign: str) -> bool:
    return sign == "\u2194" or (sign != "" and unicodedata.category(sign) == "So")


def nicks_of(names: Iterable[str]) -> list[str]:
    """Return a nick for each name: the name without spaces, with underscores appended to repeated nicks."""
    nicks: list[str] = []
    for name in names:
        nick = "".join(name.replace(":", "").split()) or "Player"
        while nick in nicks:
            nick += "_"
        nicks.append(nick)
    return nicks


def check_players(players: Sequence[str]) -> tuple[str, ...]:
    """Return the names of players. Raises PositionError for too few, too many or unusable names."""
    names = tuple(require_many(players, "players", "several names"))
    fewest, most = PLAYERS
    if not fewest <= len(names) <= most:
        raise PositionError(f"a game has {fewest} to {most} players", place="players", found=len(names))
    for name in names:
        if not is_name(name):
            expected = f"1 to {MAX_NAME} printable characters, with few marks on each"
            raise PositionError("not a name of a player", place="players", expected=expected, found=show_value(name))
    return names


def check_names(players: Sequence[str], most: int) -> tuple[str, ...]:
    """Return the names of up to ``most`` players, each once. Raises PositionError for any others."""
    expected = f"1 to {most} names, each once"
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise TypeError(f"players: expected {expected}, found {show_value(players)}")
    if not 0 < len(players) <= most or not all(map(is_name, players)) or len({*players}) < len(players):
        raise PositionError("not valid players", expected=expected, found=show_value(players))
    return tuple(players)
