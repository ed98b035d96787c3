"""What a document is asked for: which wholes are made, and what is left out.

They stand apart from what does it, which is not needed before a document is read.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache


@dataclass(frozen=True)
class Completion:
    """Which wholes are made.

    >>> Completion(tables=False).figures
    True

    Each field is a rule that can be switched off. Without `captions`, those of pictures are
    dropped: plain text has no pictures for them to stand under. `notes` are footnotes: kept with
    their marks, wherever they stand. `among` keeps tables, lists and code that stand among the content
    though the method kept nothing of them.
    """

    tables: bool = True
    lists: bool = True
    code: bool = True
    quotes: bool = True
    figures: bool = True
    captions: bool = True
    labels: bool = True
    headings: bool = True
    notes: bool = True
    among: bool = True
    posts: bool = True
    verse: bool = True
    recipes: bool = True
    products: bool = True
    readmes: bool = True


EVERYTHING = Completion()
"""All wholes."""

NOTHING = Completion(
    tables=False,
    lists=False,
    code=False,
    quotes=False,
    figures=False,
    labels=False,
    headings=False,
    posts=False,
    verse=False,
    recipes=False,
    products=False,
    readmes=False,
    notes=False,
    among=False,
)
"""The method's own selection, leaf by leaf."""

RUNNING_TEXT = Completion(
    figures=False,
    captions=False,
    posts=False,
    recipes=False,
    products=False,
    readmes=False,
    notes=False,
    among=False,
)
"""What plain text is made of: running text as the method decides it, for corpora."""


@cache
def running_text(options: Completion) -> Completion:
    """The same rules as far as they are rules of plain text.

    >>> running_text(Completion(lists=False)).lists, running_text(Completion()) == RUNNING_TEXT
    (False, True)
    """
    both = {
        field.name: getattr(options, field.name) and getattr(RUNNING_TEXT, field.name)
        for field in fields(Completion)
    }
    return Completion(**both)


@dataclass(frozen=True, slots=True)
class Omit:
    """What to leave out. Of links the words stay; a figure goes with its picture or table."""

    images: bool = False
    links: bool = False
    tables: bool = False


NOTHING_OMITTED = Omit()
