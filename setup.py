"""Builds the kernels. Everything else about the package is in pyproject.toml.

A kernel is a Python file with Cython's annotations; here it becomes an extension module of the same name that
takes its place. Cython looks for ``lexkit.<folder>.<kernel>`` in folders of those names, and the project's
folders are mapped, so kernels are compiled from a copy of that shape under ``build/``.

LEXKIT_KERNELS=no      build none: the package then runs interpreted, slower
LEXKIT_KERNELS=yes     fail where they cannot be built, instead of going on without them
LEXKIT_KERNELS=checked build them with every index checked, for fuzzing
LEXKIT_KERNELS=sanitized build them under AddressSanitizer and UndefinedBehaviorSanitizer: tests/campaigns/builds.py
"""

import ast
import os
import platform
import re
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

FOLDERS = ("compiler", "formats", "runtime", "runtime/game", "runtime/query")
#: Named once, in formats/backend.py, which cannot be imported before it is installed.
KERNELS, WIDE = (
    ast.literal_eval(re.search(rf"^{name}: Final = (\(.*?\))", Path("formats/backend.py").read_text(), re.S | re.M)[1])
    for name in ("KERNELS", "WIDE_KERNELS")
)
MODE = os.environ.get("LEXKIT_KERNELS", "")
#: Modes in which kernels that cannot be built are an error.
REQUIRED = ("yes", "checked", "sanitized")
SANITIZERS = ["-fsanitize=address,undefined", "-fno-omit-frame-pointer"]


class BuildKernels(build_ext):
    """Compiles the kernels; where that fails, says so and goes on unless they are required."""

    def finalize_options(self):
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self):
        try:
            super().run()
        except Exception as error:
            if MODE in REQUIRED:
                raise
            print(f"lexkit: kernels not built, it will run interpreted: {error}", file=sys.stderr)
            self.extensions = []

    def get_source_files(self):
        """What an sdist needs: the kernels themselves, not the copies."""
        return [str(path) for folder in FOLDERS for path in Path(folder).glob("*.p[yx]*")] + [
            "formats/bits.h",
            "runtime/game/width.h",
        ]


def compile_options(kernel):
    """Optimize; count bits with the processor's own instruction where every 64-bit machine in use has it."""
    if os.name == "nt":
        return ["/O2"]
    # The game's loops are short: unrolled, generators are no faster, and up to 5% slower.
    level = "-O2" if kernel.startswith("runtime.game.") else "-O3"
    options = [level, "-g0", "-Wno-unreachable-code-fallthrough" if sys.platform == "darwin" else "-Wno-unused"]
    if MODE == "sanitized":
        options += [*SANITIZERS, "-O1", "-g1"]
    if platform.machine().lower() in ("x86_64", "amd64"):
        options.append("-mpopcnt")
    return options


def stage_file(text, copy):
    """Written only where it changed, so that nothing is compiled again for nothing."""
    if not (copy.exists() and copy.read_text("utf-8") == text):
        copy.write_text(text, "utf-8")


def kernels():
    if MODE == "no":
        return []
    from Cython.Build import cythonize

    # One copy a mode: what is compiled from the same file differs with the directives.
    stage = Path("build/cython") / (MODE or "usual")
    for folder in FOLDERS:
        target = stage / "lexkit" / folder
        target.mkdir(parents=True, exist_ok=True)
        for package in (target, target.parent):
            (package / "__init__.py").touch()
        for source in Path(folder).glob("*.p[yx]*"):
            copy = target / source.name
            if source.suffix in (".py", ".pxd"):
                stage_file(source.read_text("utf-8"), copy)
    # The game's kernels a second time, for wide sets: see runtime/game/wide/__init__.py.
    wide = stage / "lexkit/runtime/game/wide"
    wide.mkdir(exist_ok=True)
    (wide / "__init__.py").touch()
    for source in Path("runtime/game").glob("*.p[yx]*"):
        if source.suffix == ".pxd" or f"runtime.game.wide.{source.stem}" in WIDE:
            text = source.read_text("utf-8").replace("lexkit.runtime.game.", "lexkit.runtime.game.wide.")
            stage_file(text, wide / source.name)
    extensions = [
        Extension(
            f"lexkit.{kernel}",
            [str(stage / "lexkit" / f"{kernel.replace('.', '/')}.py")],
            include_dirs=["formats", "runtime/game"],
            extra_compile_args=compile_options(kernel),
            extra_link_args=SANITIZERS if MODE == "sanitized" else [],
            define_macros=[("LEXKIT_WIDE", "1")] if kernel in WIDE else [],
        )
        for kernel in (*KERNELS, *WIDE)
    ]
    checked = MODE == "checked"
    return cythonize(
        extensions,
        include_path=[str(stage)],
        compiler_directives={
            "language_level": 3,
            "boundscheck": checked,
            "wraparound": False,
            "initializedcheck": checked,
            "cdivision": True,
            "annotation_typing": True,
            "freethreading_compatible": True,
        },
    )


def kernels_or_none():
    try:
        return kernels()
    except Exception as error:
        if MODE in REQUIRED:
            raise
        print(f"lexkit: kernels not translated, it will run interpreted: {error}", file=sys.stderr)
        return []


setup(ext_modules=kernels_or_none(), cmdclass={"build_ext": BuildKernels})
