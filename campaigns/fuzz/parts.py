"""The parts of the campaign, by name, and those of the campaign on other programs' files."""

from campaigns.foreign import leave_files, word_files
from campaigns.fuzz import cgp, damage, files, language, limits, lists, positions, queries
from campaigns.fuzz.cases import Part

#: Name -> the first line of its module.
ABOUT = {
    module.__name__.rpartition(".")[2]: str(module.__doc__).split("\n")[0]
    for module in (files, damage, queries, lists, positions, cgp, language, limits)
}
PARTS: dict[str, Part] = {
    part.name: part
    for part in (
        Part("files", files.draw, files.check),
        Part("damage", damage.draw, damage.check, damage.EACH),
        Part("queries", queries.draw, queries.check),
        Part("lists", lists.draw, lists.check),
        Part("positions", positions.draw, positions.check, positions.EACH),
        Part("cgp", cgp.draw, cgp.check),
        Part("language", language.draw, language.check),
        Part("limits", limits.draw, limits.check),
    )
}
#: The parts of the campaign ``foreign``: one a format.
OF_FOREIGN_FILES: dict[str, Part] = {part.name: part for part in (*word_files.parts(), *leave_files.parts())}
EVERY = PARTS | OF_FOREIGN_FILES
