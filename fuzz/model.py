"""Model files that somebody damaged: an archive as it comes, or ours with bytes and numbers changed.

`ModelError`, or a model that can be asked.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from zipfile import ZipFile

import numpy as np

from dehusk import ModelError
from dehusk.extractors.forest import Forest, read_model

FIELDS = tuple(Forest.__dataclass_fields__)
ZIP = b"PK"


def load() -> None:
    """Nothing has to be read first."""


def arrays() -> dict[str, np.ndarray]:
    """Two small trees."""
    return {
        "feature": np.array([1, -1, 0, -1, -1, -1], np.int16),
        "threshold": np.array([0.5, 0, 2, 0, 0, 0], np.float32),
        "left": np.array([1, -1, 3, -1, -1, -1], np.int32),
        "right": np.array([2, -1, 4, -1, -1, -1], np.int32),
        "value": np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.6]),
        "roots": np.array([0, 2, 5], np.int32),
    }


def archive_of(columns: dict[str, np.ndarray]) -> bytes:
    """An `.npz` file, not compressed, so that its bytes are those of the arrays."""
    stream = io.BytesIO()
    with ZipFile(stream, "w") as archive:
        for name, column in columns.items():
            part = io.BytesIO()
            np.save(part, column)
            archive.writestr(f"{name}.npy", part.getvalue())
    return stream.getvalue()


def seeds() -> Iterator[bytes]:
    """The archive, and changes of each kind."""
    yield archive_of(arrays())
    for number in range(64):
        yield bytes([number % 4, number, number * 5 % 256, number * 11 % 256] * (1 + number % 3))


def check(data: bytes) -> None:
    """Read a model, and ask it about a few rows and about many."""
    columns, card = arrays(), json.dumps({"features": ["a", "b"]}).encode()
    archive = data if data[:2] == ZIP else None
    if archive is None:
        steps = [data[at : at + 4] for at in range(0, len(data) - 3, 4)][:8]
        for step in steps:
            if step[0] % 4 == 0:
                column = columns[FIELDS[step[1] % len(FIELDS)]]
                if len(column):
                    column[step[2] % len(column)] = np.array(step[3] - 128).astype(column.dtype)
            elif step[0] % 4 == 1:
                name = FIELDS[step[1] % len(FIELDS)]
                kinds = (np.int64, np.float64, np.uint8, np.bool_, "S3", ">i4", ">f8", "c16")
                columns[name] = np.resize(arrays()[name], step[2] % 9).astype(
                    kinds[step[3] % len(kinds)]
                )
        changed = bytearray(archive_of(columns))
        for step in steps:
            if step[0] % 4 == 2:
                changed[(step[1] * 256 + step[2]) % len(changed)] = step[3]
            elif step[0] % 4 == 3:
                place = step[2] % len(card)
                card = card[:place] + bytes([step[3]]) + card[place + step[1] % 3 :]
        archive = bytes(changed)
    try:
        model = read_model(Folder({"m.npz": archive, "m.json": card}), "m")  # type: ignore[arg-type]
    except ModelError as error:
        assert str(error).endswith(".")  # noqa: PT017
        return
    for count in (1, 40):
        rows = np.linspace(-3, 3, count * len(model.features)).reshape(count, len(model.features))
        model.forest.predict(rows)
        model.forest.contributions(rows)


class Folder:
    """Files that lie nowhere."""

    def __init__(self, files: dict[str, bytes], name: str = "") -> None:
        self.files = files
        self.name = name

    def __truediv__(self, name: str) -> Folder:
        return Folder(self.files, name)

    def open(self, mode: str) -> io.BytesIO:
        """A file, to be read."""
        assert mode == "rb"
        return io.BytesIO(self.files[self.name])
