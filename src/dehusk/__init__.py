"""dehusk takes a web page and returns its main content.

>>> import dehusk
>>> document = dehusk.extract("<nav>Home</nav><p>Bread needs flour, water, salt and time.</p>")
>>> document.text
'Bread needs flour, water, salt and time.'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from dehusk.content.options import Completion
from dehusk.document import Document
from dehusk.errors import (
    AmountUnsupported,
    BatchError,
    DatasetError,
    DehuskError,
    FetchError,
    LayoutRequired,
    MethodError,
    MissingExtra,
    ModelError,
    NotHtml,
    NotPublished,
    OutOfTime,
    OutputTooLarge,
    PageError,
    PageTooLarge,
    RenderError,
    SnapshotError,
    UnknownMethod,
)
from dehusk.extractors import EXTRACTORS
from dehusk.page import Layout, Page
from dehusk.page.parse import Limits, parse
from dehusk.pipeline import extract
from dehusk.selection import Extractor, Selection

if TYPE_CHECKING:
    from dehusk.content.front import Front
    from dehusk.extractors.default.block_roles import roles
    from dehusk.extractors.default.templates import Template, learn_templates
    from dehusk.metadata import Metadata
    from dehusk.rendering import render
    from dehusk.writers.html import Html
    from dehusk.writers.json import Json
    from dehusk.writers.markdown import Markdown
    from dehusk.writers.text import PlainText

__version__ = "0.1.0"

__all__ = [
    "EXTRACTORS",
    "AmountUnsupported",
    "BatchError",
    "Completion",
    "DatasetError",
    "DehuskError",
    "Document",
    "Extractor",
    "FetchError",
    "Front",
    "Html",
    "Json",
    "Layout",
    "LayoutRequired",
    "Limits",
    "Markdown",
    "Metadata",
    "MethodError",
    "MissingExtra",
    "ModelError",
    "NotHtml",
    "NotPublished",
    "OutOfTime",
    "OutputTooLarge",
    "Page",
    "PageError",
    "PageTooLarge",
    "PlainText",
    "RenderError",
    "Selection",
    "SnapshotError",
    "Template",
    "UnknownMethod",
    "extract",
    "learn_templates",
    "parse",
    "render",
    "roles",
]

_ON_FIRST_USE = {
    "Front": "dehusk.content.front",
    "Html": "dehusk.writers.html",
    "Json": "dehusk.writers.json",
    "Markdown": "dehusk.writers.markdown",
    "Metadata": "dehusk.metadata",
    "PlainText": "dehusk.writers.text",
    "render": "dehusk.rendering",
    "roles": "dehusk.extractors.default.block_roles",
    "Template": "dehusk.extractors.default.templates",
    "learn_templates": "dehusk.extractors.default.templates",
}
"""Names whose modules not every user needs: they are imported when they are first asked for."""


def __getattr__(name: str) -> object:
    if name not in _ON_FIRST_USE:
        raise AttributeError(f"module 'dehusk' has no attribute {name!r}")
    value: object = getattr(import_module(_ON_FIRST_USE[name]), name)
    globals()[name] = value
    return value
