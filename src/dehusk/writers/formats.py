"""The formats that a document can be written in: a new one is a file beside this and a line here.

>>> import dehusk
>>> document = dehusk.extract("<p>Tea needs <b>boiling</b> water.</p>")
>>> FORMATS["markdown"].write(document, {"emphasis": False})
'Tea needs boiling water.\\n'

Commands, the service, the tools for agents and batches have their formats and options from here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from dehusk.budget import budget
from dehusk.errors import FormatError

if TYPE_CHECKING:
    from dehusk.document import Document


@dataclass(frozen=True, slots=True)
class Format:
    """A format: `write_NAME(document, options)` of a module, and the class of these options.

    Files of it have one of the `suffixes`, new ones the first. JSON is written with the name of its
    source in front, and lines of it follow each other in one file.
    """

    name: str
    module: str
    options: str
    media_type: str
    suffixes: tuple[str, ...]

    @property
    def is_json(self) -> bool:
        """Whether it is JSON, or lines of it."""
        return "json" in self.media_type

    def write(
        self, document: Document, options: Mapping[str, Any] = {}, source: str | None = None
    ) -> str:
        """A document in this format. Raises `FormatError` for options that it does not have."""
        leading = {"source": source} if self.is_json and source is not None else {}
        with budget(document.limits):
            given = self.read_options(options)
            written: str = self._own(f"write_{self.name}")(document, given, **leading)
            return written

    def read_options(self, given: Mapping[str, Any]) -> Any:
        """Its options, from values as JSON has them. Raises `FormatError` for what is none."""
        return _read(self._own(self.options), given)

    def _own(self, name: str) -> Any:
        return getattr(import_module(f"dehusk.writers.{self.module}"), name)


FORMATS: Mapping[str, Format] = {
    one.name: one
    for one in (
        Format("markdown", "markdown", "Markdown", "text/markdown", (".md", ".markdown")),
        Format("text", "text", "PlainText", "text/plain", (".txt",)),
        Format("html", "html", "Html", "text/html", (".html", ".htm")),
        Format("json", "json", "Json", "application/json", (".json", ".jsonl", ".ndjson")),
        Format("chunks", "chunks", "Chunks", "application/x-ndjson", (".jsonl",)),
        Format("xml", "xml", "Xml", "application/xml", (".xml",)),
        Format("tei", "xml", "Xml", "application/tei+xml", (".tei.xml",)),
    )
}
"""Every format by its name; of two with the same suffix the first is meant by it."""

SHORT_NAMES = {"md": "markdown", "txt": "text", "htm": "html"}
"""What people call formats, too."""


def _read(kind: type[Any], given: Mapping[str, Any]) -> Any:
    known = {one.name: one.default for one in fields(kind)}
    values = dict(given)
    for name, value in given.items():
        if name not in known:
            raise FormatError(f"There is no option {name!r}; there are {', '.join(known)}.")
        default = known[name]
        if is_dataclass(default) and isinstance(value, dict):
            values[name] = _read(type(default), value)
        elif (
            type(value) is not (int if default is None else type(default)) and value is not default
        ):
            raise FormatError(f"The option {name} cannot be {value!r:.40}.")
    try:
        return kind(**values)
    except ValueError as error:
        raise FormatError(f"{error}.") from None
