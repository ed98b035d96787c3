"""Web archives with their annotations: rendered with their styles, scored, and written."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from dehusk.cli.render import command
from dehusk.evaluate import Dataset, Example, Problem, evaluate
from dehusk.evaluate.archives import RenderedPages, row_at
from dehusk.rendering import Renderer
from dehusk.views.layout_view import layout_of
from tests.archives import HERE


def test_archives_are_rendered_with_their_styles_and_scored(renderer: Renderer) -> None:
    dataset = Dataset(HERE, limit=3)
    results = evaluate(["gce", "zones"], RenderedPages(dataset, renderer), metrics=["words"])
    assert results.dataset == "archives"
    assert not results.problems
    scores = {(page.id, page.method): page.scores["words"].f1 for page in results.pages}
    assert scores["almanac", "gce"] == 1.0
    assert len(scores) == 6


def test_a_page_that_cannot_be_rendered_is_a_problem(renderer: Renderer) -> None:
    broken = Example(
        "broken", b"MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n"
    )
    [item] = RenderedPages([broken], renderer)
    assert isinstance(item, Problem)
    assert "cannot be rendered" in item.message


def test_what_is_saved_is_rendered_alike(renderer: Renderer) -> None:
    first = renderer.render_with_archive(HERE / "html" / "almanac.mhtml")
    assert first.archive is not None
    assert b"text/css" in first.archive
    again = renderer.render(first.archive)
    widths = []
    for page in (first.page, again):
        story = row_at(page, "/html/body/div[2]/div")
        assert story is not None
        widths.append(float(layout_of(page).box[story, 2]))
    assert widths[0] == widths[1]
    assert 700 < widths[0] < 770, "a column, as the style sheet in the archive has it"
    assert layout_of(again).document == layout_of(first.page).document


def test_the_command_saves_what_it_rendered(tmp_path: Path) -> None:
    saved = tmp_path / "page.mhtml"
    source = str(HERE / "html" / "almanac.mhtml")
    result = CliRunner().invoke(command, [source, "--save", str(saved)])
    assert result.exit_code == 0, result.output
    assert b"multipart/related" in saved.read_bytes()[:1000]
    assert result.output == "", "no snapshot was asked for"
