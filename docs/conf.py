"""The documentation site: Sphinx reads the documents where they are, and the docstrings of all public names.

    sphinx-build -W -c docs . build/site        # from the root; or: nox -s docs

The root of the repository is the source folder, so that links between documents lead to the same files here, on GitHub
and in an editor.
"""

from __future__ import annotations

import inspect
import re
import sys
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import lexkit

project = "lexkit"
author = "the authors of lexkit"
release = lexkit.__version__
html_title = f"lexkit {release}"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_copybutton"]
# Docstrings are in the style of Google.
napoleon_use_ivar = True
# Sessions are copied without prompts and output.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
root_doc = "docs/index"
include_patterns = [
    "docs/*.md",
    "docs/notes/*.md",
    "docs/science/*.md",
    "examples/README.md",
    "formats/SPEC.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
]
exclude_patterns = ["build", ".*", "**/.*"]

myst_heading_anchors = 4
# The documents are read by GitHub too, which has no list of contents beside the page.
suppress_warnings = ["toc.not_included"]
# Links to the outside are looked at by: sphinx-build -b linkcheck.
linkcheck_timeout = 20

html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_additional_pages = {"index": "to-the-index.html"}
templates_path = ["templates"]
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 100

#: The sections of the docstrings: title -> whether a name belongs there.
SECTIONS = {
    "Functions": inspect.isfunction,
    "Classes": inspect.isclass,
    "Modules": inspect.ismodule,
}
#: Classes whose members are left out, and members that many classes have.
BASES = "tuple, list, Sequence, Set, Mapping, object"
ORDINARY = "count, index, append, extend, insert, pop, remove, clear, copy, reverse, sort"


class PublicNames(SphinxDirective):
    """``{public-names}``: the docstrings of all public names, by section."""

    def run(self) -> list[nodes.Node]:
        found: list[nodes.Node] = []
        for title, belongs in SECTIONS.items():
            section = nodes.section(ids=[title.lower()], names=[title.lower()])
            section += nodes.title(title, title)
            lines = StringList()
            for name in sorted(lexkit.__all__, key=str.lower):
                value = getattr(lexkit, name)
                if belongs(value):
                    for line in describe(name, value):
                        lines.append(line, "public names")
            self.state.nested_parse(lines, 0, section, match_titles=True)
            found.append(section)
        return found


def describe(name: str, value: Any) -> list[str]:
    """The directives that document a public name, as lines of reStructuredText inside MyST."""
    kind = "module" if inspect.ismodule(value) else "class" if inspect.isclass(value) else "function"
    if kind == "module":
        sys.modules.setdefault(f"lexkit.{name}", value)  # by its public name
    lines = [f".. auto{kind}:: lexkit.{name}"]
    if kind != "function":
        lines += ["   :members:", "   :undoc-members:" if kind == "class" else ""]
    if kind == "class":
        lines += [f"   :inherited-members: {BASES}", f"   :exclude-members: {ORDINARY}"]
    return ["```{eval-rst}", *lines, "```", ""]


def as_restructured_text(app: Sphinx, what: str, name: str, value: object, options: object, lines: list[str]) -> None:
    """Make a docstring reStructuredText: what is indented behind a colon is an example.

    A field of a tuple says nothing of itself: its class does.
    """
    text = "" if lines[:1] and lines[0].startswith("Alias for field number") else "\n".join(lines)
    text = re.sub(r"(?m)(?<=[^:\s]):\n\n(?=    )", "::\n\n", text)
    lines[:] = text.split("\n")


def setup(app: Sphinx) -> dict[str, Any]:
    """What this site adds to Sphinx."""
    app.add_directive("public-names", PublicNames)
    app.connect("autodoc-process-docstring", as_restructured_text)
    return {"parallel_read_safe": True}
