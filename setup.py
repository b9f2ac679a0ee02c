"""Builds the package: its folders and kernels, found by their names. All else is in pyproject.toml.

A kernel is a Python file in a folder ``kernels/`` whose docstring begins with "Kernel:"; here those of a folder
become one extension module, ``compiled`` (those of the game two), which takes their place. Cython looks for
``lexkit.<folder>.<kernel>`` in folders of those names, and the project's folders are mapped, so kernels are compiled
from a copy of that shape under ``build/``.

LEXKIT_KERNELS=no      build none: the package then runs interpreted, slower
LEXKIT_KERNELS=yes     fail if they cannot be built, instead of going on without them
LEXKIT_KERNELS=checked build them with every index checked, for fuzzing
LEXKIT_KERNELS=sanitized build them under AddressSanitizer and UndefinedBehaviorSanitizer: campaigns/builds.py
"""

import ast
import gc
import gzip
import os
import re
import sys
import tarfile
import tempfile
from copy import copy
from graphlib import TopologicalSorter
from multiprocessing import get_start_method
from pathlib import Path
from sysconfig import get_platform

from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

HALVES = ("base", "formats", "lexicons", "compiler", "runtime", "players", "apps")
GAME = Path("runtime/game/kernels")
#: What is run seldom is not worth much optimizing, a third of a compiler's time: what Cython marks as run once, when
#: kernels are imported, and SELDOM_RUN.
MARKS = [
    '-DCYTHON_SMALL_CODE=__attribute__((cold,optimize("O0")))',
    '-DLEXKIT_SELDOM=__attribute__((optimize("O1")))',
]
#: Functions that take arguments apart, and those that make an object.
SELDOM_RUN = re.compile(
    r"(^/\* Python wrapper \*/\n|^(?=static (?:int|PyObject \*) ?__pyx_pf_\w+__c?init__\([^;{]*\{$))static ",
    re.MULTILINE,
)
KERNEL = '"""Kernel:'
#: The module that holds what Cython would otherwise write into each kernel once more.
SHARED = "lexkit.formats.kernels.shared_by_cython"
#: The module that the kernels of a folder are compiled to.
COMPILED = "compiled"
CIMPORT = re.compile(r"^from (\S+) cimport (\([^)]*\)|.+)\n", re.MULTILINE)
USED = re.compile(r"^from \S*?(\w+) c?import ", re.MULTILINE)
#: What gains nothing by more than -O1, or nobody waits for: the proofs, the sums of leaves, and what Cython shares.
SELDOM = {Path("formats/kernels"), Path("players/kernels"), None}
MODE = os.environ.get("LEXKIT_KERNELS", "")
#: Modes in which kernels that cannot be built are an error.
REQUIRED = ("yes", "checked", "sanitized")
SANITIZERS = ["-fsanitize=address,undefined", "-fno-omit-frame-pointer"]


def folders():
    """Every folder of the package, as it lies in the repository."""
    inits = (path.parent for half in HALVES for path in Path(half).rglob("__init__.py"))
    return sorted(folder for folder in inits if "build" not in folder.parts)


def is_kernel(path):
    return path.exists() and path.read_text("utf-8").startswith(KERNEL)


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
            for extension in self.extensions:  # also what was found to need no compiling is of the sources of now
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
        """What an sdist needs: the kernels themselves, not the copies."""
        return [str(path) for folder in folders() if folder.name == "kernels" for path in folder.glob("*.[phy]*")]


class Archive(sdist):
    """Packs the same files to the same bytes, whoever packs them and where, if SOURCE_DATE_EPOCH says of when."""

    def make_archive(self, base_name, format, root_dir=None, base_dir=None, owner=None, group=None):  # noqa: A002, setuptools names it
        epoch = os.environ.get("SOURCE_DATE_EPOCH")
        if epoch is None or format != "gztar":
            return super().make_archive(base_name, format, root_dir, base_dir, owner, group)

        def same_for_all(member):
            member.mtime, member.mode = int(epoch), 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            return member

        archive = Path(f"{base_name}.tar.gz")
        archive.parent.mkdir(parents=True, exist_ok=True)
        with (
            archive.open("wb") as file,
            # Without a name: it would be in the header.
            gzip.GzipFile("", "wb", fileobj=file, mtime=int(epoch)) as packed,
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar,
        ):
            tar.add(Path(root_dir or ".", base_dir), base_dir, filter=same_for_all)  # folders are added in order
        return str(archive)


def compile_options(folder=None):
    """Optimize, and count bits with the processor's own instruction, which every 64-bit machine in use has.

    More than half of a kernel's C code is what Cython writes around it, so compiling takes long for what it gains:
    docs/notes/performance.md has what each level costs and saves.
    """
    if os.name == "nt":
        return ["/O2", "/DLEXKIT_SELDOM="]
    # The game's loops are short: unrolled, generators are no faster, and up to 5% slower.
    level = "-O1" if folder in SELDOM else "-O2" if folder == GAME else "-O3"
    options = [level, "-g0", *MARKS]
    if folder == GAME:
        # At -O2 gcc leaves the step of a walk alone as it grows: 4% more instructions for wide sets of letters.
        options += ["--param", "max-inline-insns-single=200"]
    if MODE == "sanitized":
        options += [*SANITIZERS, "-O1", "-g1"]
    elif MODE != "checked":
        options.append("-w")  # users cannot act on compiler warnings
    # Of what it is built for, which need not be this machine.
    if get_platform().endswith(("x86_64", "amd64")):
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


def module_of(folder, module):
    """The module that has the names of another once all is compiled; ``folder``: where it is mentioned."""
    path = folder / module[1:] if module[0] == "." else Path(*module.removeprefix("lexkit.").split("."))
    if is_kernel(path.with_suffix(".py")):
        path = path.with_name(COMPILED)
    return module if path.parent.name != "kernels" else ".".join(["lexkit", *path.parts])


def write_declarations(paths, target):
    """Write one ``.pxd`` of several, in their order, that takes each name from elsewhere once."""
    taken, texts = {}, []
    for path in paths:
        text = path.read_text("utf-8")
        for module, names in CIMPORT.findall(text):
            found = taken.setdefault(module_of(path.parent, module), {})
            found.update(dict.fromkeys(re.findall(r"\w+", names)))
        texts.append(CIMPORT.sub("", text))
    own = ".".join(target.with_suffix("").parts[target.parts.index("lexkit") :])
    cimports = [f"from {module} cimport {', '.join(names)}\n" for module, names in taken.items() if module != own]
    stage_file("".join([*cimports, *texts]), target)


def code_of(path, siblings):
    """A kernel without its docstring, and without what it takes from others of its folder or for annotations."""
    text = path.read_text("utf-8")
    lines = text.splitlines()
    for node in ast.parse(text).body:
        beside = isinstance(node, ast.ImportFrom) and node.level == 1 and node.module in siblings
        future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
        typed = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        if node.lineno == 1 or beside or future or typed:
            lines[node.lineno - 1 : node.end_lineno] = [""] * (node.end_lineno - node.lineno + 1)
        elif isinstance(node, ast.ImportFrom) and [one.name for one in node.names] == ["cython"]:
            lines[node.lineno - 1] = "import cython"
    # The game's make others like themselves, which are completed later, and say if they are not.
    code = "\n".join(lines)
    return code if path.parent == GAME else complete_at_once(code)


def names_of(path):
    """What a kernel names at its top: functions, classes and numbers."""
    body = ast.parse(path.read_text("utf-8")).body
    body += [node for outer in body if isinstance(outer, ast.If) for node in outer.body]
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (name.id for name in ast.walk(node.targets[0]) if isinstance(name, ast.Name))


def in_order(folder):
    """The kernels of a folder, each after those that it uses; no two may use one name for two things."""
    kernels = {path.stem: path for path in sorted(folder.glob("*.py")) if is_kernel(path)}
    uses, owners = {}, {}
    for name, path in kernels.items():
        texts = path.read_text("utf-8"), path.with_suffix(".pxd").read_text("utf-8")
        # In one order in each process: what is staged otherwise would be translated anew.
        uses[name] = sorted(kernels.keys() & {found for text in texts for found in USED.findall(text)} - {name})
        for top in names_of(path):
            if owners.setdefault(top, name) != name:
                raise ValueError(f"{folder}: both {owners[top]}.py and {name}.py say what {top} is")
    return [kernels[name] for name in TopologicalSorter(uses).static_order()]


def stage(folder, target):
    """Write the kernels of a folder as one module, beside what it includes."""
    target.mkdir(parents=True, exist_ok=True)
    package = target
    while package.name != "lexkit":
        (package / "__init__.py").touch()
        package = package.parent
    (package / "__init__.py").touch()
    paths = in_order(folder)
    names = [path.stem for path in paths]
    for source in folder.glob("*.h"):
        stage_file(source.read_text("utf-8"), target / source.name)
    for source in folder.glob("*.pxd"):
        if source.stem not in names:
            write_declarations([source], target / source.name)
    write_declarations([path.with_suffix(".pxd") for path in paths], target / f"{COMPILED}.pxd")
    parts = [f"# {path}\n{code_of(path, names)}\n" for path in paths]
    module = "".join(['"""The kernels of this folder, compiled."""\n', *parts, f"KERNELS = {names}\n"])
    stage_file(module, target / f"{COMPILED}.py")
    return target / f"{COMPILED}.py"


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
        path = stage(folder, root / "lexkit" / folder)
        extensions.append(
            Extension(
                ".".join(path.relative_to(root).with_suffix("").parts),
                [str(path)],
                include_dirs=["formats/kernels", str(GAME)],
                extra_compile_args=compile_options(folder),
                extra_link_args=linked,
                define_macros=[("LEXKIT_CHECKED", "1")] if MODE == "checked" else [],
            )
        )
    # Trees that Cython makes live until a kernel is written: to look for garbage among them takes a fifth of its time.
    gc.set_threshold(50_000, 30, 1000)
    checked = MODE == "checked"
    shared = root / Path(*SHARED.split(".")).with_suffix(".c")
    extensions.append(Extension(SHARED, [str(shared)], extra_compile_args=compile_options(), extra_link_args=linked))
    translated = cythonize(
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
    return [one for extension in translated for one in to_compile(extension)]


def to_compile(extension):
    """The extensions that are made of a translated one, with what is run seldom marked in its C code.

    The game's are two, for narrow and for wide sets of letters: see their __init__.py. If Cython wrote its functions in
    another way, they would only not be marked.
    """
    translated = Path(extension.sources[0])
    *package, name = extension.name.split(".")
    if name != COMPILED:
        return [extension]
    code = SELDOM_RUN.sub(r"\1static LEXKIT_SELDOM ", translated.read_text("utf-8"))
    made = []
    for kind in ("narrow", "wide") if Path(*package[1:]) == GAME else (COMPILED,):
        source = translated.with_name(f"{kind}_marked.c")
        one = copy(extension)
        one.name, one.sources = ".".join([*package, kind]), [str(source)]
        one.define_macros = [*extension.define_macros, *([("LEXKIT_NARROW", "1")] if kind == "narrow" else [])]
        # Cython wrote the names of the module, of its classes and of its first function.
        stage_file(code.replace(extension.name, one.name).replace(f"PyInit_{name}", f"PyInit_{kind}"), source)
        made.append(one)
    return made


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
    cmdclass={"build_ext": BuildKernels, "sdist": Archive},
)
