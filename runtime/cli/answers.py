"""Writing answers: the one place through which all commands of ``lexq`` show words.

Piped, a word is a line, or a line of fields with a tab between; JSON Lines, CSV and TSV on request; a table on a
terminal. Words are written a page at a time, so that a long answer begins at once, ends without a word when the
reader goes away, and costs nothing for what --offset and --limit leave out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from ... import console
from .options import Shown, showing

if TYPE_CHECKING:
    from ..lexicon import Lexicon
    from ..words.fields import Field
    from ..words.words import Words

__all__ = ["Shown", "answer", "separated", "showing"]

#: Words written at a time.
_PAGE = 4096


def answer(words: Words, shown: Shown) -> int:
    """Write one query's answer; how many words, or groups, it has, before --limit and --offset."""
    if shown.length is not None:
        words = words.of_length(*shown.length)
    fields = _fields(words, shown.columns or ("word",) * shown.marks)
    if shown.marks:
        fields = _marked(words, fields)
    if shown.group is not None:
        return _answer_groups(_in_order(words, shown), shown, _fields(words, [shown.group])[0])
    found = len(words)
    if shown.count:
        _write_count(found, shown)
        return found
    words = _in_order(words, shown)
    last = None if shown.limit is None else shown.offset + shown.limit
    if shown.offset or last is not None:
        words = words[shown.offset : last]
    if shown.format == "lines" and console.on_terminal():
        from .tables import word_table

        word_table(_pages(words), fields, shown, found, len(words))
    elif shown.format == "lines" and not fields:
        console.write("\n".join(page.to_list()) + "\n" for page in _pages(words) if page)
    else:
        fields = fields or _fields(words, _usual())
        pages = (_rows(page, fields) for page in _pages(words))
        console.write(_written([one.name for one in fields], pages, shown))
    return found


def _usual() -> tuple[str, ...]:
    from ..words.fields import USUAL

    return USUAL


def _fields(words: Words, names: Sequence[str]) -> list[Field]:
    """The fields of these names; QueryError for one there is not. Nothing is loaded where none is named."""
    if not names:
        return []
    from ..words.fields import field

    return [field(words.core, name) for name in names]


def _marked(words: Words, fields: list[Field]) -> list[Field]:
    """The same fields, with the mark of a word behind it; a terminal shows it anyway."""
    from ..words.fields import marked_words

    marked = marked_words(words.core)
    return fields if console.on_terminal() else [marked if one.name == "word" else one for one in fields]


def _in_order(words: Words, shown: Shown) -> Words:
    """In the order asked for, else as they come: the alphabet's, or that of the query."""
    if shown.sort:
        return words.sorted_by(*shown.sort, reverse=shown.reverse)
    if not shown.reverse:
        return words
    from ..words.listing import Listing

    return words[::-1] if isinstance(words, Listing) else words.sorted_by(reverse=True)


def _write_count(found: int, shown: Shown) -> None:
    if shown.format == "lines":
        console.write([f"{found}\n"])
    else:
        console.write(_written(["count"], [[(found,)]], shown))


def _pages(words: Words) -> Iterator[Words]:
    if len(words) <= _PAGE:
        yield words
        return
    for start in range(0, len(words), _PAGE):
        yield words[start : start + _PAGE]


def _rows(words: Words, fields: list[Field]) -> Iterable[tuple[Any, ...]]:
    from ..words.fields import plain_values

    return zip(*[plain_values(field(words)) for field in fields], strict=True)


def _written(names: list[str], pages: Iterable[Iterable[tuple[Any, ...]]], shown: Shown) -> Iterator[str]:
    """Pages of rows as text."""
    if shown.format == "json":
        for rows in pages:
            yield "".join([console.json_line(dict(zip(names, row, strict=True))) for row in rows])
        return
    if shown.format == "lines":
        for rows in pages:
            yield "".join(["\t".join(map(_one_line, row)) + "\n" for row in rows])
        return
    delimiter = "," if shown.format == "csv" else "\t"
    if not shown.headed:
        shown.headed = True
        yield separated([tuple(names)], delimiter)
    for rows in pages:
        yield separated(rows, delimiter)


def separated(rows: Iterable[tuple[Any, ...]], delimiter: str) -> str:
    import csv
    import io

    page = io.StringIO()
    csv.writer(page, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return page.getvalue()


def _one_line(value: Any) -> str:
    """A value that stays one field of one line."""
    if value is None:
        return ""
    return value.translate(_BLANKS) if isinstance(value, str) else str(value)


_BLANKS = str.maketrans("\t\n\r", "   ")


# -- words that share a line ----------------------------------------------------------------------------


def _answer_groups(words: Words, shown: Shown, field: Field) -> int:
    """One line for the words of which the field is the same; groups come in the order of their first words."""
    from ..words.fields import plain_values

    groups: dict[Any, list[int]] = {}
    for value, rank in zip(plain_values(field(words)), words.to_numpy().tolist(), strict=True):
        groups.setdefault(value, []).append(rank)
    found = len(groups)
    if shown.count:
        _write_count(found, shown)
        return found
    last = None if shown.limit is None else shown.offset + shown.limit
    chosen = list(islice(groups.items(), shown.offset, last))
    spelled = _spelled_for(words.lexicon, shown)
    pages = (_grouped(words, chosen[start : start + _PAGE], spelled) for start in range(0, len(chosen), _PAGE))
    if shown.format == "json":
        console.write(_written([field.name, "words"], pages, shown))
    elif shown.format != "lines":
        joined = ([(value, " ".join(spelled)) for value, spelled in page] for page in pages)
        console.write(_written([field.name, "words"], joined, shown))
    elif console.on_terminal():
        from .tables import group_table

        group_table(pages, found, len(chosen))
    else:
        console.write(
            "".join([f"{_one_line(value)}: {' '.join(spelled)}\n" for value, spelled in page]) for page in pages
        )
    return found


def _spelled_for(lexicon: Lexicon, shown: Shown) -> Field:
    """Words as they are written in a line: with their marks where asked for, and for people."""
    from ..words.fields import field, marked_words

    to_people = console.on_terminal() and shown.format == "lines"
    return (
        marked_words(lexicon.core) if shown.marks or (to_people and lexicon.editions) else field(lexicon.core, "word")
    )


def _grouped(words: Words, groups: list[tuple[Any, list[int]]], spelled: Field) -> list[tuple[Any, list[str]]]:
    """Groups with their words, spelled in one go."""
    import numpy as np

    from ..words.fields import plain_values
    from ..words.listing import Listing

    ranks = np.array([rank for _, ranks in groups for rank in ranks], np.int64)
    texts = iter(plain_values(spelled(Listing(words.core, ranks))))
    return [(value, list(islice(texts, len(ranks)))) for value, ranks in groups]
