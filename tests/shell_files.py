"""The man page of the command, and what shells complete of it: `python -m tests.shell_files`.

Writes docs/shell/, from where the wheel takes them.
"""

from __future__ import annotations

from collections.abc import Iterator

import click
from click.shell_completion import BashComplete, FishComplete, ZshComplete

from dehusk.cli.group import COMMANDS, dehusk
from tests.conftest import ROOT

FOLDER = ROOT / "docs" / "shell"
NAMES = {BashComplete: "dehusk", ZshComplete: "_dehusk", FishComplete: "dehusk.fish"}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for kind, name in NAMES.items():
        source = kind(dehusk, {}, "dehusk", "_DEHUSK_COMPLETE").source()
        (FOLDER / name).write_text(source.strip() + "\n", "utf-8")
    (FOLDER / "dehusk.1").write_text("\n".join(man_page()) + "\n", "utf-8")


def man_page() -> Iterator[str]:
    """The page in the language of man, line by line."""
    yield '.TH DEHUSK 1 "" "dehusk" "User Commands"'
    yield ".SH NAME"
    yield "dehusk \\- take web pages and return their main content"
    yield ".SH SYNOPSIS"
    yield ".B dehusk"
    yield "[\\-\\-version] [\\-\\-help] COMMAND [ARGUMENTS]"
    yield ".SH COMMANDS"
    context = click.Context(dehusk, info_name="dehusk")
    for name in COMMANDS:
        yield from described(name, context)
    yield ".SH EXIT STATUS"
    yield "0 done, 1 failed, 2 misused, 3 nothing was found, 130 interrupted."


def described(name: str, context: click.Context) -> Iterator[str]:
    """A command: what it does, how it is called, its options."""
    command = dehusk.get_command(context, name)
    assert command is not None
    own = click.Context(command, info_name=name, parent=context)
    yield f'.SS "{" ".join(["dehusk", name, *map(plain, command.collect_usage_pieces(own))])}"'
    for paragraph in (command.help or "").split("\n\n"):
        is_code = "\b" in paragraph
        yield ".nf" if is_code else ".PP"
        yield "\n".join(plain(line) for line in paragraph.replace("\b\n", "").split("\n"))
        if is_code:
            yield ".fi"
    for option in command.params:
        record = option.get_help_record(own)
        if isinstance(option, click.Option) and record is not None:
            yield ".TP"
            yield f".B {plain(record[0])}"
            yield plain(record[1])


def plain(text: str) -> str:
    """A line that means nothing to man but its words."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").strip()
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped


if __name__ == "__main__":
    main()
