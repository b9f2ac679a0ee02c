#!/usr/bin/env python3
"""Make ``demo.html``: the page in ``demo/``, the reader and a word list, in one file that needs no server.

The list is every word of at most five letters of the bundled English list, as a ``.gaddag`` file, compressed. Browsers
do not load modules from files on disk, so the modules are written into the page one after the other, and a policy in
the page allows this script and this style sheet and nothing from elsewhere.
"""

import base64
import gzip
import hashlib
import html
import re
from pathlib import Path

import lexkit

HERE = Path(__file__).parent
LICENCE = HERE.parents[1] / "lexicons" / "english.LICENSE.txt"
LONGEST = 5

IMPORT = re.compile(r'^import \{[^}]*\} from "(\S+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?:\{[^}]*\};\n)?", re.MULTILINE)


def modules(file: Path, seen: list[Path]) -> list[Path]:
    """A module and those that it imports, each behind what it imports."""
    if file not in seen:
        for name in IMPORT.findall(file.read_text("utf-8")):
            modules((file.parent / name).resolve(), seen)
        seen.append(file)
    return seen


def script() -> str:
    """All modules as one."""
    files = modules((HERE / "demo" / "page.js").resolve(), [])
    return "\n".join(EXPORT.sub("", IMPORT.sub("", file.read_text("utf-8"))) for file in files)


def word_list() -> bytes:
    """The list as a .gaddag file."""
    return lexkit.build([word for word in lexkit.open("english") if len(word) <= LONGEST]).to_bytes()


def policy(text: str) -> str:
    """How a policy names a script or a style sheet."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def page(packed: str) -> str:
    """The whole page, with a list that is compressed and written in base64."""
    style, code = (HERE / "demo" / "page.css").read_text("utf-8"), script()
    parts = {
        "POLICY-SCRIPT": policy(code), "POLICY-STYLE": policy(style), "STYLE": style, "SCRIPT": code,
        "LICENCE": html.escape(LICENCE.read_text("utf-8"), quote=False), "PACKED": packed,
    }  # fmt: skip
    frame = (HERE / "demo" / "page.html").read_text("utf-8")
    return re.sub("POLICY-SCRIPT|POLICY-STYLE|STYLE|SCRIPT|LICENCE|PACKED", lambda found: parts[found[0]], frame)


if __name__ == "__main__":
    list_in_base64 = base64.b64encode(gzip.compress(word_list(), 9, mtime=0)).decode()
    (HERE / "demo.html").write_text(page(list_in_base64), "utf-8")
