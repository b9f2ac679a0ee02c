#!/usr/bin/env python3
"""Make ``alphabets.js``: lexkit's version, and its alphabets as they are in a file, for ``build.js``."""

import json
from pathlib import Path

import lexkit
from lexkit.lexicons import alphabet, alphabet_names

PLACE = Path(__file__).parent / "alphabets.js"


def text() -> str:
    """Return the module."""
    lines = [
        f"  {name}: {json.dumps(alphabet(name).to_json(), ensure_ascii=False, separators=(',', ':'))},"
        for name in alphabet_names()
    ]
    return "\n".join(
        [
            "// lexkit's version and alphabets (lexicons/*.toml): make_alphabets.py makes this file.",
            "",
            f'export const VERSION = "{lexkit.__version__}";',
            "",
            "/** @type {Record<string, import('./build.d.ts').AlphabetData>} */",
            "export const ALPHABETS = {",
            *lines,
            "};",
            "",
        ]
    )


if __name__ == "__main__":
    PLACE.write_text(text(), "utf-8")
