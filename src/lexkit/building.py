"""Build a lexicon from a word list: into a file, or in memory.

Compiler and runtime do not import each other; they meet in this folder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from os import PathLike
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from .compiler.build import BuildReport, Options
    from .runtime.lexicon import Lexicon


@overload
def build(  # type: ignore[overload-overlap]  # a path is a str, and so a sequence of str
    source: str | PathLike[str],
    target: str | PathLike[str] | None = None,
    options: Options | None = None,
    *,
    fold: bool = False,
    tell: Callable[[str], None] | None = None,
) -> BuildReport: ...
@overload
def build(
    source: Iterable[str],
    target: str | PathLike[str],
    options: Options | None = None,
    *,
    fold: bool = False,
    tell: Callable[[str], None] | None = None,
) -> BuildReport: ...
@overload
def build(
    source: Iterable[str],
    target: None = None,
    options: Options | None = None,
    *,
    fold: bool = False,
    tell: Callable[[str], None] | None = None,
) -> Lexicon: ...
def build(
    source: str | PathLike[str] | Iterable[str],
    target: str | PathLike[str] | None = None,
    options: Options | None = None,
    *,
    fold: bool = False,
    tell: Callable[[str], None] | None = None,
) -> BuildReport | Lexicon:
    """Compile a word list into a lexicon file; words without a target give a lexicon in memory.

    ``source``: the path of a word list, plain, ``.gz`` or ``.zst``, or words, one a string. ``target``: the file; by
    default the list's name with ``.gaddag``, beside the list. Words given without a target are answered by a
    :class:`lexkit.Lexicon` that has no file. ``fold`` reads letters that the alphabet lacks as those they stand for (É
    as E, ß as SS) and keeps the list's spelling of such words, as in ``options``. ``tell`` is called with the name of
    each stage when it begins. Raises WordListError, AlphabetError, ColumnError or StorageError; an existing target then
    stays as it was. The report says where the file is and what it holds. 0.5 s and 95 MB for 178,691 English words.
    """
    from .compiler.build import build, build_in_memory

    if target is not None or isinstance(source, str | PathLike):
        return build(source, target, options, fold=fold, tell=tell)
    from .runtime.lexicon import Lexicon

    return Lexicon(build_in_memory(source, options, fold=fold, tell=tell))
