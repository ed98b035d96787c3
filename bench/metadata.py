"""How often title, author and date are right, beside trafilatura and htmldate on the same pages.

    python bench/metadata.py ../shared/data/news [--peers] [--misses title]

A folder holds `gold.jsonl` and `html/ID.html`. Only pages whose gold has a field count for it.
Compared are letters and digits in one case: a title must be the same; the authors must be the same
names as words in any order, without `and`; of a date only the day counts, or the moment where both tell
their zone. `dates` is right where either publication or the last change is the gold's. "said
nothing" and "wrong" divide what is not right.
"""

from __future__ import annotations

import argparse
import json
import re
import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from dehusk.metadata import read_metadata
from dehusk.metadata.dates import parse_date
from dehusk.page.parse import parse

FIELDS = ("title", "author", "date", "dates")
Values = dict[str, str | None]
JOINERS = {"and", "und", "et", "y", "e", "by", "von"}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("datasets", nargs="+", type=Path)
    arguments.add_argument("--peers", action="store_true", help="also run trafilatura")
    arguments.add_argument("--misses", choices=FIELDS, help="print what was not right")
    options = arguments.parse_args()
    print("| dataset | reader | field | pages | right | wrong | said nothing | extra | ms/page |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for folder in options.datasets:
        readers: dict[str, Callable[[bytes, str | None], tuple[Values, float]]] = {
            "dehusk": by_dehusk
        }
        if options.peers:
            readers |= {"trafilatura": by_trafilatura, "htmldate": by_htmldate}
        for name, reader in readers.items():
            report(folder, name, reader, options.misses)


def report(folder: Path, name: str, reader: Any, misses: str | None) -> None:
    counts: dict[str, Counter[str]] = {field: Counter() for field in FIELDS}
    seconds = []
    for gold, source in pages(folder):
        values, spent = reader(source, gold.get("url"))
        seconds.append(spent)
        for field in FIELDS:
            outcome = judge(field, gold.get(field), values.get(field))
            counts[field][outcome] += 1
            if field == misses and outcome not in ("right", "absent"):
                print(f"{name} {gold['id']} {outcome}: {gold.get(field)!r} / {values.get(field)!r}")
    for field, count in counts.items():
        if name == "htmldate" and not field.startswith("date"):
            continue
        total = count["right"] + count["wrong"] + count["nothing"]
        shares = [f"{count[one] / max(total, 1):.1%}" for one in ("right", "wrong", "nothing")]
        blank = f"{count['extra']}/{count['extra'] + count['absent']}"
        mean = f"{1000 * sum(seconds) / max(len(seconds), 1):.2f}"
        print(
            f"| {folder.name} | {name} | {field} | {total}"
            f" | {' | '.join(shares)} | {blank} | {mean} |"
        )


def pages(folder: Path) -> Iterator[tuple[dict[str, Any], bytes]]:
    for line in (folder / "gold.jsonl").read_text(encoding="utf-8").split("\n"):
        if not line:
            continue
        gold = json.loads(line)
        for field in FIELDS:
            value = gold.get(field)
            gold[field] = "; ".join(value) if isinstance(value, list) else value
        # Some golds have NaT, or not a number.
        gold["date"] = gold["dates"] = parse_date(str(gold.get("date") or ""))
        yield gold, (folder / "html" / f"{gold['id']}.html").read_bytes()


def judge(field: str, gold: str | None, value: str | None) -> str:
    if not gold:
        return "extra" if value else "absent"
    if not value:
        return "nothing"
    return "right" if same(field, gold, value) else "wrong"


def same(field: str, gold: str, value: str) -> bool:
    if field in ("date", "dates"):
        return any(is_same_time(gold, one) for one in value.split())
    if field == "author":
        return sorted(set(words(gold)) - JOINERS) == sorted(set(words(value)) - JOINERS)
    return "".join(words(gold)) == "".join(words(value))


def is_same_time(gold: str, date: str) -> bool:
    """Whether two dates are of one day, or of one moment.

    >>> is_same_time("2024-02-10", "2024-02-10T00:32:11+00:00")
    True
    >>> is_same_time("2024-02-10T00:32:11+00:00", "2024-02-09T19:32:11-05:00")
    True
    """
    if gold[:10] == date[:10]:
        return True
    moments = [datetime.fromisoformat(one) for one in (gold, date)]
    return all(one.tzinfo for one in moments) and moments[0] == moments[1]


def words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", text).casefold())


def by_dehusk(source: bytes, url: str | None) -> tuple[Values, float]:
    page = parse(source, url=url)
    start = time.thread_time()
    metadata = read_metadata(page)
    spent = time.thread_time() - start
    authors = "; ".join(metadata.authors) or None
    date = metadata.date_published or metadata.date_modified
    values = {"title": metadata.title, "author": authors, "date": date}
    return values | {"dates": several(metadata.date_published, metadata.date_modified)}, spent


def several(*dates: str | None) -> str:
    return " ".join(filter(None, dates))


def by_trafilatura(source: bytes, url: str | None) -> tuple[Values, float]:
    from trafilatura import load_html
    from trafilatura.metadata import extract_metadata

    tree = load_html(source)
    start = time.thread_time()
    found = extract_metadata(tree, default_url=url) if tree is not None else None
    spent = time.thread_time() - start
    values = {field: getattr(found, field, None) for field in FIELDS}
    return values | {"dates": values["date"]}, spent


def by_htmldate(source: bytes, url: str | None) -> tuple[Values, float]:
    from htmldate import find_date

    start = time.thread_time()
    first, last = (find_date(source, url=url, original_date=wanted) for wanted in (True, False))
    spent = time.thread_time() - start
    return {"date": first, "dates": several(first, last)}, spent


if __name__ == "__main__":
    main()
