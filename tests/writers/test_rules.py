"""An edit of a rule of Markdown takes effect: native code knows no second copy of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from dehusk.writers import _escape

WRITE = """
import sys, types
from pathlib import Path
module = types.ModuleType("dehusk.writers._escape")
sys.modules[module.__name__] = module
exec(compile(sys.stdin.read(), "_escape.py", "exec"), vars(module))
from dehusk import Document, Selection, parse
page = parse("<p>" + sys.argv[1])
sys.stdout.write(Document(page, Selection.of_subtrees(page, [0], reason="all")).markdown)
"""


def written(html: str, before: str, after: str) -> str:
    """The Markdown of a paragraph with the rules of escapes edited."""
    rules = Path(_escape.__file__).read_text()
    assert before in rules
    command = [sys.executable, "-c", WRITE, html]
    run = subprocess.run(
        command, input=rules.replace(before, after), capture_output=True, text=True, check=True
    )
    return run.stdout.strip()


@pytest.mark.parametrize(
    ("html", "before", "after", "was", "wanted"),
    [
        ("5 % of it", "_SYNTAX = {", "_SYNTAX = {'%': '%', ", "5 % of it", r"5 \% of it"),
        ("- tea", 'frozenset("#>-', 'frozenset("#>', r"\- tea", "- tea"),
        (
            "gopher://a.b<b>c</b>",
            '"ftp://"',
            '"ftp://", "gopher://"',
            "gopher://a.b**c**",
            r"gopher\://a.b**c**",
        ),
    ],
)
def test_an_edit_of_a_rule_takes_effect(
    html: str, before: str, after: str, was: str, wanted: str
) -> None:
    assert written(html, before, before) == was
    assert written(html, before, after) == wanted
