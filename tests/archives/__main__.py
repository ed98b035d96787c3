"""Writes the archives and their gold: `python -m tests.archives`."""

from __future__ import annotations

import json

from dehusk import parse
from tests.archives import ALMANAC, HERE, archive
from tests.layouts import layout_pages


def main() -> None:
    pages = {page.name: page.html.read_text() for page in layout_pages()} | {"almanac": ALMANAC}
    lines = []
    for name, html in sorted(pages.items()):
        written = archive(name, html)
        (HERE / "html" / f"{name}.mhtml").write_bytes(written)
        page = parse(written)
        [row] = page.with_attribute("data-gold")[0].tolist()
        lines.append({"id": name, "main": page.xpath(row)})
    gold = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    (HERE / "gold.jsonl").write_text(gold)


if __name__ == "__main__":
    main()
