"""The four steps in a row: parse, select, build, write."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from dehusk.budget import budget, check
from dehusk.content.unfilled import unless_unfilled
from dehusk.document import Document
from dehusk.errors import (
    AmountUnsupported,
    LayoutRequired,
    MethodError,
    NotPublished,
    UnknownMethod,
)
from dehusk.extractors import EXTRACTORS
from dehusk.page import Page
from dehusk.page.parse import DEFAULT_LIMITS, Limits, parse
from dehusk.selection import Coded, Extractor, Published, Setting

if TYPE_CHECKING:
    from dehusk.extractors.default.templates import Template


def extract(
    source: bytes | str | Path | Page,
    *,
    url: str | None = None,
    method: str | Extractor = "default",
    amount: int = 0,
    template: Template | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> Document:
    """Take a page and return its main content.

    >>> html = "<title>Bread</title><nav><a href=/>Home</a></nav><p>Bread needs flour, salt and time."
    >>> document = extract(html)
    >>> document.title, document.text
    ('Bread', 'Bread needs flour, salt and time.')
    >>> document.markdown
    '# Bread\\n\\nBread needs flour, salt and time.\\n'
    >>> document.blocks[0].xpath
    '/html/body/p'
    >>> extract(html, method="cnr").text
    'Bread needs flour, salt and time.'
    >>> page = extract(Path("page.html"), url="https://example.org/bread")  # doctest: +SKIP

    `source` is HTML as bytes or text, the `Path` of a file (HTML, a web archive or a snapshot, packed
    with gzip or not), or a `Page` that was parsed before. A string that is a URL or a path is refused:
    it is not HTML. `method` is a name of
    `dehusk.EXTRACTORS` or an extractor of your own. `amount` asks for more (+1, +2) or less
    (-1, -2) around what the method finds. A page without main content gives an empty document whose
    `reason` says why; where a script would fill the page, the default method takes the text from the
    data that the page brings for it. `template` is what other pages of the same site say (see
    `dehusk.learn_templates`), for methods that can listen to it. `limits` bound the page, and the
    work: that of this call, and that of each output of the document. Past them there is
    `PageTooLarge`, `OutOfTime` or `OutputTooLarge`.
    """
    _check_arguments(method, amount, limits)
    extractor = find_extractor(method, amount=amount, template=template)
    name = method if isinstance(method, str) else method_name(extractor)
    if limits.seconds is None:
        return _extract(source, url, extractor, name, limits)
    with budget(limits):
        return _extract(source, url, extractor, name, limits)


def read(
    url: str,
    *,
    method: str | Extractor = "default",
    amount: int = 0,
    limits: Limits = DEFAULT_LIMITS,
    timeout: float = 30.0,
    allow_private: bool = False,
) -> Document:
    """Fetch the page at a URL and return its main content.

    >>> document = read("https://example.org/tea")  # doctest: +SKIP
    >>> print(document.markdown)  # doctest: +SKIP

    Private and local addresses are refused unless `allow_private` is set. Raises `FetchError`, and
    `MissingExtra` without httpx; the rest is as in `extract`. `dehusk.fetch.fetch` has more options.
    """
    from dehusk.fetch import fetch

    _check_arguments(method, amount, limits)
    fetched = fetch(url, timeout=timeout, max_bytes=limits.bytes, allow_private=allow_private)
    page = parse(fetched.body, url=fetched.url, encoding=fetched.encoding, limits=limits)
    return extract(page, method=method, amount=amount, limits=limits)


def _check_arguments(method: object, amount: object, limits: object) -> None:
    """Raise `MethodError` for arguments of another kind, with what they should be."""
    # As the protocol would say, which takes eighty times as long to ask.
    if not isinstance(method, str) and not (
        hasattr(method, "select") and hasattr(method, "needs_layout")
    ):
        raise MethodError(
            f"method is a name such as 'default', or an extractor, and not {_kind(method)}."
        )
    if not isinstance(amount, int) or not -2 <= amount <= 2:
        raise MethodError(f"amount is a number from -2 (less) to 2 (more), and not {amount!r}.")
    if not isinstance(limits, Limits):
        raise MethodError(f"limits are dehusk.Limits(...), and not {_kind(limits)}.")


def _kind(value: object) -> str:
    return "None" if value is None else type(value).__name__


def _extract(
    source: bytes | str | Path | Page,
    url: str | None,
    extractor: Extractor,
    name: str,
    limits: Limits,
) -> Document:
    page = _page(source, url, limits)
    if extractor.needs_layout and page.layout is None:
        raise LayoutRequired(
            f"The method {method_name(extractor)!r} looks at the rendered page;"
            " make the page with dehusk.render() instead of dehusk.parse()."
        )
    check("selecting")
    document = Document(page, extractor.select(page), name, limits)
    filled = unless_unfilled(page, document.selection)
    check("selecting")
    return document if filled is document.selection else replace(document, selection=filled)


def _page(source: bytes | str | Path | Page, url: str | None, limits: Limits) -> Page:
    if isinstance(source, Page):
        return source
    if isinstance(source, Path):
        from dehusk.files import read_page

        return read_page(source, url=url, limits=limits)
    return parse(source, url=url, limits=limits)


def find_extractor(
    method: str | Extractor,
    *,
    amount: int = 0,
    template: Template | None = None,
    setting: Setting = "ours",
    parameters: Mapping[str, object] | None = None,
) -> Extractor:
    """The extractor of that name, set to show more or less, to a template, or to what its paper says.

    >>> find_extractor("cnr", amount=1)
    CharsNodesRatio(share=0.3, lone_parents=True, non_content='all', disjoint=True, amount=1)
    >>> find_extractor("boilerpipe", setting="published", parameters={"threshold": 0.6})
    Boilerpipe(threshold=0.6, tree='j48', amount=0)

    A paper selects leaves and completes nothing: `extract(…).as_selected()` shows what it selects.
    """
    if isinstance(method, str):
        if method not in EXTRACTORS:
            raise UnknownMethod(_no_method(method))
        kind = EXTRACTORS[method]
        extractor = kind() if setting == "ours" else _theirs(method, kind, setting)
    else:
        extractor = method
    if parameters:
        from dehusk.parameters import with_parameters

        extractor = with_parameters(extractor, parameters)
    if amount:
        extractor = _with_amount(extractor, amount)
    return extractor if template is None else _with_template(extractor, template)


def _no_method(name: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, EXTRACTORS, n=1, cutoff=0.7)
    hint = f"did you mean {near[0]!r}? T" if near else "t"
    return f"There is no method {name!r}; {hint}he methods are {', '.join(EXTRACTORS)}."


def method_name(extractor: Extractor) -> str:
    """The name under which an extractor is known, or its class's name."""
    return EXTRACTORS.name_of(type(extractor))


def _theirs(name: str, kind: type[Extractor], setting: Setting) -> Extractor:
    """The method in the setting of its paper, or of its authors' program."""
    if setting == "coded" and issubclass(kind, Coded):
        return kind.as_coded()
    if setting == "published" and issubclass(kind, Published):
        return kind.as_published()
    lacks = (
        "No paper describes" if setting == "published" else "No program other than the paper has"
    )
    raise NotPublished(f"{lacks} the method {name!r}; leave out as-{setting}.")


def _has(extractor: Extractor, name: str) -> bool:
    return is_dataclass(extractor) and name in {field.name for field in fields(extractor)}


def _with_template(extractor: Extractor, template: Template) -> Extractor:
    if not _has(extractor, "template"):
        raise MethodError(
            f"The method {method_name(extractor)!r} does not listen to templates; leave it out."
        )
    return replace(extractor, template=template)  # type: ignore[type-var]


def _with_amount(extractor: Extractor, amount: int) -> Extractor:
    if not _has(extractor, "amount"):
        raise AmountUnsupported(
            f"The method {method_name(extractor)!r} cannot show more or less; leave amount at 0."
        )
    return replace(extractor, amount=amount)  # type: ignore[type-var]
