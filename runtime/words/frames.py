"""Words as the tables of other libraries, and as a table in a notebook.

pandas, polars and pyarrow are none of lexkit's dependencies: they are used where they are installed, and imported only
when a table is asked for.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ...errors import QueryError

if TYPE_CHECKING:
    from .fields import Values
    from .words import Words

__all__ = ["html", "to_frame"]

#: Name of a library -> what is imported.
LIBRARIES: Final = {"pandas": "pandas", "polars": "polars", "arrow": "pyarrow"}
#: Words in the table of a notebook, and the fields shown of each.
_SHOWN: Final = 20
_SHOWN_FIELDS: Final = ("front", "word", "back", "length")


def to_frame(words: Words, columns: Iterable[str] | None, library: str | None) -> Any:
    """A table of the library's kind with a column a field; see :meth:`lexkit.Words.to_frame`."""
    from .fields import USUAL, field

    if isinstance(columns, str):
        raise TypeError("expected the names of several columns, not one str")
    name, module = _library(library)
    fields = [field(words.core, column) for column in (USUAL if columns is None else columns)]
    table = {chosen.name: chosen(words) for chosen in fields}
    if name == "arrow":
        return module.table({column: _arrow(module, values) for column, values in table.items()})
    if name == "polars":
        return module.DataFrame([module.Series(column, _unmasked(values)) for column, values in table.items()])
    series = {column: module.Series(_pandas(module, values), copy=False) for column, values in table.items()}
    return module.DataFrame(series, copy=False)


def _arrow(arrow: Any, values: Values) -> Any:
    """With nulls where an array is masked. Numbers share its memory."""
    if isinstance(values, np.ma.MaskedArray):
        return arrow.array(values.data, mask=np.ma.getmaskarray(values))
    return arrow.array(values)


def _pandas(pandas: Any, values: Values) -> Any:
    """The same for pandas, whose plain integers cannot be missing."""
    if isinstance(values, np.ma.MaskedArray):
        return pandas.arrays.IntegerArray(values.data, np.ma.getmaskarray(values))
    return values


def _unmasked(values: Values) -> Any:
    """The same for polars, which knows no masks."""
    return values.tolist() if isinstance(values, np.ma.MaskedArray) else values


def _library(wanted: str | None) -> tuple[str, Any]:
    """The library wanted, or the one the caller seems to use, imported."""
    if wanted is not None and wanted not in LIBRARIES:
        raise QueryError("no such library of tables", expected=f"one of {', '.join(LIBRARIES)}", found=repr(wanted))
    loaded = [name for name, module in LIBRARIES.items() if module in sys.modules]
    for name in [*loaded, *LIBRARIES] if wanted is None else [wanted]:
        try:
            return name, import_module(LIBRARIES[name])
        except ImportError:
            continue
    needed = LIBRARIES[wanted] if wanted else " or ".join(LIBRARIES.values())
    raise QueryError(
        f"{needed} is not installed" if wanted else "no library of tables is installed",
        expected=needed,
        remedy=f"pip install {LIBRARIES[wanted or 'pandas']}; to_list() and to_numpy() need none",
    )


def html(words: Words) -> str:
    """The first words as a table with their hooks, and their marks where there are editions."""
    from .fields import field, marked_words

    if not words.core.nodes.opened:
        return "<p>words of a closed lexicon</p>"
    page = words[:_SHOWN]
    fields = [field(words.core, name) for name in _SHOWN_FIELDS]
    if words.core.editions:
        fields[_SHOWN_FIELDS.index("word")] = marked_words(words.core)
    table = [one(page) for one in fields]
    head = "".join(f"<th>{name}</th>" for name in _SHOWN_FIELDS)
    rows = [
        "<tr>" + "".join(f"<td>{escape(str(value))}</td>" for value in row) + "</tr>"
        for row in zip(*table, strict=True)
    ]
    more = f", {len(page)} shown" if len(page) < len(words) else ""
    remark = f"<p>{len(words):,} {'word' if len(words) == 1 else 'words'}{more}</p>"
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>{remark}"
