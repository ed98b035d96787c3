from __future__ import annotations

from .conftest import PAGE, adapter

nemo_curator = adapter("nemo_curator")


def test_paragraphs_are_extracted() -> None:
    algorithm = nemo_curator.DehuskExtractor()
    paragraphs = algorithm.extract_text(PAGE, frozenset(), "ENGLISH")
    assert paragraphs[0] == "Green tea"
    assert len(paragraphs) == 4
    assert algorithm.extract_text("%PDF-1.7 \x00\x01", frozenset(), "ENGLISH") is None
