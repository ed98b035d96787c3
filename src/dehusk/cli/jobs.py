"""What is done with each page of `dehusk extract`, and doing it for several at a time.

The outcomes come in the order of the pages, whichever is done first. A page that fails is an outcome
like any other: it costs a line and the exit code.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from dehusk.cli.failures import ExitCode, describe
from dehusk.cli.options import Content, Manner, Reading
from dehusk.cli.reading import read
from dehusk.cli.sources import STDIN, Input

if TYPE_CHECKING:
    from dehusk.document import Document
    from dehusk.rendering import Renderer
    from dehusk.selection import Extractor
    from dehusk.writers.formats import Format

_MOST_PAGES = 20
"""How many pages of one article are read."""
_MARGIN_SECONDS = 30.0
"""How much longer than its limits a page may take before its process is ended."""


@dataclass(frozen=True)
class Outcome:
    """What became of a page: what to write, and what to say."""

    source: Input
    code: ExitCode
    written: str | None = None
    remark: str | None = None


@dataclass(frozen=True)
class Work:
    """What is done with a page. It pickles, so that other processes can do it.

    With `raises` an error is not made an outcome. What the method selects is written as it is in any
    setting but ours. With `follow` the pages on which a page goes on are read, too. `nearer` is the
    method with an amount that asks for a step less: where it keeps the same, that is said. With a
    `renderer`, which pickles not, pages are rendered first.
    """

    extractor: Extractor
    reading: Reading
    manner: Manner
    content: Content
    format: Format
    options: Mapping[str, Any] = field(default_factory=dict)
    raises: bool = False
    renderer: Renderer | None = None
    follow: bool = False
    nearer: Extractor | None = None

    def __call__(self, source: Input) -> Outcome:
        """Read, extract and write one page."""
        try:
            return self._outcome(source)
        except Exception as error:
            if self.raises:
                raise
            return Outcome(source, ExitCode.FAILED, remark=describe(error, source.name))

    def _outcome(self, source: Input) -> Outcome:
        from dehusk import pipeline

        if self.follow:
            from dehusk.fetch import follow

            series = follow(
                source.name,
                method=self.extractor,
                most=_MOST_PAGES,
                limits=self.manner.limits,
                encoding=self.reading.encoding,
                **self.reading.fetching,
            )
            with self.manner.budget():
                return self._written(source, series, series.problem)
        content = read(source, self.reading)
        seen = None if self.renderer is None else self.renderer.render(content.original)
        with self.manner.budget():
            document = pipeline.extract(seen or content.parse(), method=self.extractor)
            return self._written(source, document)

    def _written(self, source: Input, document: Document, problem: str | None = None) -> Outcome:
        """What becomes of a document; `problem` is what there is to say of it in any case."""
        if self.manner.setting != "ours":
            document = document.as_selected()
        written = self._text(document, source.name)
        remark = f"{source.name}: {problem}" if problem else self._remark(document, source.name)
        if document.reason is None:
            return Outcome(source, ExitCode.DONE, written, remark)
        remark = f"{source.name}: nothing found: {document.reason}"
        return Outcome(source, ExitCode.NOTHING_FOUND, written, remark)

    def _text(self, document: Document, name: str) -> str | None:
        """The document in its format; None where there is nothing to write."""
        if document.reason is not None and self.format.name != "json":
            return None
        if self.content.comments:
            document = document.with_comments()
        document = replace(document, omit=self.content.omit)
        return self.format.write(document, self.options, source=name)

    def _remark(self, document: Document, name: str) -> str | None:
        """What there is to say of an amount that changes nothing."""
        if self.nearer is None:
            return None
        if (self.nearer.select(document.page).keep == document.selection.keep).all():
            return f"{name}: there is no more, or no less, to show by another step of --amount"
        return None


def outcomes(
    work: Work, sources: Sequence[Input], *, jobs: int, window: tuple[int, int] | None
) -> Iterator[Outcome]:
    """What becomes of the pages, in their order, `jobs` of them at a time."""
    if window is not None:
        return _rendered(work, sources, jobs, window)
    jobs = min(jobs, len(sources))
    one_by_one = jobs < 2 or work.raises or any(source.name == STDIN for source in sources)
    return map(work, sources) if one_by_one else _in_processes(work, sources, jobs)


def _in_processes(work: Work, sources: Sequence[Input], jobs: int) -> Iterator[Outcome]:
    from dehusk.workers import run_in_workers

    pages = _MOST_PAGES if work.follow else 1
    seconds = work.reading.timeout + pages * work.manner.seconds + _MARGIN_SECONDS

    def lost(source: Input, message: str) -> Outcome:
        return Outcome(source, ExitCode.FAILED, remark=f"{source.name}: {message}")

    return run_in_workers(work, lost, sources, jobs=jobs, timeout=seconds, ordered=True)


def _rendered(
    work: Work, sources: Sequence[Input], jobs: int, window: tuple[int, int]
) -> Iterator[Outcome]:
    """The same with pages that one Chromium renders, `jobs` tabs at a time."""
    from concurrent.futures import ThreadPoolExecutor

    from dehusk.rendering import Renderer

    with Renderer(window=window, workers=jobs, timeout=work.reading.timeout) as renderer:
        rendering = replace(work, renderer=renderer)
        if jobs < 2:
            yield from map(rendering, sources)
            return
        threads = ThreadPoolExecutor(jobs)
        try:
            yield from threads.map(rendering, sources)
        finally:
            threads.shutdown(wait=False, cancel_futures=True)
