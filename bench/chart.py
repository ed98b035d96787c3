"""Quality against speed of all systems, as a picture: `python -m bench.chart`.

Reads bench/results/peers-cleaneval.json, as `dehusk rank` wrote it: every system on the same pages, in
turns, in one run. No model of dehusk has learned from this set.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from dehusk.evaluate.peers import Ranking

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "bench" / "results" / "peers-cleaneval.json"
PICTURE = ROOT / "docs" / "pictures" / "quality.svg"


def main() -> None:
    """The peers, and of our methods the default."""
    ranking = Ranking.read(RESULTS)
    shown = [
        one for one in ranking.standings if one.name.partition("dehusk ")[2] in ("", "default")
    ]
    PICTURE.write_text(replace(ranking, standings=tuple(shown)).chart)


if __name__ == "__main__":
    main()
