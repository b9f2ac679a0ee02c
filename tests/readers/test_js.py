"""The reader in JavaScript, by node's own runner: its answers to conformance.json, and what that does not ask."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from readers.js import make_wasm
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
    modules = {file.name for file in READER.glob("*.js")} - set(TESTS) - {"measure.js"}
    package = json.loads((READER / "package.json").read_text("utf-8"))
    assert set(package["files"]) == modules | {"lexkit.d.ts", "README.md"}
    for name in modules:
        # Browsers, Deno and Bun load them too.
        assert not re.search(r'^import .*"node:', (READER / name).read_text("utf-8"), re.MULTILINE), name


def test_the_webassembly_is_made_from_the_header() -> None:
    missing = [tool for tool in make_wasm.TOOLS if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"no {' and no '.join(missing)}: binary.js was not made again")
    kept = make_wasm.PLACE.read_text("utf-8")
    if make_wasm.version() not in kept:
        pytest.skip(f"{make_wasm.version()} is another one than that of binary.js")
    assert kept == make_wasm.text(make_wasm.binary()), "python readers/js/make_wasm.py makes it anew"
