"""Who may import whom. The page knows nobody; everything else points towards it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import dehusk

PACKAGE = Path(dehusk.__file__).parent
FOR_ALL = {"__version__", "budget", "lazy"}
"""What knows nobody, the exceptions aside, and everybody may import."""

MAY_IMPORT = {
    "errors": set(),
    "budget": {"errors"},
    "lazy": set(),
    "tags": set(),
    "page": {"tags"},
    "_encoding_tables": set(),
    "_encoding_models": {"_encoding_tables"},
    "encoding": {"_columns", "_encoding_models", "_encoding_tables"},
    "rows": {"page", "tags"},
    "sniff": {"_encoding_tables", "encoding", "tags"},
    "mhtml": {"errors"},
    "parse": {"encoding", "errors", "mhtml", "page", "rows", "sniff", "tags", "_columns"},
    "snapshot": {"errors", "page", "rows", "tags"},
    "selection": {"page"},
    "visible": {"page"},
    "blocks": {"page", "tags", "visible"},
    "densities": {"page", "selection", "tags", "visible"},
    "hidden": {"page", "tags"},
    "notes": {"_attributes", "page", "tags"},
    "shown": {"errors", "page", "tags", "visible"},
    "zone_tree": {"page", "rows", "shown", "tags"},
    "column_tree": {"page", "zone_tree"},
    "link_areas": {"page", "shown", "tags", "visible"},
    "sentences": {"errors"},
    "source_lines": {"page"},
    "features": {"_features", "_stated", "blocks", "hidden", "page", "tags", "visible"},
    "forest": {"_trees", "errors"},
    "exhibits": set(),
    "templates": {"blocks", "errors", "features", "forest", "page"},
    "extractors": {
        "_decision",
        "blocks",
        "column_tree",
        "densities",
        "embedded",
        "exhibits",
        "features",
        "forest",
        "hidden",
        "link_areas",
        "page",
        "selection",
        "sentences",
        "shown",
        "source_lines",
        "tags",
        "errors",
        "visible",
        "zone_tree",
    },
    "metadata": {"blocks", "page", "tags", "visible"},
    "content": set(),
    "threads": {"_attributes", "metadata", "page", "tags", "visible"},
    "assemble": {
        "blocks",
        "content",
        "hidden",
        "notes",
        "page",
        "selection",
        "tags",
        "threads",
        "visible",
    },
    "writers": {"content", "front"},
    "comments": {"blocks", "page", "selection", "tags", "visible"},
    "block_roles": {"errors", "features", "forest", "page", "parse"},
    "page_types": {"errors", "features", "forest", "page"},
    "embedded": {"metadata", "page", "parse", "selection", "tags"},
    "complete": {
        "_attributes",
        "_decision",
        "hidden",
        "notes",
        "page",
        "selection",
        "tags",
        "threads",
    },
    "front": {"content", "metadata"},
    "wording": {"visible"},
    "chunks": {"content", "front", "sentences", "wording", "writers"},
    "omit": {"content"},
    "document": {
        "chunks",
        "wording",
        "complete",
        "front",
        "_text",
        "assemble",
        "comments",
        "content",
        "metadata",
        "omit",
        "page",
        "page_types",
        "parse",
        "selection",
        "writers",
    },
}
"""Parts that are not listed stand at the end of the line and may import anything in the package."""

FINAL = {
    "files",
    "pipeline",
    "batch",
    "spark",
    "evaluate",
    "explain",
    "fetch",
    "rendering",
    "compare",
    "integrations",
    "compat",
    "sites",
    "methods",
    "serve",
    "mcp",
    "cli",
    "__main__",
    "__init__",
}


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py").removesuffix(".pyx")


def imported_parts(path: Path) -> Iterator[str]:
    """The parts of dehusk that a file imports when it runs; imports for type checkers are free."""
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            node.body = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (name.split(".")[1] for name in names if name.startswith("dehusk."))


FILES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_follow_the_arrows(path: Path) -> None:
    part = part_of(path)
    if part in FINAL:
        return
    assert part in MAY_IMPORT, f"say in this test whom {part} may import"
    strangers = set(imported_parts(path)) - MAY_IMPORT[part] - FOR_ALL - {part}
    assert not strangers, f"{part} may not import {sorted(strangers)}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_extractors_do_not_know_each_other_and_nobody_knows_the_workshop(path: Path) -> None:
    text = path.read_text()
    assert "import bench" not in text
    assert "import training" not in text
    if part_of(path) == "extractors" and path.name != "__init__.py":
        assert "dehusk.extractors" not in text
