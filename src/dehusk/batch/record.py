"""A page on its way through a batch.

>>> Record(b"<p>Bread needs time.</p>", url="https://example.org/bread").url
'https://example.org/bread'
"""

from __future__ import annotations

import lzma
import tarfile
import zlib
from dataclasses import dataclass

from dehusk.batch.http import unpacked
from dehusk.errors import BatchError
from dehusk.page.parse import DEFAULT_LIMITS

BROKEN = (
    *(OSError, EOFError, ValueError, zlib.error, lzma.LZMAError, tarfile.TarError, BatchError),
    RecursionError,  # of heads in heads
)
"""What is raised while an input is read that cannot be read on."""


@dataclass(frozen=True, slots=True)
class Record:
    """A page, and where it stood: `source` is the input, `offset` the place in it.

    `html` is the page, None for one that is still to be fetched from its `url`, and for a place in
    the input that cannot be read: `error` says why. `encoding` is the charset that a server declared;
    `packed` names the transfer and content encodings that `html` is still in, the outermost last.
    `reached` is how much of the input is read after this record, from 0 to 1.
    """

    html: bytes | str | None = None
    url: str | None = None
    id: str | None = None
    date: str | None = None
    encoding: str | None = None
    packed: tuple[str, ...] = ()
    source: str | None = None
    offset: int | None = None
    error: str | None = None
    reached: float = 0.0

    @property
    def page(self) -> bytes | str:
        """The page without the encodings that it is packed in. Raises `BatchError` where it has none."""
        if self.html is None:
            raise BatchError(self.error or f"The page of {self.url} is still to be fetched.")
        if isinstance(self.html, str) or not self.packed:
            return self.html
        return unpacked(self.html, self.packed, max_bytes=DEFAULT_LIMITS.bytes)

    @property
    def size(self) -> int:
        """How much there is to send to another process."""
        return 0 if self.html is None else len(self.html)


def broken_off(source: str, error: BaseException) -> Record:
    """What stands for the rest of an input that cannot be read on: no page, and no offset."""
    message = f"The rest of the input cannot be read: {error}"
    return Record(source=source, error=message, reached=1.0)
