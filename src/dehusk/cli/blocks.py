"""`dehusk blocks`: the blocks of a page by relevance, its menus, or the role of each block."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, cast

import click

from dehusk.cli.failures import ExitCode, about, complain
from dehusk.cli.reading import (
    Reading,
    page_budget,
    read,
    reading_options,
    seconds_option,
    setting_options,
)
from dehusk.cli.sources import sources

if TYPE_CHECKING:
    from dehusk.extractors.cnr import CharsNodesRatio
    from dehusk.page import Page
    from dehusk.selection import Setting

_SHOWN = 60
"""How much of a block's text a line shows."""


@click.command()
@click.argument("page", required=False, metavar="[FILE|URL|-]")
@click.option("--menus", is_flag=True, help="The menus of the page in place of its blocks.")
@click.option("--roles", is_flag=True, help="Every text block with what it is there for.")
@click.option(
    "--most",
    type=click.IntRange(min=1),
    default=50,
    show_default=True,
    metavar="N",
    help="How many blocks to list.",
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON, with the whole text of each.")
@setting_options
@seconds_option
@reading_options
@click.pass_context
def command(
    context: click.Context,
    page: str | None,
    menus: bool,
    roles: bool,
    most: int,
    as_json: bool,
    setting: Setting,
    seconds: float,
    reading: Reading,
) -> None:
    """List the blocks of a page: by relevance, menus, or roles.

    The blocks are those of the method cnr: the main content, what would be without it, and so on.
    A line has the characters of a block, its XPath and how it begins, with tabs between. With
    --roles every text block of the page is listed in order, its role in the place of the number.
    """
    from dehusk.pipeline import find_extractor

    if roles and (menus or setting != "ours"):
        raise click.UsageError("--roles goes with neither --menus nor --as-published.")
    given = sources([page] if page is not None else [])
    if len(given) > 1 or given[0].folder:
        raise click.UsageError("The blocks are those of one page, and this is a folder.")
    method = cast("CharsNodesRatio", find_extractor("cnr", setting=setting))
    source = given[0]
    with about(source.name):
        content = read(source, reading)
        with page_budget(seconds):
            parsed = content.parse()
            if roles:
                click.echo(_roles(parsed, as_json), nl=False)
                return
            rows = method.menus(parsed)[:most] if menus else method.blocks(parsed, most=most)
            click.echo(_json(parsed, rows) if as_json else _lines(parsed, rows), nl=False)
    if not rows:
        complain(f"{source.name}: nothing found: the page has no {'menu' if menus else 'block'}")
        context.exit(ExitCode.NOTHING_FOUND)


def _roles(page: Page, as_json: bool) -> str:
    from dataclasses import asdict

    from dehusk.extractors.default.block_roles import roles

    parts = roles(page)
    if as_json:
        return json.dumps([asdict(part) for part in parts], indent=2, ensure_ascii=False) + "\n"
    return "".join(f"{part.role}\t{part.xpath}\t{_short(part.text)}\n" for part in parts)


def _text(page: Page, row: int) -> str:
    """The text of a block that is not script or style, white space collapsed."""
    inside = page.subtree(row)
    rows = range(inside.start, inside.stop)
    pieces = [page.text_of(text) for text in rows if page.is_text[text] and not page.is_inert[text]]
    return " ".join(" ".join(pieces).split())


def _lines(page: Page, rows: list[int]) -> str:
    lines = []
    for row in rows:
        text = _text(page, row)
        lines.append(f"{len(text)}\t{page.xpath(row)}\t{_short(text)}\n")
    return "".join(lines)


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _json(page: Page, rows: list[int]) -> str:
    found = [{"xpath": page.xpath(row), "text": _text(page, row)} for row in rows]
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"
