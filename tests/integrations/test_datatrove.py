from __future__ import annotations

from pathlib import Path

from tests.reader import run_example_of

from .conftest import PAGE, adapter

datatrove = adapter("datatrove")
from datatrove.data import Document  # noqa: E402


def test_pages_become_text_with_their_address_and_facts() -> None:
    pages = [
        Document(PAGE, "1", metadata={"url": "https://example.org/tea"}),
        Document('{"tea": 1}', "2"),
        Document("<title>Tea</title><script>tea()</script>", "3"),
        Document(PAGE, "4"),
    ]
    step = datatrove.Dehusk(format="markdown", facts=True, timeout=20)
    made = list(step.run(iter(pages)))
    assert [document.id for document in made] == ["1", "4"]
    assert "(https://example.org/water)" in made[0].text
    assert made[0].metadata["title"] == "Green tea"
    assert step.stats["total"].total == 4
    assert step.stats["dropped"].total == 2


def test_text_is_the_default() -> None:
    [document] = datatrove.Dehusk(timeout=20).run(iter([Document(PAGE, "1")]))
    assert document.text.startswith("Green tea\n")
    assert document.metadata == {}


def test_the_example_of_the_document_runs(tmp_path: Path) -> None:
    run_example_of("datatrove", tmp_path)
