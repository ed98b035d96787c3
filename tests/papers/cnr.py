"""S. López, J. Silva, D. Insa 2012, Algorithms 1 and 2.

Chosen where the paper is silent, as in ours: 30 % of the nodes with a ratio are top rated, with all
that rate as the last of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from tests.papers.tree import Node

NON_CONTENT = {"img", "nav", "a", "script", "video", "svg"}


def compute_cnr(node: Node) -> None:
    """Algorithm 1."""
    known = node.known
    if node.text is not None:
        known["weight"], known["textLength"] = 1, len("".join(node.text.split()))
        known["CNR"] = known["textLength"]
        return
    if node.tag in NON_CONTENT:
        known["weight"], known["textLength"], known["CNR"] = 1, 0, 0
        return
    descendants, chars = 1, 0
    for child in node.children:
        compute_cnr(child)
        chars += child.known["textLength"]
        descendants += child.known["weight"]
    known["weight"], known["textLength"], known["CNR"] = descendants, chars, chars / descendants


def identify_blocks(top_rated: list[Node]) -> list[Node]:
    """Algorithm 2, line by line."""
    blocks = {node for node in top_rated if not any(up in top_rated for up in node.ancestors())}
    while True:
        parents = [block.parent for block in blocks if block.parent is not None]
        n = next((parent for parent in parents if parents.count(parent) > 1), None)
        if n is None:
            return sorted(blocks, key=lambda node: node.row)
        blocks = {block for block in blocks if block.parent is not n} | {n}


def main_block(root: Node) -> Node | None:
    """The block with the most text."""
    compute_cnr(root)
    rated = [node for node in root.subtree() if node.known.get("CNR", 0) > 0]
    if not rated:
        return None
    ratios = sorted((node.known["CNR"] for node in rated), reverse=True)
    last = ratios[max(1, ceil(0.3 * len(ratios))) - 1]
    blocks = identify_blocks([node for node in rated if node.known["CNR"] >= last])
    return max(blocks, key=lambda block: (block.known["textLength"], -block.row))


def blocks(root: Node, most: int) -> Iterator[Node]:
    """Section 7: remove from the DOM tree all the nodes of the block, and detect the next."""
    for _ in range(most):
        block = main_block(root)
        if block is None:
            return
        yield block
        if block.parent is None:
            return
        block.parent.children.remove(block)
