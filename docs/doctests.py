"""Shows the package as its readers use it: examples as code, values made on first use as properties.

An extension of griffe, which reads the package.
"""

from __future__ import annotations

import re
from typing import Any

from griffe import Attribute, Class, Extension, Function, Module, Object

_EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)
_OPTION = re.compile(r"  # doctest: .*")


class Doctests(Extension):
    """Fences the paragraphs of a docstring that begin with a prompt, and knows `dehusk.lazy`."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Called for everything in a package."""
        _fence(obj)

    def on_package(self, *, pkg: Module, **_: Any) -> None:
        """Called for the package itself, when it is loaded."""
        _fence(pkg)

    def on_class_members(self, *, cls: Class, **_: Any) -> None:
        """Called for a class, when its members are known."""
        for name, member in list(cls.members.items()):
            if isinstance(member, Function) and any(
                str(one.value).split("(")[0] == "lazy" for one in member.decorators
            ):
                shown = Attribute(name, lineno=member.lineno, endlineno=member.endlineno)
                shown.docstring, shown.annotation = member.docstring, member.returns
                shown.labels.add("property")
                cls.set_member(name, shown)


def _fence(thing: Object) -> None:
    if thing.docstring is not None and "```pycon" not in thing.docstring.value:
        plain = _OPTION.sub("", thing.docstring.value)
        thing.docstring.value = _EXAMPLE.sub(r"```pycon\n\g<0>\n```", plain)
