"""The runner of the campaigns: ``python -m campaigns NAME [OPTIONS]``; ``NAME --help`` shows the options."""

import ast
import sys
from importlib import import_module
from pathlib import Path

from campaigns import builds, report, run

#: Campaign -> its module. Only the one that is asked for is loaded, once lexkit can be: mutants must not load lexkit.
CAMPAIGNS = {
    "fuzz": "fuzz.trials",
    "foreign": "foreign.trials",
    "attacks": "attacks.trials",
    "kernels": "attacks.kernels",
    "crash": "crash.trials",
    "load": "load.trials",
    "soak": "load.soak",
    "games": "games.trials",
    "reproducible": "reproducible.trials",
    "mutants": "mutants.trials",
    "cost": "cost.trials",
}
#: Campaigns that make their own builds: what their records say of that.
OWN_BUILDS = {"reproducible": "several", "mutants": "interpreted"}


def listing() -> str:
    """The campaigns, each with the first line of its module."""
    here = Path(__file__).parent
    sources = {name: here / f"{module.replace('.', '/')}.py" for name, module in CAMPAIGNS.items()}
    sources["report"] = here / "report.py"
    about = {name: ast.get_docstring(ast.parse(path.read_text("utf-8"))) for name, path in sources.items()}
    return "".join(f"  {name:13} {str(text).splitlines()[0]}\n" for name, text in about.items())


def main(arguments: list[str]) -> int:
    name, *rest = arguments or ["--help"]
    if name == "report":
        return report.main(rest)
    if name in CAMPAIGNS:
        build = OWN_BUILDS.get(name)
        if build is None and (ended := builds.run_elsewhere(name, rest)) is not None:
            return ended
        return run.main(name, import_module(f"{__package__}.{CAMPAIGNS[name]}"), rest, build)
    asked = name in ("-h", "--help")
    usage = "python -m campaigns NAME [OPTIONS], where NAME is one of"
    (sys.stdout if asked else sys.stderr).write(f"{usage}\n{listing()}")
    return 0 if asked else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
