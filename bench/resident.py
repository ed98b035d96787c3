"""How much memory a process has, as Linux tells it."""

from __future__ import annotations

from pathlib import Path


def megabytes(process: int | str = "self", field: str = "VmRSS") -> float:
    """What a process has now, or with the field `VmHWM` the most that it has had; 0 where it is gone."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0.0
    return next(
        (int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith(field)), 0.0
    )
