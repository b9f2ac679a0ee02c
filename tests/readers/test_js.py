"""The reader in JavaScript, by node's own runner: its answers to conformance.json, and what that does not ask."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

READER = Path(__file__).parents[2] / "readers" / "js"
NODE = shutil.which("node")
TESTS = sorted(file.name for file in READER.glob("*.test.js"))


@pytest.mark.parametrize("name", TESTS)
def test_node_agrees(name: str) -> None:
    if NODE is None:
        pytest.skip("no node: the reader in JavaScript was not run")
    command = [NODE, "--test", "--test-reporter=tap", name]
    done = subprocess.run(command, cwd=READER, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    assert "# fail 0" in done.stdout
    assert "# pass 0" not in done.stdout


def test_the_package_has_all_modules() -> None:
    modules = {file.name for file in READER.glob("*.js")} - set(TESTS) - {"measure.js"}
    package = json.loads((READER / "package.json").read_text("utf-8"))
    assert set(package["files"]) == modules | {"lexkit.d.ts", "README.md"}
    for name in modules:
        # Browsers, Deno and Bun load them too.
        assert not re.search(r'^import .*"node:', (READER / name).read_text("utf-8"), re.MULTILINE), name
