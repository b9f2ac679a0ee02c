"""The documents tell the truth: their Python runs as doctests, their shell sessions print what they show."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import lexkit

ROOT = Path(__file__).parent.parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_python_examples(document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", document.read_text("utf-8"), re.S)
    examples = "\n".join(block for block in blocks if ">>>" in block)
    parsed = doctest.DocTestParser().get_doctest(examples, {}, document.name, str(document), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    report: list[str] = []
    runner.run(parsed, out=report.append)
    assert not report, "".join(report)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
@pytest.mark.skipif(os.name == "nt", reason="the sessions are those of a POSIX shell")
def test_shell_sessions(document: Path, tmp_path: Path) -> None:
    programs = Path(sys.executable).parent
    if not (programs / "lexq").exists():
        pytest.skip("lexkit is not installed with its programs")
    environment = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    for block in re.findall(r"```console\n(.*?)```", document.read_text("utf-8"), re.S):
        for session in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, expected = session.partition("\n")
            done = subprocess.run(
                ["bash", "-c", command],
                cwd=tmp_path,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
                timeout=120,
            )
            assert done.stdout.split() == expected.split(), f"$ {command}"


def test_readme_says_how_to_install_and_test() -> None:
    lines = re.findall(r"^    (python3 -m venv .*)$", (ROOT / "README.md").read_text("utf-8"), re.M)
    assert [line.rsplit(" && ", 1)[1] for line in lines] == [
        ".venv/bin/lexq substring UZZ",
        ".venv/bin/python -m pytest",
    ]


def test_links_lead_somewhere() -> None:
    for document in [*DOCUMENTS, ROOT / "formats" / "SPEC.md", ROOT / "CHANGELOG.md"]:
        for target in re.findall(r"\]\(([^)#]+)", document.read_text("utf-8")):
            if "://" not in target:
                assert (document.parent / target).exists(), f"{document.name}: {target}"


@pytest.mark.parametrize(
    "kind", [lexkit.Lexicon, lexkit.Words, lexkit.Listing, lexkit.Column], ids=lambda kind: kind.__name__
)
def test_the_reference_names_every_public_method(kind: type) -> None:
    text = (ROOT / "docs" / "api.md").read_text("utf-8")
    # What is a tuple's too is said in words there; of_found is for kernels, open is that of the module.
    names = {name for name in dir(kind) if not name.startswith("_")} - set(dir(tuple)) - {"open", "of_found"}
    missing = [name for name in sorted(names) if not re.search(rf"[.`]{name}\b", text)]
    assert not missing, f"docs/api.md says nothing of {kind.__name__}: {', '.join(missing)}"
