"""Words as data frames.

pandas, polars and pyarrow are optional: lexkit does not depend on them, and imports one only to make a table.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lexkit.base.checks import require_many, require_one_of
from lexkit.base.errors import QueryError

if TYPE_CHECKING:
    from .word_fields import Values
    from .words import Words

#: Module to import for each library.
LIBRARIES: Final = {"pandas": "pandas", "polars": "polars", "arrow": "pyarrow"}


def to_frame(words: Words, columns: Iterable[str] | None, library: str | None) -> Any:
    """Implement :meth:`lexkit.Words.to_frame`."""
    from .word_fields import USUAL, field

    names = USUAL if columns is None else require_many(columns, "columns", "the names of several columns")
    find_library(library)
    fields = [field(words.core, name) for name in names]
    return make_frame({chosen.name: chosen(words) for chosen in fields}, library)


def make_frame(table: Mapping[str, Values], library: str | None) -> Any:
    """Return a data frame of columns by name, all of one length."""
    name, module = find_library(library)
    if name == "arrow":
        return module.table({column: _to_arrow(module, values) for column, values in table.items()})
    if name == "polars":
        return module.DataFrame([module.Series(column, _to_polars(values)) for column, values in table.items()])
    series = {column: module.Series(_to_pandas(module, values), copy=False) for column, values in table.items()}
    return module.DataFrame(series, copy=False)


def _to_arrow(arrow: Any, values: Values) -> Any:
    """Return values for pyarrow, null if masked. Numbers share the array's memory."""
    if isinstance(values, np.ma.MaskedArray):
        return arrow.array(values.data, mask=np.ma.getmaskarray(values))
    return arrow.array(values)


def _to_pandas(pandas: Any, values: Values) -> Any:
    """Return values for pandas, whose plain integers cannot be missing."""
    if isinstance(values, np.ma.MaskedArray):
        return pandas.arrays.IntegerArray(values.data, np.ma.getmaskarray(values))
    return values


def _to_polars(values: Values) -> Any:
    """Return values for polars, which does not read masked arrays."""
    return values.tolist() if isinstance(values, np.ma.MaskedArray) else values


def find_library(wanted: str | None) -> tuple[str, Any]:
    """Import and return the library wanted, or choose one.

    Libraries that the program has imported come first, then any that is installed.
    """
    if wanted is not None:
        require_one_of(wanted, LIBRARIES, "no such library of tables")
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
        remedy=f"pip install {LIBRARIES[wanted or 'pandas']}",
    )
