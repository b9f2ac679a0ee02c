"""Builds the package: its folders and kernels, found by their names. All else is in pyproject.toml.

A kernel is a Python file in a folder ``kernels/`` whose docstring begins with "Kernel:"; here it becomes an extension
module of the same name that takes its place. Cython looks for ``lexkit.<folder>.<kernel>`` in
folders of those names, and the project's folders are mapped, so kernels are compiled from a copy of that shape under
``build/``.

LEXKIT_KERNELS=no      build none: the package then runs interpreted, slower
LEXKIT_KERNELS=yes     fail if they cannot be built, instead of going on without them
LEXKIT_KERNELS=checked build them with every index checked, for fuzzing
LEXKIT_KERNELS=sanitized build them under AddressSanitizer and UndefinedBehaviorSanitizer: tests/campaigns/builds.py
"""

import gc
import os
import platform
import sys
import tempfile
from multiprocessing import get_start_method
from pathlib import Path

from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext

HALVES = ("formats", "lexicons", "compiler", "runtime", "apps")
GAME = Path("runtime/game/kernels")
#: What Cython marks as run once, when a kernel is imported, is not worth optimizing: an eighth of a compiler's time.
SET_UP = '-DCYTHON_SMALL_CODE=__attribute__((cold,optimize("O0")))'
KERNEL = '"""Kernel:'
#: The module that holds what Cython would otherwise write into each kernel once more.
SHARED = "lexkit.formats.kernels.shared_by_cython"
#: Kernels that gain nothing by more than -O1, or for which nobody waits; and those for which few wait if they are wide.
SELDOM = {"gordon_figure_4", "leave_sums", "minimize_gordon_automaton", "proof", "shared_by_cython"}
SELDOM_WIDE = ("board_census", "endgame_", "game_player", "leave_table", "rollouts")
MODE = os.environ.get("LEXKIT_KERNELS", "")
#: Modes in which kernels that cannot be built are an error.
REQUIRED = ("yes", "checked", "sanitized")
SANITIZERS = ["-fsanitize=address,undefined", "-fno-omit-frame-pointer"]


def folders():
    """Every folder of the package, as it lies in the repository."""
    inits = (path.parent for half in HALVES for path in Path(half).rglob("__init__.py"))
    return sorted(folder for folder in inits if "build" not in folder.parts)


def is_kernel(path):
    return path.read_text("utf-8").startswith(KERNEL)


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
        except Exception as error:
            if MODE in REQUIRED:
                raise
            say_interpreted(error)
            self.extensions = []
            wheel = self.distribution.get_command_obj("bdist_wheel", create=False)
            if wheel:  # it has nothing that belongs to this machine
                wheel.root_is_pure = True

    def get_source_files(self):
        """What an sdist needs: the kernels themselves, not the copies."""
        return [str(path) for folder in folders() if folder.name == "kernels" for path in folder.glob("*.[phy]*")]


def compile_options(folder, kind="", name=""):
    """Optimize, and count bits with the processor's own instruction, which every 64-bit machine in use has.

    More than half of a kernel's C code is what Cython writes around it, so compiling takes long for what it gains:
    docs/performance.md has what each level costs and saves.
    """
    if os.name == "nt":
        return ["/O2"]
    if name in SELDOM or (kind == "wide" and name.startswith(SELDOM_WIDE)):
        level = "-O1"
    else:
        # The game's loops are short: unrolled, generators are no faster, and up to 5% slower.
        level = "-O2" if folder == GAME else "-O3"
    options = [level, "-g0", SET_UP]
    if MODE == "sanitized":
        options += [*SANITIZERS, "-O1", "-g1"]
    elif MODE != "checked":
        options.append("-w")  # a user cannot mend what is warned of
    if platform.machine().lower() in ("x86_64", "amd64"):
        options.append("-mpopcnt")
    return options


def stage_file(text, copy):
    """Write a copy if it differs, so that only what changed is compiled again."""
    if not (copy.exists() and copy.read_text("utf-8") == text):
        copy.write_text(text, "utf-8")


def complete_at_once(text):
    """Have the class of a kernel initialize an object when it is allocated, and never again.

    ``__new__`` alone then makes none that is not complete, and no second ``__init__`` can change one at work.
    """
    return text.replace("    def __init__(", "    def __cinit__(")


def stage(folder, target):
    """Copy the kernels of a folder and what they include; give the kernels' copies."""
    target.mkdir(parents=True, exist_ok=True)
    package = target
    while package.name != "lexkit":
        (package / "__init__.py").touch()
        package = package.parent
    (package / "__init__.py").touch()
    for source in (*folder.glob("*.py"), *folder.glob("*.pxd"), *folder.glob("*.h")):
        text = source.read_text("utf-8")
        # The game's make others like themselves, which are completed later, and say if they are not.
        stage_file(text if folder == GAME else complete_at_once(text), target / source.name)
    return [target / source.name for source in folder.glob("*.py") if is_kernel(source)]


def kernels():
    if MODE == "no":
        return []
    from Cython.Build import cythonize

    # One copy a mode: what is compiled from the same file differs with the directives.
    root = Path("build/cython") / (MODE or "usual")
    extensions = []
    linked = SANITIZERS if MODE == "sanitized" else []

    for folder in folders():
        if folder.name != "kernels":
            continue
        # The game's kernels twice, for narrow and for wide sets of letters: see their __init__.py.
        for kind in ("narrow", "wide") if folder == GAME else ("",):
            macros = {"LEXKIT_NARROW": kind == "narrow", "LEXKIT_CHECKED": MODE == "checked"}
            extensions.extend(
                Extension(
                    ".".join(path.relative_to(root).with_suffix("").parts),
                    [str(path)],
                    include_dirs=["formats/kernels", str(GAME)],
                    extra_compile_args=compile_options(folder, kind, path.stem),
                    extra_link_args=linked,
                    define_macros=[(name, "1") for name, on in macros.items() if on],
                )
                for path in stage(folder, root / "lexkit" / folder / kind)
            )
    # Trees that Cython makes live until a kernel is written: to look for garbage among them takes a fifth of its time.
    gc.set_threshold(50_000, 30, 1000)
    checked = MODE == "checked"
    shared = root / Path(*SHARED.split(".")).with_suffix(".c")
    options = compile_options(shared.parent, name=shared.stem)
    extensions.append(Extension(SHARED, [str(shared)], extra_compile_args=options, extra_link_args=linked))
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
