"""The safety contract of docs/security.md, without a browser: what renderers make of our Markdown.

Every vector, and random trees of hostile pieces, through renderers of many kinds with raw HTML on:
nothing comes out that the writer did not mean.
"""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import HealthCheck, given, settings

from dehusk import Document, Markdown, extract
from dehusk.content import (
    Block,
    Cell,
    Code,
    CodeBlock,
    Emphasis,
    Footnote,
    FootnoteReference,
    Image,
    Inline,
    Link,
    List,
    ListItem,
    Math,
    MathBlock,
    Paragraph,
    Table,
    Text,
)
from dehusk.content.header import FRONT
from dehusk.content.table import blocks_of
from dehusk.metadata import Metadata
from dehusk.writers._front_matter import front_matter
from dehusk.writers.html import html_of
from dehusk.writers.markdown import markdown_of
from tests.vectors import (
    PAYLOADS,
    PLACES,
    page_of,
    page_with_embedded_text,
    page_with_metadata,
)
from tests.writers import trees
from tests.writers.rendering import Meant, renderers, unmeant

ROWS = (0, 1)
IMG = "<img src=x onerror=pwn()>"
SHOWN = "&lt;img src=x onerror=pwn()>"
URL = "https://a.example/"


def check(text: str, meant: Meant) -> None:
    for name, renderer in renderers().items():
        found = unmeant(renderer.render(text), meant, autolinks=name == "github")
        assert not found, f"{name}: {found} in {text}"


def check_blocks(*blocks: Block) -> str:
    text = markdown_of(blocks)
    check(text, Meant(blocks))
    return text


def p(*parts: str | Inline) -> Paragraph:
    return Paragraph(tuple(Text(part) if isinstance(part, str) else part for part in parts), ROWS)


# Vectors


def document_of(place: str) -> Document:
    return extract(page_of(place), method="semantic", url=f"{URL}page")


@pytest.mark.parametrize("place", PLACES)
def test_every_payload_in_every_place(place: str) -> None:
    document = document_of(place)
    assert document.blocks
    check(document.markdown, Meant(document.blocks))


def test_payloads_reach_the_output() -> None:
    """The vectors would prove nothing if the words of a payload were dropped."""
    lost = [
        place
        for place in PLACES
        if place not in ("markup", "code language", "language", "link address", "image address")
        and "pwn()" not in document_of(place).markdown
    ]
    assert lost == []


@pytest.mark.parametrize("payload", PAYLOADS)
def test_front_matter_is_yaml_and_shows_no_element(payload: str) -> None:
    document = extract(page_with_metadata(payload), method="semantic")
    text = document.to_markdown(Markdown(front_matter=True))
    check(text, Meant(blocks_of(document.with_front(FRONT))))
    fields = dict.fromkeys(("title", "site_name", "description", "url", "kind"), payload)
    check_front_matter(Metadata(authors=(payload, "x"), tags=("x", payload), **fields))


def check_front_matter(metadata: Metadata) -> None:
    head = front_matter(metadata)
    first, *lines, last = head.removesuffix("\n").split("\n")
    assert first == last == "---"
    # YAML may hold less than JSON: no character but these.
    assert re.fullmatch(
        "[\n\t -~\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]*", head
    )
    values = {name: json.loads(value) for name, value in (line.split(": ", 1) for line in lines)}
    assert all(
        list(getattr(metadata, name)) == value if isinstance(value, list) else value
        for name, value in values.items()
    )
    assert values.get("title") == metadata.title
    check(head, Meant(()))


@pytest.mark.parametrize("payload", [payload for payload in PAYLOADS if len(payload) < 60])
def test_embedded_text(payload: str) -> None:
    document = extract(page_with_embedded_text(payload))
    check(document.markdown, Meant(document.blocks))


# One by one, with what makes them harmless


@pytest.mark.parametrize(
    ("latex", "markdown"),
    [
        ("a<b", "$a< b$"),
        ("a < b", "$a < b$"),
        ("a<1", "$a<1$"),
        (r"\text{a<b}", r"$\text{a<{}b}$"),
        (r"\text{if } a<b", r"$\text{if } a< b$"),
        (r"\mbox {x{<b}}<c", r"$\mbox {x{<{}b}}< c$"),
        (r"a\\<b", r"$a\\< b$"),
        (r"a\<b", r"$a\< b$"),
        ("a{b", "`a{b`"),
        ("_x_{: onclick=pwn()}", "`_x_{: onclick=pwn()}`"),
        (r"\sum_{i=1} x_{on}", r"$\sum_{i=1} x_{on}$"),
        (IMG, "$< img src=x onerror=pwn()>$"),
        ("<https://e.example>", "`<https://e.example>`"),
        ("<1@e.example>", "$< 1@e.example>$"),
        ("[x](javascript:pwn())", "$[x] (javascript:pwn())$"),
        (r"\sqrt[3]{x}", r"$\sqrt[3]{x}$"),
        ("x[^1]^[2]", "$x[ ^1]^ [2]$"),
        ("a`b", "``a`b``"),
        ("a$b", "`a$b`"),
        (r"\href{javascript:pwn()}{x}", r"`\href{javascript:pwn()}{x}`"),
        (r"\displaystyle\classical", r"$\displaystyle\classical$"),
        ("x\x00<\x1bb", "$x < b$"),
    ],
)
def test_formulas_in_a_line(latex: str, markdown: str) -> None:
    assert check_blocks(p("a ", Math(latex), " b")) == f"a {markdown} b\n"


@pytest.mark.parametrize(
    ("latex", "markdown"),
    [
        ("a<b\n<img>", "$$\na< b\n< img>\n$$"),
        ("a\n=\nb", "$$a = b$$"),
        ("a\n- b", "$$a - b$$"),
        ("a % c\n- b", "```math\na % c\n- b\n```"),
        (r"a 5\% c" + "\n- b", r"$$a 5\% c - b$$"),
        ("[a]: javascript:pwn()\nb", "$$[a]: javascript:pwn() b$$"),
        ("~~~\nb", "$$~~~ b$$"),
        ("a|b\n-|-", "$$a|b -|-$$"),
        ("a\n`b", "```math\na\n`b\n```"),
        (r"\href{x}{y}", "```latex\n\\href{x}{y}\n```"),
    ],
)
def test_formulas_by_themselves(latex: str, markdown: str) -> None:
    assert check_blocks(MathBlock(latex, ROWS)) == markdown + "\n"


def test_brackets_of_a_formula_do_not_end_the_link_around_it() -> None:
    text = check_blocks(p(Link((Math("a]"),), URL, IMG)))
    assert text == f'[`a]`]({URL} "{SHOWN}")\n'
    assert check_blocks(p(Link((Math("a[1]"),), URL))) == f"[$a[1]$]({URL})\n"


def test_dollar_signs_of_code_and_prices() -> None:
    code = Code(f"$ {IMG}")
    assert check_blocks(p("$5 ", code)) == f"\\$5 `$ {IMG}`\n"
    assert check_blocks(p("a ", code)) == f"a `$ {IMG}`\n"
    assert check_blocks(p(Math("x"), code, "\\")) == f"$x$<code>\\$ {SHOWN}</code>\\\\\n"
    table = Table(((Cell((p("$5"),)), Cell((p(code),))),), ROWS, 1)
    assert check_blocks(table) == f"| \\$5 | `$ {IMG}` |\n| --- | --- |\n"


def test_a_backtick_in_one_cell_does_not_open_the_code_in_another() -> None:
    table = Table(((Cell((p("it`s"),)), Cell((p(Code(IMG)),))),), ROWS, 1)
    assert check_blocks(table) == f"| it\\`s | `{IMG}` |\n| --- | --- |\n"


@pytest.mark.parametrize(
    ("note", "markdown"),
    [
        (p("javascript:pwn()"), " &#32; javascript:pwn()"),
        (p("x 'y'"), " &#32; x 'y'"),
        (p("javascript:pwn(x y)"), " &#32; javascript:pwn(x y)"),
        (p("don't (go)"), " &#32; don't (go)"),
        (p("don't go"), " don't go"),
        (p("'x' 'y'"), " &#32; &#32; 'x' 'y'"),
        (p("x\u00a0y"), " &#32; x\u00a0y"),
        (p("<3 x>"), " &#32; <3 x>"),
        (p("two words"), " two words"),
        (CodeBlock(f"{IMG}\n\nb", ROWS), f"\n\n    ```\n    {IMG}\n\n    b\n    ```"),
        (
            List(False, (ListItem((p("it`s"),), ROWS), ListItem((p(Code(IMG)),), ROWS)), ROWS),
            f"\n\n    - it`s\n    - `{IMG}`",
        ),
    ],
)
def test_notes_where_footnotes_are_not_known(note: Block, markdown: str) -> None:
    text = check_blocks(p("a", FootnoteReference("1")), Footnote("1", (note,)))
    assert text == f"a[^1]\n\n[^1]:{markdown}\n"


def test_addresses_that_renderers_read_on() -> None:
    assert (
        check_blocks(p(f"https://e.example/\u00a0{IMG}")) == f"https\\://e.example/\u00a0{SHOWN}\n"
    )
    assert check_blocks(p(f"HTTP://e.example/{IMG}")) == f"HTTP\\://e.example/{SHOWN}\n"
    assert check_blocks(p(f"ftp://e.example/{IMG}")) == f"ftp\\://e.example/{SHOWN}\n"
    assert check_blocks(p("https://e.example/", Code(f" {IMG}"))) == (
        f"https\\://e.example/` {IMG}`\n"
    )


def test_mail_across_marks() -> None:
    assert check_blocks(p("a<", Emphasis((Text("b@e.example>"),)))) == "a&lt;*b@e.example>*\n"


def test_titles_hold_no_control_characters() -> None:
    text = check_blocks(p(Link((Text("a"),), URL, "b\x1b[31m\x9bc")))
    assert text == f'[a]({URL} "b [31m c")\n'


def test_titles_cannot_leave_a_broken_link() -> None:
    title = f"\\{IMG}](javascript:pwn())\\"
    text = check_blocks(p(Link((Text("a"),), URL, title), Image(URL, "b", title)))
    assert f'"&#92;{SHOWN}\\](javascript:pwn())&#92;"' in text


def test_runs_of_backticks_that_renderers_give_up_on() -> None:
    """cmark reads no code between more than 80 backticks, and no fence of more than 255."""
    for long in (64, 300, 5000):
        text = check_blocks(p(Code("`" * long + IMG)), CodeBlock("`" * long + f"\n{IMG}", ROWS))
        assert max(map(len, re.findall("`+", text))) == 64


def test_html_gives_active_formulas_no_class_to_find_them_by() -> None:
    latex = r"\href{javascript:pwn()}{x}"
    assert html_of((p(Math(latex)),)) == f"<p><code>{latex}</code></p>"
    assert html_of((MathBlock(latex, ROWS),)) == f"<pre><code>{latex}</code></pre>"


# Anything


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(trees.attacks)
def test_any_tree_of_hostile_pieces(blocks: tuple[Block, ...]) -> None:
    check_blocks(*blocks)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(trees.hostile)
def test_any_metadata(text: str) -> None:
    if text:
        check_front_matter(Metadata(title=text, description=f"a {text}", tags=(text, "b")))


def test_the_oracle_sees_what_is_not_meant() -> None:
    meant = Meant((p(Link((Text("a"),), URL)),))
    for html in (
        IMG,
        "<script>x</script>",
        "<p onclick=x>",
        "<a href=javascript:x>",
        '<a href="https://evil.example/">x</a>',
        '<code class="x">',
        '<li id="x">',
    ):
        assert unmeant(html, meant, autolinks=False), html
    assert unmeant(f'<p><a href="{URL}">a</a></p>', meant, autolinks=False) == []
