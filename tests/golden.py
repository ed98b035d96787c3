"""The golden pages: pages that we wrote, what is main content in them, and what should come out.

`python -m tests.golden` rewrites every `expected.md` from the marked content, and `outputs/` with every
output of it and of `default`; read the difference before you commit it. `python -m tests.golden NAME`
prints one. `arabic-script.jsonl` has those in the script that DANA was made for, as `dehusk evaluate`
reads them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from dehusk import Document, Json, Page, Selection, extract, parse
from dehusk.writers.xml import write_tei, write_xml
from tests.conftest import PAGES
from tests.content.cases import write_all


@dataclass(frozen=True)
class GoldenPage:
    """One folder of tests/pages."""

    folder: Path

    @property
    def name(self) -> str:
        return self.folder.name

    @cached_property
    def expected(self) -> dict[str, Any]:
        data: dict[str, Any] = json.loads((self.folder / "expected.json").read_text())
        return data

    @property
    def markdown_file(self) -> Path:
        return self.folder / "expected.md"

    @cached_property
    def page(self) -> Page:
        return parse((self.folder / "page.html").read_bytes(), url=self.expected["url"])

    @cached_property
    def document(self) -> Document:
        """What a perfect extractor gives: the leaves that the page itself marks."""
        return as_marked(self.page)

    def outputs(self) -> Iterator[tuple[Path, str]]:
        """Every output of the marked content and of what `default` finds, and the file it stands in."""
        for name, document in (("marked", self.document), ("default", extract(self.page))):
            for ending, written in every_output(document):
                yield self.folder / "outputs" / f"{name}.{ending}", written


def every_output(document: Document) -> Iterator[tuple[str, str]]:
    """A document in every format, by the ending of its file."""
    yield "txt", document.text
    yield "md", document.markdown
    yield "html", document.html
    yield "json", document.to_json(Json(indent=1)) + "\n"
    yield "xml", write_xml(document)
    yield "tei.xml", write_tei(document)


def golden_pages() -> list[GoldenPage]:
    return [GoldenPage(path.parent) for path in sorted(PAGES.glob("*/page.html"))]


ARABIC_SCRIPT = ("arabic", "persian", "urdu")


def arabic_script() -> str:
    """The pages in Arabic script with their gold, a line a page."""
    pages = [one for one in golden_pages() if one.name in ARABIC_SCRIPT]
    return "".join(
        json.dumps(
            {
                "id": one.name,
                "path": f"{one.name}/page.html",
                "url": one.expected["url"],
                "text": one.document.text,
            },
            ensure_ascii=False,
        )
        + "\n"
        for one in pages
    )


def as_marked(page: Page) -> Document:
    """The leaves of a page that its own attributes call main content."""
    keep = _marked(page, "data-gold") & ~_marked(page, "data-skip")
    return Document(page, Selection.of_leaves(page, keep, reason="marked as main content"))


def _marked(page: Page, attribute: str) -> np.ndarray[Any, np.dtype[np.bool_]]:
    rows = np.zeros(len(page), bool)
    rows[page.with_attribute(attribute)[0]] = True
    return page.inside(rows)


def main() -> None:
    names = sys.argv[1:]
    for golden in golden_pages():
        if golden.name in names:
            print(golden.document.markdown)
        elif not names:
            golden.markdown_file.write_text(golden.document.markdown)
            (golden.folder / "outputs").mkdir(exist_ok=True)
            for file, written in golden.outputs():
                file.write_text(written)
    if not names:
        (PAGES / "arabic-script.jsonl").write_text(arabic_script())
        write_all()


if __name__ == "__main__":
    main()
