"""scikit-learn: HTML to text as a step of a pipeline.

>>> from sklearn.feature_extraction.text import CountVectorizer
>>> from sklearn.pipeline import make_pipeline
>>> words = make_pipeline(MainContent(), CountVectorizer())
>>> words.fit_transform(["<nav>Home</nav><p>Tea needs boiling water."]).shape
(1, 4)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dehusk.integrations._shared import Format, Reader, needs

with needs("scikit-learn"):
    from sklearn.base import BaseEstimator, TransformerMixin


class MainContent(TransformerMixin, BaseEstimator):
    """The main content of each page; what is no HTML has none. It learns nothing."""

    def __init__(self, format: Format = "text", method: str = "default", amount: int = 0) -> None:
        self.format = format
        self.method = method
        self.amount = amount

    def fit(self, pages: Iterable[bytes | str], y: object = None) -> MainContent:
        """Nothing to learn."""
        return self

    def transform(self, pages: Iterable[bytes | str]) -> list[str]:
        """The content of each page."""
        reader = Reader(self.format, self.method, self.amount)
        return [reader.text(page) for page in pages]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.requires_fit = False
        tags.no_validation = True
        return tags

    def __sklearn_is_fitted__(self) -> bool:
        return True
