"""What was selected, as content, with the page's metadata beside it.

>>> import dehusk
>>> html = "<title>Tea</title><main><h1>Tea</h1><p>Boil water, then wait for a while.</p></main>"
>>> document = dehusk.extract(html, method="semantic")
>>> document.metadata.title
'Tea'
>>> print(document.markdown)
# Tea
<BLANKLINE>
Boil water, then wait for a while.
<BLANKLINE>
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, NoReturn, ParamSpec, TypeVar

from dehusk.budget import check, close, opened
from dehusk.content.options import (
    EVERYTHING,
    NOTHING,
    NOTHING_OMITTED,
    Completion,
    Omit,
    running_text,
)
from dehusk.errors import FormatError, MethodError, no_attribute
from dehusk.lazy import lazy
from dehusk.page import Page
from dehusk.page.parse import DEFAULT_LIMITS, Limits
from dehusk.selection import Selection

if TYPE_CHECKING:
    from dehusk.content import Block, Post
    from dehusk.content.completed import Completed
    from dehusk.content.header import Front
    from dehusk.content.table import Content
    from dehusk.extractors.default.block_roles import Part
    from dehusk.metadata import Facts, Metadata
    from dehusk.views.pagination import Pagination
    from dehusk.writers.chunks import By, Chunk, Format
    from dehusk.writers.html import Html
    from dehusk.writers.json import Json
    from dehusk.writers.markdown import Markdown
    from dehusk.writers.text import PlainText

_ONLY_POSTS = replace(NOTHING, posts=True)
"""What is made of comments."""

P = ParamSpec("P")
R = TypeVar("R")


def _within_limits(
    stage: str,
) -> Callable[[Callable[Concatenate[Document, P], R]], Callable[Concatenate[Document, P], R]]:
    """Give every call of a method a budget of its own, by the limits of the document."""

    def limiting(
        method: Callable[Concatenate[Document, P], R],
    ) -> Callable[Concatenate[Document, P], R]:
        @wraps(method)
        def limited(document: Document, /, *args: P.args, **kwargs: P.kwargs) -> R:
            token = opened(document.limits)
            try:
                check(stage)
                return method(document, *args, **kwargs)
            finally:
                if token is not None:
                    close(token)

        return limited

    return limiting


def _options(given: R | None, kind: type[R]) -> R:
    """The options of a writer, as they come where none are given."""
    if given is not None and not isinstance(given, kind):
        told = type(given).__name__
        raise FormatError(f"options are dehusk.{kind.__name__}(...), and not {told}.")
    return given or kind()


@dataclass(frozen=True, eq=False, repr=False)
class Document:
    """The main content of a page: a selection made readable.

    `selection` is what the method decided, leaf by leaf; `whole` is what the document shows of it,
    with figures, tables and lists as wholes. Everything is made when it is first asked for, and
    once: who wants `text` does not pay for the metadata, nor for importing what reads it.
    """

    page: Page
    selection: Selection
    method: str = "custom"
    limits: Limits = DEFAULT_LIMITS
    """What each output may cost: everything that is asked for has a budget of its own."""
    completion: Completion = EVERYTHING
    omit: Omit = NOTHING_OMITTED

    def __post_init__(self) -> None:
        if not isinstance(self.selection, Selection):
            told = type(self.selection).__name__
            raise MethodError(f"select() of a method is to return a Selection, and not {told}.")
        self.selection.check(self.page)

    def __repr__(self) -> str:
        return f"<Document by {self.method}: {self.selection!r}>"

    def __bool__(self) -> bool:
        """Whether there is content; `reason` says why not."""
        return self.reason is None

    if not TYPE_CHECKING:  # type checkers know the names, and would take any other for one

        def __getattr__(self, name: str) -> NoReturn:
            raise AttributeError(no_attribute(self, name), name=name, obj=self)

    def __str__(self) -> str:
        return self.markdown

    @property
    def title(self) -> str | None:
        """The title of the page."""
        return self.metadata.title

    @property
    def authors(self) -> tuple[str, ...]:
        """Who wrote it."""
        return self.metadata.authors

    @property
    def date(self) -> str | None:
        """When it was published, else when it was last changed, in ISO 8601."""
        return self.metadata.date_published or self.metadata.date_modified

    @property
    def language(self) -> str | None:
        """The language of the page."""
        return self.metadata.language

    @property
    def url(self) -> str | None:
        """The address of the page: as it was given, else as the page says."""
        return self.metadata.url

    @property
    def site(self) -> str | None:
        """The name of the site."""
        return self.metadata.site_name

    @property
    def next_page(self) -> str | None:
        """The address of the page on which the content goes on, None where this is the last."""
        return self._pagination.next

    @property
    def pages(self) -> tuple[str, ...]:
        """The addresses of the pages that the content is on, where they are numbered."""
        return self._pagination.pages

    @lazy
    def _pagination(self) -> Pagination:
        from dehusk.views.pagination import pagination

        return pagination(self.page)

    @property
    def followed(self) -> tuple[str, ...]:
        """The addresses of the pages that were read, where they are several: `dehusk.fetch.follow`."""
        return ()

    def as_dict(self) -> dict[str, Any]:
        """What `json` says, as a dictionary."""
        from json import loads

        record: dict[str, Any] = loads(self.json)
        return record

    @lazy
    def whole(self) -> Completed:
        """The selection with all that belongs to it and without orphans: `dehusk.content.complete`."""
        from dehusk.content.complete import complete

        return complete(self.page, self.selection, self.completion)

    def as_selected(self) -> Document:
        """The same document as the method decided it, leaf by leaf."""
        return replace(self, completion=NOTHING)

    def without(
        self, *, images: bool = False, links: bool = False, tables: bool = False
    ) -> Document:
        """The same document without pictures, the addresses of links or tables, in every format.

        >>> import dehusk
        >>> document = dehusk.extract("<p>Tea needs <a href=/water>boiling water</a>, and time.</p>")
        >>> document.without(links=True).markdown
        'Tea needs boiling water, and time.\\n'
        """
        return replace(self, omit=Omit(images, links, tables))

    @lazy
    @_within_limits("assembling")
    def content(self) -> Content:
        """The content as a table: `dehusk.content.table` explains its rows and columns."""
        return self._content_of(self.whole)

    @lazy
    @_within_limits("assembling")
    def blocks(self) -> tuple[Block, ...]:
        """The content: headings, paragraphs, lists, tables, code, quotes, figures."""
        from dehusk.content.table import blocks_of

        return blocks_of(self.content, self.page)

    @lazy
    @_within_limits("reading metadata")
    def metadata(self) -> Metadata:
        """Title, authors, dates and whatever else the page says of itself."""
        return self.facts.metadata()

    @lazy
    def facts(self) -> Facts:
        """The same field by field, each read when it is asked for."""
        from dehusk.metadata import Facts

        return Facts(self.page)

    @lazy
    @_within_limits("judging the page type")
    def page_type(self) -> str | None:
        """The most likely type of the page: article, forum, product … None where it has no text."""
        from dehusk.extractors.default.page_types import type_probabilities

        embedded = self.selection.embedded
        if embedded is None:
            probabilities = type_probabilities(self.page, self.selection.described)
        else:
            probabilities = type_probabilities(embedded.page)
        return max(probabilities, key=probabilities.__getitem__, default=None)

    @lazy
    @_within_limits("judging roles")
    def roles(self) -> tuple[Part, ...]:
        """Every text block of the page, kept or not, with what it is there for: see `dehusk.roles`."""
        from dehusk.extractors.default.block_roles import roles

        return roles(self.page)

    @lazy
    @_within_limits("finding comments")
    def comments(self) -> tuple[Block, ...]:
        """What readers wrote below the content, as content of its own. Not in `text`."""
        from dehusk.content.table import blocks_of

        content = self.comment_content
        return () if content is None else blocks_of(content, self.page)

    @lazy
    @_within_limits("finding comments")
    def comment_content(self) -> Content | None:
        """The comments as a table, None where there are none."""
        found = self._comment_selection
        if found.problem is not None:
            return None
        from dehusk.content.complete import complete

        shown = complete(self.page, found, _ONLY_POSTS if self.completion.posts else NOTHING)
        shown = replace(shown, keep=shown.keep & ~self.whole.keep)
        return self._content_of(shown) if shown.keep.any() else None

    def with_comments(self) -> Document:
        """The same document with the comments of readers as part of its content."""
        return replace(self, selection=self.selection.joined(self._comment_selection))

    @lazy
    @_within_limits("finding comments")
    def _comment_selection(self) -> Selection:
        from dehusk.content.comments import comment_selection

        return comment_selection(self.page, self.selection.keep)

    @lazy
    def running_text(self) -> Selection:
        """What `text` is made of: without the captions of pictures, and of threads, recipes and
        products what the method keeps."""
        completion = self.completion
        if completion is not EVERYTHING and completion == NOTHING:
            return self.selection
        from dehusk.content.complete import complete

        return complete(self.page, self.selection, running_text(completion))

    @lazy
    @_within_limits("assembling")
    def running_content(self) -> Content:
        """The content that `text` is made of, as a table."""
        return self._content_of(self.running_text)

    def _content_of(self, selection: Selection) -> Content:
        from dehusk.content.walk import content_of

        content = content_of(self.page, selection)
        if self.omit is NOTHING_OMITTED:
            return content
        from dehusk.content.omit import omitted

        return omitted(content, self.omit)

    @property
    def posts(self) -> tuple[Post, ...]:
        """The posts of a thread, each with the replies to it; none where the page is no thread."""
        from dehusk.content import Post

        return tuple(block for block in self.blocks if isinstance(block, Post))

    def with_front(self, front: Front) -> Content:
        """The content with its title and what else belongs in front of it."""
        from dehusk.content.header import NO_FRONT, with_front

        if self.omit.images:
            front = replace(front, cover=False)
        if front == NO_FRONT:
            return self.content
        return with_front(self.content, self.facts, front, self.page)

    @_within_limits("cutting into chunks")
    def chunks(
        self, max_words: int = 300, *, by: By = "heading", format: Format = "markdown"
    ) -> tuple[Chunk, ...]:
        """The content in pieces for retrieval, each with its headings and its place in the page.

        Tables, items of lists and code are never cut; see `dehusk.writers.chunks`.
        """
        from dehusk.writers.chunks import Chunks, cut

        return cut(self, Chunks(max_words, by, format))

    @property
    def reason(self) -> str | None:
        """Why the document is empty, None when it is not."""
        return self.selection.problem

    @property
    def confidence(self) -> float | None:
        """An estimate between 0 and 1 of how good the content is, where the method has one."""
        return self.selection.confidence

    @lazy
    def text(self) -> str:
        """The content as plain text."""
        return self.to_text()

    @property
    def word_count(self) -> int:
        """How many words the text has; of scripts without spaces every character is one."""
        from dehusk.views.wording import count_words

        return count_words(self.text)

    @property
    def reading_minutes(self) -> int:
        """How many minutes a reader needs for the text."""
        from dehusk.views.wording import reading_minutes

        return reading_minutes(self.text)

    @lazy
    def markdown(self) -> str:
        """The content as CommonMark with the tables and strikethrough of GFM."""
        return self.to_markdown()

    @lazy
    def html(self) -> str:
        """The content as safe HTML: an allowlist of elements, attributes and URL schemes."""
        return self.to_html()

    @lazy
    def json(self) -> str:
        """The content and the metadata as JSON, each block with its XPath."""
        return self.to_json()

    @_within_limits("writing text")
    def to_text(self, options: PlainText | None = None) -> str:
        """The content as plain text, as `options` say."""
        from dehusk.writers.text import PlainText, write_text

        return write_text(self, _options(options, PlainText))

    @_within_limits("writing Markdown")
    def to_markdown(
        self,
        options: Markdown | None = None,
        *,
        links: bool | None = None,
        images: bool | None = None,
        front_matter: bool | None = None,
    ) -> str:
        """The content as Markdown, as `options` say; the rest is short for some of them.

        >>> import dehusk
        >>> document = dehusk.extract("<p>Tea needs <a href=/water>boiling water</a>, and time.</p>")
        >>> document.to_markdown(links=False)
        'Tea needs boiling water, and time.\\n'
        """
        from dehusk.writers.markdown import Markdown, write_markdown

        options = _options(options, Markdown)
        if links is not None:
            options = replace(options, links="inline" if links else "none")
        if images is not None:
            options = replace(options, images=images)
        if front_matter is not None:
            options = replace(options, front_matter=front_matter)
        return write_markdown(self, options)

    @_within_limits("writing HTML")
    def to_html(self, options: Html | None = None) -> str:
        """The content as HTML, as `options` say."""
        from dehusk.writers.html import Html, write_html

        return write_html(self, _options(options, Html))

    @_within_limits("writing JSON")
    def to_json(self, options: Json | None = None) -> str:
        """The content as JSON, as `options` say."""
        from dehusk.writers.json import Json, write_json

        return write_json(self, _options(options, Json))
