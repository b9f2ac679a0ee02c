#!/usr/bin/env python3
"""Make the pages that need no server, each in one file: ``demo.html`` and ``game.html``.

    python make_demo.py
    python make_demo.py --lexicon polish.gaddag -o spiel.html    # the game with another list

Both are made of the sources in ``demo/``, the modules that these import, and a word list. ``demo.html`` finds words
and moves; its list is every word of at most five letters of the bundled English list, as a lexicon. ``game.html`` is a
whole game; its list is the whole one, front-coded, of which the page makes a lexicon when it is first opened. Browsers
do not load modules from files on disk, so each module becomes a function, without its comments; and a policy in the
page allows this script and this style sheet and nothing from elsewhere.
"""

import argparse
import base64
import gzip
import hashlib
import html
import json
import re
from pathlib import Path

import lexkit
from lexkit.lexicons import alphabet

HERE = Path(__file__).parent
LICENCE = HERE.parents[1] / "lexicons" / "english.LICENSE.txt"
LONGEST = 5
#: Modules that the game leaves out, to be small: WebAssembly, which is a sixth of the page, packed files, columns,
#: records that are read, and other alphabets than that of the list, of which it makes a lexicon.
STUBS = {
    "binary": "",
    "wasm": "const $wasm = { searchOf: () => null };\n",
    "gcg_replay": "const $gcg_replay = {};\n",
    "columns": "const $columns = { columnsOf: () => new Map() };\n",
    "unpack": "const $unpack = { isPacked: () => false };\n",
    "alphabets": f"const $alphabets = {{ VERSION: '{lexkit.__version__}', ALPHABETS: {{ english: "
    f"{json.dumps(alphabet('english').to_json(), separators=(',', ':'))} }} }};\n",
}
ICON = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 64'%3E"
    "%3Crect width='64' height='64' fill='%231d4d3f'/%3E%3Crect x='11' y='11' width='42' height='42' rx='8' "
    "fill='%23f6e3b6'/%3E%3Cpath d='M25 21v22h16' fill='none' stroke='%232b2115' stroke-width='6'/%3E%3C/svg%3E"
)

IMPORT = re.compile(r'^(import|export) \{([^}]*)\} from "(\S+)";\n', re.MULTILINE)
EXPORTS = re.compile(r"^export \{([^}]*)\};\n", re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)
#: An exported ``const`` of several numbers.
CONSTANTS = re.compile(r"^export const (\w+ = [^;{(\[]+(?:,\s+\w+ = [^;{(\[]+)+);", re.MULTILINE)
COMMENTS = re.compile(
    r"^ */\*\*(?s:(?!\*/).)*\*/\n|^ *//.*\n|(?<=[;,({]) // .*$|/\*\* @\w+ .*?\*/ ?|^ +|^\n", re.MULTILINE
)
#: Blanks that mean nothing outside of texts.
BLANKS = re.compile(r" ?([=,;:?(){}\[\]<>&|*]) ?")
TEXTS = re.compile(r'("(?:[^"\\]|\\.)*"|`[^`]*`)')
OTHERS = re.compile("['/]|`.*`.*`")


def modules(file: Path, seen: list[Path]) -> list[Path]:
    """List a module and those that it imports, each behind what it imports."""
    if file not in seen:
        for _, _, name in IMPORT.findall(file.read_text("utf-8")):
            modules((file.parent / name).resolve(), seen)
        seen.append(file)
    return seen


def pairs(names: str, form: str) -> str:
    """Write ``a, b as c`` as a part of a pattern or an object."""
    listed = [name.split(" as ") for name in re.split(r",\s*", names.strip().strip(",")) if name]
    return ", ".join(form.format(one[0], one[-1]) for one in listed)


def as_function(file: Path) -> str:
    """Write a module as a function that gives what it exports."""
    text, made = COMMENTS.sub("", file.read_text("utf-8")), []

    def bring(found: re.Match[str]) -> str:
        if found[1] == "export":
            made.append(pairs(found[2], "{1}: {1}"))
        return f"const {{ {pairs(found[2], '{0}: {1}')} }} = ${Path(found[3]).stem};\n"

    text = IMPORT.sub(bring, text)
    made += [pairs(names, "{1}: {0}") for names in EXPORTS.findall(text)]
    made += sorted({*EXPORT.findall(text), *re.findall(r"(\w+) = ", " ".join(CONSTANTS.findall(text)))})
    text = EXPORT.sub("", EXPORTS.sub("", text))
    return f"const ${file.stem} = (() => {{\n{text}return {{ {', '.join(made)} }};\n}})();\n"


def script(name: str) -> str:
    """Return all modules that a page needs, as one script without comments and needless blanks."""
    stubs, files = STUBS if name == "play" else {}, modules((HERE / "demo" / f"{name}.js").resolve(), [])
    text = "".join(stubs[file.stem] if file.stem in stubs else as_function(file) for file in files)
    return re.sub(r"(?<=[{;,(\[])\n|\n(?=[)}\]])", "", "\n".join(map(squeeze, text.split("\n"))))


def squeeze(line: str) -> str:
    """Leave out needless blanks, on lines without regular expressions and templates in each other."""
    if OTHERS.search(line) or line.count("`") % 2:
        return line
    return "".join(part if at % 2 else BLANKS.sub(r"\1", part) for at, part in enumerate(TEXTS.split(line)))


def policy(text: str) -> str:
    """Return how a policy names a script or a style sheet."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def page(name: str, packed: str) -> str:
    """Return a whole page, with a list that is compressed and written in base64."""
    style, code = re.sub(r"\s*([{}:;,])\s+", r"\1", (HERE / "demo" / f"{name}.css").read_text("utf-8")), script(name)
    parts = {
        "POLICY-SCRIPT": policy(code), "POLICY-STYLE": policy(style), "STYLE": style, "SCRIPT": code, "ICON": ICON,
        "LICENCE": html.escape(LICENCE.read_text("utf-8"), quote=False), "PACKED": packed,
        "KEY": hashlib.sha256(f"{lexkit.__version__} {packed}".encode()).hexdigest()[:16],
    }  # fmt: skip
    frame = re.sub(r"\n +", "\n", (HERE / "demo" / f"{name}.html").read_text("utf-8"))
    return re.sub("|".join(parts), lambda found: parts[found[0]], frame)


def pack(content: bytes) -> str:
    """Compress a list, and write it in base64."""
    return base64.b64encode(gzip.compress(content, 9, mtime=0)).decode()


def short_words() -> bytes:
    """Return the list of ``demo.html`` as a lexicon."""
    return lexkit.build([word for word in lexkit.open("english") if len(word) <= LONGEST]).to_bytes()


def all_words() -> bytes:
    """Return the list of ``game.html``: for each word how much of the one before it keeps, from a, and the rest."""
    text, before = [], ""
    for word in lexkit.open("english"):
        same = next(
            (at for at, (one, other) in enumerate(zip(word, before, strict=False)) if one != other), len(before)
        )
        text.append(chr(ord("a") + same) + word[same:])
        before = word
    return "".join(text).encode("ascii")


if __name__ == "__main__":
    reading = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reading.add_argument("--lexicon", type=Path, help="a .gaddag file, to make the game with this list alone")
    reading.add_argument("-o", "--output", type=Path, default=HERE / "game.html", help="the game's file")
    asked = reading.parse_args()
    content = asked.lexicon.read_bytes() if asked.lexicon else all_words()
    asked.output.write_text(page("play", pack(content)), "utf-8")
    if not asked.lexicon:
        (HERE / "demo.html").write_text(page("page", pack(short_words())), "utf-8")
