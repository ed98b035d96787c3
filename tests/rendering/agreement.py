"""Whether two pages are the same tree, and where they first differ."""

from __future__ import annotations

from dataclasses import dataclass

from dehusk import Page
from dehusk.page.snapshot import from_snapshot
from dehusk.rendering import Renderer
from dehusk.rendering.merge import shown_rows
from dehusk.rendering.original import Original


@dataclass(frozen=True)
class Agreement:
    """What `agreement` found: how many rows were compared, and the first difference if any."""

    rows: int
    difference: str | None

    def __bool__(self) -> bool:
        return self.difference is None


def seen_by_browser(renderer: Renderer, parsed: Page) -> Page:
    """The browser's own tree, before it is put together with the parser's."""
    capture = renderer._async._capture(Original(parsed, "the page"), False)
    snapshot, *_ = renderer._submit(capture).result()
    return from_snapshot(snapshot)


def agreement(parsed: Page, seen: Page) -> Agreement:
    """Compare a parsed page with the browser's, row for row: tags, parents, texts, attributes.

    The contents of templates are left out: a browser's snapshot does not have them.
    """
    rows = shown_rows(parsed).tolist()
    numbers = {row: number for number, row in enumerate(rows)} | {-1: -1}
    for number, row in enumerate(rows[: len(seen)]):
        parent = numbers[int(parsed.parent[row])]
        ours, theirs = _row(parsed, row, parent), _row(seen, number, int(seen.parent[number]))
        if ours != theirs:
            where = parsed.xpath(row)
            return Agreement(number, f"{where}: {str(ours)[:300]} here, {str(theirs)[:300]} there")
    if len(rows) != len(seen):
        return Agreement(len(seen), f"{len(rows)} rows here, {len(seen)} there")
    return Agreement(len(rows), None)


def _row(page: Page, row: int, parent: int) -> tuple[object, ...]:
    text = page.text_of(row) if page.is_text[row] else ""
    return page.tag_name(row), parent, text, page.attributes(row)
