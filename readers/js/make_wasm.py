#!/usr/bin/env python3
"""Make ``binary.js``: the move search of ``../c/gaddag.h``, compiled to WebAssembly by clang.

Debian's packages clang and lld have all it takes. The bytes are written in hexadecimal, on one line: with gzip they are
smaller than in base64 or on several lines, since equal runs of bytes stay equal.
"""

import re
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
TOOLS = ("clang", "wasm-ld")
FLAGS = "-Os -std=c99 -Wall -Wextra -Werror -Wno-unused-function -Wno-implicit-function-declaration"
LINK = "-mbulk-memory -nostdlib -Wl,--no-entry -Wl,--strip-all -Wl,--export=__heap_base"
PLACE = HERE / "binary.js"


def version() -> str:
    """The compiler's name and version."""
    told = subprocess.run(["clang", "--version"], check=True, capture_output=True, text=True).stdout
    found = re.search(r"clang version \S+?(?=[-\s])", told)
    assert found, told
    return found[0]


def binary() -> bytes:
    """The module. In place of the C library's headers there are empty ones: wasm.c declares what it needs."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("errno.h", "stdio.h", "stdlib.h", "string.h"):
            (Path(folder) / name).touch()
        made = Path(folder) / "made.wasm"
        command = ["clang", "--target=wasm32", *FLAGS.split(), "-isystem", folder, *LINK.split(), "-o", made, "wasm.c"]
        subprocess.run(command, cwd=HERE, check=True)
        return made.read_bytes()


def text(made: bytes) -> str:
    """The module as one of JavaScript."""
    return f'// wasm.c, compiled by {version()}: make_wasm.py makes it.\n\nexport const BINARY = "{made.hex()}";\n'


if __name__ == "__main__":
    PLACE.write_text(text(binary()), "utf-8")
