"""The contract of docs/security.md in the renderers that people use: no element, attribute or address
that the writer did not mean, with raw HTML on.

`python -m tests.writers.renderers 20000` looks at more pages than these.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dehusk import extract
from dehusk.content import Block, Code, FootnoteReference, Heading, Image, Link, Paragraph, Text
from dehusk.content.kinds import Footnote, Superscript
from dehusk.writers.markdown import markdown_of
from tests.vectors import PLACES, page_of
from tests.writers import trees
from tests.writers.elsewhere import Addresses, faults, unmeant
from tests.writers.fragments import page_of_fragments
from tests.writers.renderers import PACKAGES, Renderers
from tests.writers.test_safety import IMG, ROWS, SHOWN, URL, p

ANY = settings(deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def renderers() -> Iterator[Renderers]:
    started = Renderers()
    yield started
    started.close()


def check_text(renderers: Renderers, text: str, blocks: tuple[Block, ...]) -> None:
    found = faults(renderers.render([text])[0], text, blocks)
    assert not found, f"{found} in {text}"


def check_page(renderers: Renderers, html: str) -> None:
    document = extract(html, method="semantic", url=f"{URL}page")
    check_text(renderers, document.markdown, document.blocks)


def check_blocks(renderers: Renderers, *blocks: Block) -> str:
    text = markdown_of(blocks)
    check_text(renderers, text, blocks)
    return text.removesuffix("\n")


@pytest.mark.parametrize("package", PACKAGES)
def test_is_installed(renderers: Renderers, package: str) -> None:
    """Where one is not, the tests below are about the others."""
    if package in renderers.missing:
        pytest.skip(f"{package}: {renderers.missing[package]}")


@pytest.mark.parametrize("place", PLACES)
def test_every_payload_in_every_place(renderers: Renderers, place: str) -> None:
    check_page(renderers, page_of(place))


@settings(ANY, max_examples=150)
@given(st.randoms())
def test_any_page_of_fragments(renderers: Renderers, random: Random) -> None:
    check_page(renderers, page_of_fragments(random))


@settings(ANY, max_examples=60)
@given(trees.attacks)
def test_any_tree_of_hostile_pieces(renderers: Renderers, blocks: tuple[Block, ...]) -> None:
    check_blocks(renderers, *blocks)


# One by one: who read it otherwise, and how it is written


def test_python_markdown_knows_no_backslash_before_a_tag(renderers: Renderers) -> None:
    assert check_blocks(renderers, p(IMG)) == SHOWN
    link = Link((Text(IMG),), URL, IMG)
    assert check_blocks(renderers, p(link)) == f'[{SHOWN}]({URL} "{SHOWN}")'


def test_marked_forgets_the_backslashes_of_brackets_in_a_link(renderers: Renderers) -> None:
    link = Link((Text("a ![x](javascript:pwn())"),), URL)
    assert check_blocks(renderers, p(link)) == f"[a !\\[x\\]\\(javascript:pwn())]({URL})"
    link = Link((Code("``a`](javascript:pwn())"),), URL)
    assert "<code>" in check_blocks(renderers, p(link))


def test_cmark_reads_an_entity_after_a_backslash_in_an_address(renderers: Renderers) -> None:
    image = Image(f"{URL}?a&quot;", "b")
    assert check_blocks(renderers, p(image)) == f"![b]({URL}?a&amp;quot;)"


@pytest.mark.parametrize(
    "url", ["javascript:pwn()", "java\tscript:x", "data:image/png,x", "x&colon;y"]
)
def test_pictures_have_no_address_but_those_of_the_list(renderers: Renderers, url: str) -> None:
    assert check_blocks(renderers, p("a ", Image(url, "b"), Link((Image(url, "b"),), URL))) == "a"


def test_pandoc_reads_raised_words_twice(renderers: Renderers) -> None:
    assert check_blocks(renderers, p("a^<b>^ c~<b>~")) == "a\\^&lt;b>^ c\\~&lt;b>\\~"
    raised = Superscript((Text("<b>^x"),))
    assert check_blocks(renderers, p("a^", raised, "^")) == "a\\^<sup>&lt;b>\\^x</sup>^"
    assert check_blocks(renderers, p("a^", Link((Text("<b>^"),), URL))) == f"a\\^[&lt;b>\\^]({URL})"


def test_attribute_lists(renderers: Renderers) -> None:
    handler = "{: onclick=pwn()}"
    assert check_blocks(renderers, p(Link((Text("a"),), URL), handler)) == f"[a]({URL})\\{handler}"
    raw = check_blocks(renderers, p(Code(IMG), "{=html}"))
    assert raw == f"`{IMG}`\\{{=html}}"
    heading = Heading(2, (Text("x^{onclick=pwn()}"),), ROWS)
    assert check_blocks(renderers, heading) == "## x^\\{onclick=pwn()}"
    check_blocks(renderers, replace(heading, content=(Text("x{onclick}"),)))
    check_blocks(renderers, p("::: {onclick=pwn()}"), p("a"), p(":::"))


def test_python_markdown_sees_titles_within_words(renderers: Renderers) -> None:
    note = Footnote("1", (p("javascript:pwn(a b)"),))
    text = check_blocks(renderers, p("a", FootnoteReference("1")), note)
    assert text.endswith("[^1]: &#32; javascript:pwn(a b)")


def test_the_oracle_sees_what_is_not_meant() -> None:
    meant = Addresses((Paragraph((Link((Text("a"),), URL),), ROWS),))
    for html in (
        IMG,
        "<script>x</script>",
        "<p onclick=x>",
        "<a href=javascript:x>",
        "<a href=' java\nscript:x'>",
        "<a href=path>",
        "<span class='\"'>",
        "<h2 id=x>",
        "<table><td style='background:url(x)'>",
    ):
        assert list(unmeant(html, meant)), html
    assert list(unmeant(f'<p><a href="{URL}">a</a></p>', meant)) == []


def test_mistune_reads_a_note_in_the_address_of_a_description(renderers: Renderers) -> None:
    image = Image(URL, "https://evil.example/>[^1]")
    link = Link((Text("[^1]"),), URL)
    assert r"\[\^1\]" in check_blocks(renderers, p(image, link)).split("](")[0]


def test_marked_ends_a_picture_in_a_link_at_a_bracket_of_its_address(
    renderers: Renderers,
) -> None:
    link = Link((Image(f"{URL}](javascript:pwn())", "^["),), URL)
    assert f"{URL}%5D(javascript:pwn())" in check_blocks(renderers, p(link))


def test_marked_ends_code_at_its_first_backtick_after_a_bracket(renderers: Renderers) -> None:
    assert "<code>" in check_blocks(renderers, p(Text("![x "), Code("`](javascript:pwn())")))
