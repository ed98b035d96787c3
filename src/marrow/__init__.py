"""marrow takes a web page and returns its main content.

>>> import marrow
>>> document = marrow.extract("<nav>Home</nav><p>Bread needs flour, water, salt and time.</p>")
>>> document.text
'Bread needs flour, water, salt and time.'
"""

from __future__ import annotations

from marrow.errors import (
    AmountUnsupported,
    DatasetError,
    FetchError,
    LayoutRequired,
    MarrowError,
    MethodError,
    MissingExtra,
    ModelError,
    NotHtml,
    PageError,
    PageTooLarge,
    RenderError,
    SnapshotError,
    UnknownMethod,
)
from marrow.page import Layout, Page
from marrow.parse import Limits, parse
from marrow.selection import Extractor, Selection

__version__ = "0.1.0"

__all__ = [
    "AmountUnsupported",
    "DatasetError",
    "Extractor",
    "FetchError",
    "Layout",
    "LayoutRequired",
    "Limits",
    "MarrowError",
    "MethodError",
    "MissingExtra",
    "ModelError",
    "NotHtml",
    "Page",
    "PageError",
    "PageTooLarge",
    "RenderError",
    "Selection",
    "SnapshotError",
    "UnknownMethod",
    "parse",
]
