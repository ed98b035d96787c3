"""marrow takes a web page and returns its main content.

>>> import marrow
>>> document = marrow.extract("<nav>Home</nav><p>Bread needs flour, water, salt and time.</p>")
>>> document.text
'Bread needs flour, water, salt and time.'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from marrow.document import Document
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
from marrow.extractors import EXTRACTORS
from marrow.page import Layout, Page
from marrow.parse import Limits, parse
from marrow.pipeline import extract
from marrow.render import render
from marrow.selection import Extractor, Selection

if TYPE_CHECKING:
    from marrow.metadata import Metadata
    from marrow.writers.html import Html
    from marrow.writers.json import Json
    from marrow.writers.markdown import Markdown
    from marrow.writers.text import PlainText

__version__ = "0.1.0"

__all__ = [
    "EXTRACTORS",
    "AmountUnsupported",
    "DatasetError",
    "Document",
    "Extractor",
    "FetchError",
    "Html",
    "Json",
    "Layout",
    "LayoutRequired",
    "Limits",
    "Markdown",
    "MarrowError",
    "Metadata",
    "MethodError",
    "MissingExtra",
    "ModelError",
    "NotHtml",
    "Page",
    "PageError",
    "PageTooLarge",
    "PlainText",
    "RenderError",
    "Selection",
    "SnapshotError",
    "UnknownMethod",
    "extract",
    "parse",
    "render",
]

_ON_FIRST_USE = {
    "Html": "marrow.writers.html",
    "Json": "marrow.writers.json",
    "Markdown": "marrow.writers.markdown",
    "Metadata": "marrow.metadata",
    "PlainText": "marrow.writers.text",
}
"""Names whose modules not every user needs: they are imported when they are first asked for."""


def __getattr__(name: str) -> object:
    if name not in _ON_FIRST_USE:
        raise AttributeError(f"module 'marrow' has no attribute {name!r}")
    value: object = getattr(import_module(_ON_FIRST_USE[name]), name)
    globals()[name] = value
    return value
