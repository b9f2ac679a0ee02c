"""Train leave values for a lexicon, keep them in its file, and exchange them with other programs.

Training plays games and belongs to the runtime, attaching belongs to the compiler; they meet here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from errno import EINVAL
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from lexkit.lexicons import rules as rules_of_alphabet

if TYPE_CHECKING:
    from lexkit.base.errors import StorageError
    from lexkit.compiler.attach_columns import AttachReport
    from lexkit.formats.alphabet import Alphabet
    from lexkit.formats.lexicon_file import LexiconFile
    from lexkit.players.leave_training import TrainingPlan
    from lexkit.players.leaves import TrainedValues
    from lexkit.runtime.automaton.index import Index
    from lexkit.runtime.game.layout import Layout
    from lexkit.runtime.game.rules import Rules

#: Suffixes of leave values in KLV files of other programs.
_KLV: Final = (".klv2", ".klv16", ".klv")
#: Seconds to write a lexicon's file with leave values: in all, and for each byte.
_WRITING: Final = 0.15
_WRITING_BYTE: Final = 2e-8
#: Suffix of leave values as text.
_CSV: Final = ".csv"


def is_of_leaves(path: str | PathLike[str]) -> bool:
    """Return whether the name of a file is one of leave values."""
    from lexkit.formats.constants import LEAVES_SUFFIX

    return fspath(path).lower().endswith((LEAVES_SUFFIX, *_KLV, _CSV))


def _refuse_name(path: str | PathLike[str]) -> StorageError:
    from lexkit.base.errors import StorageError
    from lexkit.formats.constants import LEAVES_SUFFIX

    expected = f"{', '.join(_KLV)}, {_CSV} or {LEAVES_SUFFIX}"
    return StorageError("not the name of a file of leave values", path=path, expected=expected, errno=EINVAL)


def read_leaves(path: str | PathLike[str], alphabet: Alphabet | str = "english") -> TrainedValues:
    """Read leave values from a ``.klv2``, ``.klv``, ``.klv16``, ``.csv`` or ``.leaves.zst`` file.

    Values that are not whole steps of a fraction of a point are rounded (:mod:`lexkit.formats.foreign.klv2`).
    Takes 0.5 s for English.

    Args:
        path: The file.
        alphabet: Alphabet of the leaves, which such files do not state.

    Returns:
        The leave values, of the same class as ``lex.leaves``.

    Raises:
        StorageError: The file cannot be read, or its name has another suffix.
        LexiconFileError: The file is damaged or of another alphabet.
        ColumnError: A ``.csv`` file cannot be parsed.
    """
    from lexkit.base.checks import require_path
    from lexkit.base.errors import ColumnError, CorruptFileError
    from lexkit.formats.alphabet import Alphabet
    from lexkit.formats.bounded_input import read_small_file
    from lexkit.formats.constants import LEAVES_SUFFIX
    from lexkit.formats.foreign.klv2 import MAX_BYTES, read_klv2
    from lexkit.formats.foreign.leaves_csv import read_leaves_csv
    from lexkit.formats.leaves_section import open_leaves
    from lexkit.lexicons import alphabet as named
    from lexkit.players.leaves import TrainedValues, extended_table

    name = require_path(path, "leaves")
    ending = name.lower()
    tiles = alphabet if isinstance(alphabet, Alphabet) else named(alphabet)
    if ending.endswith(LEAVES_SUFFIX):
        return TrainedValues(extended_table(open_leaves(name, len(tiles)), tiles), tiles, Path(name).name)
    if not is_of_leaves(name):
        raise _refuse_name(path)
    kind = ColumnError if ending.endswith(_CSV) else CorruptFileError
    data = read_small_file(name, kind, "a file of leave values", MAX_BYTES)
    if ending.endswith(_CSV):
        return TrainedValues(read_leaves_csv(data, tiles, path), tiles, Path(name).name)
    return TrainedValues(read_klv2(data, len(tiles), path, Path(ending).suffix[1:]), tiles, Path(name).name)


def write_leaves(leaves: TrainedValues, path: str | PathLike[str], *, steps: int | None = None) -> int:
    """Write leave values to a ``.klv2``, ``.klv``, ``.klv16``, ``.csv`` or ``.leaves.zst`` file.

    The file appears only when it is complete. A KLV file has a value for each leave of the alphabet's
    distribution. Takes 2 s for English.

    Args:
        leaves: Leave values, for example ``lex.leaves``.
        path: The file to write.
        steps: Round values to this many steps per point, which makes the file smaller.

    Returns:
        The size of the file in bytes.

    Raises:
        StorageError: The file cannot be written, or its name has another suffix.
        LexkitError: The steps or the values do not fit.
    """
    from lexkit.base.checks import require_path, require_whole
    from lexkit.formats.atomic import write_atomically
    from lexkit.formats.constants import LEAVES_SUFFIX
    from lexkit.formats.foreign.klv2 import write_klv2
    from lexkit.formats.foreign.leaves_csv import write_leaves_csv
    from lexkit.formats.leaves_section import compress_leaves
    from lexkit.players.leaves import TrainedValues

    if not isinstance(leaves, TrainedValues):
        raise TypeError(f"leaves must be leave values such as lex.leaves, not {type(leaves).__name__}")
    name = require_path(path, "leaves")
    ending = name.lower()
    stored = leaves.stored if steps is None else leaves.stored.rounded(require_whole(steps, "number of steps", 1))
    if ending.endswith(LEAVES_SUFFIX):
        data = compress_leaves(stored)
    elif ending.endswith(_CSV):
        data = write_leaves_csv(stored, leaves.alphabet)
    elif ending.endswith(_KLV):
        tiles = leaves.alphabet.tiles
        counts = [leaves.alphabet.blanks, *(tile.count for tile in tiles)]
        data = write_klv2(stored, counts, Path(ending).suffix[1:])
    else:
        raise _refuse_name(path)
    write_atomically(name, [data])
    return len(data)


def train_leaves(
    file: LexiconFile | str | PathLike[str],
    target: str | PathLike[str] | None = None,
    *,
    layout: Layout | str = "standard",
    rack_size: int = rules_of_alphabet("usual")["rack_size"],
    rules: Rules | None = None,
    method: str | None = None,
    rounds: Sequence[int] | None = None,
    minutes: float | None = None,
    seed: int = 1,
    threads: int | None = None,
    executor: Any = None,
    progress: Callable[[int], None] | None = None,
) -> AttachReport:
    """Train leave values for a lexicon, and write its file again with them.

    ``lexkit.Match(lex, "static")`` then plays by them. The same seed and rounds give the same values. Takes about
    0.4 s a board or 2 ms a game, for each thread. Nothing is written before the end.

    Args:
        file: An open file, or its path.
        target: The file to write. By default the file itself, if it is a ``.gaddag`` file.
        layout: The board, or the name of a shipped one, or the path of a TOML file.
        rack_size: Number of tiles on a full rack.
        rules: Rules of the games instead, with their board, tiles and rack size: of your own game, for example.
        method: ``census`` (the worth of all racks on many boards) or ``self-play`` (the worth of the racks in many
            games). By default a census if there are few enough racks, and enough minutes.
        rounds: Number of boards or games of each round. Each round plays with the values of the one before.
        minutes: Train for this many minutes instead, until the file is written.
        seed: Seed of the random numbers.
        threads: Number of threads, by default one for each processor.
        executor: A ``concurrent.futures`` executor or ``dask.distributed.Client`` to use instead of threads.
        progress: Called with the number of boards or games since its last call.

    Returns:
        The report of :func:`lexkit.attach`.

    Raises:
        PositionError: The alphabet has no distribution, or too many letters, or the rules have other letters.
        QueryError: The method is unknown, or the time is out of range or too short to learn anything.
        LexkitError: One of the errors of :func:`lexkit.attach`.
    """
    from lexkit.base.checks import require_path
    from lexkit.base.errors import StorageError
    from lexkit.compiler.attach_columns import attach
    from lexkit.formats.constants import SUFFIX
    from lexkit.formats.lexicon_file import LexiconFile
    from lexkit.formats.packed_lexicon import open_lexicon
    from lexkit.players.leave_training import train
    from lexkit.runtime.automaton.index import Index

    if target is None:
        if isinstance(file, LexiconFile) or not require_path(file).lower().endswith(SUFFIX):
            raise StorageError(
                "the lexicon has no file to write into", expected=f"a {SUFFIX} file", remedy="give a target"
            )
        target = file
    # Copied, not mapped: some systems cannot replace a mapped file.
    opened = file if isinstance(file, LexiconFile) else open_lexicon(file, "read")
    index = Index(opened)
    played, writing = _games_of(index, layout, rack_size, rules, minutes)
    found = train(
        index,
        played,
        method=method,
        rounds=rounds,
        minutes=minutes,
        seed=seed,
        threads=threads,
        executor=executor,
        progress=progress,
        writing=writing,
    )
    return attach(opened, target, leaves=found)


def plan_leaves(
    file: LexiconFile,
    *,
    layout: Layout | str = "standard",
    rack_size: int = rules_of_alphabet("usual")["rack_size"],
    rules: Rules | None = None,
    method: str | None = None,
    rounds: Sequence[int] | None = None,
    minutes: float | None = None,
    threads: int | None = None,
) -> TrainingPlan:
    """Return what :func:`train_leaves` would do with these arguments. Raises its errors."""
    from lexkit.players.leave_training import plan_training
    from lexkit.runtime.automaton.index import Index

    played, writing = _games_of(Index(file), layout, rack_size, rules, minutes)
    return plan_training(played, method=method, rounds=rounds, minutes=minutes, threads=threads, writing=writing)


def _games_of(
    index: Index, layout: Layout | str, rack_size: int, rules: Rules | None, minutes: float | None
) -> tuple[Rules, float]:
    """Return the rules of the games of a training, and the seconds to write the file at its end."""
    from lexkit.base.errors import PositionError, QueryError, show_value
    from lexkit.players.leave_training import MOST_MINUTES
    from lexkit.runtime.game.layout import Layout, find_layout
    from lexkit.runtime.game.rules import Rules, require_rules

    if minutes is not None and not (isinstance(minutes, int | float) and 0 < minutes <= MOST_MINUTES):
        raise QueryError("invalid time", place="minutes", expected=f"up to {MOST_MINUTES:,}", found=show_value(minutes))
    if not isinstance(layout, str | Layout):
        raise QueryError("no such board layout", expected="a name or the path of a TOML file", found=show_value(layout))
    if rules is None:
        board = find_layout(layout) if isinstance(layout, str) else layout
        rules = Rules(board, index.alphabet, rack_size)
    elif require_rules(rules).alphabet.labels != index.alphabet.labels:
        raise PositionError(
            "the rules have other letters than the lexicon",
            place="rules",
            expected=f"the letters of {index.alphabet.name}",
            found=rules.alphabet.name,
        )
    return rules, _WRITING + _WRITING_BYTE * sum(map(len, index.file.sections.data.values()))
