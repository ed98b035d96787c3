"""`dehusk blocks`: the blocks of a page by relevance, its menus, or the role of each block."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, cast

import click

from dehusk.cli.failures import ExitCode, about, complain
from dehusk.cli.options import COUNT, Manner, Reading, option, options
from dehusk.cli.reading import read
from dehusk.cli.sources import one_page
from dehusk.reprs import shortened

if TYPE_CHECKING:
    from dehusk.extractors.cnr import CharsNodesRatio
    from dehusk.page import Page


@dataclass(frozen=True)
class Listing:
    """What is listed."""

    menus: bool = option(False, "The menus of the page in place of its blocks.")
    roles: bool = option(False, "Every text block with what it is there for.")
    most: int = option(50, "How many blocks to list.", COUNT, "N")
    json: bool = option(False, "Write JSON, with the whole text of each.")


@click.command()
@click.argument("page", required=False, metavar="[FILE|URL|-]")
@options
def command(page: str | None, listing: Listing, manner: Manner, reading: Reading) -> None:
    """List the blocks of a page: by relevance, menus, or roles.

    The blocks are those of the method cnr: the main content, what would be without it, and so on.
    A line has the characters of a block, its XPath and how it begins, with tabs between. With
    --roles every text block of the page is listed in order, its role in the place of the number.
    """
    from dehusk.extractors.default.block_roles import roles
    from dehusk.pipeline import find_extractor

    if listing.roles and (listing.menus or manner.setting != "ours"):
        raise click.UsageError("--roles goes with neither --menus nor --as-published.")
    source = one_page(page)
    method = cast("CharsNodesRatio", find_extractor("cnr", setting=manner.setting))
    with about(source.name):
        content = read(source, reading)
        with manner.budget():
            parsed = content.parse()
            if listing.roles:
                found = [asdict(part) for part in roles(parsed)]
            else:
                if listing.menus:
                    rows = method.menus(parsed)[: listing.most]
                else:
                    rows = method.blocks(parsed, most=listing.most)
                found = [{"xpath": parsed.xpath(row), "text": _text(parsed, row)} for row in rows]
            click.echo(_json(found) if listing.json else _lines(found), nl=False)
    if not found and not listing.roles:
        sought = "menu" if listing.menus else "block"
        complain(f"{source.name}: nothing found: the page has no {sought}")
        click.get_current_context().exit(ExitCode.NOTHING_FOUND)


def _text(page: Page, row: int) -> str:
    """The text of a block that is not script or style, white space collapsed."""
    inside = page.subtree(row)
    rows = range(inside.start, inside.stop)
    pieces = [page.text_of(text) for text in rows if page.is_text[text] and not page.is_inert[text]]
    return " ".join(" ".join(pieces).split())


def _lines(found: list[dict[str, Any]]) -> str:
    """A line each, with its role, or else how long it is."""
    return "".join(
        f"{one.get('role', len(one['text']))}\t{one['xpath']}\t{shortened(one['text'])}\n"
        for one in found
    )


def _json(found: list[dict[str, Any]]) -> str:
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"
