"""The drawing of a rendered page: all layers are there, nothing is loaded, and it can be painted."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from dehusk import extract, parse
from dehusk.cli.explain import command
from dehusk.explain import Picture, explain
from dehusk.explain.picture import LAYERS, layers_of
from dehusk.extractors.gce.method import GridCenteringExpanding
from dehusk.extractors.zones.method import Zones
from dehusk.selection import Selection
from tests.layouts import HERE, layout_pages
from tests.layouts.by_hand import laid_out

PAGE = next(page for page in layout_pages() if page.name == "journal").snapshot
PNG = b"\x89PNG\r\n\x1a\n not really"


def rects(svg: str, kind: str) -> int:
    return len(re.findall(f'<rect class="{kind}"', svg))


def test_every_layer_is_drawn() -> None:
    document = extract(PAGE, method="zones")
    svg = Picture(PAGE, document.selection).svg()
    assert rects(svg, "main") == rects(svg, "area") == rects(svg, "window") == 1
    assert rects(svg, "column") == 9
    assert rects(svg, "zone") + rects(svg, "paragraph") == 38
    assert rects(svg, "cell") + rects(svg, "edge") + rects(svg, "linked") == 96
    assert svg.count("<circle") == 3 + 3, "C1 to C3, and Cw, Cd and Cm"
    assert rects(svg, "band") == rects(svg, "element") == 1
    assert rects(svg, "part") > 20


def test_texts_stand_in_for_a_screenshot() -> None:
    nothing = Selection.nothing(PAGE, "No.")
    assert rects(Picture(PAGE, nothing).svg(), "text") > 40
    drawn = Picture(PAGE, nothing, PNG).svg()
    assert rects(drawn, "text") == 0
    assert 'href="data:image/png;base64,iVBORw0KGgo' in drawn


def test_the_report_of_a_rendered_page_has_the_drawing() -> None:
    selection = extract(PAGE, method="gce").selection
    report = explain(PAGE, selection, method="gce", screenshot=PNG)
    assert '<details class="picture" open>' in report
    assert "img-src data:; " in report
    assert report.count("<style>") == 1
    assert "img-src" not in explain(PAGE, selection)


def test_the_drawing_follows_the_parameters() -> None:
    nothing = Selection.nothing(PAGE, "No.")
    gce = GridCenteringExpanding(rows=4, columns=6, scroll=1)
    svg = Picture.by(gce, PAGE, nothing).svg()
    assert rects(svg, "cell") + rects(svg, "edge") + rects(svg, "linked") == 4 * 6
    strict = Picture.by(Zones(verbs="any", threshold=0.99), PAGE, nothing)
    assert rects(strict.svg(), "main") == 0


def test_candidates_that_lost_are_drawn() -> None:
    page = laid_out(
        "<div box='0 0 1920 1080'><article box='400 100 1000 900'>"
        "<div class=content box='400 150 1000 600'><p box='400 400 1000 300'>Some text.</p></div>"
        "</article><p box='0 1000 200 20'>Imprint</p></div>"
    )
    svg = Picture(page, Selection.nothing(page, "No.")).svg()
    assert (rects(svg, "element"), rects(svg, "lost")) == (1, 1)


def test_the_report_of_a_parsed_page_has_none() -> None:
    page = parse("<p>Tea")
    report = explain(page, Selection.nothing(page, "No."))
    assert 'class="picture"' not in report
    assert "img-src" not in report


@pytest.mark.parametrize("html", ["", "<p>Tea", "<a href=x>Only a link</a>", "<frameset><frame>"])
def test_strange_pages_are_drawn(html: str) -> None:
    page = laid_out(html)
    picture = Picture(page, Selection.nothing(page, "No."))
    assert picture.svg().endswith("</svg>")
    assert "NaN" not in picture.section()
    assert "nan" not in re.sub("<[a-z]+ class", "", picture.svg())


def test_outlines_of_the_whole_page_are_on_the_drawing() -> None:
    page = next(page for page in layout_pages() if page.name == "mobile").snapshot
    picture = Picture(page, extract(page, method="zones").selection)
    width, height = picture.size
    found = re.search(
        r'<rect class="main" x="(.+?)" y="(.+?)" width="(.+?)" height="(.+?)"', picture.svg()
    )
    assert found is not None
    x, y, w, h = map(float, found.groups())
    assert x >= 3
    assert y >= 3
    assert x + w <= width - 3
    assert y + h <= height - 3


def test_a_page_of_any_size_has_a_picture_of_some_size() -> None:
    page = laid_out("<p>Tea", document=(100_000, 2_000_000))
    assert Picture(page, Selection.nothing(page, "No.")).size == (3840, 16_000)


def test_pages_without_layout_have_no_picture(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>Some text that is long enough for anybody.")
    target = tmp_path / "page.png"
    result = CliRunner().invoke(command, [str(page), "--method", "cnr", "-o", str(target)])
    assert result.exit_code != 0
    assert "rendered page" in result.stderr
    assert not target.exists()


def test_a_snapshot_becomes_a_report(tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    snapshot = HERE / "journal" / "snapshot.json.gz"
    result = CliRunner().invoke(command, [str(snapshot), "--method", "zones", "-o", str(target)])
    assert result.exit_code == 0, result.output
    assert "in the main content column" in target.read_text()
    assert 'class="picture"' in target.read_text()


@pytest.mark.browser
def test_a_page_is_rendered_and_painted(tmp_path: Path) -> None:
    target = tmp_path / "picture.png"
    source = HERE / "grid" / "page.html"
    arguments = [str(source), "--render", "--method", "gce", "-o", str(target)]
    result = CliRunner().invoke(command, arguments)
    assert result.exit_code == 0, result.output
    data = target.read_bytes()
    width, height = struct.unpack(">II", data[16:24])
    assert width == 1920
    assert height >= 1080
    assert len(data) > 50_000, "the screenshot is in it"


@pytest.mark.browser
def test_a_snapshot_cannot_be_rendered(tmp_path: Path) -> None:
    snapshot = HERE / "grid" / "snapshot.json.gz"
    arguments = [str(snapshot), "--render", "-o", str(tmp_path / "x.html")]
    result = CliRunner().invoke(command, arguments)
    assert "leave out --render" in result.stderr


def test_boxes_are_finite() -> None:
    boxes = re.findall(
        r' (?:x|y|width|height)="([^"]+)"',
        Picture(PAGE, extract(PAGE, method="gce").selection).svg(),
    )
    assert np.isfinite([float(side) for side in boxes]).all()


@pytest.mark.parametrize(
    ("method", "on"),
    [
        ("default", {"kept"}),
        ("zones", {"kept", "zones", "columns"}),
        ("gce", {"kept", "grid", "centres"}),
    ],
)
def test_layers_of_the_method_are_on_and_the_others_off(method: str, on: set[str]) -> None:
    page = PAGE
    report = explain(page, Selection.of_subtrees(page, [0], reason="all"), method=method)
    for layer in LAYERS:
        assert (f'id="layer-{layer}" checked' in report) == (layer in on)
    alone = Picture(page, Selection.of_subtrees(page, [0], reason="all"), layers=layers_of(method))
    assert ('<g class="grid">' in alone.document()) == ("grid" in on)
