"""Shows the examples of docstrings as code: an extension of griffe, which reads the package."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Module, Object

_EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


class Doctests(Extension):
    """Fences the paragraphs of a docstring that begin with a prompt."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Called for everything in a package."""
        _fence(obj)

    def on_package(self, *, pkg: Module, **_: Any) -> None:
        """Called for the package itself, when it is loaded."""
        _fence(pkg)


def _fence(thing: Object) -> None:
    if thing.docstring is not None and "```pycon" not in thing.docstring.value:
        thing.docstring.value = _EXAMPLE.sub(r"```pycon\n\g<0>\n```", thing.docstring.value)
