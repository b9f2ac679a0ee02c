"""Compare two lists: which words changed, and which hooks of the words in both.

A word in both lists gains a hook if the longer word was added, and loses one if it was removed, so that the
changed words alone determine all changes of hooks. The hooks of new words are not listed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lexkit.base.errors import with_plain_types
from lexkit.formats.alphabet import Alphabet

from .lists.read_list import Source, read_several, union
from .lists.sorted_words import TileWords
from .lists.word_list import SHOWN

#: Masks of :func:`.lists.read_list.union`: words only in the old list, only in the new list, in both.
_OLD, _NEW, _BOTH = 1, 2, 3


@with_plain_types
class HookChange(NamedTuple):
    """A hook that a word has in only one of the lists.

    Attributes:
        change: ``+`` if only the new list has it, ``-`` if only the old list.
        word: The word.
        side: ``front`` or ``back``.
        letter: The hook.
    """

    change: str
    word: str
    side: str
    letter: str

    def __str__(self) -> str:
        hooked = f"{self.letter}- {self.word}" if self.side == "front" else f"{self.word} -{self.letter}"
        return f"{self.change} hook {hooked}"


@dataclass(frozen=True, eq=False)
class Comparison:
    """The differences between two lists; true if there are any.

    Words and hooks are in the order of the ``alphabet``.

    Attributes:
        alphabet: The alphabet of both lists.
        old: Number of words in the old list.
        new: Number of words in the new list.
        behind: Number of lines with text behind their word, which was ignored.
        shown_behind: The first of these lines, as (line, text).
        invalid: Number of lines that ``skip_invalid`` left out.
        shown: The first of these lines, as (line, column, what was found).
    """

    alphabet: Alphabet
    _changed: TileWords
    _is_new: NDArray[np.bool_]  #: for each changed word: True if it is in the new list
    # One entry for each changed hook.
    _hooked: TileWords  #: the word that has the hook
    _letters: NDArray[np.uint8]  #: the hook
    _in_front: NDArray[np.bool_]  #: True for a front hook
    _gained: NDArray[np.bool_]  #: True if it is in the new list
    old: int
    new: int
    behind: int = 0
    shown_behind: tuple[tuple[int, str], ...] = ()
    invalid: int = 0
    shown: tuple[tuple[int, int, str], ...] = ()

    def __bool__(self) -> bool:
        return len(self._changed) > 0

    @cached_property
    def _words(self) -> list[str]:
        return _spell(self._changed, self.alphabet)

    @property
    def added(self) -> list[str]:
        """Words that are only in the new list."""
        return [self._words[place] for place in np.flatnonzero(self._is_new).tolist()]

    @property
    def removed(self) -> list[str]:
        """Words that are only in the old list."""
        return [self._words[place] for place in np.flatnonzero(~self._is_new).tolist()]

    @cached_property
    def hooks(self) -> list[HookChange]:
        """All hook changes, by word, front hooks first, then by letter."""
        labels = ["", *self.alphabet]
        rows = zip(
            _spell(self._hooked, self.alphabet),
            self._letters.tolist(),
            self._in_front.tolist(),
            self._gained.tolist(),
            strict=True,
        )
        return [
            HookChange("+" if gained else "-", word, "front" if in_front else "back", labels[letter])
            for word, letter, in_front, gained in rows
        ]

    @property
    def gained(self) -> list[HookChange]:
        """Hooks of words in both lists that are only in the new list."""
        return [hook for hook in self.hooks if hook.change == "+"]

    @property
    def lost(self) -> list[HookChange]:
        """Hooks of words in both lists that are only in the old list."""
        return [hook for hook in self.hooks if hook.change == "-"]

    def counts(self) -> dict[str, int]:
        """Return the number of words of each list (``old``, ``new``) and of changed words and hooks."""
        return {
            "old": self.old,
            "new": self.new,
            "words_in": int(self._is_new.sum()),
            "words_out": int((~self._is_new).sum()),
            "hooks_gained": int(self._gained.sum()),
            "hooks_lost": int((~self._gained).sum()),
        }

    def lines(self, words: bool = True, hooks: bool = True) -> Iterator[str]:
        """Iterate over the lines of the report, sorted.

        Each is ``+ WORD`` or ``- WORD``, then ``+ hook WORD -S`` or ``- hook C- WORD``.

        Args:
            words: Include changed words.
            hooks: Include changed hooks.
        """
        if words:
            yield from (f"{change} {word}" for change, word in self._list_words())
        if hooks:
            yield from map(str, self.hooks)

    def objects(self, words: bool = True, hooks: bool = True) -> Iterator[Mapping[str, Any]]:
        """Iterate over the changes as dicts: ``change`` (+ or -), ``word``, and for a hook ``side`` and ``letter``.

        Args:
            words: Include changed words.
            hooks: Include changed hooks.
        """
        if words:
            yield from ({"change": change, "word": word} for change, word in self._list_words())
        if hooks:
            yield from (hook._asdict() for hook in self.hooks)

    def _list_words(self) -> Iterator[tuple[str, str]]:
        """Iterate over (sign, word) of each changed word."""
        return zip(map("-+".__getitem__, self._is_new.tolist()), self._words, strict=True)

    def __repr__(self) -> str:
        counts = self.counts()
        return (
            f"<Comparison: {counts['words_in']:,} words in, {counts['words_out']:,} out, "
            f"{counts['hooks_gained']:,} hooks gained, {counts['hooks_lost']:,} lost>"
        )

    def _repr_html_(self) -> str:
        from lexkit.players.pictures.results import show_comparison

        return show_comparison(self)


def compare(old: Source, new: Source, alphabet: Alphabet | str | None = None, **reading: Any) -> Comparison:
    """Compare two lists.

    ``alphabet`` and ``reading`` are arguments of :func:`.lists.read_list.read_several`. Raises AlphabetError if
    the lists have different alphabets. About 0.15 us for each word of both.
    """
    (before, after), letters = read_several([old, new], alphabet, **reading)
    words, masks = union([before.words, after.words])
    changed = masks != _BOTH
    differing, is_new = words.take(changed), masks[changed] == _NEW
    hooks = _find_hook_changes(words, masks, differing, is_new)
    return Comparison(
        letters,
        differing,
        is_new,
        *hooks,
        len(before.words),
        len(after.words),
        before.behind + after.behind,
        tuple([*before.shown_behind, *after.shown_behind][:SHOWN]),
        before.invalid + after.invalid,
        tuple([*before.shown, *after.shown][:SHOWN]),
    )


def _find_hook_changes(
    words: TileWords, masks: NDArray[np.uint64], changed: TileWords, is_new: NDArray[np.bool_]
) -> tuple[TileWords, NDArray[np.uint8], NDArray[np.bool_], NDArray[np.bool_]]:
    """Return (words, letters, True for front hooks, True for gained hooks), sorted by word, side and letter."""
    size = max(1, int(words.lengths.max(initial=0)))
    rows = words.rows(size)
    longer = changed.lengths > 1
    candidates, of_new = changed.take(longer), is_new[longer]
    places, letters, sides, gained = [], [], [], []
    for in_front in (True, False):
        ends = candidates.offsets[:-1] if in_front else candidates.offsets[1:] - 1
        rest = TileWords.joined(np.delete(candidates.tiles, ends), candidates.lengths - 1)
        sought = rest.rows(size)
        found = np.searchsorted(rows, sought)
        found[found == len(rows)] = 0
        kept = (rows[found] == sought) & (masks[found] == _BOTH) if len(rows) else np.zeros(0, bool)
        places.append(found[kept])
        letters.append(candidates.tiles[ends][kept])
        sides.append(np.full(int(kept.sum()), in_front))
        gained.append(of_new[kept])
    place, letter, side, more = (np.concatenate(column) for column in (places, letters, sides, gained))
    order = np.lexsort([letter, ~side, place])
    return words.take(place[order]), letter[order], side[order], more[order]


def _spell(words: TileWords, alphabet: Alphabet) -> list[str]:
    return b"".join(words.text(alphabet)).decode().split("\n")[:-1]
