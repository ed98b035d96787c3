"""A plugin for pytest: puts replacements in the place of a package's functions, and notes what becomes of it.

DEHUSK_ORIGINAL names the package, DEHUSK_REPLACE says whether to replace or only to listen, and
DEHUSK_OUTCOMES is the file for the results. It runs in the environment of the originals.
"""

from __future__ import annotations

import functools
import json
import os
import sys
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from typing import Any

import pytest

PLACES = {
    "trafilatura": {
        "trafilatura": "extract bare_extraction extract_with_metadata html2txt baseline extract_metadata",
        "trafilatura.core": "extract bare_extraction extract_with_metadata",
    },
    "justext": {"justext": "justext get_stoplist get_stoplists", "justext.core": "justext"},
    "newspaper": {
        "newspaper": "Article ArticleException article",
        "newspaper.article": "Article ArticleException ArticleDownloadState",
    },
    "goose3": {"goose3": "Goose"},
}
"""For each package the modules whose names are replaced, and those names."""

calls = 0
outcomes: dict[str, dict[str, Any]] = {}
replaced: dict[int, Any] = {}


def pytest_configure(config: pytest.Config) -> None:
    """Put the replacements in place before any test is imported."""
    package = os.environ["DEHUSK_ORIGINAL"]
    shim = import_module(f"dehusk.compat.{package}")
    for place, names in PLACES[package].items():
        module = import_module(place)
        for name in names.split():
            original = getattr(module, name)
            chosen = getattr(shim, name) if os.environ["DEHUSK_REPLACE"] == "1" else original
            heard = replaced.setdefault(id(original), _heard(chosen))
            setattr(module, name, heard)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Test modules that took a name from elsewhere get the replacement, too."""
    for module in {item.module for item in items if isinstance(item, pytest.Function)}:
        for name, value in list(vars(module).items()):
            if id(value) in replaced:
                setattr(module, name, replaced[id(value)])


def _heard(thing: Any) -> Any:
    """The same thing, which counts how often it is called."""
    if isinstance(thing, type) and issubclass(thing, Exception | Enum):
        return thing
    if isinstance(thing, type):

        def begin(self: Any, *given: Any, **named: Any) -> None:
            _count()
            thing.__init__(self, *given, **named)

        return type(thing.__name__, (thing,), {"__init__": begin, "__module__": thing.__module__})

    @functools.wraps(thing)
    def call(*given: Any, **named: Any) -> Any:
        _count()
        return thing(*given, **named)

    return call


def _count() -> None:
    global calls
    calls += 1


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Note how a test ended, and whether it called what is replaced."""
    before = calls
    outcome = yield
    error = outcome.excinfo[1] if outcome.excinfo else None  # type: ignore[attr-defined]
    lines = str(error).strip().splitlines()
    outcomes[item.nodeid] = {
        "called": calls > before,
        "passed": error is None,
        "error": f"{type(error).__name__}: {lines[0] if lines else ''}"[:300] if error else None,
        "line": _last_line(error, str(item.path)),
    }


def _last_line(error: BaseException | None, path: str) -> int | None:
    """The line of the test itself at which it ended."""
    found, trace = None, error.__traceback__ if error else None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            found = trace.tb_lineno
        trace = trace.tb_next
    return found


def pytest_sessionfinish() -> None:
    """Write everything down."""
    with open(os.environ["DEHUSK_OUTCOMES"], "w", encoding="utf-8") as file:
        json.dump(outcomes, file, indent=1)
    sys.stdout.flush()
