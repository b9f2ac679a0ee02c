"""``lexq gcg``: faults as compilers write them, repairs, turns and boards."""

from pathlib import Path

from tests.cli.shell import lexq

FOLDER = Path(__file__).parents[1] / "golden" / "gcg"
GOOD, BAD = FOLDER / "standard.gcg", FOLDER / "total.gcg"


def test_check(tmp_path: Path) -> None:
    assert lexq("gcg", "check", str(GOOD)) == (0, "", "")
