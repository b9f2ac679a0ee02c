"""The input of a build: a list of any form, read once for its words, then for the columns beside them.

    listed = ListInput("words.csv", fold=True)
    words = listed.read(alphabet, min_length=2).words.sorted_unique()
    columns = listed.make_columns(words, alphabet)

A list has columns if it is a table, if the caller names its fields, or if definitions or spellings are to be kept.
Other columns come from files of values, which the caller names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, Final

from lexkit.base.errors import ColumnError
from lexkit.formats.alphabet import Alphabet

from .read_list import find_fields, read_list, require_words
from .sorted_words import TileWords
from .word_list import WordList

# Most lists have no columns: their code is imported only when needed, so that other builds start faster.
if TYPE_CHECKING:
    from lexkit.formats.columns_section import StoredColumn

    from .columns_from_lists import ColumnReport


class ListInput:
    """A word list with the columns beside its words."""

    def __init__(
        self,
        source: str | PathLike[str] | Iterable[str],
        *,
        fields: Sequence[str] = (),
        definitions: bool = False,
        spelling: bool = False,
        fold: bool = False,
        names: bool = False,
        columns: Sequence[str] = (),
        reserved: Collection[str] = (),
    ) -> None:
        """Find the fields of a list. Nothing else is read yet.

        Args:
            source: A path, ``-`` for standard input, or words.
            fields: The names of its fields, if it has several.
            definitions: Keep the text behind the words as column ``definition``.
            spelling: Keep the list's own spelling as a column.
            fold: Read letters that the alphabet lacks as those they stand for, and keep the spelling of such words.
            names: Take the words with capitals of a hunspell dictionary too.
            columns: Columns from files of values, each ``NAME=FILE[:TITLE]``.
            reserved: Names, in lower case, that no column may have.

        Raises:
            WordListError: if the list cannot have these fields.
            ColumnError: if a column cannot have its name.
        """
        self.source: Final = source
        self.fold: Final = fold
        self.names: Final = names
        self.columns: Final = tuple(columns)
        if columns:
            from .columns_from_lists import parse_column

            for column in columns:
                parse_column(column, reserved)
        self.rows: Final = find_fields(source, fields, definitions, reserved)
        self.beside: Any = None
        if definitions or spelling or fold:
            from .columns_from_lists import ListColumns

            name = fspath(source) if isinstance(source, str | PathLike) else "<words>"
            self.beside = ListColumns(name, definitions, spelling, fold)

    @property
    def has_columns(self) -> bool:
        """True if :meth:`make_columns` may make any."""
        return bool(self.columns) or self.beside is not None or self.rows is not None

    def read(self, alphabet: Alphabet | str, **reading: Any) -> WordList:
        """Read the list. Arguments and errors are those of :func:`.read_list.read_list`."""
        listed = read_list(
            self.source, alphabet, rows=self.rows, names=self.names, fold=self.fold, witness=self.beside, **reading
        )
        if isinstance(self.source, str | PathLike):
            require_words([listed], self.source)
        return listed

    def make_columns(
        self, words: TileWords, alphabet: Alphabet, skip_invalid: bool = False
    ) -> list[tuple[StoredColumn, ColumnReport]]:
        """Make the columns of the list, then those of files of values.

        Args:
            words: The sorted words of the lexicon.
            alphabet: Its alphabet.
            skip_invalid: Leave out rows of files of values about other words.

        Returns:
            Each column, with what was read for it.

        Raises:
            ColumnError: if two columns have one name, or as :func:`.columns_from_lists.make_column` does.
        """
        if not self.has_columns:
            return []
        from lexkit.formats.folding import Folder

        from .columns_from_lists import WordRanks, load_columns

        folder = Folder(alphabet) if self.fold else None
        made = [] if self.beside is None else self.beside.make_columns(words, alphabet)
        made += [] if self.rows is None else self.rows.make_columns(words, alphabet, folder)
        made += load_columns(self.columns, WordRanks(words, alphabet, folder), skip_invalid)
        names = [column.name for column, _ in made]
        if len(set(names)) < len(names):
            raise ColumnError("two columns have the same name", found=", ".join(sorted(names)))
        return made
