"""The documents tell the truth: their Python runs as doctests, their shell sessions print what they show.

Outputs are compared to the character, spaces and tabs too. Commands that stand in a document without an output run as
well, and those that are only named in a sentence are looked up. The README's two lines for installing are run by
.ci/run, each in a fresh copy.
"""

import ast
import doctest
import os
import re
import shlex
import shutil
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile

import pytest

import lexkit
from tests import forked
from tests.apps.shell.shell import as_text
from tests.running import COMPILED, FULL, each, run_shell

ROOT = Path(__file__).parent.parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
#: Two that show something of everything: enough for a short run. For interpreted kernels the first is.
SOME = ("README.md", "tutorial.md")
RUN = [
    pytest.param(one, id=one.name, marks=[] if one.name in SOME else [pytest.mark.sweep])
    for one in DOCUMENTS
    if COMPILED or one.name == SOME[0]
]
#: Documents without examples to run.
OTHERS = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "formats/SPEC.md")
ALL_TEXTS = [*DOCUMENTS, *(ROOT / name for name in OTHERS)]
#: A line of shell that runs one of the programs and leaves nothing for the shell to do but to remove quotes.
ONE_PROGRAM = re.compile(r"lex[cq](?: +(?:'[^']*'|[^\s'|&;<>$`\\*\[?{~#()\"!])+)*")
#: The programs and commands that a line of shell has run.
STARTED: set[tuple[str, ...]] = set()


@pytest.fixture
def environment() -> dict[str, str]:
    """The environment of a shell that finds lexc and lexq."""
    programs = Path(sys.executable).parent
    if not (programs / "lexq").exists():
        pytest.skip("lexkit is not installed with its programs")
    return {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}


def run_line(command: str, folder: Path, environment: dict[str, str], document: Path) -> tuple[int, str]:
    """Run a line of shell of a document; its exit code, and what it wrote.

    The shell runs each command at least once, and in a full run all that is in the README and the tutorial. To run it
    once more, with other words, no further process is started.
    """
    words = shlex.split(command) if ONE_PROGRAM.fullmatch(command) else []
    first = program_and_command(words)
    if not words or first not in STARTED or (FULL and document.name in SOME):
        STARTED.add(first)
        done = run_shell(command, folder, environment)
        return done.returncode, done.stdout
    with TemporaryFile() as written:
        code = f"from lexkit.apps.shell.console import {words[0]}; {words[0]}()"
        files = (written.fileno(), written.fileno())
        ended = forked.run_into(*files, code, *words[1:], cwd=folder, environment=environment)
        written.seek(0)
        return ended, as_text(written.read())


def program_and_command(words: list[str]) -> tuple[str, ...]:
    """The program of a line of shell, and its command, which may stand behind options."""
    rest = iter(words[1:])
    for word in rest:
        if word in ("-l", "--lexicon"):
            next(rest, "")
        elif not word.startswith("-"):
            return words[0], word
    return tuple(words[:1])


@pytest.mark.parametrize("document", RUN)
def test_python_examples(document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", document.read_text("utf-8"), re.S)
    examples = "\n".join(block for block in blocks if ">>>" in block)
    if '["cc", ' in examples and not shutil.which("cc"):
        pytest.skip("its examples compile C")
    parsed = doctest.DocTestParser().get_doctest(examples, {}, document.name, str(document), 0)
    runner = doctest.DocTestRunner()
    report: list[str] = []
    runner.run(parsed, out=report.append)
    assert not report, "".join(report)


@pytest.mark.parametrize("document", RUN)
def test_python_without_output_runs(document: Path, english: lexkit.Lexicon) -> None:
    """Blocks that are no session are about libraries that may be missing; nothing else may stop them."""
    for block in re.findall(r"```python\n(.*?)```", document.read_text("utf-8"), re.S):
        if ">>>" in block:
            continue
        names = {"lexkit": lexkit, "lex": english}
        for statement in ast.parse(block).body:
            try:
                exec(compile(ast.Module([statement], []), str(document), "exec"), names)
            except lexkit.errors.QueryError as error:
                assert "install" in str(error)


@pytest.mark.parametrize("document", RUN)
@pytest.mark.skipif(os.name == "nt", reason="the sessions are those of a POSIX shell")
def test_shell_sessions(document: Path, tmp_path: Path, environment: dict[str, str]) -> None:
    for block in re.findall(r"```console\n(.*?)```", document.read_text("utf-8"), re.S):
        for session in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, expected = session.partition("\n")
            assert run_line(command, tmp_path, environment, document)[1] == expected, f"$ {command}"


@pytest.mark.skipif(os.name == "nt", reason="the commands are those of a POSIX shell")
@pytest.mark.parametrize("document", RUN)
def test_commands_without_output_run(document: Path, tmp_path: Path, environment: dict[str, str]) -> None:
    for command in re.findall(r"^    (lex[cq] .*)$", document.read_text("utf-8"), re.M):
        short = re.sub(r"--(games|pairs) [\d,]+", r"--\1 2", command)
        short = re.sub(r"--(?:minutes|rounds) [\d,.]+", "--method self-play --rounds 1", short)
        code, written = run_line(short, tmp_path, environment, document)
        assert code == 0, f"{command}: {written}"


@pytest.mark.sweep
@pytest.mark.skipif(os.name == "nt", reason="the commands are those of a POSIX shell")
@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take minutes for 115 games")
def test_the_positions_to_measure_with_are_those_of_their_command(tmp_path: Path, environment: dict[str, str]) -> None:
    text = (ROOT / "docs" / "gordon.md").read_text("utf-8")
    play, head = re.findall(r"^    (.*positions.*)$", text, re.M)
    assert run_shell(f"{play} && {head}", tmp_path, environment).returncode == 0
    assert (tmp_path / "positions.cgp").read_bytes() == (ROOT / "benchmarks" / "positions.cgp").read_bytes()


@pytest.mark.sweep
@pytest.mark.skipif(not COMPILED, reason="the commands are the same")
def test_commands_named_in_sentences_exist(environment: dict[str, str]) -> None:
    @cache
    def help_of(*command: str) -> str:
        wide = {**environment, "COLUMNS": "200", "NO_COLOR": "1"}
        code, written = run_line(shlex.join([*command, "--help"]), ROOT, wide, ROOT / "docs")
        assert code == 0, written
        return written

    named = {span for path in ALL_TEXTS for span in re.findall(r"`(lex[cq] [^`]+)`", path.read_text("utf-8"))}
    for span in sorted(named):
        program, *words = shlex.split(span)
        names = [word for word in words if not word.startswith("-")]
        is_group = "COMMAND [ARGS]" in help_of(program, *names[:1])
        command = names[: 2 if is_group and names else 1]
        for option in (word for word in words if re.match("--?[a-z]", word)):
            assert re.search(rf"(?<![\w-]){option}(?![\w-])", help_of(program, *command)), f"`{span}`: no {option}"
        assert help_of(program, *command)


def test_readme_says_how_to_install_and_test() -> None:
    lines = re.findall(r"^    (python3 -m venv .*)$", (ROOT / "README.md").read_text("utf-8"), re.M)
    assert [line.rsplit(" && ", 1)[1] for line in lines] == [
        ".venv/bin/lexq substring UZZ",
        ".venv/bin/python -m pytest",
    ]


def test_links_lead_somewhere() -> None:
    for document in ALL_TEXTS:
        for target in re.findall(r"\]\(([^)#]+)", document.read_text("utf-8")):
            if "://" not in target:
                assert (document.parent / target).exists(), f"{document.name}: {target}"


def test_the_index_has_every_document() -> None:
    """As a link, and in the contents of the site."""
    text = (ROOT / "docs" / "index.md").read_text("utf-8")
    linked = {(ROOT / "docs" / target).resolve() for target in re.findall(r"\]\(([^)#]+)", text)}
    assert {path for path in ALL_TEXTS if path.name != "index.md"} <= linked
    contents = re.findall(r"^(?:.* <)?([\w/-]+)>?$", "".join(re.findall(r"\{toctree\}(.*?)```", text, re.S)), re.M)
    assert {path.stem for path in ALL_TEXTS} - {"README", "index"} <= {Path(one).name for one in contents}


def test_the_reference_names_every_public_name() -> None:
    text = (ROOT / "docs" / "api.md").read_text("utf-8")
    missing = [name for name in lexkit.__all__ if not re.search(rf"`lexkit\.{name}\b", text)]
    assert not missing, f"docs/api.md says nothing of lexkit.{', lexkit.'.join(missing)}"


def test_documents_show_no_deeper_names() -> None:
    """What a document shows is public, so it has a home on the face."""
    for document in ALL_TEXTS:
        text = re.sub(r"```cython\n.*?```", "", document.read_text("utf-8"), flags=re.S)  # where types are of kernels
        deeper = re.findall(r"\blexkit\.(?:compiler|formats|lexicons|runtime)\b[.\w]*", text)
        assert not deeper, f"{document.name} shows {', '.join(deeper)}"


@each("kind", [lexkit.Lexicon, lexkit.Words, lexkit.Listing, lexkit.Column])
def test_the_reference_names_every_public_method(kind: type) -> None:
    text = (ROOT / "docs" / "api.md").read_text("utf-8")
    # What is a tuple's too is said in words there; open is that of the module, the others are for lexkit's own code.
    internal = {"open", "hold", "hold_order"}
    names = {name for name in dir(kind) if not name.startswith("_")} - set(dir(tuple)) - internal
    missing = [name for name in sorted(names) if not re.search(rf"[.`]{name}\b", text)]
    assert not missing, f"docs/api.md says nothing of {kind.__name__}: {', '.join(missing)}"


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "docs/architecture.md"])
def test_paths_in_the_text_exist(name: str) -> None:
    """In backticks or in a line of shell; what stands alone is no path, and another environment is not here."""
    text = (ROOT / name).read_text("utf-8")
    spans = re.findall(r"`([^`\n]+)`", text) + re.findall(r"^    (\S+ .*\.py\b.*)$", text, re.M)
    found = [path for span in spans for path in re.findall(r"(?<![\w./])(?:[\w.]+/)+[\w.]*(?<![.])", span)]
    named = {path for path in found if path != "kernels/" and ".venv/" not in path}
    assert len(named) > 12, "the pattern finds no paths"
    missing = sorted(path for path in named if not (ROOT / path).exists())
    assert not missing, f"{name} names {', '.join(missing)}"


def test_the_tree_in_the_architecture_exists() -> None:
    """Each line of the tree is a folder or a file below the line above that is less indented."""
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    above: dict[int, Path] = {0: ROOT}
    lines = re.findall(r"^((?: {4})+)([\w./]+)", text, re.M)
    assert len(lines) >= 20, "the pattern finds no tree"
    for indent, name in lines:
        depth = len(indent) // 4
        above[depth] = above[depth - 1] / name
        assert above[depth].exists(), f"docs/architecture.md shows {above[depth].relative_to(ROOT)}"


@each("path", sorted(ROOT.glob("docs/*.md")))
def test_no_section_is_empty(path: Path) -> None:
    """Found: a heading with nothing below it but the next one."""
    text = re.sub(r"^```.*?^```", "x", path.read_text("utf-8"), flags=re.M | re.S)
    for heading, level, following in re.findall(r"^((#+) .*)\n\s*(?:(#+) |\Z)", text, re.M):
        assert len(following) > len(level), heading
