"""Quality against speed of all systems, as a picture: `python -m bench.chart`.

Reads bench/results/peers-cleaneval.json: every system on the same pages, in turns, in one run. No model
of dehusk has learned from this set.
"""

from __future__ import annotations

import json
from pathlib import Path

from dehusk.evaluate.chart import Point, chart

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "bench" / "results" / "peers-cleaneval.json"
PICTURE = ROOT / "docs" / "pictures" / "quality.svg"


def main() -> None:
    results = json.loads(RESULTS.read_text())
    ms = {one["method"]: one["mean"] for one in results["times"]}
    scores = [one for one in results["scores"] if one["metric"] == "words"]
    points = [
        Point(name, ms[name], one["f1"], one["f1_low"], one["f1_high"], "dehusk" in name)
        for one in scores
        if one["group"] == "all" and _is_shown(name := one["method"])
    ]
    title = f"Word F1 and time on {scores[0]['pages']} pages of CleanEval"
    across = "milliseconds a page, logarithmic"
    PICTURE.write_text(chart(points, title=title, across=across, up="mean F1, 95 % interval"))


def _is_shown(name: str) -> bool:
    """The peers, and of our methods the default."""
    return "dehusk" not in name or name == "dehusk default"


if __name__ == "__main__":
    main()
