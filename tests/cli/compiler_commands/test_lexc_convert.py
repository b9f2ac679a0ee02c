"""``lexc convert``, and ``lexq -l`` with another program's file."""

import json
import shutil
from pathlib import Path

from tests.cli.shell import lexq, program

GOLDEN = Path(__file__).parents[2] / "golden/foreign"


def test_a_file_of_another_program_and_back(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "catalan.kwg.gz", tmp_path)
    made = program("lexc", "convert", "catalan.kwg.gz", "made.gaddag", cwd=tmp_path)
    assert made.returncode == 0
    assert made.stderr == "made.gaddag: 3,000 words, 0.42 MB, gaddag from kwg, read back and compared\n".replace(
        "made.gaddag", str(tmp_path / "made.gaddag")
    )
    back = program("lexc", "convert", "made.gaddag", "made.kwg", "--json", cwd=tmp_path)
    told = json.loads(back.stdout)
    assert (told["words"], told["format"], told["lost"]) == (3000, "kwg", ["alphabet"])
    listed = lexq("-l", "catalan.kwg.gz", "prefix", "NY", cwd=tmp_path)
    assert listed.stdout == lexq("-l", "made.gaddag", "prefix", "NY", cwd=tmp_path).stdout != ""


def test_what_stays_as_it_was(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "catalan.kwg.gz", tmp_path / "words.kwg.gz")
    (tmp_path / "made.gaddag").write_bytes(b"mine")
    refused = program("lexc", "convert", "words.kwg.gz", "made.gaddag", cwd=tmp_path)
    assert refused.returncode == 4
    assert "there is a file of that name" in refused.stderr
    refused = program("lexc", "convert", "words.kwg.gz", "made.gaddag", "--force", cwd=tmp_path)
    assert refused.returncode == 3
    assert "--alphabet NAME" in refused.stderr
    forced = program("lexc", "convert", "words.kwg.gz", "made.gaddag", "-f", "--alphabet", "english", cwd=tmp_path)
    assert forced.returncode == 0
    assert (tmp_path / "made.gaddag").read_bytes() != b"mine"
    assert program("lexc", "convert", "words.kwg.gz", "made", "--format", "nothing", cwd=tmp_path).returncode == 3
