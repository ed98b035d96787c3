"""Parameters, their order and their defaults are those of the installed originals."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from dehusk.compat import goose3, justext, newspaper, readability, resiliparse, trafilatura

FUNCTIONS: dict[str, tuple[str, Callable[..., Any]]] = {
    **{
        f"trafilatura.{name}": ("trafilatura", getattr(trafilatura, name))
        for name in trafilatura.__all__
    },
    "readability.Document.__init__": ("readability", readability.Document.__init__),
    "readability.Document.summary": ("readability", readability.Document.summary),
    "readability.Document.title": ("readability", readability.Document.title),
    "readability.Document.short_title": ("readability", readability.Document.short_title),
    "justext.justext": ("justext", justext.justext),
    "justext.get_stoplist": ("justext", justext.get_stoplist),
    "resiliparse.extract.html2text.extract_plain_text": (
        "resiliparse.extract.html2text",
        resiliparse.extract_plain_text,
    ),
    "newspaper.Article.__init__": ("newspaper", newspaper.Article.__init__),
    "newspaper.Article.download": ("newspaper", newspaper.Article.download),
    "newspaper.Article.parse": ("newspaper", newspaper.Article.parse),
    "goose3.Goose.__init__": ("goose3", goose3.Goose.__init__),
    "goose3.Goose.extract": ("goose3", goose3.Goose.extract),
}
SETTINGS = {"config", "preprocessor", "preserve_formatting"}
"""Parameters whose default is an object of the original's, or (resiliparse 2.0) is not told."""


@pytest.mark.parametrize("name", FUNCTIONS)
def test_parameters_are_those_of_the_original(name: str) -> None:
    module, ours = FUNCTIONS[name]
    try:
        original: Any = import_module(module)
    except ImportError:
        pytest.skip(f"{module.partition('.')[0]} is not installed")
    for part in name.removeprefix(module).strip(".").split("."):
        original = getattr(original, part)
    assert parameters(ours) == parameters(original)


def parameters(function: Callable[..., Any]) -> list[tuple[str, object, object]]:
    return [
        (one.name, one.kind, None if one.name in SETTINGS else one.default)
        for one in inspect.signature(function).parameters.values()
    ]
