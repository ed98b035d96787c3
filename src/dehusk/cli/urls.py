"""`dehusk urls`: the pages of a site."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import TYPE_CHECKING

import click

from dehusk.cli.failures import complain
from dehusk.cli.options import option, options

if TYPE_CHECKING:
    from dehusk.fetch import Fetched
    from dehusk.sites import Wanted


@dataclass(frozen=True)
class Addresses:
    """Which pages of a site are meant."""

    include: tuple[str, ...] = option((), "Only addresses with one of these.", metavar="PART")
    exclude: tuple[str, ...] = option((), "No addresses with any of these.", metavar="PART")
    since: datetime | None = option(
        None,
        "Only pages of that day and later; those without a date are left out.",
        click.DateTime(["%Y-%m-%d"]),
    )
    language: str | None = option(
        None, "No pages that are said to be in another language.", metavar="TAG"
    )
    other_hosts: bool = option(False, "Also pages of other sites.")
    allow_private: bool = option(False, "Also addresses of private networks.")

    def fetch(self, address: str) -> Fetched:
        """A list of pages, which is no HTML."""
        from dehusk.fetch import fetch

        return fetch(address, any_type=True, allow_private=self.allow_private)

    @property
    def wanted(self) -> Wanted:
        """The pages, as `dehusk.sites` asks for them."""
        from dehusk.sites import Wanted

        since = self.since.date().isoformat() if self.since else None
        return Wanted(self.include, self.exclude, since, self.language, self.other_hosts)


@click.command()
@click.argument("url")
@options
@click.option(
    "--jsonl", is_flag=True, help="Address, title, date and language as JSON, a line each."
)
def command(url: str, addresses: Addresses, jsonl: bool) -> None:
    """List the pages of a site, each once, from its feeds and sitemaps.

    URL is a page of the site, or a feed or sitemap itself.

    \b
        dehusk urls https://example.org/ --since 2026-01-01 > urls.txt
    """
    from dehusk.sites import discover

    for link in discover(url, addresses.wanted, get=addresses.fetch, note=complain):
        click.echo(json.dumps(asdict(link), ensure_ascii=False) if jsonl else link.url)
