"""A batch as one HTML file: how much, how fast, what kinds of pages, what failed, where it is unsure.

>>> from dehusk.batch.tally import Tally
>>> write_report(Tally(records=3, rows=3), title="crawl")[:15]
'<!doctype html>'
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from shlex import join
from typing import Any

from dehusk.batch.rows import Settings
from dehusk.batch.tally import Tally
from dehusk.explain.markup import asset, document, figure, number, quoted, share

_MOST_BARS = 20
_DEFAULT = Settings()


def write_report(tally: Tally, *, title: str, settings: Settings = _DEFAULT) -> str:
    """The report: it loads nothing from anywhere, and whatever pages said is quoted."""
    body = "\n".join(_body(tally, title, settings))
    return document(quoted(title), body, command="batch", style=asset("batch.css"))


def _body(tally: Tally, title: str, settings: Settings) -> Iterator[str]:
    yield f'<header><p class="by">dehusk batch <b>{quoted(settings.method)}</b></p>'
    yield f'<h1 dir="auto">{quoted(title)}</h1><dl class="figures">'
    yield from _figures(tally)
    yield "</dl></header><main>"
    yield from _bars("Page types", tally.page_types.most_common(_MOST_BARS))
    tenths = [
        (f"{place / 10:.1f} – {(place + 1) / 10:.1f}", n)
        for place, n in enumerate(tally.confidence)
    ]
    yield from _bars("Confidence", tenths if any(tally.confidence) else [])
    yield from _bars("Languages", tally.languages.most_common(_MOST_BARS))
    yield from _bars("Errors", tally.error_kinds.most_common(_MOST_BARS))
    yield from _bars("Why nothing was found", tally.reasons.most_common(_MOST_BARS))
    yield "</main>"
    yield from _least_sure(tally.least_sure, settings)


def _figures(tally: Tally) -> Iterator[str]:
    records = tally.records
    per_second = records / tally.seconds if tally.seconds else 0.0
    yield figure("Records", f"{records:,}", f"{per_second:,.0f} a second")
    yield figure("Rows", f"{tally.rows:,}", f"{number(tally.characters)} characters")
    yield figure("Errors", f"{tally.errors:,}", share(tally.errors, records))
    yield figure("Without content", f"{tally.empty:,}", share(tally.empty, records))
    if tally.duplicates:
        yield figure("Duplicates", f"{tally.duplicates:,}", share(tally.duplicates, records))


def _bars(title: str, counts: Sequence[tuple[str, int]]) -> Iterator[str]:
    """A table with a bar a line, drawn so that it needs no style of its own."""
    if not counts:
        return
    largest, total = max(count for _, count in counts), sum(count for _, count in counts)
    yield f"<section><h2>{title}</h2><table>"
    for name, count in counts:
        width = 100 * count / max(largest, 1)
        yield (
            f'<tr><th dir="auto">{quoted(name)}</th><td><svg viewBox="0 0 100 1"'
            f' preserveAspectRatio="none"><rect width="{width:.3g}" height="1"/></svg></td>'
            f"<td>{count:,}</td><td><small>{share(count, total)}</small></td></tr>"
        )
    yield "</table></section>"


def _least_sure(pages: Sequence[dict[str, Any]], settings: Settings) -> Iterator[str]:
    if not pages:
        return
    yield "<section><h2>The pages that it is least sure of</h2><ol>"
    for page in pages:
        name = quoted(page["url"] or f"{page['source']}#{page['offset']}")
        yield (
            f'<li><span class="confidence">{page["confidence"]:.2f}</span>'
            f' <span dir="auto">{name}</span>'
            f"<code>{quoted(explain_command(page, settings))}</code></li>"
        )
    yield "</ol></section>"


def explain_command(page: dict[str, Any], settings: Settings = _DEFAULT) -> str:
    """The command that shows how the decision about a page was made.

    >>> explain_command({"source": "my crawl.warc.gz", "offset": 7, "url": None})
    "dehusk explain 'my crawl.warc.gz#7' -o explained.html"
    """
    source = str(page["source"])
    place = f"./{source}" if source.startswith("-") else source  # which is no option
    words = ["dehusk", "explain", f"{place}#{page['offset']}"]
    words += [] if settings.method == "default" else ["--method", settings.method]
    words += ["--amount", str(settings.amount)] if settings.amount else []
    words += [] if settings.setting == "ours" else [f"--as-{settings.setting}"]
    for name, value in settings.parameters:
        words += ["--set", f"{name}={value}"]
    return join([*words, "-o", "explained.html"])
