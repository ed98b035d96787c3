"""A document that was written: what the metrics over structure and facts look at.

>>> Written(markdown="# Tea", title="Tea").title
'Tea'
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dehusk.content import Post
from dehusk.document import Document
from dehusk.metadata import Product
from dehusk.writers.text import text_of


@dataclass(frozen=True)
class WrittenPost:
    """A post of a thread: what it says, and who is said to have written it, and when."""

    text: str
    author: str | None = None
    date: str | None = None


@dataclass(frozen=True)
class Written:
    """The Markdown of a page, and what was said of it. Any system can be put into this form."""

    markdown: str
    title: str | None = None
    authors: tuple[str, ...] = ()
    date: str | None = None
    posts: tuple[WrittenPost, ...] = ()
    product: Product | None = None

    @classmethod
    def of(cls, document: Document) -> Written:
        """A document of dehusk's own."""
        metadata = document.metadata
        date = metadata.date_published or metadata.date_modified
        posts, product = _written_posts(document.posts), metadata.product
        return cls(document.markdown, metadata.title, metadata.authors, date, posts, product)


def _written_posts(posts: tuple[Post, ...]) -> tuple[WrittenPost, ...]:
    """Posts and the replies to them, in order."""
    written: list[WrittenPost] = []
    waiting = list(reversed(posts))
    while waiting:
        post = waiting.pop()
        written.append(WrittenPost(text_of(post.content), post.author, post.date))
        waiting.extend(reversed(post.replies))
    return tuple(written)


WrittenFunction = Callable[[bytes, str | None], Written]
"""Another system that writes Markdown: the bytes of a page and its URL in, a document out."""
