"""Whether two versions of dehusk write the same bytes, on every page of every dataset.

    python -m bench.same --write before.json            # with one version installed
    python -m bench.same before.json                    # with the other: names every difference

A digest of each output of each page is kept; `--sets news,fundus` and `--every 10` take a part.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from bench.pages import each_page
from dehusk import DehuskError, Document, Json, PlainText, Selection, extract, parse

SETS = "news fundus mercury structure cn-web cn-news cleaneval l3s-gn1 snippets wcxb-dev".split()

OUTPUTS: dict[str, Callable[[Document], str]] = {
    "text": lambda document: document.text,
    "long text": lambda document: document.to_text(PlainText(links=True, images=True, width=72)),
    "markdown": lambda document: document.markdown,
    "html": lambda document: document.html,
    "json": lambda document: document.to_json(Json()),
}


def digests(page: tuple[str, bytes]) -> tuple[str, dict[str, str]]:
    """The digest of every output of a page, of what `default` finds and of all that it has."""
    name, html = page
    try:
        parsed = parse(html, url="https://example.org/a/b.html")
    except DehuskError as error:
        return name, {"error": type(error).__name__}
    everything = Selection.of_subtrees(parsed, [0], reason="all of it")
    documents = {"default": extract(parsed), "everything": Document(parsed, everything)}
    return name, {
        f"{which} {output}": hashlib.md5(
            write(document).encode(), usedforsecurity=False
        ).hexdigest()
        for which, document in documents.items()
        for output, write in OUTPUTS.items()
    }


def pages(sets: list[str], every: int) -> Iterator[tuple[str, bytes]]:
    """Each page of the sets, by set and id, or one of so many."""
    for name in sets:
        for number, (key, html) in enumerate(each_page(name)):
            if number % every == 0:
                yield f"{name}/{key}", html


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("before", nargs="?", type=Path, help="the digests to compare with")
    parser.add_argument("--write", type=Path, help="where to keep the digests")
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    with ProcessPoolExecutor(asked.jobs) as pool:
        chosen = pages(asked.sets.split(","), asked.every)
        now = dict(pool.map(digests, chosen, chunksize=20))
    if asked.write:
        asked.write.write_text(json.dumps(now))
    if asked.before:
        compare(json.loads(asked.before.read_text()), now)


def compare(before: dict[str, dict[str, str]], now: dict[str, dict[str, str]]) -> None:
    """Say which outputs of which pages differ."""
    differences: Counter[str] = Counter()
    for page in sorted(before.keys() & now.keys()):
        changed = [name for name in now[page] if before[page].get(name) != now[page][name]]
        differences.update(changed)
        if changed:
            print(page, *changed, sep="\t")
    print(f"{len(before.keys() & now.keys())} pages;", dict(differences) or "no difference")


if __name__ == "__main__":
    main()
