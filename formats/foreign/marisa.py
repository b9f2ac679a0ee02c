"""Read and write tries of marisa-trie, through its package, if it is installed.

The package does not prove what it reads. It therefore reads in a process of its own, with limits on time and
memory: a file that crashes it, or that never ends, is an error like any other.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from typing import Any, Final

import numpy as np

from lexkit.base.errors import CorruptFileError, LexkitError, TimeLimitError
from lexkit.base.time_limits import look, wait_for, within

from .format_table import FoundWords, Source, WordsToWrite
from .fst import as_characters

#: Limit of processor time, in seconds.
_SECONDS: Final = 30
#: The limit of elapsed time is this many times as long, for busy machines.
_BUSY: Final = 4
#: Size limit of the words, in bytes.
_MOST: Final = 1 << 26
#: Memory limit of the process, in bytes, its imports included.
_ROOM: Final = 4 << 30
_CODE: Final = f"""
import sys
try:
    import resource
    for what, most in ((resource.RLIMIT_AS, {_ROOM}), (resource.RLIMIT_CORE, 0), (resource.RLIMIT_CPU, {_SECONDS})):
        allowed = resource.getrlimit(what)[1]
        resource.setrlimit(what, (most if allowed == resource.RLIM_INFINITY else min(most, allowed), allowed))
except ImportError:
    pass
import marisa_trie
trie, left = marisa_trie.Trie(), {_MOST}
trie.frombytes(sys.stdin.buffer.read())
for key in trie.iterkeys():
    if "\\n" in key:
        sys.exit("a key with a line end")
    line = key.encode() + b"\\n"
    left -= len(line)
    if left < 0:
        sys.exit("too many words")
    sys.stdout.buffer.write(line)
"""


def _package() -> Any:
    try:
        import marisa_trie
    except ImportError as error:
        remedy = "install it: pip install marisa-trie"
        raise LexkitError("the package marisa-trie is missing", remedy=remedy) from error
    return marisa_trie


def read_marisa(source: Source) -> FoundWords:
    """Read a trie. Raises CorruptFileError if the package cannot, and LexkitError if it is not installed."""
    _package()
    with tempfile.TemporaryFile() as data:
        data.write(source.data)
        data.seek(0)
        # Without -P, Python could import modules from the current folder.
        command, pipe = [sys.executable, "-P", "-c", _CODE], subprocess.PIPE
        with subprocess.Popen(command, stdin=data, stdout=pipe, stderr=pipe) as reader:
            listed, errors = _wait(reader, source)
    if reader.returncode:
        told = errors.decode("utf-8", "replace").strip().splitlines()
        found = told[-1] if told else f"the reader ended with {reader.returncode}"
        raise CorruptFileError.at(source.path, "trie", f"what marisa-trie reads in {_SECONDS} seconds", found)
    keys = sorted(listed.split(b"\n")[:-1])
    lengths = np.array([len(key) for key in keys], np.int64)
    return FoundWords(*as_characters(np.frombuffer(b"".join(keys), np.uint8), lengths, source))


def _wait(reader: subprocess.Popen[bytes], source: Source) -> tuple[bytes, bytes]:
    """Return the output of the process. Raises CorruptFileError at its time limit, TimeLimitError at the caller's."""
    try:
        with within(_BUSY * _SECONDS):
            return wait_for(reader)
    except TimeLimitError:
        look()  # raises if it is the caller's
    raise CorruptFileError.at(source.path, "trie", f"an end after {_BUSY * _SECONDS} seconds", "none")


def write_marisa(words: WordsToWrite) -> bytes:
    """Return the bytes of a trie. Raises LexkitError if the package is not installed."""
    labels = np.array(["", *words.tile_labels], object)
    letters, bounds = labels[words.letters_of_words], np.cumsum(words.lengths).tolist()
    texts = ["".join(letters[end - size : end]) for size, end in zip(words.lengths.tolist(), bounds, strict=True)]
    made: bytes = _package().Trie(texts).tobytes()
    return made
