"""Compiles the searches with Cython, all alike, so that their times can be compared."""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
from pathlib import Path

__all__ = ["use_compiled"]

FILES = ("line_search", "fewer_left_parts", "word_scan")

#: What compiles a folder of kernels, in a process of its own: as setup.py does, for generic processors with popcount.
COMPILE = """
from Cython.Build import cythonize
from setuptools import Extension, setup
names = {names!r}
off = dict.fromkeys(["boundscheck", "wraparound", "initializedcheck", "annotation_typing"], False)
directives = dict(off, language_level=3, cdivision=True)
flags = ["-O2", "-mpopcnt"] if {x86!r} else ["-O2"]
extensions = [Extension(name, [name + ".py"], extra_compile_args=flags) for name in names]
setup(
    name="searches",
    ext_modules=cythonize(extensions, compiler_directives=directives),
    script_args=["-q", "build_ext", "--inplace"],
)
"""


def use_compiled(folder: Path) -> None:
    """Compile all of them into this folder, and let ``import`` find them there first. Needs Cython and a C compiler."""
    for name in FILES:
        for suffix in (".py", ".pxd"):
            shutil.copy(Path(__file__).with_name(name + suffix), folder)
    code = COMPILE.format(names=FILES, x86=platform.machine() in ("x86_64", "AMD64"))
    subprocess.run([sys.executable, "-c", code], cwd=folder, check=True, capture_output=True, text=True)
    sys.path.insert(0, str(folder))
