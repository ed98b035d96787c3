"""`dehusk rank`: systems on the same pages, each in a process of its own."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("click")
pytest.importorskip("rapidfuzz")

from click.testing import CliRunner

from dehusk.cli import group
from dehusk.errors import DatasetError
from dehusk.evaluate import Dataset, Example
from dehusk.evaluate.peers import Ranking, SavedTexts, environments, process, rank
from dehusk.evaluate.peers.environments import Folder
from dehusk.evaluate.peers.process import PeerError, PeerMethod
from dehusk.evaluate.peers.ranking import Score, Standing

GOOD = Standing(
    "dehusk default",
    {"words": Score(0.9, 0.85, 0.95, 0.8, 1.0), "lines": Score(0.7)},
    ms=1.5,
    peak_mb=60,
    versions={"dehusk": "0.1.0"},
)
BETTER = Standing("other", {"words": Score(0.95, 0.9, 1.0, 0.9, 1.0)}, ms=30.0, failed=2)
RANKING = Ranking("recipes", 3, "abc", "words", (GOOD, BETTER))


def test_the_best_comes_first_and_is_bold_by_each_metric() -> None:
    rows = [line for line in RANKING.markdown.splitlines() if line.startswith("| ")][2:]
    assert rows == [
        "| other | **.950** |  | .900–1.000 | 30.0 |  | 2 |  |",
        "| dehusk default | .900 | **.700** | .850–.950 | 1.5 | 60 | 0 | dehusk 0.1.0 |",
    ]


def test_json_and_back(tmp_path: Path) -> None:
    path = tmp_path / "ranking.json"
    path.write_text(RANKING.json)
    again = Ranking.read(path)
    assert again.markdown == RANKING.markdown
    assert math.isnan(again.standings[1].peak_mb)
    assert "NaN" not in RANKING.json


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 1}', '{"format": 2, "dataset": "x"}'])
def test_a_file_that_is_no_ranking(tmp_path: Path, text: str) -> None:
    path = tmp_path / "ranking.json"
    path.write_text(text)
    with pytest.raises(DatasetError, match="ranking"):
        Ranking.read(path)


def test_an_earlier_ranking_keeps_its_systems_and_gives_way_where_both_have_one() -> None:
    slower = replace(GOOD, ms=9.0)
    now = replace(RANKING, standings=(slower,))
    merged = now.with_others(RANKING)
    assert {one.name: one.ms for one in merged.standings} == {"dehusk default": 9.0, "other": 30.0}


def test_a_ranking_of_other_pages_is_not_added_to() -> None:
    with pytest.raises(DatasetError, match="on other pages"):
        RANKING.with_others(replace(RANKING, digest="def"))


def test_a_chart_has_a_point_for_each_system_that_was_timed() -> None:
    chart = replace(
        RANKING, standings=(GOOD, BETTER, replace(BETTER, name="late", ms=math.nan))
    ).chart
    assert chart.count("<circle") == 2
    assert "late" not in chart


def test_what_was_trained_on_the_set_is_named() -> None:
    trained = replace(RANKING, standings=(replace(GOOD, was_trained_on_it=True), BETTER))
    assert (
        "Trained on a dataset called recipes, which flatters it: dehusk default."
        in trained.markdown
    )


def test_ours_and_another_in_processes_of_their_own(folder: Path) -> None:
    pytest.importorskip("turbohtml")
    ranking = rank(Dataset(folder), ["dehusk semantic", "turbohtml"], by="type")
    assert ranking.pages == 3
    assert {one.name for one in ranking.standings} == {"dehusk semantic", "turbohtml"}
    for one in ranking.standings:
        assert one.failed == 0
        assert one.ms > 0
        assert one.peak_mb > 1
        assert 0 <= one.scores["words"].f1 <= 1
        assert one.versions
        assert set(one.groups) == {"recipe", "nothing"}
    assert "| nothing | recipe |" in ranking.markdown


def test_texts_that_another_system_wrote(folder: Path, tmp_path: Path) -> None:
    for name in ("tea", "bread"):
        (tmp_path / f"{name}.txt").write_text("Boil some water")
    (standing,) = rank(Dataset(folder), [], [SavedTexts("mine", tmp_path)]).standings
    assert standing.failed == 1, "there is no empty.txt"
    assert 0 < standing.scores["words"].f1 < 1


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="Linux tells more than others")
def test_memory_is_the_system_s_own_and_not_that_of_who_started_it() -> None:
    ballast = b"x" * 300_000_000
    with PeerMethod("dehusk semantic", timeout=20) as peer:
        peer.run(Example("tea", b"<p>Boil water."))
    assert 1_000_000 < peer.peak_bytes < len(ballast)


WORKER = """
import sys, json, struct, time
def send(message):
    data = json.dumps(message).encode()
    sys.stdout.buffer.write(struct.pack(">I", len(data)) + data)
    sys.stdout.buffer.flush()
send({"versions": {}})
while head := sys.stdin.buffer.read(4):
    url = json.loads(sys.stdin.buffer.read(struct.unpack(">I", head)[0]))["url"]
    if url == "die": sys.exit(1)
    if url == "hang": time.sleep(60)
    send({"error": "no"} if url == "raise" else {"text": "tea", "seconds": 0.5, "bytes": 7})
"""


def test_a_system_that_raises_dies_or_hangs_fails_on_that_page_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    python = environments.command("dehusk semantic", None)[0]
    monkeypatch.setattr(process, "command", lambda name, folder: [python, "-c", WORKER])
    with PeerMethod("peer", timeout=0.3) as peer:
        for url, why in (("raise", "no"), ("die", "the process died"), ("hang", "more than 0.3 s")):
            with pytest.raises(PeerError, match=why):
                peer.run(Example("page", b"", url=url))
            assert peer.run(Example("page", b"", url="fine")).text == "tea"
    assert peer.peak_bytes == 7


def test_a_system_is_here_where_its_module_is_or_where_it_was_installed(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    names = ["dehusk default", "goose3", "defuddle"]
    assert environments.missing(names, folder) == ["goose3", "defuddle"]
    (tmp_path / ".goose3").touch()
    assert environments.missing(names, folder) == ["defuddle"]
    assert environments.command("goose3", folder)[0] == str(folder.python)


def test_what_cannot_be_installed_is_told_and_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(command: list[str], where: Path | None = None) -> None:
        if "goose3" in command:
            raise DatasetError("Installing goose3 failed: no wheel")

    monkeypatch.setattr(environments, "_run", run)
    folder, told = Folder(tmp_path / "peers"), list[str]()
    assert folder.install(["trafilatura", "goose3"], told.append) == ["goose3"]
    assert told == ["Installing goose3 failed: no wheel"]
    assert environments.missing(["trafilatura", "goose3"], folder) == ["goose3"]


def command(*arguments: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(group.dehusk, ("rank", *map(str, arguments)))
    return result.exit_code, result.stdout, result.stderr


def test_the_command_writes_and_adds(folder: Path, tmp_path: Path) -> None:
    texts = tmp_path / "texts"
    texts.mkdir()
    ranking, plot = tmp_path / "ranking.json", tmp_path / "plot.svg"
    for system in ("semantic", "cnr"):
        code, told, _ = command(
            folder, "--system", f"dehusk {system}", "--json", ranking, "--plot", plot
        )
        assert code == 0
    assert "| dehusk semantic |" in told, "the first run's system is still there"
    assert "| dehusk cnr |" in told
    assert plot.read_text().startswith("<svg ")


def test_the_command_names_what_there_is(folder: Path) -> None:
    code, _, told = command(folder, "--system", "trafalgar")
    assert code == 2
    assert "There is no system 'trafalgar'; there are dehusk default" in told
    code, _, told = command(folder, "--system", "goose3")
    assert code == 2
    assert "--install FOLDER installs them there" in told
