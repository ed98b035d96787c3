"""dehusk takes a web page and returns its main content.

>>> import dehusk
>>> document = dehusk.extract("<nav>Home</nav><p>Bread needs flour, water, salt and time.</p>")
>>> document.text
'Bread needs flour, water, salt and time.'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from dehusk.errors import (
    AmountUnsupported,
    BatchError,
    DatasetError,
    DehuskError,
    FetchError,
    FormatError,
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
    WrongParameter,
)

if TYPE_CHECKING:
    from dehusk.content.header import Front
    from dehusk.content.options import Completion
    from dehusk.document import Document
    from dehusk.extractors import EXTRACTORS
    from dehusk.extractors.default.block_roles import roles
    from dehusk.extractors.default.templates import Template, learn_templates
    from dehusk.metadata import Metadata
    from dehusk.page import Layout, Page
    from dehusk.page.parse import Limits, parse
    from dehusk.pipeline import extract, read
    from dehusk.rendering import render
    from dehusk.selection import Extractor, Selection
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
    "FormatError",
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
    "WrongParameter",
    "extract",
    "learn_templates",
    "parse",
    "read",
    "render",
    "roles",
]

_ON_FIRST_USE = {
    "Completion": "dehusk.content.options",
    "Document": "dehusk.document",
    "EXTRACTORS": "dehusk.extractors",
    "Extractor": "dehusk.selection",
    "Front": "dehusk.content.header",
    "Html": "dehusk.writers.html",
    "Json": "dehusk.writers.json",
    "Layout": "dehusk.page",
    "Limits": "dehusk.page.parse",
    "Markdown": "dehusk.writers.markdown",
    "Metadata": "dehusk.metadata",
    "Page": "dehusk.page",
    "PlainText": "dehusk.writers.text",
    "Selection": "dehusk.selection",
    "extract": "dehusk.pipeline",
    "parse": "dehusk.page.parse",
    "read": "dehusk.pipeline",
    "render": "dehusk.rendering",
    "roles": "dehusk.extractors.default.block_roles",
    "Template": "dehusk.extractors.default.templates",
    "learn_templates": "dehusk.extractors.default.templates",
}
"""Where names live. Their modules are imported when they are first asked for: most of the time goes to
NumPy, which those who only look at the version, at an exception or at a command's help never need."""


def __getattr__(name: str) -> object:
    if name not in _ON_FIRST_USE:
        raise AttributeError(_no_name(name))
    value: object = getattr(import_module(_ON_FIRST_USE[name]), name)
    globals()[name] = value
    return value


def _no_name(name: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, __all__, n=1)
    hint = f"; did you mean 'dehusk.{near[0]}'?" if near and not name.startswith("_") else ""
    return f"module 'dehusk' has no attribute {name!r}{hint}"


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
