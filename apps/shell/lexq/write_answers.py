"""Write the words that the commands of ``lexq`` find.

Piped, a word is a line, or a line of fields separated by tabs; JSON Lines, CSV and TSV are options; on a terminal it is
a row of a table. Words are written a page at a time, so that a long answer begins at once, ends silently if the reader
closes the pipe, and costs nothing for words that --offset and --limit leave out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from .. import console
from .answer_options import Shown

if TYPE_CHECKING:
    from lexkit.runtime.lexicon.lexicon import Lexicon
    from lexkit.runtime.words.word_fields import Field
    from lexkit.runtime.words.words import Words

#: Words written at a time.
_PAGE = 4096


def answer(words: Words, shown: Shown) -> int:
    """Write the answer to one query; return its number of words or groups before --limit and --offset."""
    if shown.length is not None:
        words = words.of_length(*shown.length)
    fields = _find_fields(words, shown.columns or ("word",) * shown.marks)
    if shown.marks:
        fields = _add_marks(words, fields)
    if shown.group is not None:
        return _answer_groups(_sort(words, shown), shown, _find_fields(words, [shown.group])[0])
    found = len(words)
    if shown.count:
        write_count(found, shown)
        return found
    words = _sort(words, shown)
    last = None if shown.limit is None else shown.offset + shown.limit
    if shown.offset or last is not None:
        words = words[shown.offset : last]
    if shown.format == "lines" and console.on_terminal():
        from .terminal_tables import word_table

        word_table(_pages(words), fields, shown, found, len(words))
    elif shown.format == "lines" and not fields:
        console.write("\n".join(page.to_list()) + "\n" for page in _pages(words) if page)
    else:
        from lexkit.runtime.words.word_fields import USUAL

        fields = fields or _find_fields(words, USUAL)
        pages = (_rows(page, fields) for page in _pages(words))
        console.write(format_pages([one.name for one in fields], pages, shown))
    return found


def answer_split(words: Words, text: str, shown: Shown) -> int:
    """Write each place of a text in words as before, match, after; return their number like :func:`answer`."""
    from lexkit.runtime.words.occurrences import split_words

    tiles = words.core.encode(text)
    if shown.length is not None:
        words = words.of_length(*shown.length)
    if shown.count:
        found = sum(1 for _ in split_words(words.core, words, tiles))
        write_count(found, shown)
        return found
    last = None if shown.limit is None else shown.offset + shown.limit
    places = islice(split_words(words.core, _sort(words, shown), tiles), shown.offset, last)
    console.write(format_pages(["before", "match", "after"], iter(lambda: list(islice(places, _PAGE)), []), shown))
    return len(words)


def _find_fields(words: Words, names: Sequence[str]) -> list[Field]:
    """Return the fields of these names. Without names, nothing is imported."""
    if not names:
        return []
    from lexkit.runtime.words.word_fields import field

    return [field(words.core, name) for name in names]


def _add_marks(words: Words, fields: list[Field]) -> list[Field]:
    """Return the fields with marks after words, unless on a terminal, which shows marks anyway."""
    from lexkit.runtime.words.word_fields import marked_words

    marked = marked_words(words.core)
    return fields if console.on_terminal() else [marked if one.name == "word" else one for one in fields]


def _sort(words: Words, shown: Shown) -> Words:
    """Sort words as the options say; without --sort, keep their order."""
    if shown.sort:
        return words.sorted_by(*shown.sort, reverse=shown.reverse)
    if not shown.reverse:
        return words
    from lexkit.runtime.words.listing import Listing

    return words[::-1] if isinstance(words, Listing) else words.sorted_by(reverse=True)


def write_count(found: int, shown: Shown) -> None:
    """Write the number of results in the chosen format."""
    if shown.format == "lines":
        console.write([f"{found}\n"])
    else:
        console.write(format_pages(["count"], [[(found,)]], shown))


def _pages(words: Words) -> Iterator[Words]:
    if len(words) <= _PAGE:
        yield words
        return
    for start in range(0, len(words), _PAGE):
        yield words[start : start + _PAGE]


def _rows(words: Words, fields: list[Field]) -> Iterable[tuple[Any, ...]]:
    from lexkit.runtime.words.word_fields import plain_values

    return zip(*[plain_values(field(words)) for field in fields], strict=True)


def format_pages(names: list[str], pages: Iterable[Iterable[tuple[Any, ...]]], shown: Shown) -> Iterator[str]:
    """Yield pages of rows as text in the chosen format."""
    if shown.format == "json":
        for rows in pages:
            yield "".join([console.json_line(dict(zip(names, row, strict=True))) for row in rows])
        return
    if shown.format == "lines":
        for rows in pages:
            yield "".join(["\t".join(map(_one_line, row)) + "\n" for row in rows])
        return
    delimiter = "," if shown.format == "csv" else "\t"
    if not shown.header_written:
        shown.header_written = True
        yield format_csv([tuple(names)], delimiter)
    for rows in pages:
        yield format_csv(rows, delimiter)


def format_csv(rows: Iterable[tuple[Any, ...]], delimiter: str) -> str:
    """Format rows as CSV with a delimiter. Texts that a spreadsheet would take for formulas are marked."""
    import csv
    import io

    page = io.StringIO()
    writer = csv.writer(page, delimiter=delimiter, lineterminator="\n")
    writer.writerows([[console.for_spreadsheet(one) if isinstance(one, str) else one for one in row] for row in rows])
    return page.getvalue()


def _one_line(value: Any) -> str:
    """Format a value as a field of a line. Tabs and line ends become spaces."""
    if value is None:
        return ""
    return value.translate(_BLANKS) if isinstance(value, str) else str(value)


_BLANKS = str.maketrans("\t\n\r", "   ")


# -- words that share a line ----------------------------------------------------------------------------


def _answer_groups(words: Words, shown: Shown, field: Field) -> int:
    """Write one line for all words with the same value of a field, and return the number of groups.

    Groups are in the order of their first words.
    """
    from lexkit.runtime.words.word_fields import plain_values

    groups: dict[Any, list[int]] = {}
    for value, rank in zip(plain_values(field(words)), words.to_numpy().tolist(), strict=True):
        groups.setdefault(value, []).append(rank)
    found = len(groups)
    if shown.count:
        write_count(found, shown)
        return found
    last = None if shown.limit is None else shown.offset + shown.limit
    chosen = list(islice(groups.items(), shown.offset, last))
    spelled = _spelling_field(words.lexicon, shown)
    pages = (_spell_groups(words, chosen[start : start + _PAGE], spelled) for start in range(0, len(chosen), _PAGE))
    if shown.format == "json":
        console.write(format_pages([field.name, "words"], pages, shown))
    elif shown.format != "lines":
        joined = ([(value, " ".join(spelled)) for value, spelled in page] for page in pages)
        console.write(format_pages([field.name, "words"], joined, shown))
    elif console.on_terminal():
        from .terminal_tables import group_table

        group_table(pages, found, len(chosen))
    else:
        console.write(
            "".join([f"{_one_line(value)}: {' '.join(spelled)}\n" for value, spelled in page]) for page in pages
        )
    return found


def _spelling_field(lexicon: Lexicon, shown: Shown) -> Field:
    """Return the field that spells words; with marks if --marks is set or on a terminal."""
    from lexkit.runtime.words.word_fields import field, marked_words

    to_people = console.on_terminal() and shown.format == "lines"
    return (
        marked_words(lexicon.core) if shown.marks or (to_people and lexicon.editions) else field(lexicon.core, "word")
    )


def _spell_groups(words: Words, groups: list[tuple[Any, list[int]]], spelled: Field) -> list[tuple[Any, list[str]]]:
    """Return groups with their words spelled; all are spelled in one call."""
    import numpy as np

    from lexkit.runtime.words.listing import Listing
    from lexkit.runtime.words.word_fields import plain_values

    ranks = np.array([rank for _, ranks in groups for rank in ranks], np.int64)
    texts = iter(plain_values(spelled(Listing(words.core, ranks))))
    return [(value, list(islice(texts, len(ranks)))) for value, ranks in groups]
