"""The front door for C and Cython: the bytes of a lexicon, and what is installed beside them."""

import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

import lexkit
from tests.running import COMPILED

PAGE = Path(__file__).parent.parent.parent / "docs" / "embed-nodes.md"


def test_the_bytes_of_a_lexicon_are_not_copied(english: lexkit.Lexicon) -> None:
    whole = english.buffer
    assert (whole.readonly, whole.nbytes, whole.c_contiguous) == (True, len(english.to_bytes()), True)
    assert whole == english.to_bytes()
    assert np.shares_memory(np.frombuffer(whole, np.uint8), np.frombuffer(english.buffer, np.uint8))
    if sys.version_info >= (3, 12):
        assert memoryview(english) == whole
    few = lexkit.build(["AA", "AB"])
    kept = few.buffer
    few.close()
    assert bytes(kept[1:4]) == b"LEX"
    with pytest.raises(lexkit.errors.ClosedLexiconError):
        _ = few.buffer


def test_what_c_and_cython_need_is_installed() -> None:
    formats = files("lexkit.formats")
    for name in ("SPEC.md", "kernels/node.pxd", "kernels/nodes.pxd", "kernels/node.h"):
        assert formats.joinpath(name).is_file(), name


@pytest.mark.sweep
@pytest.mark.skipif(not COMPILED, reason="there is a C compiler where kernels are compiled")
def test_the_example_in_cython_runs(tmp_path: Path, english: lexkit.Lexicon) -> None:
    pytest.importorskip("Cython")
    pytest.importorskip("setuptools")
    (source,) = re.findall(r"```cython\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    (tmp_path / "longest.pyx").write_text("# cython: language_level=3\n" + source, "utf-8")
    setup = """
import os, sys, lexkit.formats.kernels
from Cython.Build import cythonize
from setuptools import Extension, setup
folder = os.path.dirname(lexkit.formats.kernels.__file__)
setup(name="longest", ext_modules=cythonize([Extension("longest", ["longest.pyx"], include_dirs=[folder])]))
"""
    subprocess.run(
        [sys.executable, "-c", setup, "build_ext", "--inplace"], cwd=tmp_path, check=True, capture_output=True
    )
    asked = f"import lexkit, longest; print(longest.longest(lexkit.open({str(english.path)!r})))"
    done = subprocess.run([sys.executable, "-c", asked], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert int(done.stdout) == max(map(len, english))
