"""Render the pages again and rewrite what is expected of them."""

from __future__ import annotations

import json
import sys

from dehusk.page.snapshot import write_snapshot
from dehusk.rendering import Renderer
from tests.layouts import LayoutPage, describe, layout_pages


def rewrite(layout_page: LayoutPage) -> None:
    with Renderer(window=layout_page.window) as renderer:
        page = renderer.render(layout_page.html)
    write_snapshot(page, layout_page.folder / "snapshot.json.gz")
    text = json.dumps(describe(page), ensure_ascii=False, indent=1)
    (layout_page.folder / "expected.json").write_text(text + "\n")


def main() -> None:
    names = sys.argv[1:]
    for layout_page in layout_pages():
        if layout_page.name in names:
            print(json.dumps(describe(layout_page.snapshot), ensure_ascii=False, indent=1))
        elif not names:
            rewrite(layout_page)
            print(layout_page.name, file=sys.stderr)


if __name__ == "__main__":
    main()
