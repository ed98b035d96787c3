"""The command `dehusk` itself: its sub-commands, and what becomes of errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from dehusk.cli.failures import ExitCode, complain, debug_option, debugging, describe
from dehusk.errors import (
    AmountUnsupported,
    DehuskError,
    NotPublished,
    UnknownMethod,
    WrongParameter,
)

COMMANDS = {
    "extract": "Print the main content of pages.",
    "explain": "Show what was kept of a page, and why.",
    "compare": "Compare what the methods keep of a page.",
    "blocks": "List the blocks of a page: by relevance, menus, or roles.",
    "render": "Render a page in Chromium and keep its layout.",
    "methods": "List the methods that find the main content.",
    "evaluate": "Measure methods on labelled pages.",
    "reproduce": "Make the tables and figures of the papers again.",
    "rank": "Rank dehusk and other extractors on the same pages.",
    "batch": "Extract a crawl: WARC, Parquet, JSONL, tar, folders, lists of URLs.",
    "urls": "List the pages of a site from its feeds and sitemaps.",
    "crawl": "Fetch the pages of a site politely, into WARC or Parquet.",
    "migrate": "Say what would change in code that uses another extractor.",
    "serve": "Serve extraction over HTTP, with a playground.",
    "label": "Label the pages of a folder in the browser.",
    "extension": "Write the browser extension into a folder.",
    "mcp": "Give agents tools that read pages (MCP).",
}
"""The modules of `dehusk.cli` that hold a command, and what `dehusk --help` says of each."""

_MISUSE = (UnknownMethod, AmountUnsupported, NotPublished, WrongParameter)


class _Dehusk(click.Group):
    """A group that loads a command on first use and tells every error in one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"dehusk.cli.{cmd_name}").command
        if all(option.name != "debug" for option in command.params):
            command.params.append(debug_option())
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        first = args[0]
        if first not in COMMANDS:
            from difflib import get_close_matches

            near = get_close_matches(first, COMMANDS, n=1)
            if "://" in first or Path(first).exists():
                near = [f"extract {first}"]
            if near:
                ctx.fail(f"There is no command {first!r}; did you mean 'dehusk {near[0]}'?")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            _close_stdout()
            ctx.exit(ExitCode.BROKEN_PIPE)
        except KeyboardInterrupt:
            complain("interrupted")
            ctx.exit(ExitCode.INTERRUPTED)
        except (DehuskError, OSError) as error:
            if debugging():
                raise
            complain(describe(error))
            ctx.exit(ExitCode.USAGE if isinstance(error, _MISUSE) else ExitCode.FAILED)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        try:
            code = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        except click.ClickException as error:
            complain(_told(error))
            code = error.exit_code
        except click.Abort:
            complain("interrupted")
            code = ExitCode.INTERRUPTED
        sys.exit(_flushed(code or ExitCode.DONE))


def _flushed(code: int) -> int:
    """The exit code, once everything is written: a full disk shows up only then."""
    try:
        sys.stdout.flush()
    except OSError as error:
        _close_stdout()
        if isinstance(error, BrokenPipeError):
            return ExitCode.BROKEN_PIPE
        if code == ExitCode.DONE:
            complain(describe(error))
        return code or ExitCode.FAILED
    return code


def _told(error: click.ClickException) -> str:
    message = error.format_message()
    context = getattr(error, "ctx", None)
    return f"{message} (see {context.command_path} --help)" if context is not None else message


def _close_stdout() -> None:
    """Send the rest to nowhere, so that Python's own flush at the end meets no broken pipe."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _show_version(context: click.Context, _: click.Parameter, value: bool) -> None:
    if value and not context.resilient_parsing:
        from dehusk import __version__

        click.echo(f"dehusk {__version__}")
        context.exit()


@click.group(
    cls=_Dehusk,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
@click.pass_context
def dehusk(context: click.Context) -> None:
    """Take web pages and return their main content."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


dehusk.params.append(debug_option())
