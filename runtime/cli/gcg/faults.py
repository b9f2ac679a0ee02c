"""Files of ``lexq gcg``, and their faults, a line for each: ``FILE:LINE: rule: expected, found``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Final

import typer

from .... import console
from ....errors import GameRecordError, StorageError

if TYPE_CHECKING:
    from ...game.referee.gcg_files import Checked
    from ...lexicon import Lexicon

#: Arguments that are files.
Files = Annotated[
    list[str],
    typer.Argument(
        **{**console.file_option(typer, stream=True, games=True), "metavar": "FILE..."},
        help="Files in GCG; - reads stdin, a folder means its games.",
    ),
]
_STDIN: Final = "-"


def check_one(path: str, lexicon: Lexicon | None = None) -> Checked:
    """Check a file, or standard input."""
    from ...game.referee.gcg_files import check_gcg

    if path == _STDIN and sys.stdin is None:
        raise StorageError("standard input is closed")
    return check_gcg(sys.stdin.buffer if path == _STDIN else path, lexicon)


def check_all(files: list[str], fix: bool, as_json: bool, codes: set[int]) -> Iterator[str]:
    """Check files, and repair them if that is wanted; ``codes`` is given the exit codes of what is found."""
    from ...game.referee.gcg_files import repair_gcg

    if fix and _STDIN in files:
        raise typer.BadParameter("--fix writes into files, and standard input is not a file")
    for path in files:
        try:
            if fix:
                repaired = repair_gcg(path)
                if repaired:
                    console.tell(f"{path}: {console.format_count(repaired, 'fault', 'faults')} repaired\n")
            faults = check_one(path).faults
        except StorageError as error:
            codes.add(console.IO_ERROR)
            console.complain("lexq", error)
            continue
        except GameRecordError as error:
            codes.add(console.BAD_INPUT)
            yield error_line(path, error, as_json)
            continue
        for fault in faults:
            codes.add(console.BAD_INPUT)
            yield fault_line(path, fault.line, fault.rule, fault.expected, fault.found, as_json)


def error_line(path: str, error: GameRecordError, as_json: bool = False) -> str:
    """The line about a file that is no record at all."""
    line = int(error.place.split()[-1]) if error.place and error.place.startswith("line ") else 1
    return fault_line(path, line, "text", error.expected or "a record in GCG", error.found or error.what, as_json)


def fault_line(path: str, line: int, rule: str, expected: object, found: object, as_json: bool = False) -> str:
    """The line about a fault in a file."""
    if as_json:
        facts = {"file": path, "line": line, "rule": rule, "expected": str(expected), "found": str(found)}
        return console.json_line(facts)
    return console.shown(f"{path}:{line}: {rule}: expected {expected}, found {found}") + "\n"
