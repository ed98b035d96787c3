"""Fills the reference of the command: every option of every command, as the commands themselves say it.

Nothing is stored: the site's own build asks the commands.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from dehusk.cli.group import COMMANDS, dehusk

REFERENCE = "reference/command.md"


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """The page with the options behind what it says itself."""
    is_reference = page.file.src_uri == REFERENCE
    return "\n".join([markdown, *options()]) if is_reference else markdown


def options() -> Iterator[str]:
    """The options of every command in Markdown, line by line."""
    context = click.Context(dehusk, info_name="dehusk")
    for name in COMMANDS:
        command = dehusk.get_command(context, name)
        assert command is not None
        own = click.Context(command, info_name=name, parent=context)
        yield f"\n## dehusk {name}\n"
        for option in command.params:
            record = option.get_help_record(own)
            if isinstance(option, click.Option) and record is not None and option.name != "debug":
                yield f"- `{record[0]}`: {record[1]}"
