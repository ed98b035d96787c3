"""What a reader sees, as plain tuples: of a content tree, and of Markdown after a renderer.

Two outlines are equal when headings, paragraphs, nested lists, quotes, tables, code, formulas,
links, images and every word are. Emphasis is left out: writers may move it by a comma.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote

from markdown_it import MarkdownIt
from markdown_it.common.normalize_url import normalizeLink
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.gfm import gfm_plugin
from mdit_py_plugins.tasklists import tasklists_plugin

from dehusk.content import (
    Block,
    Break,
    Code,
    CodeBlock,
    DefinitionList,
    Embed,
    Figure,
    Footnote,
    FootnoteReference,
    Heading,
    Image,
    Inline,
    Link,
    List,
    Math,
    MathBlock,
    Paragraph,
    Post,
    Quote,
    Rule,
    Table,
    Text,
)
from dehusk.content.schemes import image_url, link_url
from dehusk.content.table import table_of
from dehusk.writers._simple import headings_of_notes, post_blocks

Outline = tuple[Any, ...]


def without_heading_of_notes(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """Content without headings and rules that only footnotes follow: these go to the end."""
    content = table_of(blocks)
    left_out = headings_of_notes(content)
    rows = [0]
    while rows[-1] < len(content):
        rows.append(content.end.item(rows[-1]))
    return tuple(block for row, block in zip(rows, blocks, strict=False) if row not in left_out)


# Private characters around what is more than words.
LINK, IN_LINK, END_LINK, CODE, END_CODE, IMAGE, ALT, END_IMAGE, NOTE = map(
    chr, range(0xE000, 0xE009)
)


def words(text: str) -> str:
    """Words with single spaces; code next to code is one piece."""
    text = re.sub("[\\s\x00-\x1f\x7f-\x9f]+", " ", text.replace(END_CODE + CODE, "")).strip()
    text = re.sub(f"{CODE}[^{END_CODE}]*", lambda code: without_gaps(code[0]), text)
    # Where exactly white space stands around the ends of a link is nothing that a reader sees.
    text = re.sub(rf"({LINK}[^{IN_LINK}]*{IN_LINK}) ", r" \1", text)
    text = re.sub(rf" {END_LINK}", f"{END_LINK} ", text)
    # An address as its own link is what GitHub makes of every address.
    text = re.sub(rf"{LINK}([^{IN_LINK}]*){IN_LINK}\1{END_LINK}", r"\1", text)
    return re.sub(r" +", " ", text).strip()


def without_gaps(latex: str) -> str:
    """A formula without what keeps parts of it from being read as tags and links."""
    return re.sub(r"([<\[\]^])(?: |\{\})", r"\1", latex)


def without_links(outline: Any) -> Any:
    """The same outline with the words of links only."""
    if isinstance(outline, str):
        return words(re.sub(f"{LINK}[^{IN_LINK}]*{IN_LINK}|{END_LINK}", "", outline))
    return tuple(map(without_links, outline)) if isinstance(outline, tuple) else outline


def address(url: str) -> str:
    """An address as the renderer writes it."""
    return normalizeLink(re.sub(r"[\s'\ufeff]", lambda odd: quote(odd[0]), url))


# The content tree


@dataclass
class Tree:
    """Makes the outline of a content tree."""

    notes: dict[str, Footnote] = field(default_factory=dict)
    used: list[str] = field(default_factory=list)

    def blocks(self, blocks: tuple[Block, ...]) -> Outline:
        return tuple(form for block in blocks for form in self.block(block))

    def block(self, block: Block) -> Outline:
        match block:
            case Heading(level, content):
                return self.worded("heading", content, level)
            case Paragraph(content):
                return self.worded("paragraph", content)
            case List(ordered, items):
                inner = tuple((item, self.blocks(item.content)) for item in items)
                forms = tuple((self.box(item, form), form) for item, form in inner if form)
                return (("list", block.start if ordered else None, forms),) if forms else ()
            case DefinitionList(items):
                return tuple(form for item in items for form in self.definition(item))
            case Table(lines, _, header_lines, caption):
                return self.worded("paragraph", caption) + self.table(lines, header_lines)
            case CodeBlock(text, _, language):
                lines = text.removesuffix("\n")
                return (("code", language, lines),) if text.strip() else ()
            case Quote(content):
                inner = self.blocks(content)
                return (("quote", inner),) if inner else ()
            case Figure(content, _, caption):
                inner, below = self.blocks(content), self.worded("paragraph", caption)
                return below + inner if block.is_code else inner + below
            case MathBlock(latex):
                return (("math", without_gaps(words(latex))),) if latex.strip() else ()
            case Embed(url, _, title):
                return self.worded("paragraph", (Link((Text(title or url),), url),))
            case Post():
                return self.blocks(tuple(post_blocks(block)))
            case Rule():
                return (("rule",),)
            case Footnote():
                return ()

    def worded(self, kind: str, content: tuple[Inline, ...], *more: object) -> Outline:
        text = words(self.text(content))
        return ((kind, *more, text),) if text else ()

    @staticmethod
    def box(item: Any, form: Outline) -> bool | None:
        return item.checked if form[0][0] == "paragraph" else None

    def definition(self, item: Any) -> Outline:
        terms = " ".join(self.text(term) for term in item.terms)
        meanings = tuple(block for meaning in item.meanings for block in meaning)
        if terms.strip() and meanings and isinstance(meanings[0], Paragraph):
            first = ("paragraph", words(terms + " " + self.text(meanings[0].content)))
            return (first, *self.blocks(meanings[1:]))
        head = (("paragraph", words(terms)),) if terms.strip() else ()
        return head + self.blocks(meanings)

    def table(self, lines: Any, header_lines: int) -> Outline:
        texts = [[self.cell(cell.content) for cell in line] for line in lines]
        filled = tuple(tuple(filter(None, line)) for line in texts)
        if not any(filled):
            return ()
        return (("table", filled if header_lines else ((), *filled)),)

    def cell(self, blocks: tuple[Block, ...]) -> str:
        return words(" ".join(_leaves(self.blocks(blocks))))

    def text(self, content: tuple[Inline, ...], in_link: bool = False) -> str:
        return "".join(self.inline(node, in_link) for node in content)

    def inline(self, node: Inline, in_link: bool) -> str:
        match node:
            case Text(text):
                return text
            case Code(text):
                return f"{CODE}{text}{END_CODE}" if text else ""
            case Math(latex):
                return f"{CODE}{' '.join(latex.split())}{END_CODE}" if latex.strip() else ""
            case Break():
                return " "
            case Image(url, alt):
                safe = image_url(url)
                return f"{IMAGE}{address(safe)}{ALT}{words(alt)}{END_IMAGE}" if safe else ""
            case FootnoteReference(label):
                if in_link or label not in self.notes:
                    return f"[{label}]"
                self.used.append(label)
                return f"{NOTE}{label}"
            case Link(content, url):
                safe = None if in_link else link_url(url)
                text = self.text(content, in_link or safe is not None)
                if safe is None or not text.strip():
                    return text
                return f"{LINK}{address(safe)}{IN_LINK}{text}{END_LINK}"
            case _:
                return self.text(node.content, in_link)


def _leaves(outline: Any) -> list[str]:
    """The words of an outline in order, without its structure."""
    if isinstance(outline, tuple):
        match outline:
            case ("heading", _, text) | ("paragraph", text):
                return [text]
            case ("code", _, text):
                return [f"{CODE}{line}{END_CODE}" for line in text.split("\n") if line.strip()]
            case ("math", latex):
                return [f"{CODE}{latex}{END_CODE}"]
            case ("list", _, items):
                return [leaf for _, form in items for leaf in _leaves(form)]
            case ("table", lines):
                return [cell for line in lines for cell in line]
            case ("quote", inner):
                return _leaves(inner)
            case ("rule",):
                return []
        return [leaf for form in outline for leaf in _leaves(form)]
    return [outline]


def outline_of_tree(blocks: tuple[Block, ...]) -> Outline:
    notes = {
        block.label: block for block in blocks if isinstance(block, Footnote) and block.content
    }
    tree = Tree(notes)
    forms = tree.blocks(without_heading_of_notes(blocks) if notes else blocks)
    written: dict[str, Outline] = {}
    for label in tree.used:  # grows while a note points to another
        if label not in written:
            written[label] = ()
            written[label] = tree.blocks(notes[label].content)
    tree.notes = {label: notes[label] for label in written}
    rest = tuple(
        form for note in notes.values() if note.label not in written for form in lone(note, tree)
    )
    return forms + rest, tuple(written.values())


def lone(note: Footnote, tree: Tree) -> Outline:
    """A note that nothing points to, as ordinary text."""
    forms = tree.blocks(note.content)
    if forms and isinstance(note.content[0], Paragraph):
        head = f"[{note.label}] {tree.text(note.content[0].content)}"
        return (("paragraph", words(head)), *tree.blocks(note.content[1:]))
    return (("paragraph", f"[{note.label}]"), *forms) if forms else ()


# Markdown after a renderer


@dataclass
class Element:
    tag: str
    attributes: dict[str, str | None]
    children: list[Element | str] = field(default_factory=list)


class Builder(HTMLParser):
    void = frozenset({"br", "hr", "img", "input"})

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open = [Element("root", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs))
        self.open[-1].children.append(element)
        if tag not in self.void:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.void:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> inside <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")

    def handle_decl(self, decl: str) -> None:
        raise AssertionError(f"a declaration: {decl}")

    def handle_pi(self, data: str) -> None:
        raise AssertionError(f"an instruction: {data}")

    def unknown_decl(self, data: str) -> None:
        raise AssertionError(f"a declaration: {data}")


_BLOCKS = frozenset("p h1 h2 h3 h4 h5 h6 ul ol blockquote pre table hr div section".split())
_INLINE = frozenset("a img code em strong s sup sub br input span x-note".split())


def _blocks(children: list[Element | str]) -> Outline:
    forms: list[Any] = []
    line: list[Element | str] = []

    def flush() -> None:
        if text := words(_text(line)):
            forms.append(("paragraph", text))
        line.clear()

    for child in children:
        if isinstance(child, Element) and child.tag in _BLOCKS:
            flush()
            forms.extend(_block(child))
        else:
            line.append(child)
    flush()
    return tuple(forms)


def _block(element: Element) -> Outline:
    tag, children = element.tag, element.children
    if tag == "p":
        text = words(_text(children))
        return (("paragraph", text),) if text else ()
    if tag[0] == "h" and tag[1:].isdigit():
        return (("heading", int(tag[1:]), words(_text(children))),)
    if tag in ("ul", "ol"):
        start = int(element.attributes.get("start") or 1) if tag == "ol" else None
        items = [item for item in children if isinstance(item, Element)]
        return (("list", start, tuple((_box(item), _blocks(item.children)) for item in items)),)
    if tag == "blockquote":
        return (("quote", _blocks(children)),)
    if tag == "pre":
        (code,) = children
        assert isinstance(code, Element)
        language = (code.attributes.get("class") or "").removeprefix("language-") or None
        text = "".join(map(str, code.children)).removesuffix("\n")
        if language in ("math", "latex"):
            return (("math", without_gaps(words(text))),)
        return (("code", language, text),)
    if tag == "table":
        return (("table", tuple(map(_line, _find(element, "tr")))),)
    if tag == "hr":
        return (("rule",),)
    if "math" in (element.attributes.get("class") or ""):
        return (("math", without_gaps(words(_text(children)))),)
    raise AssertionError(f"<{tag} {element.attributes}> was not meant")


def _line(row: Element) -> Outline:
    cells = [cell for cell in row.children if isinstance(cell, Element)]
    return tuple(filter(None, (words(_text(cell.children)) for cell in cells)))


def _box(item: Element) -> bool | None:
    boxes = _find(item, "input")
    first = item.children[0] if item.children else None
    if isinstance(first, str) and not first.strip():
        first = item.children[1]
    if isinstance(first, Element) and first.tag == "p":
        first = first.children[0]
    if boxes and boxes[0] is first:
        return "checked" in boxes[0].attributes
    return None


def _find(element: Element, tag: str) -> list[Element]:
    found = []
    for child in element.children:
        if isinstance(child, Element):
            found += [child] if child.tag == tag else _find(child, tag)
    return found


def _text(children: list[Element | str]) -> str:
    return "".join(child if isinstance(child, str) else _inline(child) for child in children)


def _inline(element: Element) -> str:
    assert element.tag in _INLINE, f"<{element.tag}> was not meant"
    inside = _text(element.children)
    if element.tag == "a":
        return f"{LINK}{element.attributes['href']}{IN_LINK}{inside}{END_LINK}"
    if element.tag == "img":
        alt = words(element.attributes["alt"] or "")
        return f"{IMAGE}{element.attributes['src']}{ALT}{alt}{END_IMAGE}"
    if element.tag == "code" or "math" in (element.attributes.get("class") or ""):
        return f"{CODE}{inside}{END_CODE}"
    return f"{NOTE}{inside}" if element.tag == "x-note" else " " if element.tag == "br" else inside


_FORMULA = re.compile(r"\$(?![\s$])((?:\\.|[^\\$])*)(?<!\s)\$(?!\d)", re.DOTALL)


def _formula(state: Any, silent: bool) -> bool:
    """A formula as Pandoc reads it; the plugin wraps round at the first character of a text."""
    match = _FORMULA.match(state.src, state.pos)
    if not match or not match[1]:
        return False
    if not silent:
        state.push("math_inline", "math", 0).content = match[1]
    state.pos = match.end()
    return True


@cache
def renderer(name: str) -> MarkdownIt:
    """`plain`: GFM without autolinks, with footnotes and formulas; `github`: all that GitHub reads."""
    if name == "github":
        markdown = MarkdownIt("commonmark").use(gfm_plugin, dollarmath=False)
        markdown.use(dollarmath_plugin)
    else:
        markdown = MarkdownIt("gfm-like", {"linkify": False}).disable("linkify")
        markdown.use(footnote_plugin).use(tasklists_plugin)
        markdown.use(dollarmath_plugin)
    markdown.inline.ruler.at("math_inline", _formula)
    markdown.options["xhtmlOut"] = False
    markdown.add_render_rule("footnote_ref", _render_reference)
    markdown.add_render_rule("footnote_anchor", lambda *_: "")
    return markdown


def _render_reference(self: object, tokens: Any, index: int, *_: object) -> str:
    return f"<x-note>{tokens[index].meta['label']}</x-note>"


def outline_of_markdown(text: str, name: str = "plain") -> Outline:
    builder = Builder()
    builder.feed(renderer(name).render(text))
    builder.close()
    assert len(builder.open) == 1, "an element is not closed"
    children = builder.open[0].children
    section = [e for e in children if isinstance(e, Element) and e.tag == "section"]
    body = [
        child
        for child in children
        if isinstance(child, str)
        or (child.tag != "section" and "footnotes-sep" not in (child.attributes.get("class") or ""))
    ]
    notes = tuple(_blocks(item.children) for item in _find(section[0], "li")) if section else ()
    return _blocks(body), notes
