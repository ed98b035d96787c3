"""markitdown: a converter of pages, and the plugin that registers it.

>>> from markitdown import MarkItDown
>>> import io
>>> page = io.BytesIO(b"<title>Tea</title><nav>Home</nav><p>Tea needs boiling water.")
>>> print(MarkItDown(enable_plugins=True).convert_stream(page, file_extension=".html").markdown)
# Tea
<BLANKLINE>
Tea needs boiling water.
"""

from __future__ import annotations

from typing import Any, BinaryIO

from dehusk.integrations._shared import Reader, needs

with needs("markitdown"):
    from markitdown import (
        DocumentConverter,
        DocumentConverterResult,
        MarkItDown,
        StreamInfo,
    )

__plugin_interface_version__ = 1

_TYPES = ("text/html", "application/xhtml")
_EXTENSIONS = (".html", ".htm", ".xhtml")


def register_converters(markitdown: MarkItDown, **kwargs: Any) -> None:
    """What markitdown calls when plugins are switched on."""
    markitdown.register_converter(DehuskConverter())


class DehuskConverter(DocumentConverter):
    """Converts the main content of HTML to Markdown."""

    def __init__(self, **options: Any) -> None:
        self._reader = Reader(**options)

    def accepts(self, file_stream: BinaryIO, stream_info: StreamInfo, **kwargs: Any) -> bool:
        """Whether the stream is called HTML by its type or its extension."""
        return (stream_info.mimetype or "").lower().startswith(_TYPES) or (
            stream_info.extension or ""
        ).lower() in _EXTENSIONS

    def convert(
        self, file_stream: BinaryIO, stream_info: StreamInfo, **kwargs: Any
    ) -> DocumentConverterResult:
        """The main content of the page with its title in front."""
        # The charset of `stream_info` is mostly a guess; the page knows better.
        document = self._reader.document(file_stream.read(), stream_info.url)
        return DocumentConverterResult(document.markdown.strip(), title=document.title)
