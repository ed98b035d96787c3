"""What can be evaluated: anything with a name that makes an `Output` of an `Example`.

>>> example = Example("tea", b"<p>Boil water.</p>", text="Boil water.")
>>> TextMethod("shout", lambda html, url: html.decode().upper()).run(example).text
'<P>BOIL WATER.</P>'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Protocol

from dehusk.budget import budget
from dehusk.errors import LayoutRequired
from dehusk.evaluate.gold import Example
from dehusk.evaluate.scoring import Output
from dehusk.evaluate.written import Written, WrittenFunction
from dehusk.page import Bools, Page
from dehusk.page.address import usable_url
from dehusk.page.parse import DEFAULT_LIMITS, Limits, parse
from dehusk.page.snapshot import looks_like_snapshot, read_snapshot
from dehusk.pipeline import extract, find_extractor, method_name
from dehusk.selection import Extractor, Selection, Setting

TextFunction = Callable[[bytes, str | None], str]
"""What any other system comes down to: the bytes of a page and its URL in, text out."""


class Method(Protocol):
    """Something to evaluate. To use several processes it must be one that pickles."""

    @property
    def name(self) -> str:
        """What the report calls it."""
        ...

    def run(self, example: Example) -> Output:
        """Extract; whatever it raises is counted as a failure on that page."""
        ...


@dataclass(frozen=True)
class DehuskMethod:
    """One of dehusk's own methods, with the time that each stage takes.

    >>> example = Example("tea", b"<p>Boil some water, then wait for it.</p>")
    >>> output = DehuskMethod.of("cnr").run(example)
    >>> output.text, list(output.seconds)
    ('Boil some water, then wait for it.', ['parse', 'select', 'write'])
    """

    name: str
    extractor: Extractor
    limits: Limits = DEFAULT_LIMITS
    is_completed: bool = True
    """Whether what the method selects is made whole, as `extract` does."""

    @classmethod
    def of(
        cls,
        method: str | Extractor,
        limits: Limits = DEFAULT_LIMITS,
        *,
        setting: Setting = "ours",
        parameters: Mapping[str, object] | None = None,
        name: str | None = None,
    ) -> DehuskMethod:
        """The method of that name, or an extractor of one's own. Raises `UnknownMethod`.

        In the `setting` of its paper or its authors' program, what it selects stands as it is. `name`
        is what the report calls it, where that is not its own.
        """
        extractor = find_extractor(method, setting=setting, parameters=parameters)
        own = method if isinstance(method, str) else method_name(extractor)
        return cls(name or own, extractor, limits, is_completed=setting == "ours")

    @property
    def trained_on(self) -> frozenset[str]:
        """The names of the datasets that its model has learned from, as the card of the model says."""
        card = getattr(self.extractor, "card", {})
        return frozenset(str(one.get("set")) for one in card.get("trained_on", ()))

    def check(self, example: Example) -> None:
        """Raise `LayoutRequired` for pages that are not rendered and a method that needs them so."""
        if self.extractor.needs_layout and not looks_like_snapshot(example.html):
            raise LayoutRequired(
                f"The method {self.name!r} looks at rendered pages: give a dataset whose pages are"
                " snapshots or web archives that dehusk render wrote."
            )

    def run(self, example: Example) -> Output:
        """Parse, select and write, each on its own clock, and all of it within the limits."""
        with budget(self.limits):
            return self._run(example)

    def _run(self, example: Example) -> Output:
        start = perf_counter()
        page = read_page(example, self.limits)
        parsed = perf_counter()
        document = extract(page, method=self.extractor, limits=self.limits)
        if not self.is_completed:
            document = document.as_selected()
        selected = perf_counter()
        text = document.text
        written = perf_counter()
        seconds = {
            "parse": parsed - start,
            "select": selected - parsed,
            "write": written - selected,
        }
        return Output(
            text,
            page,
            document.selection.keep,
            seconds,
            document.reason,
            lambda: Written.of(document),
            self._menus(page),
        )

    def _menus(self, page: Page) -> Callable[[], Bools] | None:
        """What finds the leaves of the menus, where the method can."""
        find = getattr(self.extractor, "menus", None)
        if find is None:
            return None
        return lambda: Selection.of_subtrees(page, find(page), reason="a menu").keep


def read_page(example: Example, limits: Limits = DEFAULT_LIMITS) -> Page:
    """The page of an example: HTML, or a snapshot that `dehusk render` wrote."""
    if looks_like_snapshot(example.html):
        return read_snapshot(example.html)
    return parse(example.html, url=usable_url(example.url), limits=limits)


@dataclass(frozen=True)
class TextMethod:
    """Any other system, as a function from bytes and URL to text."""

    name: str
    function: TextFunction

    def run(self, example: Example) -> Output:
        """Call the function; no text at all (None) counts as an empty one."""
        start = perf_counter()
        text = self.function(example.html, example.url)
        return Output(text or "", seconds={"total": perf_counter() - start})


@dataclass(frozen=True)
class MarkdownMethod:
    """Any other system that writes Markdown, as a function from bytes and URL to a `Written`.

    >>> shout = MarkdownMethod("shout", lambda html, url: Written("# TEA", title="TEA"))
    >>> shout.run(Example("tea", b"<h1>Tea</h1>")).written.title
    'TEA'
    """

    name: str
    function: WrittenFunction

    def run(self, example: Example) -> Output:
        """Call the function; its text is the Markdown."""
        start = perf_counter()
        written = self.function(example.html, example.url)
        seconds = {"total": perf_counter() - start}
        return Output(written.markdown, seconds=seconds, write=lambda: written)
