"""Read pages with their gold from an archive, a folder or a file of one's own.

>>> for item in Dataset("pages.jsonl"):                             # doctest: +SKIP
...     print(item.id if isinstance(item, Example) else f"{item.where}: {item.message}")

A dataset is one of

- `NAME.tar.xz` (or any other tar) with `html/ID.html` and `gold.jsonl`, a line a page;
- a folder with the same inside;
- a JSONL file whose lines have `html` (the page itself) or `path` (from the file's folder), or
  else an `id` that is found as `html/ID.html` beside the file.

A line has the gold as `text`, `has` and `lacks`, at least one of them, and may have `id`, `url`,
`type` and any other field. In the place of `text` it can have `main`, the XPath of the element whose
text it is. An empty `text` is gold too: the right answer is nothing. A page can be a web archive,
`html/ID.mhtml`, and both can be packed: `html/ID.html.gz`. Where lines have no gold and
`annotated/ID.html` marks it in the page, as in L3S-GN1, that is read; so is `expected/ID.md` or
`expected/ID.html`, the document that the page should give. Labels that `dehusk label` wrote are such
a file; of a page that has several the last counts.

Pages come one at a time, as bytes, undecoded. What is wrong with a line or a page is a `Problem`
in its place: nothing is skipped in silence, and nothing ends the iteration.
"""

from __future__ import annotations

import io
import lzma
import tarfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path, PurePath, PurePosixPath

from dehusk.errors import DatasetError, PageError
from dehusk.evaluate.annotated import annotated_text
from dehusk.evaluate.archives import element_text
from dehusk.evaluate.gold import Entry, Example, Expected, Problem, read_entries, read_held_page
from dehusk.files import read_body, unpacked
from dehusk.page.sniff import GZIP_SUFFIX

__all__ = ["Dataset", "Entry", "Example", "Problem"]

GOLD = "gold.jsonl"
_BESIDE = ("annotated/{}.html", "expected/{}.md", "expected/{}.html")
"""Where the gold of a page stands that its line does not have."""

_PAGES = ("html/{}.html", "html/{}.mhtml", "html/{}.html.gz", "html/{}.mhtml.gz")

_BROKEN_ARCHIVE = (tarfile.TarError, lzma.LZMAError, EOFError, OSError)


class Dataset:
    """The pages of an archive, a folder or a JSONL file, as `Example` and `Problem` items.

    >>> dataset = Dataset("wcxb-dev.tar.xz")                           # doctest: +SKIP
    >>> dataset.name, len(dataset)                                     # doctest: +SKIP
    ('wcxb-dev', 1497)

    Its length is the number of pages that the gold names. `limit` stops after that many of them.
    """

    def __init__(self, path: str | Path, *, limit: int | None = None) -> None:
        self.path = Path(path)
        self.name = _name(self.path)
        items = _read_gold(self.path)
        self._problems = [item for item in items if isinstance(item, Problem)]
        entries = {item.id: item for item in items if isinstance(item, Entry)}
        if not entries:
            raise DatasetError(f"{self.path} has no page to evaluate{self._first_problem()}.")
        self._entries = dict(islice(entries.items(), limit))

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"<Dataset {self.name} of {len(self)} pages>"

    def __iter__(self) -> Iterator[Example | Problem]:
        yield from self._problems
        if _is_archive(self.path):
            yield from self._from_archive()
        else:
            gold = self.path / GOLD if self.path.is_dir() else self.path
            for entry in self._entries.values():
                yield _from_folder(gold, entry)

    def _from_archive(self) -> Iterator[Example | Problem]:
        """The pages in the order of the archive, which is read once from end to end."""
        missing = dict(self._entries)
        waiting: dict[str, bytes] = {}
        try:
            for place, content in _archived_files(self.path, missing):
                page_id = place.stem
                if place.parent.name != "html":
                    entry, html = missing.pop(page_id), waiting.pop(page_id, b"")
                    yield _with_gold_beside(entry, html, place, content)
                elif missing[page_id].has_gold:
                    yield _example(missing.pop(page_id), content)
                else:
                    waiting[page_id] = content
        except _BROKEN_ARCHIVE as error:
            yield Problem(self.path.name, f"the archive is damaged: {error}")
        for page_id, entry in missing.items():
            if page_id in waiting and entry.has_facts:
                yield _example(entry, waiting.pop(page_id))
                continue
            message = _no_gold(page_id) if page_id in waiting else _no_page(page_id)
            yield Problem(entry.where, message)

    def _first_problem(self) -> str:
        if not self._problems:
            return ""
        return f": {self._problems[0].where}: {self._problems[0].message}"


def _name(path: Path) -> str:
    if path.name == GOLD:
        return path.resolve().parent.name
    return path.resolve().name.split(".tar")[0].removesuffix(".tgz").removesuffix(".jsonl")


def _is_archive(path: Path) -> bool:
    return path.is_file() and (".tar" in path.suffixes or path.suffix == ".tgz")


def _read_gold(path: Path) -> list[Entry | Problem]:
    """The lines of the gold, wherever it is; raises `DatasetError` where there is none."""
    if not path.exists():
        raise DatasetError(f"There is no dataset at {path}.")
    try:
        if _is_archive(path):
            return _archived_gold(path)
        gold = path / GOLD if path.is_dir() else path
        with gold.open("rb") as lines:
            return list(read_entries(lines, gold.name))
    except FileNotFoundError:
        raise DatasetError(f"The folder {path} has no {GOLD}, so it is no dataset.") from None
    except _BROKEN_ARCHIVE as error:
        raise DatasetError(f"The dataset {path} cannot be read: {error}.") from None


def _archived_gold(path: Path) -> list[Entry | Problem]:
    with tarfile.open(path, "r|*") as archive:
        for member in archive:
            if PurePosixPath(member.name).name == GOLD and member.isfile():
                return list(read_entries(io.BytesIO(_content(archive, member)), GOLD))
    raise DatasetError(f"The archive {path} has no {GOLD}, so it is no dataset.")


def _archived_files(path: Path, wanted: dict[str, Entry]) -> Iterator[tuple[PurePosixPath, bytes]]:
    """The pages of an archive that are still wanted, and the gold beside those that need it."""
    with tarfile.open(path, "r|*") as archive:
        for member in archive:
            if not wanted:
                return
            place = PurePosixPath(member.name.removesuffix(GZIP_SUFFIX))
            if not member.isfile() or place.stem not in wanted:
                continue
            is_page = place.parent.name == "html" and place.suffix in (".html", ".mhtml")
            if is_page or (_is_beside(place) and not wanted[place.stem].has_gold):
                yield place, _unpacked(_content(archive, member))


def _is_beside(place: PurePosixPath) -> bool:
    return any(place.match(pattern.format(place.stem)) for pattern in _BESIDE)


def _content(archive: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    stream = archive.extractfile(member)
    return stream.read() if stream is not None else b""


def _unpacked(content: bytes) -> bytes:
    """A page of an archive; one that is packed and broken stays so, and parsing it says why."""
    try:
        return unpacked(content)
    except PageError:
        return content


def _from_folder(gold: Path, entry: Entry) -> Example | Problem:
    """The page of an entry, from the gold file itself or from a file below its folder."""
    beside = None if entry.has_gold else _gold_beside(gold.parent, entry.id)
    if not (entry.has_gold or entry.has_facts) and beside is None:
        return Problem(entry.where, _no_gold(entry.id))
    try:
        html = _held_page(gold, entry) if entry.holds_page else read_body(_page_file(gold, entry))
        if beside is None:
            return _example(entry, html)
        return _with_gold_beside(entry, html, beside, beside.read_bytes())
    except PageError as error:
        return Problem(entry.where, f"the page {entry.id!r} cannot be read: {error}")
    except (OSError, ValueError) as error:
        return Problem(entry.where, f"{_no_page(entry.id)}: {error}")


def _gold_beside(folder: Path, page_id: str) -> Path | None:
    places = (folder / pattern.format(page_id) for pattern in _BESIDE)
    return next((place for place in places if place.is_file()), None)


def _page_file(gold: Path, entry: Entry) -> Path:
    if entry.path:
        return gold.parent / entry.path
    places = [gold.parent / pattern.format(entry.id) for pattern in _PAGES]
    return next((place for place in places if place.exists()), places[0])


def _example(entry: Entry, html: bytes) -> Example | Problem:
    """The page with the gold of its line, which may be an element of the page itself."""
    if entry.text is not None or not entry.fields.get("main"):
        return entry.example(html)
    try:
        return entry.example(html, text=element_text(html, entry.fields["main"]))
    except (PageError, ValueError) as error:
        return Problem(entry.where, f"the gold of {entry.id!r} is not to be had: {error}")


def _held_page(gold: Path, entry: Entry) -> bytes:
    with gold.open("rb") as file:
        file.seek(entry.offset)
        return read_held_page(file.readline())


def _with_gold_beside(
    entry: Entry, html: bytes, place: PurePath, content: bytes
) -> Example | Problem:
    if place.parent.name == "expected":
        document = Expected(content.decode("utf-8", "replace"), place.suffix == ".md")
        return entry.example(html, expected=document)
    try:
        return entry.example(html, text=annotated_text(content))
    except PageError as error:
        return Problem(entry.where, f"the annotation of {entry.id!r} cannot be read: {error}")


def _no_page(page_id: str) -> str:
    return f"the page {page_id!r} is missing"


def _no_gold(page_id: str) -> str:
    return f"the page {page_id!r} has no gold: neither text nor has nor lacks"
