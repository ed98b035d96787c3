"""What the service counts, for Prometheus.

Counting is a list and an addition; what Prometheus reads is made when it asks.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric

from dehusk.serve.pool import Pool

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_TENTHS = tuple(number / 10 for number in range(1, 11))


class Measures:
    """Counters of one service; each service has its own."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._pages: Counter[str] = Counter()
        self._errors: Counter[str] = Counter()
        self._empty = 0
        self._seconds = _Histogram("dehusk_seconds", "Seconds of a request.", _SECONDS)
        self._work = _Histogram("dehusk_work_seconds", "Seconds of work.", _SECONDS)
        self._confidence = _Histogram("dehusk_confidence", "Of documents.", _TENTHS)
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def page(self, do: str, work: float, confidence: float | None, reason: str | None) -> None:
        """A page was answered."""
        self._pages[do] += 1
        self._work.add(work)
        if confidence is not None:
            self._confidence.add(confidence)
        if reason is not None:
            self._empty += 1

    def error(self, reason: str) -> None:
        """A request was refused, or failed."""
        self._errors[reason] += 1

    def request(self, seconds: float) -> None:
        """A request took so long, whatever became of it."""
        self._seconds.add(seconds)

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        """Every measure as it is now."""
        yield _counted("dehusk_pages", "Pages, by what was asked.", "do", self._pages)
        yield _counted("dehusk_errors", "Refusals, by reason.", "reason", self._errors)
        yield CounterMetricFamily("dehusk_empty", "Pages without main content.", self._empty)
        for histogram in (self._seconds, self._work, self._confidence):
            yield histogram.metric
        for name in ("alive", "busy", "waiting", "replaced"):
            count = getattr(self._pool, name)
            yield GaugeMetricFamily(f"dehusk_workers_{name}", f"How many are {name}.", count)


def _counted(name: str, words: str, label: str, counts: Counter[str]) -> Metric:
    family = CounterMetricFamily(name, words, labels=[label])
    for value, count in counts.items():
        family.add_metric([value], count)
    return family


class _Histogram:
    """How many values are at most so much, for each of some bounds."""

    def __init__(self, name: str, words: str, bounds: Sequence[float]) -> None:
        self._name, self._words, self._bounds = name, words, bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0

    def add(self, value: float) -> None:
        self._counts[bisect_left(self._bounds, value)] += 1
        self._sum += value

    @property
    def metric(self) -> Metric:
        buckets, total = [], 0
        for bound, count in zip((*self._bounds, float("inf")), self._counts, strict=True):
            total += count
            buckets.append((_bound(bound), total))
        return HistogramMetricFamily(self._name, self._words, buckets, self._sum)


def _bound(value: float) -> str:
    return "+Inf" if value == float("inf") else str(float(value))
