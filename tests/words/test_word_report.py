"""What is said of a word, with what its lexicon has besides words: definitions, columns, editions, marks."""

from pathlib import Path

import lexkit
from lexkit.compiler.attach_columns import attach
from lexkit.formats.lexicon_file import open_file
from lexkit.runtime.words.word_fields import field, report_word


def merged(folder: Path) -> lexkit.Lexicon:
    """Two editions in one file, with definitions of some words."""
    lists = {"nwl": ["CARE", "SCARE", "ZA"], "csw": ["CARE", "SCARE", "ACRE", "ZO"]}
    lexkit.merge(lists, folder / "all.gaddag", marks={"nwl": "$", "csw": "#"})
    (folder / "senses.csv").write_text("word,sense\nCARE,to mind\nZO,a yak\n")
    attach(open_file(folder / "all.gaddag", "read"), folder / "all.gaddag", [f"definition={folder}/senses.csv:sense"])
    return lexkit.open(folder / "all.gaddag")


def test_a_word_and_all_that_hangs_on_it(tmp_path: Path) -> None:
    lexicon = merged(tmp_path)
    facts = report_word(lexicon.core, "care")
    assert facts["front"] == ["S"]
    assert facts["anagrams"] == ["ACRE"]
    assert facts["editions"] == ["nwl", "csw"]
    assert (facts["mark"], facts["definition"]) == ("", "to mind")
    assert report_word(lexicon.core, "ZO")["mark"] == "#"
    assert report_word(lexicon.core, "ZA")["definition"] is None, "not known is not the same as empty"
    assert report_word(lexicon.core, "ZZ") == {"word": "ZZ", "valid": False}


def test_marks_and_editions_are_fields(tmp_path: Path) -> None:
    lexicon = merged(tmp_path)
    words = lexicon.words()
    assert words.to_list() == ["ACRE", "CARE", "SCARE", "ZA", "ZO"]
    assert field(lexicon.core, "mark")(words) == ["#", "", "", "$", "#"]
    assert "<td>ZO#</td>" in words._repr_html_(), "and in a notebook"
    assert field(lexicon.core, "editions")(words) == ["csw", "nwl,csw", "nwl,csw", "nwl", "csw"]
    assert field(lexicon.core, "definition")(words) == [None, "to mind", None, None, "a yak"]


def test_an_edition_has_its_share_of_all_that(tmp_path: Path) -> None:
    merged(tmp_path)
    lexicon = lexkit.open(f"{tmp_path}/all.gaddag@csw")
    assert list(lexicon) == ["ACRE", "CARE", "SCARE", "ZO"]
    assert report_word(lexicon.core, "ZO")["definition"] == "a yak"
    assert lexicon.search("definition:mind edition:nwl").to_list() == ["CARE"]
