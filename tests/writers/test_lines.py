"""Lines of Markdown: what becomes of marks, links, pictures, code and formulas beside each other."""

from __future__ import annotations

from hashlib import sha256
from itertools import product

import pytest

from dehusk.content import (
    Break,
    Code,
    Emphasis,
    Image,
    Inline,
    Link,
    Math,
    Paragraph,
    Strikethrough,
    Strong,
    Subscript,
    Superscript,
    Text,
)
from dehusk.writers.markdown import Markdown, markdown_of

URL = "https://example.org/a_b?c=d&e=f"
WORDS = [Text(text) for text in ("a", "two words", "x ", " y", "é1", "a.b", "(c)", "“d”", "!")]
OTHERS: list[Inline] = [
    Break(),
    Code("f(x)"),
    Image("https://example.org/i.png", "A pot"),
    Link((Text("tea"),), URL),
    Link((Text(" tea "),), URL, "Of leaves"),
    Link((Strong((Text("tea"),)), Image("/i.png")), "/tea_(drink)"),
]
MARKED: list[Inline] = [
    mark((inside,))
    for mark in (Emphasis, Strong)
    for inside in (
        Text("m"),
        Text(" n "),
        Text("o:"),
        Emphasis((Text("e"),)),
        Link((Text("l"),), URL),
        Image("/i.png"),
        Break(),
    )
]
MARKED += [Strong((Text("a"), Break(), Text(" $5"))), Emphasis((Break(), Text("[b]")))]


def written(content: tuple[Inline, ...], options: Markdown = Markdown()) -> str:
    return markdown_of((Paragraph(content, (0, 1)),), options)


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        (
            (Text("It costs $5, or 2 * 3 with a_b; see R&D [1]."),),
            "It costs $5, or 2 * 3 with a_b; see R&D [1].",
        ),
        (
            (Strong((Text("tea"),)), Break(), Text("water and leaves")),
            "**tea**\\\nwater and leaves",
        ),
        (
            (Text("see "), Link((Text("tea"),), URL), Text(", he said")),
            "see [tea](https://example.org/a_b?c=d&e=f), he said",
        ),
        ((Text("“"), Emphasis((Text("tea"),)), Text("”")), "“*tea*”"),
        (
            (Link((Image("https://example.org/i.png", "A pot: tea"),), URL),),
            "[![A pot: tea](https://example.org/i.png)](https://example.org/a_b?c=d&e=f)",
        ),
        ((Strong((Text("tea"), Break(), Text("water"))),), "**tea**\\\n**water**"),
        (
            (Strong((Link((Text("$5 off"),), "mailto:tea@example.org", "a_b"),)),),
            '**[$5 off](mailto:tea@example.org "a_b")**',
        ),
        (
            (Image("https://example.org/Grün", "a_b & c", "it's _this_"),),
            '![a_b & c](https://example.org/Grün "it\'s _this_")',
        ),
        ((Image("i.png", "[A pot]", '6" wide'),), '![\\[A pot\\]](i.png "6\\" wide")'),
        ((Link((Text("see *this*"),), "a(b.html"),), "[see \\*this\\*](a\\(b.html)"),
        ((Link((Text("Tea"),), "javascript:x"), Text("!")), "Tea!"),
        ((Text("see "), Link((Text("http://a.b"),), " http://a.b\n")), "see <http://a.b>"),
        ((Text("*both* `ways`"),), "\\*both\\* \\`ways\\`"),
        ((Emphasis((Strong((Text("tea"),)),)), Text(" and more")), "***tea*** and more"),
        ((Strong((Text("tea:"),)), Text("leaves")), "**tea**:leaves"),
        ((Emphasis((Text("tea "), Emphasis((Text("leaves"),)))),), "*tea leaves*"),
        ((Strong((Text("tea"),)), Emphasis((Text("leaves"),)), Text(" :")), "**tea**_leaves_ :"),
        (
            (Strong((Text(": "),)), Strong((Text("tea"),)), Strong((Text("leaves"),)), Text(" ")),
            "**:** **tealeaves**",
        ),
        ((Text("a"), Strong((Text("€"),)), Text("b")), "a€b"),
        (
            (Text("H"), Subscript((Text("2"),)), Text("O, 10"), Superscript((Text(" *3*"),))),
            "H<sub>2</sub>O, 10 <sup>\\*3\\*</sup>",
        ),
        (
            (Superscript((Superscript((Text("tea"),)), Break(), Text("leaves"))),),
            "<sup><sup>tea</sup> leaves</sup>",
        ),
        ((Link((Strong((Code("http://a.b"),)),), "http://a.b"),), "[**`http://a.b`**](http://a.b)"),
        (
            (Link((Text("tea"), Break(), Text("water")), URL),),
            "[tea\\\nwater](https://example.org/a_b?c=d&e=f)",
        ),
        ((Link((Text("^1"),), URL), Text("(tea)")), "[\\^1](https://example.org/a_b?c=d&e=f)(tea)"),
        ((Text("tea!"), Link((Text("a"), Link((Text("b"),), URL)), "/a")), "tea\\![ab](/a)"),
        ((Text("$5 or ~~6~~, $x$"),), "$5 or \\~\\~6\\~\\~, \\$x\\$"),
        ((Text("US$ 5, $6"),), "US\\$ 5, $6"),
        ((Text("US$ 5, $\u0663"),), "US\\$ 5, $٣"),
        ((Code("$a"), Text(" costs $6")), "`$a` costs \\$6"),
        ((Math("a<b"), Text(" or "), Math("x`y"), Text("5")), "$a< b$ or ``x`y``5"),
        ((Image("/~~x/i.png", "*"), Text("$5")), "![\\*](/~~x/i.png)$5"),
        (
            (Strikethrough((Text("tea"),)), Text(" $5 or "), Link((Text("~6"),), URL)),
            "~~tea~~ $5 or [\\~6](https://example.org/a_b?c=d&e=f)",
        ),
        (
            (Code("a`b"), Code("c"), Text(" and "), Link((Code("c]"),), URL)),
            "``a`bc`` and [`c]`](https://example.org/a_b?c=d&e=f)",
        ),
        ((Text("a\x00b\u2028"), Code("c\td")), "a b `c d`"),
    ],
)
def test_a_line(content: tuple[Inline, ...], wanted: str) -> None:
    assert written(content) == wanted + "\n"


@pytest.mark.parametrize(
    ("emphasis", "digest"), [(True, "6c773617dca9ba80"), (False, "981dcd223d48eab9")]
)
def test_any_two_pieces(emphasis: bool, digest: str) -> None:
    options = Markdown(emphasis=emphasis)
    pairs = product([*WORDS, *MARKED, *OTHERS], repeat=2)
    lines = "".join([written(pair, options) for pair in pairs])
    assert sha256(lines.encode()).hexdigest()[:16] == digest
