"""The checks of .ci/run, one by one, each in an environment of its own: ``nox --list``, ``nox -s lint``.

The arguments behind ``--`` go to the command of the session: ``nox -s tests -- tests/query -k pattern``. Each session
builds a fresh copy of the working tree, so that kernels of two modes never mix. lexkit itself does not need nox.
"""

import shutil
import subprocess
from pathlib import Path

import nox

nox.needs_version = ">=2024.4"
nox.options.reuse_existing_virtualenvs = True
nox.options.sessions = ["lint", "tests"]

ROOT = Path(__file__).parent
#: The tests that run what the documents show.
DOCUMENTS = (
    "tests/packaging/test_docs.py",
    "tests/packaging/test_reliability.py",
    "tests/formats/test_spec.py",
    "tests/examples",
)
BENCHMARKS = ("main_job", "queries", "moves")


def install(session: nox.Session, kernels: str, *packages: str) -> None:
    """Install a fresh copy of the tree, with kernels as LEXKIT_KERNELS says, and continue in that copy."""
    tree = Path(session.create_tmp()) / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in listed.stdout.decode().split("\0"):
        if name and (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)
    session.chdir(tree)
    session.install(".[test]", *packages, env={"LEXKIT_KERNELS": kernels})


def run_tests(session: nox.Session, kernels: str) -> None:
    """Run the README's second line with these kernels."""
    install(session, kernels)
    session.run("python", "-m", "pytest", *session.posargs)


@nox.session
def tests(session: nox.Session) -> None:
    """Run the tests on compiled kernels."""
    run_tests(session, "yes")


@nox.session
def interpreted(session: nox.Session) -> None:
    """Run the tests on interpreted kernels."""
    run_tests(session, "no")


@nox.session
def checked(session: nox.Session) -> None:
    """Run the tests on kernels that check every index."""
    run_tests(session, "checked")


@nox.session
def sanitized(session: nox.Session) -> None:
    """Fuzz kernels that run under AddressSanitizer and UndefinedBehaviorSanitizer; default: two minutes."""
    needed = nox.project.load_toml("pyproject.toml")["build-system"]["requires"]
    install(session, "no", *needed)
    folder = str(Path(session.create_tmp()) / "sanitized")
    options = session.posargs or ["--minutes", "2"]
    session.run("python", "-m", "tests.campaigns", "fuzz", "--build", "sanitized", "--folder", folder, *options)


@nox.session
def lint(session: nox.Session) -> None:
    """Run ruff, ruff format, mypy and codespell."""
    project = nox.project.load_toml("pyproject.toml")["project"]
    extras = project["optional-dependencies"]
    session.install(*project["dependencies"], *extras["test"], *extras["dev"])
    session.run(".ci/lint", *session.posargs, external=True)


@nox.session
def docs(session: nox.Session) -> None:
    """Run the examples in the documents, on interpreted kernels."""
    install(session, "no")
    session.run("python", "-m", "pytest", *(session.posargs or DOCUMENTS))


@nox.session
def benchmarks(session: nox.Session) -> None:
    """Print the figures of docs/performance.md for the bundled list, or those of the benchmarks named."""
    install(session, "yes")
    for name in session.posargs or BENCHMARKS:
        session.run("python", f"benchmarks/{name}.py")
