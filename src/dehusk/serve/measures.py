"""What the service counts, for Prometheus."""

from __future__ import annotations

from functools import partial

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from dehusk.serve.pool import Pool

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_TENTHS = tuple(number / 10 for number in range(1, 11))


class Measures:
    """Counters of one service; each service has its own."""

    def __init__(self, pool: Pool) -> None:
        own = self._registry = CollectorRegistry()
        self._pages = Counter("dehusk_pages", "Pages, by what was asked.", ["do"], registry=own)
        self._errors = Counter("dehusk_errors", "Refusals, by reason.", ["reason"], registry=own)
        self._empty = Counter("dehusk_empty", "Pages without main content.", registry=own)
        self._confidence = Histogram(
            "dehusk_confidence", "Of documents.", buckets=_TENTHS, registry=own
        )
        self._work = Histogram(
            "dehusk_work_seconds", "Seconds of work.", buckets=_SECONDS, registry=own
        )
        self.seconds = Histogram(
            "dehusk_seconds", "Seconds of a request.", buckets=_SECONDS, registry=own
        )
        for name in ("alive", "busy", "waiting", "replaced"):
            gauge = Gauge(f"dehusk_workers_{name}", f"How many are {name}.", registry=own)
            gauge.set_function(partial(getattr, pool, name))

    def page(self, do: str, work: float, confidence: float | None, reason: str | None) -> None:
        """A page was answered."""
        self._pages.labels(do).inc()
        self._work.observe(work)
        if confidence is not None:
            self._confidence.observe(confidence)
        if reason is not None:
            self._empty.inc()

    def error(self, reason: str) -> None:
        """A request was refused, or failed."""
        self._errors.labels(reason).inc()

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self._registry)
