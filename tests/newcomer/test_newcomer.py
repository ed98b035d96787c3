"""What a newcomer edits takes effect: a patch in a copy of the package, a process of its own, the output.

CONTRIBUTING.md has the steps of each task. A patch says what it looks for, so that a test whose patch no
longer fits fails and is mended with the document.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dehusk


class Copy:
    """A copy of the package that may be edited."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.package = folder / "dehusk"
        sources = shutil.ignore_patterns("*.c", "*.pyx", "*.pxi", "*.pxd")
        shutil.copytree(Path(dehusk.__file__).parent, self.package, ignore=sources)

    def write(self, name: str, text: str) -> None:
        assert not (self.package / name).exists()
        (self.package / name).write_text(text)

    def edit(self, name: str, pattern: str, new: str) -> None:
        """Replace what a regular expression finds in a file once."""
        path = self.package / name
        text, count = re.subn(pattern, new, path.read_text(), count=1)
        assert count == 1, f"{pattern} is not in {name}"
        path.write_text(text)

    def run(self, *arguments: str) -> str:
        """What Python prints with this package; a program, or `-m` and more."""
        command = [sys.executable, *(("-c",) if len(arguments) == 1 else ()), *arguments]
        environment = {**os.environ, "PYTHONPATH": str(self.folder)}
        done = subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


METHOD = '''
"""shouts: what ends with an exclamation mark."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dehusk.page import Page
from dehusk.selection import Selection


@dataclass(frozen=True)
class Shouts:
    """Texts that end with an exclamation mark."""

    needs_layout: ClassVar[bool] = False

    def select(self, page: Page) -> Selection:
        keep = np.zeros(len(page), bool)
        for row in np.flatnonzero(page.is_text).tolist():
            keep[row] = page.text_of(row).endswith("!")
        return Selection.of_leaves(page, keep, reason="it shouts")
'''


def test_a_method(copy: Copy) -> None:
    copy.write("extractors/shouts.py", METHOD)
    copy.edit("extractors/__init__.py", r'( +)"semantic": ', r'\1"shouts": "shouts:Shouts",\n\g<0>')
    (copy.folder / "tea.html").write_text("<p>Tea.<p>Boil water!<p>Wait.")
    command = ("-m", "dehusk", "extract", "tea.html", "--format", "text", "--method", "shouts")
    assert copy.run(*command) == "Boil water!"
    assert "shouts" in copy.run("-m", "dehusk", "methods")


def test_a_metadata_field(copy: Copy) -> None:
    program = (
        "import dehusk, json\n"
        "page = dehusk.extract('<meta name=tea:kind content=Oolong><p>Tea needs boiling water.')\n"
        "print(json.loads(page.json)['metadata'].get('tea'), page.metadata.sources.get('tea'))"
    )
    assert copy.run(program) == "None None"
    copy.edit(
        "metadata/record.py", r"( +)kind: str \| None = None\n", r"\g<0>\1tea: str | None = None\n"
    )
    copy.edit("metadata/meta_tags.py", r'( +)"kind": "og:type",\n', r'\g<0>\1"tea": "tea:kind",\n')
    copy.edit(
        "metadata/read.py",
        r'( +)"kind": _kind,\n',
        r'\g<0>\1"tea": lambda facts: facts.evidence.first("tea", ("meta",), clean),\n',
    )
    assert copy.run(program) == "Oolong meta"


ADAPTER = '''
"""kettle: pages as what its pot holds."""

from dehusk.integrations._shared import Reader, needs

with needs("kettle"):
    from kettle import Pot


def pots(html: str, **options: object) -> list[Pot]:
    return [Pot(text, facts["title"]) for text, facts in Reader(**options).pieces(html)]
'''


def test_an_adapter(copy: Copy) -> None:
    copy.write("integrations/kettle.py", ADAPTER)
    program = (
        "import dehusk\n"
        "try:\n"
        "    from dehusk.integrations.kettle import pots\n"
        "    print(pots('<title>Tea</title><nav>Home</nav><p>Tea needs water.', format='text'))\n"
        "except dehusk.MissingExtra as error:\n"
        "    print(error)"
    )
    assert copy.run(program) == "This adapter needs kettle; install it with: pip install kettle"
    (copy.folder / "kettle.py").write_text(
        "from typing import NamedTuple\n\nclass Pot(NamedTuple):\n    text: str\n    title: str\n"
    )
    assert copy.run(program) == "[Pot(text='Tea needs water.', title='Tea')]"


FORMAT = '''
"""outline: the kinds of blocks, a line each."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Outline:
    """How an outline is written."""

    mark: str = "-"


def write_outline(document, options=Outline()):
    return "".join(f"{options.mark} {type(block).__name__}\\n" for block in document.blocks)
'''


def test_an_output_format(copy: Copy) -> None:
    copy.write("writers/outline.py", FORMAT)
    copy.edit(
        "writers/formats.py",
        r'( +)Format\("text", ',
        r'\1Format("outline", "outline", "Outline", "text/x-outline", (".outline",)),\n\g<0>',
    )
    (copy.folder / "tea.html").write_text("<article><h2>Tea</h2><p>Boil water.</p></article>")
    command = ("-m", "dehusk", "extract", "tea.html", "--method", "semantic")
    assert copy.run(*command, "--format", "outline").split() == ["-", "Heading", "-", "Paragraph"]
    copy.run(*command, "-o", "tea.outline")
    assert (copy.folder / "tea.outline").read_text().startswith("- Heading")
    program = (
        "from dehusk.writers.formats import FORMATS; import dehusk\n"
        "print(FORMATS['outline'].write(dehusk.extract('<p>Tea needs water.'), {'mark': '*'}))"
    )
    assert copy.run(program) == "* Paragraph"


SHOWN = "import dehusk; print(dehusk.extract({html!r}, method='semantic').markdown)"


def test_a_name_that_is_not_known(copy: Copy) -> None:
    """A box of hints comes out as loose paragraphs: its class is missing in the list of such names."""
    html = "<main><p>Tea is made so:</p><div class='tea-hint'><p class='tea-hint-title'>Hint</p><p>Wait.</div></main>"
    program = SHOWN.format(html=html)
    assert copy.run(program) == "Tea is made so:\n\nHint\n\nWait."
    copy.edit("content/assemble/vocabulary.py", r'Kind.CALLOUT: "', r"\g<0>tea-hint ")
    assert copy.run(program) == "Tea is made so:\n\n> [!TIP]\n> Wait."


COMPLETED = """
import numpy as np
from dehusk import Document, Selection, parse
from dehusk.content.complete import complete

page = parse({html!r})
keep = [bool(page.is_text[row]) and page.text_of(row).endswith("!") for row in range(len(page))]
own = Selection.of_leaves(page, np.array(keep), reason="it is marked")
print(Document(page, complete(page, own)).text)
"""
PROSE = "<p>Bread needs flour, water and salt, and a baker who has the time to wait!</p>"


def test_a_wrong_list(copy: Copy) -> None:
    """A list of which a third is content is kept whole once the share says so."""
    items = (
        "<li>Oolong from the hills!</li><li>Assam with some milk</li><li>Darjeeling in spring</li>"
    )
    program = COMPLETED.format(html=f"{PROSE}<ul>{items}</ul>{PROSE}")
    assert "Assam" not in copy.run(program)
    copy.edit("content/complete/parts.py", r"_HALF = 0\.5", "_HALF = 0.3")
    assert "Assam" in copy.run(program)


def test_a_feature_column(copy: Copy) -> None:
    copy.edit(
        "extractors/default/features/__init__.py",
        r"(TRIED: [^=]+= )\{\}",
        r'\1{"words squared": lambda counts: counts.words.astype(float) ** 2}',
    )
    program = (
        "import dehusk\n"
        "from dehusk.extractors.default.features import NAMES, block_features\n"
        "page = dehusk.parse('<p>Tea</p><p>Boil water, then wait.</p>')\n"
        "print(block_features(page)[1][:, NAMES.index('words squared')].tolist(), NAMES[-1])\n"
        "print(dehusk.extract(page).text)"
    )
    assert copy.run(program) == "[1.0, 16.0] words squared\nTea\n\nBoil water, then wait."


STANZA = "<p>The kettle sang{0}<br>the rain came in{0}<br>and then the cat{0}</p>"


@pytest.mark.parametrize(
    ("name", "pattern", "new", "html", "text", "is_kept"),
    [
        pytest.param(
            "verse.py",
            r"(_FEWEST_STANZAS = )3",
            r"\g<1>2",
            f"<h1>Tea!</h1><div>{STANZA.format('!')}{STANZA.format('?')}</div>",
            "cat?",
            False,
            id="verse",
        ),
        pytest.param(
            "labels.py",
            r"(def _is_counter\(line: str\) -> bool:\n)",
            r"\1    return line == 'Enlarge!'\n",
            f"{PROSE}<img src=a.png><div>Enlarge!</div>{PROSE}",
            "Enlarge!",
            True,
            id="labels",
        ),
    ],
)
def test_a_completion_rule(
    copy: Copy, name: str, pattern: str, new: str, html: str, text: str, is_kept: bool
) -> None:
    """No filter before a rule decides that there is nothing to do: an edit of its file takes effect."""
    program = COMPLETED.format(html=html)
    assert (text in copy.run(program)) == is_kept
    copy.edit(f"content/complete/{name}", pattern, new)
    assert (text in copy.run(program)) != is_kept
