"""A page as a tree of objects, as the papers talk of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from dehusk import Page
from dehusk.views.text_counts import visible_chars


@dataclass(eq=False)
class Node:
    """A node of the DOM; `text` is None for elements."""

    row: int
    tag: str
    text: str | None
    parent: Node | None
    children: list[Node] = field(default_factory=list)
    known: dict[str, Any] = field(default_factory=dict)

    def subtree(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            yield from child.subtree()

    def ancestors(self) -> Iterator[Node]:
        node = self.parent
        while node is not None:
            yield node
            node = node.parent


def tree_of(page: Page) -> Node:
    """The root; texts without a visible character are no nodes."""
    letters = visible_chars(page)
    nodes: dict[int, Node] = {}
    for row in range(len(page)):
        if page.is_text[row] and not letters[row]:
            continue
        parent = nodes.get(int(page.parent[row]))
        text = page.text_of(row) if page.is_text[row] else None
        node = nodes[row] = Node(row, page.tag_name(row), text, parent)
        if parent is not None:
            parent.children.append(node)
    return nodes[0]
