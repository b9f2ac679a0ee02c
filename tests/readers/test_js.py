"""The reader in JavaScript, by node's own runner: its answers to conformance.json, and what that does not ask."""

import hashlib
import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import lexkit
from lexkit import lexicons
from readers.js import make_alphabets, make_wasm
from tests.running import FULL

READER = Path(__file__).parents[2] / "readers" / "js"
NODE = shutil.which("node")
TESTS = sorted(file.name for file in READER.glob("*.test.js"))


@pytest.mark.parametrize("name", TESTS)
def test_node_agrees(name: str) -> None:
    if NODE is None:
        pytest.skip("no node: the reader in JavaScript was not run")
    command = [NODE, "--test", "--test-reporter=tap", name]
    few = {} if FULL else {"ONE_OF": "24"}
    done = subprocess.run(command, cwd=READER, check=False, capture_output=True, text=True, env={**os.environ, **few})
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    assert "# fail 0" in done.stdout
    assert "# pass 0" not in done.stdout


@pytest.mark.parametrize("command", ["deno test --allow-all --no-lock --no-check", "bun test --timeout 100000"])
def test_other_platforms_agree(command: str) -> None:
    program, *rest = command.split()
    if shutil.which(program) is None:
        pytest.skip(f"no {program}: the reader in JavaScript was not run on it")
    files = [f"./{name}" for name in TESTS]
    done = subprocess.run([program, *rest, *files], cwd=READER, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


def test_the_package_has_all_modules() -> None:
    measuring = {file.name for file in READER.glob("measure*.js")} | {"game-worker.js"}
    modules = {file.name for file in READER.glob("*.js")} - set(TESTS) - measuring
    package = json.loads((READER / "package.json").read_text("utf-8"))
    declared = {file.name for file in READER.glob("*.d.ts")}
    assert set(package["files"]) == modules | declared | {"LICENSE", "README.md"}
    assert package["version"] == lexkit.__version__
    assert (READER / "LICENSE").read_bytes() == (READER.parents[1] / "LICENSE").read_bytes()
    for entry in package["exports"].values():
        for name in entry.values() if isinstance(entry, dict) else [entry]:
            assert (READER / name).is_file(), name
    for name in modules:
        # Browsers, Deno and Bun load them too.
        assert not re.search(r'^import .*"node:', (READER / name).read_text("utf-8"), re.MULTILINE), name


def test_levels_rules_and_boards_are_those_of_lexkit() -> None:
    if NODE is None:
        pytest.skip("no node: the reader in JavaScript was not run")
    script = """
        import { LAYOUTS } from "./board.js";
        import { LEVELS, WORD_STEPS } from "./levels.js";
        import { BY_ALPHABET, USUAL } from "./rules.js";
        console.log(JSON.stringify({ LAYOUTS, LEVELS, WORD_STEPS, BY_ALPHABET, USUAL }));
    """
    command = [NODE, "--input-type=module", "--eval", script]
    told = json.loads(subprocess.run(command, cwd=READER, check=True, capture_output=True, text=True).stdout)
    boards = {name: lexicons.layout(name)["rows"] for name in lexicons.layout_names()}
    assert told["LAYOUTS"] == {name: list(rows) for name, rows in boards.items()}
    levels = lexicons.levels()
    assert tuple(told["WORD_STEPS"]) == tuple(lexicons.word_steps())
    assert list(told["LEVELS"]) == list(levels)
    for name, numbers in told["LEVELS"].items():
        assert numbers == {key: levels[name][key] for key in numbers}
    usual = {_camel(name): value for name, value in lexicons.rules("usual").items()}
    assert told["USUAL"] == {name: usual[name] or told["USUAL"][name] for name in told["USUAL"]}
    for name in lexicons.alphabet_names():
        rules = {_camel(key): value for key, value in lexicons.rules(name).items()}
        assert {key: value for key, value in rules.items() if value != usual[key]} == told["BY_ALPHABET"].get(name, {})


def _camel(name: str) -> str:
    return re.sub("_(.)", lambda found: found[1].upper(), name)


def test_the_alphabets_are_those_of_lexkit() -> None:
    kept = make_alphabets.PLACE.read_text("utf-8")
    assert kept == make_alphabets.text(), "python readers/js/make_alphabets.py makes it anew"


#: Builds the lists that standard input describes, and writes the SHA-256 of each file, or the mistakes of the list.
BUILDING = """
    import { createHash } from "node:crypto";
    import { readFileSync } from "node:fs";
    import { build } from "./build.js";
    console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(([words, options]) => {
        try {
            return createHash("sha256").update(build(words, options)).digest("hex");
        } catch (error) {
            return [error.count, error.lines.map(({ line, column }) => [line, column])];
        }
    })));
"""


def test_lists_become_the_bytes_of_lexc_build(english: lexkit.Lexicon, tmp_path: Path) -> None:
    if NODE is None:
        pytest.skip("no node: the reader in JavaScript was not run")
    few = [word for word in english if len(word) <= FULL * 12 + 4]
    lists: list[tuple[str, str, dict[str, Any]]] = [
        ("few.txt", "\n".join(few), {}),
        ("few.txt", "\r\n".join(reversed([*few, *few[:100]])), {"min_length": 3, "max_length": 4}),
        ("pets.txt", "\ufeffcat a pet\n\n  DOG\tdogs\nOx", {}),
        ("letras.txt", "CHAL\nC[H]E\n1E\nllama\nCa[ll]e\nPERRO\nN\u0303U\n", {"alphabet": "spanish"}),
        ("lletres.txt", "CEL·LA\nL·L\nQUÈ\nNYAP\n", {"alphabet": "catalan"}),
        ("słowa.txt", "ŻÓŁW\nzażółć\nGĘŚLĄ\n", {"alphabet": "polish"}),
        ("λέξεις.txt", "ΣΟΦΟΣ\nσοφος\nσοφός\n", {"alphabet": "greek"}),
        ("слова.txt", "ЁЛКА\nелка\n", {"alphabet": "russian"}),
        ("mistakes.txt", "CAT\nD0G\n É\n" + "A" * 64 + "\n" + "a😀b\n" + "1\n" * 12, {}),
        ("mistakes.txt", "CHAL\nC[HE\nN\u0303U\u0301\n  XX CHE\n", {"alphabet": "spanish"}),
    ]
    names = {"min_length": "minLength", "max_length": "maxLength", "alphabet": "alphabet"}
    given = [
        (text, {"source": name} | {names[key]: value for key, value in options.items()})
        for name, text, options in lists
    ]
    command = [NODE, "--input-type=module", "--eval", BUILDING]
    done = subprocess.run(command, cwd=READER, check=True, capture_output=True, input=json.dumps(given), text=True)
    for (name, text, options), answer in zip(lists, json.loads(done.stdout), strict=True):
        (tmp_path / name).write_bytes(text.encode())
        try:
            lexkit.build(tmp_path / name, tmp_path / "made.gaddag", lexkit.Options(**options))
        except lexkit.errors.WordListError as error:
            places = re.findall(r"line (\d+), column (\d+)", str(error))
            (count,) = re.findall(r"([\d,]+) lines? (?:is|are) not", str(error))
            assert answer == [int(count), [[int(line), int(column)] for line, column in places]], name
        else:
            assert answer == hashlib.sha256((tmp_path / "made.gaddag").read_bytes()).hexdigest(), name


def test_the_webassembly_is_made_from_the_header() -> None:
    missing = [tool for tool in make_wasm.TOOLS if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"no {' and no '.join(missing)}: binary.js was not made again")
    kept = make_wasm.PLACE.read_text("utf-8")
    if make_wasm.version() not in kept:
        pytest.skip(f"{make_wasm.version()} is another one than that of binary.js")
    assert kept == make_wasm.text(make_wasm.binary()), "python readers/js/make_wasm.py makes it anew"
