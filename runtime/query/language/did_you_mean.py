"""What a user may have meant by a kind that there is not.

Other programs, and Python, have other names for some kinds; any other name is compared with those there are.
"""

from __future__ import annotations

from collections.abc import Collection
from difflib import SequenceMatcher, get_close_matches
from typing import Final

#: How many names an error gives.
NEAREST: Final = 3
#: What others call a kind -> the kind.
_OTHER_NAMES: Final = {
    "begins": "prefix",
    "beginswith": "prefix",
    "starts": "prefix",
    "startswith": "prefix",
    "ends": "suffix",
    "endswith": "suffix",
    "has": "substring",
    "contains": "substring",
    "containing": "substring",
    "build": "subanagram",
    "rack": "subanagram",
    "jumble": "anagram",
    "word": "pattern",
    "like": "pattern",
    "wildcard": "pattern",
    "re": "regex",
    "match": "regex",
    "matches": "regex",
    "fuzzy": "near",
    "similar": "near",
    "size": "length",
    "len": "length",
    "letters": "length",
    "score": "points",
    "value": "points",
    "order": "sort",
    "orderby": "sort",
    "top": "limit",
    "skip": "offset",
    "lexicon": "in",
    "meaning": "definition",
    "gloss": "definition",
}


def nearest_names(name: str, names: Collection[str]) -> tuple[list[str], bool]:
    """The names most like this one, the likeliest first, and whether the first of them was surely meant."""
    plain = name[:60].lower()
    joined = plain.replace("-", "").replace("_", "")
    near = get_close_matches(plain, names, NEAREST)
    likest = [other for other in get_close_matches(joined, [*_OTHER_NAMES, *names], 1) if other in _OTHER_NAMES]
    first = [_OTHER_NAMES[other] for other in likest if _OTHER_NAMES[other] in names]
    ranked = sorted(names, key=lambda other: -SequenceMatcher(None, other, plain).ratio())
    found = list(dict.fromkeys([*first, *near, *ranked]))[:NEAREST]
    return found, bool(first or near)
