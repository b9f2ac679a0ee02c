"""What is said where kernels are not compiled: by ``lexc doctor``, at the first use, and by the build."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from lexkit.apps.shell.lexc import about
from lexkit.formats.compiled_kernels import SLOWER
from tests.apps.shell.shell import program

ROOT = Path(__file__).parents[4]
START = "LEXKIT_KERNELS=yes pip install --force-reinstall --no-deps --no-cache-dir "


def installed_from(monkeypatch: pytest.MonkeyPatch, *records: str | None) -> str:
    """The command if pip recorded this as the origin."""
    found = [SimpleNamespace(read_text=lambda name, record=record: record) for record in records]
    monkeypatch.setattr("importlib.metadata.distributions", lambda **wanted: found)
    return about.install_command()


@pytest.mark.parametrize(
    ("origin", "source"),
    [
        ({"url": "file:///home/a/lexkit", "dir_info": {}}, "/home/a/lexkit"),
        ({"url": "file:///home/a%20b/lexkit", "dir_info": {"editable": True}}, "-e '/home/a b/lexkit'"),
        ({"url": "file:///tmp/lexkit-0.1.0.tar.gz", "archive_info": {}}, "/tmp/lexkit-0.1.0.tar.gz"),
        ({"url": "file:///tmp/lexkit-0.1.0-py3-none-any.whl", "archive_info": {}}, "FOLDER_OF_ITS_SOURCE"),
        ({"url": "https://example.org/lexkit.tar.gz"}, "https://example.org/lexkit.tar.gz"),
        ({}, "--no-binary lexkit lexkit"),
    ],
)
def test_the_command_names_what_to_install(
    monkeypatch: pytest.MonkeyPatch, origin: dict[str, Any], source: str
) -> None:
    """Found: ``pip install --force-reinstall``, which pip refuses: it names nothing to install."""
    assert installed_from(monkeypatch, json.dumps(origin)) == START + source
    assert installed_from(monkeypatch, None, json.dumps(origin)) == START + source
    assert installed_from(monkeypatch) == START + "--no-binary lexkit lexkit"
    assert installed_from(monkeypatch, "{") == START + "--no-binary lexkit lexkit"


def test_pip_accepts_the_command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It gets as far as the file that is not there."""
    missing = tmp_path / "lexkit-0.1.0.tar.gz"
    command = installed_from(monkeypatch, json.dumps({"url": missing.as_uri()}))
    words = shlex.split(command.removeprefix("LEXKIT_KERNELS=yes "))
    done = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 1
    assert "No such file or directory" in done.stderr
    assert str(missing) in done.stderr


@pytest.mark.parametrize("compiler", [True, False])
def test_doctor_says_how_to_compile(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], compiler: bool
) -> None:
    monkeypatch.setattr("lexkit.formats.compiled_kernels.backend", lambda: "interpreted")
    monkeypatch.setattr("shutil.which", lambda name: "/usr/bin/cc" if compiler else None)
    about.doctor()
    told = capsys.readouterr()
    assert "kernels:         interpreted\n" in told.out
    missing = "" if compiler else "no C compiler was found: install gcc or clang, then "
    assert told.err.startswith(f"lexc: kernels run interpreted, {SLOWER}; {missing}compile them: {START}")


def test_doctor_says_nothing_more_if_all_is_compiled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("lexkit.formats.compiled_kernels.backend", lambda: "compiled")
    about.doctor()
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(os.name == "nt", reason="the compiler is not asked for by $CC")
def test_a_build_looks_for_a_compiler_before_it_translates() -> None:
    """Found: half a minute of Cython, and then no compiler."""
    pytest.importorskip("setuptools")
    code = "import sys, runpy, setuptools; sys.modules['Cython'] = None; "
    code += "setuptools.setup = lambda **known: print(len(known['ext_modules']), 'kernels'); "
    code += "runpy.run_path('setup.py', run_name='__main__')"
    environment = {**os.environ, "CC": "/no/such/compiler"}
    environment.pop("LEXKIT_KERNELS", None)
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        cwd=ROOT,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "0 kernels\n"
    assert "lexkit: kernels not built, it will run interpreted, slower: " in done.stderr
    assert "/no/such/compiler" in done.stderr


def test_doctor_at_the_shell() -> None:
    done = program("lexc", "doctor")
    assert done.returncode == 0
    assert ("pip install" in done.stderr) == ("kernels:         compiled" not in done.stdout)
