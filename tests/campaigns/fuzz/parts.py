"""The parts of the campaign, by name."""

from tests.campaigns.fuzz import cgp, damage, files, foreign, klv2, language, limits, lists, positions, queries
from tests.campaigns.fuzz.cases import Part

#: Name -> the first line of its module.
ABOUT = {
    module.__name__.rpartition(".")[2]: str(module.__doc__).split("\n")[0]
    for module in (files, damage, queries, lists, positions, cgp, language, limits, klv2, foreign)
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
        Part("klv2", klv2.draw, klv2.check),
        Part("foreign", foreign.draw, foreign.check),
    )
}
