"""Options of commands: each is a field of a dataclass, said once with its type, default and help.

>>> @dataclass(frozen=True)
... class Pot:
...     cups: int = option(2, "How many cups.", COUNT, "N")
>>> @click.command()
... @options
... def brew(pot: Pot) -> None:
...     click.echo(pot.cups)

Options that several commands have stand here, in groups.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_type_hints

import click

from dehusk.writers.formats import SHORT_NAMES

if TYPE_CHECKING:
    from dehusk.content.options import Omit
    from dehusk.page.parse import Limits
    from dehusk.rendering import Settings
    from dehusk.selection import Extractor, Setting

    Choice = click.Choice[str]
else:
    Choice = click.Choice  # takes no type before click 8.2

Value = TypeVar("Value")


class OutputFile(click.Path):
    """A file to write, in a folder that is there: said before the work, and not after it."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Its path."""
        path = Path(str(super().convert(value, param, ctx)))
        if not path.parent.is_dir():
            self.fail(f"There is no folder {str(path.parent)!r} to write {path.name!r} to.")
        return path


COUNT = click.IntRange(min=1)
OUTPUT = OutputFile()
SECONDS = click.FloatRange(min=0, min_open=True)


def option(
    default: Value,
    /,
    help: str,
    type: Any = None,
    metavar: str | None = None,
    names: tuple[str, ...] = (),
    **more: Any,
) -> Value:
    """A field that is an option: of its own name, or of the `names` that are given."""
    more |= {"help": help, "type": type, "metavar": metavar}
    made: Value = field(default=default, metadata={"names": names, "click": more})
    return made


def options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of the dataclasses that its arguments are said to be."""
    hints = get_type_hints(command).items()
    groups: dict[str, Any] = {name: kind for name, kind in hints if is_dataclass(kind)}

    @wraps(command)
    def grouped(**values: Any) -> Any:
        made = {
            name: kind(**{one.name: values.pop(one.name) for one in fields(kind)})
            for name, kind in groups.items()
        }
        return command(**made, **values)

    for one in reversed([one for kind in groups.values() for one in fields(kind)]):
        _as_click(one)(grouped)
    return grouped


def _as_click(one: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The option that a field stands for: a flag where it is False, a list where it is ()."""
    names = one.metadata["names"] or (f"--{one.name.replace('_', '-')}",)
    more = dict(one.metadata["click"])
    if one.default is False:
        more |= {"is_flag": True}
    elif one.default == ():
        more |= {"multiple": True}
    elif one.default is not None and not more.get("required"):
        more = {"default": one.default, "show_default": True} | more
    return click.option(*names, one.name, **more)


class FormatChoice(Choice):
    """A choice of formats that takes `md` for `markdown` and `txt` for `text`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name of the format."""
        return super().convert(SHORT_NAMES.get(value, value), param, ctx)


def the_one(given: Mapping[str, Value | None]) -> Value | None:
    """What options ask for, by their names; None where none was given.

    >>> the_one({"--text": None, "--json": "json"})
    'json'

    Raises `UsageError` where two ask for different things.
    """
    wanted = {name: value for name, value in given.items() if value is not None}
    if len(set(wanted.values())) > 1:
        raise click.UsageError(f"{' and '.join(wanted)} contradict each other; give one of them.")
    return next(iter(wanted.values()), None)


def _known_encoding(_: click.Context, __: click.Parameter, label: str | None) -> str | None:
    if label is not None:
        from dehusk.page.encoding import encoding_of_label

        if encoding_of_label(label) is None:
            raise click.BadParameter(f"there is no encoding {label!r}; try utf-8 or latin1.")
    return label


@dataclass(frozen=True)
class Fetching:
    """How pages are fetched from the web."""

    timeout: float = option(
        30.0, "How long fetching a URL may take altogether.", SECONDS, "SECONDS"
    )
    user_agent: str | None = option(None, "The name to give to web servers.", metavar="TEXT")
    allow_private: bool = option(False, "Fetch from private and local addresses too.")

    @property
    def fetching(self) -> dict[str, Any]:
        """The same as arguments of `dehusk.fetch.fetch`."""
        return {one.name: getattr(self, one.name) for one in fields(Fetching)}


@dataclass(frozen=True)
class Reading(Fetching):
    """How pages are read."""

    url: str | None = option(
        None, "The page's address, for its links, when a file is read.", metavar="URL"
    )
    encoding: str | None = option(
        None,
        "The page's encoding, in place of what it declares.",
        metavar="NAME",
        callback=_known_encoding,
    )


def _sides(_: click.Context, __: click.Parameter, value: str) -> tuple[int, int]:
    """The two numbers of a size such as 1920x1080."""
    from dehusk.rendering.settings import window_of

    try:
        return window_of(value)
    except ValueError as error:
        raise click.BadParameter(f"{error}.") from None


@dataclass(frozen=True)
class Window:
    """The browser window, where a page is rendered."""

    window: tuple[int, int] = option(
        (1920, 1080),
        "The size of the browser window in pixels, where a page is rendered.",
        metavar="WxH",
        default="1920x1080",
        callback=_sides,
    )


@dataclass(frozen=True)
class View(Window):
    """Whether pages are rendered, and in which window."""

    render: bool = option(False, "Render the page in Chromium first, for methods that look at it.")

    def settings(self, reading: Reading) -> Settings:
        """How a page is rendered."""
        from dehusk.rendering import Settings

        return Settings(window=self.window, timeout=reading.timeout)


@dataclass(frozen=True)
class Manner:
    """Whose version of a method runs, and for how long."""

    as_published: bool = option(
        False,
        "The method to the letter of its paper: its constants, and what it selects as it is.",
    )
    as_coded: bool = option(
        False,
        "The same by the program of the paper's authors, where it differs: zones and gce.",
    )
    seconds: float = option(
        30.0, "How long the work on a page may take, once it is read.", SECONDS, "SECONDS"
    )

    @property
    def setting(self) -> Setting:
        """Our setting of a method, that of its paper, or that of its authors' program."""
        published: Setting | None = "published" if self.as_published else None
        coded: Setting | None = "coded" if self.as_coded else None
        return the_one({"--as-published": published, "--as-coded": coded}) or "ours"

    @property
    def limits(self) -> Limits:
        """What the work on a page may take."""
        from dehusk.page.parse import Limits

        return Limits(seconds=self.seconds)

    def budget(self) -> AbstractContextManager[None]:
        """Let the work on a page take so long."""
        from dehusk.budget import budget

        return budget(self.limits)


@dataclass(frozen=True)
class Listening:
    """Where a service listens, and to whom."""

    host: str = option("127.0.0.1", "The address to listen on.")
    token: str | None = option(
        None,
        "What those who ask over HTTP have to send; better as DEHUSK_TOKEN.",
        metavar="TEXT",
        envvar="DEHUSK_TOKEN",
    )
    hosts: tuple[str, ...] = option(
        (),
        "A name under which the service is known; can be repeated.",
        metavar="NAME",
        names=("--host-name",),
    )
    allow_private: bool = option(False, "Fetch from private and local addresses too.")


@dataclass(frozen=True)
class Content:
    """What of the content is written."""

    comments: bool = option(False, "Keep what readers wrote below the content, too.")
    no_images: bool = option(False, "Leave pictures out.")
    no_links: bool = option(False, "Leave the addresses of links out, not their words.")
    no_tables: bool = option(False, "Leave tables out.")

    @property
    def omit(self) -> Omit:
        """What is left out."""
        from dehusk.content.options import Omit

        return Omit(self.no_images, self.no_links, self.no_tables)


Named = tuple[tuple[str, object], ...]


def _named_values(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> Named:
    values: dict[str, object] = {}
    for one in given:
        name, sign, value = one.partition("=")
        if not sign:
            raise click.BadParameter(f"{one!r} is no parameter with a value, such as share=0.25.")
        values[name.strip()] = value.strip()
    return tuple(values.items())


@dataclass(frozen=True)
class Parameters:
    """Parameters of methods, by their names."""

    parameters: Named = option(
        (),
        "A parameter of the method, such as share=0.25; can be repeated. 'dehusk methods' lists"
        " them.",
        metavar="NAME=VALUE",
        names=("--set",),
        callback=_named_values,
    )


@dataclass(frozen=True)
class MethodChoice(Parameters):
    """A method, and how much it is asked for."""

    method: str = option(
        "default", "How to find the content; 'dehusk methods' lists the names.", metavar="NAME"
    )
    steps: int | None = option(
        None,
        "Show less (-1, -2) or more (1, 2) around what the method finds.",
        click.IntRange(-2, 2),
        "-2..2",
        ("--amount",),
        show_default="0",
    )
    precision: bool = option(False, "Short for --amount -1.")
    recall: bool = option(False, "Short for --amount 1.")

    @property
    def amount(self) -> int:
        """The steps that are asked for, by whichever option."""
        wanted = {
            "--amount": self.steps,
            "--precision": -1 if self.precision else None,
            "--recall": 1 if self.recall else None,
        }
        return the_one(wanted) or 0

    def extractor(self, setting: Setting, amount: int) -> Extractor:
        """The method, set so."""
        from dehusk.pipeline import find_extractor

        parameters = dict(self.parameters)
        return find_extractor(self.method, amount=amount, setting=setting, parameters=parameters)
