"""How the commands tell what went wrong: one line on standard error, and an exit code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum

import click

from dehusk.errors import AmountUnsupported, DehuskError, LayoutRequired

_ADVICE: dict[type[Exception], str] = {
    LayoutRequired: "The method looks at the rendered page; add --render, or give a snapshot that"
    " 'dehusk render' wrote.",
    AmountUnsupported: "The method cannot show more or less; leave out --amount, --precision and"
    " --recall.",
}
"""What to do on the command line, where an error says what to do in Python."""

_DEBUG = "dehusk.debug"


class ExitCode(IntEnum):
    """What the shell learns; docs/command.md explains the same."""

    DONE = 0
    FAILED = 1
    USAGE = 2
    NOTHING_FOUND = 3
    INTERRUPTED = 130
    BROKEN_PIPE = 141


def complain(message: str) -> None:
    """Print one line on standard error.

    Names and messages can come from a page or a server: whatever could steer a terminal is shown
    escaped.
    """
    line = " ".join(message.split())
    shown = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in line)
    click.echo(f"dehusk: {shown}", err=True)


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "page"), counted(2_000, "page")
    ('1 page', '2,000 pages')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def describe(error: Exception, name: str | None = None) -> str:
    """An error in one line, with the name of the page or file that it is about."""
    subjects = [name]
    message = _ADVICE.get(type(error), str(error))
    if isinstance(error, OSError) and error.strerror:
        message = error.strerror
        if error.filename is not None and str(error.filename) != name:
            subjects.append(str(error.filename))
    elif not isinstance(error, (DehuskError, OSError)):
        message = f"unexpected {error!r}; please report it with what --debug shows"
    return ": ".join([subject for subject in subjects if subject] + [message])


@contextmanager
def about(name: str) -> Iterator[None]:
    """What fails inside is told with the name of the page it is about, and ends the command."""
    try:
        yield
    except BrokenPipeError:
        raise
    except (DehuskError, OSError) as error:
        if debugging():
            raise
        complain(describe(error, name))
        click.get_current_context().exit(ExitCode.FAILED)


def debugging() -> bool:
    """Whether `--debug` was given: an error is then not caught."""
    return bool(click.get_current_context().meta.get(_DEBUG))


def debug_option() -> click.Option:
    """The option that every command has, so that it can be added at the end of a line."""
    return click.Option(
        ["--debug"],
        is_flag=True,
        expose_value=False,
        callback=_set_debug,
        help="Show the traceback of an error.",
    )


def _set_debug(context: click.Context, _: click.Parameter, value: bool) -> None:
    if value:
        context.meta[_DEBUG] = True
