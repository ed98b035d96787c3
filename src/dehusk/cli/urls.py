"""`dehusk urls`: the pages of a site."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, TypeVar

import click

from dehusk.cli.failures import complain

if TYPE_CHECKING:
    from dehusk.sites import Wanted

Function = TypeVar("Function", bound=Callable[..., Any])


def wanted_options(function: Function) -> Function:
    """Which pages of a site are meant, as one argument `wanted`."""

    options = [
        click.option(
            "--include", multiple=True, metavar="PART", help="Only addresses with one of these."
        ),
        click.option(
            "--exclude", multiple=True, metavar="PART", help="No addresses with any of these."
        ),
        click.option(
            "--since",
            type=click.DateTime(["%Y-%m-%d"]),
            help="Only pages of that day and later; those without a date are left out.",
        ),
        click.option(
            "--language", metavar="TAG", help="No pages that are said to be in another language."
        ),
        click.option("--other-hosts", is_flag=True, help="Also pages of other sites."),
        click.option("--allow-private", is_flag=True, help="Also addresses of private networks."),
    ]
    for option in reversed(options):
        function = option(function)
    return function


def wanted_pages(
    include: tuple[str, ...],
    exclude: tuple[str, ...],
    since: object,
    language: str | None,
    other_hosts: bool,
) -> Wanted:
    """What the options of `wanted_options` say."""
    from dehusk.sites import Wanted

    return Wanted(include, exclude, str(since)[:10] if since else None, language, other_hosts)


@click.command()
@click.argument("url")
@wanted_options
@click.option(
    "--jsonl", is_flag=True, help="Address, title, date and language as JSON, a line each."
)
def command(url: str, jsonl: bool, allow_private: bool, **wanted: Any) -> None:
    """List the pages of a site, each once, from its feeds and sitemaps.

    URL is a page of the site, or a feed or sitemap itself.

    \b
        dehusk urls https://example.org/ --since 2026-01-01 > urls.txt
    """
    from dehusk.fetch import Fetched, fetch
    from dehusk.sites import discover

    def get(address: str) -> Fetched:
        return fetch(address, any_type=True, allow_private=allow_private)

    for link in discover(url, wanted_pages(**wanted), get=get, note=complain):
        click.echo(json.dumps(asdict(link), ensure_ascii=False) if jsonl else link.url)
