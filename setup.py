"""Build the package: its folders and kernels, found by their names. All else is in pyproject.toml.

A kernel is a Python file in a folder ``kernels/`` whose docstring begins with "Kernel:". Cython compiles each to an
extension module of the same name beside it, which Python imports in its place; the game's kernels are compiled twice,
into the folders ``narrow/`` and ``wide/``. Cython finds types by the names of packages, so it works on a copy under
``build/`` that has their shape.

LEXKIT_KERNELS=no      build none: the package then runs interpreted, slower
LEXKIT_KERNELS=yes     fail if they cannot be built, instead of going on without them
LEXKIT_KERNELS=checked build them with every index checked, for fuzzing
LEXKIT_KERNELS=sanitized build them under AddressSanitizer and UndefinedBehaviorSanitizer: campaigns/builds.py
"""

import gc
import os
import re
import sys
import tempfile
from multiprocessing import get_start_method
from pathlib import Path
from sysconfig import get_platform

from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext

HALVES = ("base", "formats", "lexicons", "compiler", "runtime", "players", "apps")
GAME = Path("runtime/game/kernels")
#: Kernels that gain nothing by more than -O1: proofs, what runs once, what only calls others, and what all share.
SELDOM = {
    *("alphagram_proof", "anagram_table", "breadth_first", "check_paths", "game_player", "leave_sums", "leave_table"),
    *("nodes", "phrase_search", "proof", "rollouts", "shared_by_cython"),
}
KERNEL = '"""Kernel:'
#: The module that holds what Cython would otherwise write into each kernel once more.
SHARED = "lexkit.formats.kernels.shared_by_cython"
MODE = os.environ.get("LEXKIT_KERNELS", "")
#: Modes in which kernels that cannot be built are an error.
REQUIRED = ("yes", "checked", "sanitized")
SANITIZERS = ["-fsanitize=address,undefined", "-fno-omit-frame-pointer"] if MODE == "sanitized" else []


def folders():
    """List every folder of the package, as it lies in the repository."""
    inits = (path.parent for half in HALVES for path in Path(half).rglob("__init__.py"))
    return sorted(folder for folder in inits if "build" not in folder.parts)


def say_interpreted(why):
    """Say that the package will run without compiled kernels. pip shows it with -v."""
    print(f"lexkit: kernels not built, it will run interpreted, slower: {why}", file=sys.stderr)


class BuildKernels(build_ext):
    """Compiles the kernels; if that fails, says so and goes on unless they are required."""

    def finalize_options(self):
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self):
        try:
            super().run()
            for extension in self.extensions:  # also what needed no compiling belongs to the sources of now
                Path(self.get_ext_fullpath(extension.name)).touch()
        except Exception as error:
            if MODE in REQUIRED:
                raise
            say_interpreted(error)
            self.extensions = []
            wheel = self.distribution.get_command_obj("bdist_wheel", create=False)
            if wheel:  # it has nothing that belongs to this machine
                wheel.root_is_pure = True

    def get_source_files(self):
        """List what a source distribution needs: the kernels themselves, not the copies."""
        return [str(path) for folder in folders() if folder.name == "kernels" for path in folder.glob("*.[phy]*")]


def compile_options(kernel, folder=None):
    """Optimize, and count bits with the processor's own instruction, which every 64-bit machine in use has.

    docs/notes/performance.md has what each option costs and saves.
    """
    if os.name == "nt":
        return ["/O2"]
    level = "-O1" if kernel in SELDOM else "-O2" if folder == GAME else "-O3"
    # Code that runs once, when a kernel is imported, is not optimized.
    options = [level, "-fno-gcse", "-g0", '-DCYTHON_SMALL_CODE=__attribute__((cold,optimize("O0")))']
    if folder == GAME:
        # At -O2 gcc leaves the step of a walk alone as it grows: 4% more instructions for wide sets of letters.
        options += ["--param", "max-inline-insns-single=200"]
    if MODE == "sanitized":
        options += [*SANITIZERS, "-O1", "-g1"]
    elif MODE != "checked":
        options.append("-w")  # users cannot act on compiler warnings
    # The machine it is built for need not be this one.
    if get_platform().endswith(("x86_64", "amd64")):
        options.append("-mpopcnt")
    return options


def copy_sources(folder, target):
    """Copy the kernels of a folder and their types if they differ from the copies; return the kernels' copies."""
    target.mkdir(parents=True, exist_ok=True)
    for package in (target, *target.parents[: target.parts[::-1].index("lexkit")]):
        (package / "__init__.py").touch()
    kernels = []
    for source in sorted(path for kind in ("*.py", "*.pxd", "*.h") for path in folder.glob(kind)):
        text, copy = source.read_text("utf-8"), target / source.name
        if source.suffix == ".py":
            if not text.startswith(KERNEL):
                continue
            kernels.append(copy)
            # Cython knows itself by this line only; interpreted, kernels run without Cython.
            text = re.sub(r"^from \S+ import cython$", "import cython", text, flags=re.MULTILINE)
            # docs/notes/build.md says why this is not written in the kernels.
            if folder != GAME:
                text = text.replace("    def __init__(", "    def __cinit__(")
        if not (copy.exists() and copy.read_text("utf-8") == text):
            copy.write_text(text, "utf-8")
    return kernels


def kernels():
    """Translate the kernels to C, and return their extension modules."""
    if MODE == "no":
        return []
    from Cython.Build import cythonize

    # One copy a mode: what is compiled from the same file differs with the directives.
    root = Path("build/cython") / (MODE or "usual")
    checked = MODE == "checked"
    extensions = [
        Extension(
            ".".join(path.relative_to(root).with_suffix("").parts),
            [str(path)],
            include_dirs=["formats/kernels", str(GAME)],
            extra_compile_args=compile_options(path.stem, folder),
            extra_link_args=SANITIZERS,
            define_macros=[("LEXKIT_NARROW", "1")] * (width == "narrow") + [("LEXKIT_CHECKED", "1")] * checked,
        )
        for folder in folders()
        if folder.name == "kernels"
        for width in (("narrow", "wide") if folder == GAME else ("",))
        for path in copy_sources(folder, root / "lexkit" / folder / width)
    ]
    shared = root / Path(*SHARED.split(".")).with_suffix(".c")
    extensions.append(
        Extension(
            SHARED, [str(shared)], extra_compile_args=compile_options("shared_by_cython"), extra_link_args=SANITIZERS
        )
    )
    # Trees that Cython makes live until a kernel is written: to look for garbage among them takes a fifth of its time.
    gc.set_threshold(50_000, 30, 1000)
    return cythonize(
        extensions,
        nthreads=(os.cpu_count() or 1) if get_start_method() == "fork" else 0,
        shared_utility_qualified_name=SHARED,
        include_path=[str(root)],
        compiler_directives={
            "language_level": 3,
            "boundscheck": checked,
            "wraparound": False,
            "initializedcheck": checked,
            "cdivision": True,
            "annotation_typing": False,
            "infer_types": True,
            "freethreading_compatible": True,
            "binding": False,  # functions without attributes: nobody asks a kernel for its signature
            "auto_pickle": False,  # a kernel is not copied: it would be made without its arguments
        },
    )


def kernels_or_none():
    """Return the kernels' extension modules, or none if they cannot be built and need not be."""
    try:
        if MODE != "no":
            find_compiler()
        return kernels()
    except Exception as error:
        if MODE in REQUIRED:
            raise
        say_interpreted(error)
        return []


def find_compiler():
    """Compile one line; raises what the compiler's absence raises. Translating all kernels to C takes far longer."""
    with tempfile.TemporaryDirectory() as folder:
        line = Path(folder, "line.c")
        line.write_text("#include <Python.h>\n", "utf-8")
        command = build_ext(Distribution({"ext_modules": [Extension("line", [str(line)])]}))
        command.build_temp = command.build_lib = folder
        command.finalize_options()
        command.run()


PACKAGES = {"lexkit": "src/lexkit", **{f"lexkit.{'.'.join(f.parts)}": f.as_posix() for f in folders()}}
#: An editable install is the folder src/, which links complete: a path that editors and type checkers follow.
EDITABLE = "editable_wheel" in sys.argv and all(Path("src/lexkit", half).is_dir() for half in HALVES)

setup(
    packages=list(PACKAGES),
    package_dir={"": "src"} if EDITABLE else PACKAGES,
    ext_modules=kernels_or_none(),
    cmdclass={"build_ext": BuildKernels},
)
