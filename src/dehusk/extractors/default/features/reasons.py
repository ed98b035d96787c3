"""Why a block was judged as it was, in words: what it is, and what speaks for or against it most.

>>> sentence(["a link in a list", "in a footer", "after the last paragraph"])
'a link in a list, in a footer, after the last paragraph'

A forest moves a block by hundreds of columns, many of which say nearly the same. Here they are
gathered into groups; each group has a few phrases, and the first that is true of the block is said. So
a phrase is always a fact about the block, and the columns decide only which facts are worth saying.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import expm1
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dehusk.budget import watched

Facts = Mapping[str, float]
Holds = Callable[[Facts], bool]

_MOST_PHRASES = 3
_LEAST_SHARE = 0.08
"""What moved a block less than this share of all that moved it in the same direction is not said."""

_FOR, _AGAINST, _EITHER = 1, -1, 0


class Phrase(NamedTuple):
    """What can be said of a block, when it is true, and what it speaks for."""

    text: str
    holds: Holds
    speaks: int = _EITHER


@dataclass(frozen=True)
class Group:
    """Columns that say much the same, by the first words of their names, and how to say it."""

    starts: tuple[str, ...]
    phrases: tuple[Phrase, ...]


def _is(name: str) -> Holds:
    return lambda facts: facts[name] > 0


def _over(name: str, least: float) -> Holds:
    return lambda facts: facts[name] > least


def _words_of(facts: Facts) -> float:
    return expm1(facts["words"])


def _is_list(facts: Facts) -> bool:
    return facts["link share"] > 0.5 and (facts["in ul"] > 0 or facts["in ol"] > 0)


def _after_text(facts: Facts) -> bool:
    return facts["good before"] > 0.97 and not facts["good"]


def _before_text(facts: Facts) -> bool:
    return facts["good before"] < 0.03 and not facts["good"]


def _always(facts: Facts) -> bool:
    return True


_NAMED = {
    _AGAINST: {
        "menu": "a menu",
        "related": "related pages",
        "share": "buttons to share it",
        "advert": "an advertisement",
        "consent": "a notice about cookies or the like",
        "subscribe": "a request to subscribe",
        "crumbs": "the path through the site",
        "search": "a search or filter",
        "side": "a side column",
        "footer": "a footer",
        "tags": "tags",
        "hide": "hidden",
    },
    _EITHER: {
        "comment": "comments",
        "byline": "a byline",
        "review": "reviews",
        "note": "a note",
        "figure": "a picture",
        "header": "a header",
        "title": "a title",
        "card": "an entry of a list",
    },
    _FOR: {
        "product": "a product",
        "forum": "a thread",
        "code": "code",
        "table": "a table",
        "content": "content",
    },
}
"""How the kinds of the vocabulary of hints are called."""

_AROUND = {
    _AGAINST: {
        "nav": "in the navigation",
        "footer": "in a footer",
        "aside": "in an aside",
        "dialog": "in a dialog",
        "select": "in a list of choices",
        "button": "in a button",
        "form": "in a form",
        "noscript": "for readers without scripts",
    },
    _EITHER: {
        "figure": "in a figure",
        "address": "in an address",
        "blockquote": "in a quotation",
        "pre": "in code",
        "table": "in a table",
        "header": "in a header",
    },
    _FOR: {"article": "in an article", "main": "in the main part"},
}

SUBJECTS: tuple[Phrase, ...] = (
    Phrase("a heading", _is("heading level")),
    Phrase("a button or a field", _is("held by control")),
    Phrase("a link in a list", _is_list),
    Phrase("a link to another page", _over("link share", 0.5)),
    Phrase("a caption", _is("held by caption")),
    Phrase("code", _is("held by code")),
    Phrase("a quotation", _is("held by quote")),
    Phrase("an item of a list", _is("held by item")),
    Phrase("a cell of a table", _is("held by cell")),
    Phrase("a paragraph", _is("held by p")),
    Phrase("some words", lambda facts: _words_of(facts) < 15),
    Phrase("a text", _always),
)
"""What a block is: every sentence begins with it."""

_ELEMENTS = "h1 h2 h3 li ul ol dl p td th".split()

GROUPS: tuple[Group, ...] = (
    Group(
        ("held by", "heading level", *(f"in {tag}" for tag in _ELEMENTS)),
        (),
    ),
    Group(
        ("words", "unlinked", "leaves"),
        (
            Phrase("long", lambda facts: _words_of(facts) >= 40, _FOR),
            Phrase("of some length", lambda facts: _words_of(facts) >= 15, _FOR),
            Phrase("short", _always, _AGAINST),
        ),
    ),
    Group(
        ("stops", "stop share", "commas", "comma share", "ends sentence", "good"),
        (
            Phrase("written in full sentences", _is("good"), _FOR),
            Phrase("ends as a sentence does", _is("ends sentence"), _FOR),
            Phrase("no sentence", _always, _AGAINST),
        ),
    ),
    Group(
        ("link share", "links", "in a"),
        (
            Phrase("most of it links", _over("link share", 0.5), _AGAINST),
            Phrase("some of it links", _over("link share", 0.15), _AGAINST),
            Phrase("hardly any links in it", _always, _FOR),
        ),
    ),
    Group(
        ("digit share", "separators", "currency", "copyright", "at sign", "braces"),
        (
            Phrase("with a copyright sign", _is("copyright"), _AGAINST),
            Phrase("with a price", _is("currency")),
            Phrase("with an unfilled template", _is("braces"), _AGAINST),
            Phrase("with the address of somebody", _is("at sign")),
            Phrase("much of it in digits", _over("digit share", 0.3)),
            Phrase("with bars or bullets between its words", _is("separators")),
        ),
    ),
    Group(
        ("in body", "body", "before body", "after body", "marked as body", "in description"),
        (
            Phrase("in the page's own record of the article", _over("in body", 0.5), _FOR),
            Phrase("marked as the text of the article", _is("marked as body"), _FOR),
            Phrase("in the page's own description", _over("in description", 0.5)),
            Phrase(
                "not in the page's own record of the article", _over("body length", 0), _AGAINST
            ),
        ),
    ),
    Group(("hidden",), (Phrase("hidden by the markup", _is("hidden"), _AGAINST),)),
    Group(
        ("hint", "near"),
        tuple(
            Phrase(f"{where} {said}", _is(f"{column} {kind}"), speaks)
            for column, where in (("near", "named as"), ("hint", "in a part named as"))
            for speaks, kinds in _NAMED.items()
            for kind, said in kinds.items()
        ),
    ),
    Group(
        ("in",),
        tuple(
            Phrase(said, _is(f"in {tag}"), speaks)
            for speaks, tags in _AROUND.items()
            for tag, said in tags.items()
        ),
    ),
    Group(
        ("alike", "sibling", "siblings", "said", "record", "card"),
        (
            Phrase("said more than once on the page", _is("said before"), _AGAINST),
            Phrase("one of many alike", lambda facts: expm1(facts["alike"]) >= 6),
            Phrase("one of a row of alike parts", lambda facts: expm1(facts["card number"]) >= 3),
        ),
    ),
    Group(
        ("section", "since heading", "last heading", "words since heading", "headings before"),
        (Phrase("in a section of links", _over("section 3 link share", 0.5), _AGAINST),),
    ),
    Group(
        ("-1", "+1", "within"),
        (
            Phrase("between links", _over("within 3 link share", 0.5), _AGAINST),
            Phrase("next to paragraphs", _over("within 3 good", 0.4), _FOR),
            Phrase("no paragraph is near", lambda facts: facts["within 10 good"] < 0.1, _AGAINST),
        ),
    ),
    Group(
        ("up", "top", "scored"),
        (
            Phrase("in the part with most of the text", _is("top 0.7 inside"), _FOR),
            Phrase("above the title", _is("before h1"), _AGAINST),
            Phrase("before the first paragraph", _before_text, _AGAINST),
            Phrase("after the last paragraph", _after_text, _AGAINST),
            Phrase("outside of the part with most of the text", _always, _AGAINST),
        ),
    ),
    Group(
        (*"place index blocks since until relative depth".split(), "good before", "before h1"),
        (
            Phrase("above the title", _is("before h1"), _AGAINST),
            Phrase("before the first paragraph", _before_text, _AGAINST),
            Phrase("after the last paragraph", _after_text, _AGAINST),
            Phrase("among the paragraphs", _always, _FOR),
        ),
    ),
    Group(("page",), ()),
)
"""In the order in which a sentence says them. What is known of the page as a whole is the same for
all of its blocks, and not said."""


def group_of(name: str) -> int:
    """The number of the group that a column belongs to: the one that knows most of its name.

    >>> group_of("good before") == group_of("since h1"), group_of("good") == group_of("stops")
    (True, True)
    """
    known = [
        (len(start), -number)
        for number, group in enumerate(GROUPS)
        for start in group.starts
        if f"{name} ".startswith(f"{start} ")
    ]
    return -max(known)[1]


def reasons(
    names: Sequence[str], features: NDArray[np.float32], moved: NDArray[np.float64]
) -> Iterator[str]:
    """For each block what speaks for it, where more speaks for than against it, else what against.

    `moved` is how far each of the columns `names` moved each block.
    """
    member = np.zeros((len(names), len(GROUPS)))
    member[np.arange(len(names)), [group_of(name) for name in names]] = 1.0
    by_group = moved @ member
    direction = np.where(moved.sum(axis=1) > 0, 1.0, -1.0)
    weights = np.maximum(by_group * direction[:, None], 0.0)
    parts = list(zip(features, weights, direction.tolist(), strict=True))
    for own, weight, side in watched(parts, "explaining"):
        facts = dict(zip(names, own.tolist(), strict=True))
        subject = next(one.text for one in SUBJECTS if one.holds(facts))
        yield sentence([subject, *_phrases(facts, weight, side)])


def _phrases(facts: Facts, weight: NDArray[np.float64], side: float) -> list[str]:
    """What is worth saying of a block, in the order of the groups, and each once.

    A fact that speaks for the other side is not said: no reader would take it for a reason.
    """
    chosen: dict[int, str] = {}
    least = _LEAST_SHARE * weight.sum()
    for number in np.argsort(-weight).tolist():
        is_enough = len(chosen) == _MOST_PHRASES or (chosen and weight[number] < least)
        if is_enough or weight[number] <= 0:
            break
        said = next((one for one in GROUPS[number].phrases if one.holds(facts)), None)
        if said is not None and said.speaks * side >= 0 and said.text not in chosen.values():
            chosen[number] = said.text
    return [chosen[number] for number in sorted(chosen)]


def sentence(phrases: Sequence[str]) -> str:
    """Phrases as one line."""
    return ", ".join(phrases)
