"""A batch from its inputs to its output, which can be killed at any moment and resumed.

>>> summary = run_batch(["crawl.warc.gz"], "out/", jobs=2)                         # doctest: +SKIP
>>> summary.tally.rows                                                             # doctest: +SKIP
20000

Records keep their order, and a part of the output takes a fixed number of them: so a part is always
made of the same records, and has the same bytes, whoever makes it and however often.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import Any

from dehusk.batch.inputs import Input, find_inputs
from dehusk.batch.manifest import Manifest, Position, locked
from dehusk.batch.record import Record
from dehusk.batch.rows import Row, RowMaker, Settings, version
from dehusk.batch.shapes import shape_of
from dehusk.batch.spans import Span
from dehusk.batch.tables import Names
from dehusk.batch.tally import Tally
from dehusk.batch.templates import FOLDER, digest_of, learn_templates_into
from dehusk.batch.workers import rows_of
from dehusk.batch.writing import FORMATS, Whole, encodable, open_writer, write_whole
from dehusk.errors import BatchError, MissingExtra

_FAILED = ("url", "source", "offset", "error", "reason")
"""What is told of a record that has no row."""

_ALWAYS = ("url", "source", "offset", "confidence", "reason", "error")
"""Columns that cost nothing and that the counts need."""


@dataclass(frozen=True)
class Output:
    """How the rows are written: the format, whose records they are like, and how many are a part.

    `dedupe` leaves out rows whose text stood in the output before. With `markdown` the content is
    Markdown, where it would be text.
    """

    form: str = "parquet"
    like: str | None = None
    markdown: bool = False
    dedupe: bool = False
    part_records: int = 20_000

    def __post_init__(self) -> None:
        if self.form not in FORMATS:
            raise BatchError(f"There is no format {self.form!r}; there are {', '.join(FORMATS)}.")
        if self.part_records < 1:
            raise BatchError("A part needs at least one record.")


@dataclass(frozen=True)
class Summary:
    """What a batch has done; `resumed` are the records that were done before this run."""

    folder: Path
    tally: Tally
    resumed: int
    seconds: float
    parts: tuple[str, ...]

    @property
    def per_second(self) -> float:
        """How many records this run did in a second."""
        return (self.tally.records - self.resumed) / max(self.seconds, 1e-9)


Progress = Callable[[float, int, int], object]
"""Called after each record: the share that is done, how many records that is, and how many failed."""


def run_batch(
    inputs: Iterable[str | Path],
    folder: str | Path,
    *,
    jobs: int = 1,
    settings: Settings | None = None,
    output: Output | None = None,
    names: Names | None = None,
    learn: bool = False,
    grows: bool = False,
    progress: Progress = lambda share, records, errors: None,
) -> Summary:
    """Extract all records of inputs into a folder of parts, or resume an earlier run.

    `learn` reads everything twice: first the templates of the sites are learned, into `_templates` in
    the folder, then rows are made with them. `Settings.templates` takes templates that are there.
    With `grows`, inputs may have more records the next time: the same call then makes parts of those.

    Raises `BatchError` for inputs that are not there and folders that hold something else, `OSError`
    when the disk is full: what is done stays done, and the same call resumes.
    """
    check_extra()
    given, chosen, names = find_inputs(inputs), settings or Settings(), names or Names()
    with locked(Path(folder)):
        if learn:
            chosen = replace(chosen, templates=_learned(given, Path(folder), chosen, names, jobs))
        batch = _Batch(given, Path(folder), chosen, output or Output(), names, grows)
        return batch.run(jobs, progress)


def _learned(inputs: list[Input], folder: Path, settings: Settings, names: Names, jobs: int) -> str:
    """The folder of the templates of these inputs, learned unless a run before has done it."""
    templates = folder / FOLDER
    if not templates.is_dir():
        work = (one for found in inputs for one in _work_of(found, -1, names, jobs))
        learn_templates_into(templates, work, settings, jobs)
    return str(templates)


def check_extra() -> None:
    """Raise `MissingExtra` where the packages of a batch are not installed."""
    missing = [name for name in ("fastwarc", "pyarrow") if find_spec(name) is None]
    if missing:
        raise MissingExtra(
            f"A batch needs {' and '.join(missing)}; install what it needs with:"
            " pip install 'dehusk[batch]'"
        )


class _Batch:
    """Inputs, a folder, and what is to be done between them."""

    def __init__(
        self,
        inputs: list[Input],
        folder: Path,
        settings: Settings,
        output: Output,
        names: Names,
        grows: bool,
    ) -> None:
        self.inputs = inputs
        self.grows = grows
        self.folder = folder
        self.names = names
        self.output = output
        self.shape = shape_of(
            output.like, _content(settings.columns, output), markdown=output.markdown
        )
        digest = ("digest",) if output.dedupe else ()
        made = dict.fromkeys((*self.shape.needs, *_ALWAYS, *digest))
        self.settings = replace(settings, columns=tuple(made))
        self.sizes = [found.size for found in inputs]

    def run(self, jobs: int, progress: Progress) -> Summary:
        manifest = Manifest.open(self.folder, self._plan())
        self._clean_up()
        resumed, begin = manifest.tally.records, monotonic()
        if not manifest.is_done:
            seen = _Seen(self.folder, manifest.parts) if self.output.dedupe else None
            work = self._work(manifest.until, jobs)
            made = rows_of(work, RowMaker(self.settings), jobs=jobs)
            with closing(made):
                self._write(made, manifest, seen, progress)
            if not self.grows:
                manifest.finish()
        parts = tuple(manifest.parts)
        return Summary(self.folder, manifest.tally, resumed, monotonic() - begin, parts)

    def _plan(self) -> dict[str, Any]:
        """What has to be the same for a run to resume another."""
        fixed = {"seconds", "kill_after", "timeout", "user_agent", "allow_private"}
        settings = {
            name: value for name, value in asdict(self.settings).items() if name not in fixed
        }
        settings["templates"] = digest_of(self.settings.templates)
        inputs = zip(self.inputs, self.sizes, strict=True)
        return {
            "dehusk": version(),
            "output": asdict(self.output),
            "settings": settings,
            "names": asdict(self.names),
            "inputs": [
                [found.name, found.kind, None if self.grows else size] for found, size in inputs
            ],
        }

    def _clean_up(self) -> None:
        """Take away what a killed run was writing."""
        for path in self.folder.rglob("_*.tmp"):
            path.unlink()

    def _work(self, until: Position, jobs: int) -> Iterator[Record | Span]:
        for number, found in enumerate(self.inputs):
            if number > until.input:
                yield from _work_of(found, -1, self.names, jobs)
            elif number == until.input and until.offset is not None:
                yield from _work_of(found, until.offset, self.names, jobs)

    def _write(
        self,
        made: Iterable[tuple[Record, Row]],
        manifest: Manifest,
        seen: _Seen | None,
        progress: Progress,
    ) -> None:
        part: _Part | None = None
        place = _Place(self.inputs, self.sizes, manifest.until)
        try:
            for record, row in made:
                part = part or _Part(self, len(manifest.parts), seen)
                part.add(row)
                place.reach(record)
                if part.tally.records == self.output.part_records:
                    part.finish(manifest, place.position)
                    part = None
                progress(place.share, *_counts(manifest, part))
            if part is not None:
                part.finish(manifest, place.position)
        except BaseException:
            if part is not None:
                part.vanish()
            raise


def _work_of(found: Input, after: int, names: Names, jobs: int) -> Iterator[Record | Span]:
    """What is behind an offset of an input, for so many processes."""
    return found.work(after, names) if jobs else found.records(after, names)


def _content(columns: tuple[str, ...], output: Output) -> tuple[str, ...]:
    if not output.markdown:
        return columns
    return tuple(dict.fromkeys("markdown" if name == "text" else name for name in columns))


def _counts(manifest: Manifest, part: _Part | None) -> tuple[int, int]:
    done, now = manifest.tally, part.tally if part is not None else Tally()
    return done.records + now.records, done.errors + now.errors


class _Place:
    """How far the reading has come."""

    def __init__(self, inputs: list[Input], sizes: list[int], begin: Position) -> None:
        self._number = {found.name: number for number, found in enumerate(inputs)}
        self._sizes = sizes
        self._before = [sum(sizes[:number]) for number in range(len(sizes))]
        self.position = begin
        self._reached = 0.0

    def reach(self, record: Record) -> None:
        """A record is done."""
        assert record.source is not None
        self.position = Position(self._number[record.source], record.offset)
        self._reached = record.reached

    @property
    def share(self) -> float:
        """How much of all inputs is done, from 0 to 1."""
        number = self.position.input
        done = self._before[number] + self._reached * self._sizes[number]
        return done / max(sum(self._sizes), 1)


class _Seen:
    """The digests of the texts that are in the output, with those of each part on disk."""

    def __init__(self, folder: Path, parts: list[str]) -> None:
        self._folder = folder / "_digests"
        self._folder.mkdir(exist_ok=True)
        self._all: set[bytes] = set()
        self._new: list[bytes] = []
        for part in parts:
            data = (self._folder / part).read_bytes()
            self._all.update(data[at : at + 16] for at in range(0, len(data), 16))

    def is_new(self, digest: str | None) -> bool:
        """Whether a text stands in the output for the first time; no text always does."""
        if digest is None:
            return True
        raw = bytes.fromhex(digest)
        if raw in self._all:
            return False
        self._all.add(raw)
        self._new.append(raw)
        return True

    def keep(self, part: str) -> None:
        """Write down the digests of a part."""
        data, self._new = b"".join(self._new), []
        write_whole(self._folder / part, lambda file: file.write(data))


class _Part:
    """A part that is being made: its rows, what is told of records without one, and its counts."""

    def __init__(self, batch: _Batch, number: int, seen: _Seen | None) -> None:
        self.name = f"part-{number:05d}.{batch.output.form}"
        self.tally = Tally()
        self._folder = batch.folder
        self._shape = batch.shape
        self._seen = seen
        self._failed: list[dict[str, Any]] = []
        self._whole = Whole(batch.folder / self.name)
        self._writer = open_writer(self._whole.file, batch.output.form, batch.shape)
        self._begin = monotonic()

    def add(self, row: Row) -> None:
        """Take the row of the next record."""
        self.tally.count(row)
        is_failed = row["error"] is not None or row["reason"] is not None
        if is_failed and not self._shape.has_errors:
            self._failed.append({name: row[name] for name in _FAILED})
        elif self._seen is None or self._seen.is_new(row["digest"]):
            self._writer.add(self._shape.write(row))
            self.tally.rows += 1
        else:
            self.tally.duplicates += 1

    def finish(self, manifest: Manifest, until: Position) -> None:
        """Let the part appear, with all that belongs to it, and write down that it is done."""
        self._writer.close()
        if self._seen is not None:
            self._seen.keep(self.name)
        if not self._shape.has_errors:
            self._list_failed()
        self._whole.appear()
        self.tally.seconds = monotonic() - self._begin
        manifest.add(self.name, until, self.tally)

    def _list_failed(self) -> None:
        folder = self._folder / "_errors"
        folder.mkdir(exist_ok=True)
        lines = [json.dumps(encodable(one), ensure_ascii=False) + "\n" for one in self._failed]
        name = self.name.partition(".")[0] + ".jsonl"
        write_whole(folder / name, lambda file: file.write("".join(lines).encode()))

    def vanish(self) -> None:
        """Leave nothing of a part that will not be done."""
        with suppress(Exception):  # it says again that the disk is full
            self._writer.close()
        self._whole.vanish()
