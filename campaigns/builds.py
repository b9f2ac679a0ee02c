"""Builds of the checkout, for campaigns on other kernels than the installed ones: ``--build BUILD``.

``checked`` kernels check each index; ``sanitized`` ones run under AddressSanitizer and UndefinedBehaviorSanitizer (gcc,
Linux). The sources are copied to a folder and built there, and Python finds that package before an installed one. If
the folder is used again, only what changed is built. Kernels need what pyproject.toml asks for:
``pip install 'cython>=3.3,<4' 'setuptools>=77'``.
"""

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
#: Build -> LEXKIT_KERNELS of setup.py.
BUILDS = {"interpreted": "no", "compiled": "yes", "checked": "checked", "sanitized": "sanitized"}
#: Set in the process of a campaign that runs on a build of its own, to its name.
PREPARED = "LEXKIT_CAMPAIGN_BUILD"


def add_build(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--build", choices=BUILDS, help="run on a build of this checkout, not on the installed lexkit")
    parser.add_argument("--folder", type=Path, help="where that build is made; a temporary folder by default")


def run_elsewhere(name: str, arguments: list[str]) -> int | None:
    """Run the campaign on the build that its arguments ask for: its exit code, or None if this process is to run it.

    lexkit need not be installed for it.
    """
    parser = argparse.ArgumentParser(add_help=False)
    add_build(parser)
    asked, _ = parser.parse_known_args(arguments)
    if asked.build is None or os.environ.get(PREPARED) == asked.build:
        return None
    missing = [module for module in ("Cython", "setuptools") if importlib.util.find_spec(module) is None]
    if missing and asked.build != "interpreted":
        sys.exit(f"{' and '.join(missing)} missing: pip install 'cython>=3.3,<4' 'setuptools>=77'")
    folder = asked.folder or Path(tempfile.gettempdir()) / f"lexkit-{asked.build}"
    environment = {**prepare(asked.build, folder.absolute()), PREPARED: asked.build}
    return subprocess.run([sys.executable, "-m", "campaigns", name, *arguments], env=environment).returncode


def name_of(asked: argparse.Namespace) -> str:
    """The name of the build that this process runs on; ends the process if its kernels are not those of that build."""
    import lexkit  # late: a build may have to be made first

    wanted: str | None = asked.build
    if wanted and (wanted == "interpreted") != (lexkit.backend() == "interpreted"):
        sys.exit(f"expected a build with {wanted} kernels, found {lexkit.backend()} ones in {lexkit.__file__}")
    return wanted or lexkit.backend()


def package_folders() -> list[str]:
    """The folders of the checkout that become parts of the package, beside ``src``."""
    return sorted(path.parent.name for path in ROOT.glob("*/__init__.py") if path.parent.name != "tests")


def copy_sources(target: Path) -> None:
    """Copy what the package is built from. What was compiled in the target stays, unless its source is gone."""
    patterns = shutil.ignore_patterns("*.so", "__pycache__", "*.egg-info")

    def ignored(folder: str, names: list[str]) -> set[str]:
        # Editors follow the links of src to the other folders. Followed here, these would be copied twice, and the
        # copies that are compiled would not be those that are imported.
        return patterns(folder, names) | {name for name in names if Path(folder, name).is_symlink()}

    for name in ("src", *package_folders()):
        shutil.copytree(ROOT / name, target / name, ignore=ignored, dirs_exist_ok=True)
        for path in (target / name).rglob("*.p[yx]*"):
            if path.suffix in (".py", ".pxd") and not (ROOT / path.relative_to(target)).exists():
                for gone in (path, *path.parent.glob(f"{path.stem}.*.so")):
                    gone.unlink()
    for path in ROOT.iterdir():
        if path.is_file() and not path.name.startswith("."):
            shutil.copy2(path, target / path.name)


def prepare(build: str, folder: Path) -> dict[str, str]:
    """Make a build in this folder; the environment in which python finds it."""
    copy_sources(folder)
    package = folder / "package" / "lexkit"
    package.mkdir(parents=True, exist_ok=True)
    for part in [*(folder / "src" / "lexkit").iterdir(), *(folder / name for name in package_folders())]:
        if not (package / part.name).exists():
            (package / part.name).symlink_to(part)
    environment = {**os.environ, "LEXKIT_KERNELS": BUILDS[build]}
    if build == "interpreted":
        for kernel in folder.rglob("*.so"):
            kernel.unlink()
    else:
        command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
        subprocess.run(command, cwd=folder, env=environment, check=True)
    environment["PYTHONPATH"] = str(package.parent)
    if build == "sanitized":
        library = subprocess.run(["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True)
        environment["LD_PRELOAD"] = library.stdout.strip()
        # Python keeps memory until it ends, which is no leak; freed memory must not be handed out again.
        environment["ASAN_OPTIONS"] = "detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=600"
        environment["UBSAN_OPTIONS"] = "halt_on_error=1:print_stacktrace=1"
        environment["PYTHONMALLOC"] = "malloc"
    return environment
