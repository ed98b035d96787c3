"""Makes the site of the documentation whole: what a page links to in the repository is a page, too.

Documents link to files beside them (`../bench/results/speed.md`, `../src/dehusk/errors.py`), as readers
of the repository expect it. On the site those files stand under `repository/`: Markdown as it is, other
files as a block of code, folders as a list of the documents in them.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
DOCS = "docs/"
OUTSIDE = "repository/"
ICON = "src/dehusk/serve/static/icon.svg"

_LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#|/)([^)#\s]+)")


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the files of the repository that documents link to, and those that these link to."""
    files.append(File.generated(config, "icon.svg", abs_src_path=str(ROOT / ICON)))
    waiting = [DOCS + file.src_uri for file in files.documentation_pages()]
    seen = set(waiting)
    while waiting:
        for target in set(_targets(waiting.pop())) - seen:
            seen.add(target)
            if not target.startswith(DOCS):
                waiting.append(target)
                shown = File.generated(config, _place(target), content=_shown(target))
                files.append(shown)
    return files


def on_page_markdown(markdown: str, *, page: Page, **_: Any) -> str:
    """Lead links to files of the repository to where they are on the site; search passes these over."""
    if page.file.src_uri.startswith(OUTSIDE):
        page.meta["search"] = {"exclude": True}
    source = _source(page.file.src_uri)
    here = posixpath.dirname(page.file.src_uri)

    def moved(link: re.Match[str]) -> str:
        target = _resolved(source, link[1])
        if not (ROOT / target).exists():
            return link[1]
        return posixpath.relpath(_place(target), here or ".")

    return _LINK.sub(moved, markdown)


def _targets(source: str) -> Iterator[str]:
    """The files of the repository that a document links to."""
    if source.endswith(".md") or (ROOT / source).is_dir():
        for link in _LINK.findall(_shown(source)):
            target = _resolved(source, link)
            if (ROOT / target).exists():
                yield target


def _resolved(source: str, link: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(source), link))


def _place(target: str) -> str:
    """Where a file of the repository is on the site."""
    if target.startswith(DOCS):
        return target.removeprefix(DOCS)
    return OUTSIDE + (target if target.endswith(".md") else f"{target}.md")


def _source(place: str) -> str:
    """The file of the repository that is at a place of the site."""
    if not place.startswith(OUTSIDE):
        return DOCS + place
    path = place.removeprefix(OUTSIDE)
    return path if (ROOT / path).exists() else path.removesuffix(".md")


def _shown(target: str) -> str:
    """A file of the repository as Markdown."""
    path = ROOT / target
    if path.is_dir():
        name = posixpath.basename(target)
        documents = sorted(path.glob("*.md"))
        return f"# {target}\n\n" + "\n".join(
            f"- [{document.stem}]({name}/{document.name})" for document in documents
        )
    text = path.read_text("utf-8", errors="replace")
    if path.suffix == ".md":
        return text
    return f"# {target}\n\n```` {path.suffix[1:]}\n{text}\n````\n"
