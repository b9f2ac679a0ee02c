"""The two command lines in this process: arguments, standard input, exit code. What they write goes nowhere."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from unittest import mock

from lexkit.apps.shell import console


@contextmanager
def standard_files(stdin: Path) -> Iterator[Path]:
    """Files in place of the three standard ones; gives that of the errors."""
    errors = stdin.with_name("errors.txt")
    kept = [os.dup(number) for number in range(3)]
    opened = [os.open(stdin, os.O_RDONLY), os.open(os.devnull, os.O_WRONLY)]
    opened.append(os.open(errors, os.O_WRONLY | os.O_CREAT | os.O_TRUNC))
    sys.stdout.flush()
    sys.stderr.flush()
    for number, file in enumerate(opened):
        os.dup2(file, number)
        os.close(file)
    streams = [
        io.TextIOWrapper(open(number, mode, closefd=False), "utf-8") for number, mode in enumerate(("rb", "wb", "wb"))
    ]
    try:
        with mock.patch.multiple(sys, stdin=streams[0], stdout=streams[1], stderr=streams[2]):
            yield errors
            streams[1].flush()
            streams[2].flush()
    finally:
        for number, file in enumerate(kept):
            os.dup2(file, number)
            os.close(file)


def run(program: str, arguments: list[str], stdin: Path) -> None:
    """Run ``lexq`` or ``lexc``. Raises AssertionError if it says that an error is unexpected."""
    with standard_files(stdin) as errors, mock.patch.object(sys, "argv", [program, *arguments]), suppress(SystemExit):
        getattr(console, program)()
    said = errors.read_text("utf-8", "replace")
    assert "unexpected error" not in said, said[:300]
