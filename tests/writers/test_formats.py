"""Every format is known everywhere, by one table."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

import dehusk
from dehusk.batch import COLUMNS, RowMaker, Settings
from dehusk.batch.record import Record
from dehusk.cli.extract import command
from dehusk.errors import BatchError, FormatError
from dehusk.mcp.tools import PARAMETERS
from dehusk.serve.handlers import Handlers
from dehusk.writers.formats import FORMATS

PAGE = (
    "<title>Tea</title><p>Tea needs <b>boiling</b> water, and some time to <a href=/a>draw</a>.</p>"
)
DOCUMENT = dehusk.extract(PAGE.encode())


def served(given: dict[str, Any]) -> tuple[int, str]:
    request = {"do": "extract", "seconds": 10, "output_bytes": 100_000, "given": given}
    header, body = Handlers().handle(request, PAGE.encode())
    return header["status"], body.decode()


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_is_known_everywhere(name: str) -> None:
    [choice] = [one for one in command.params if one.name == "format" and "--format" in one.opts]
    assert name in choice.type.choices  # type: ignore[attr-defined]
    assert name in PARAMETERS["format"]["enum"]
    written = FORMATS[name].write(DOCUMENT)
    assert "boiling" in written
    assert served({"format": name}) == (200, written)
    assert RowMaker(Settings(columns=(name,)))(Record(PAGE.encode())) == {name: written}


@pytest.mark.parametrize("name", FORMATS)
def test_options_are_those_of_its_dataclass(name: str) -> None:
    usual = FORMATS[name].read_options({})
    known = {one.name: getattr(usual, one.name) for one in fields(usual)}
    assert FORMATS[name].read_options(known) == usual
    for wrong in ({"sugar": 1}, dict.fromkeys(known, object()), dict.fromkeys(known, 1.5)):
        with pytest.raises(FormatError):
            FORMATS[name].write(DOCUMENT, wrong)
    assert served({"format": name, "options": {"sugar": 1}})[0] == 400


def test_an_option_is_of_its_kind() -> None:
    for wrong in ({"images": 1}, {"links": None}, {"links": "all"}, {"front": {"byline": 0}}):
        with pytest.raises(FormatError):
            FORMATS["markdown"].read_options(wrong)
    assert not FORMATS["markdown"].read_options({"front": {"byline": False}}).front.byline
    assert FORMATS["json"].read_options({"indent": None}).indent is None


def test_a_format_that_is_none_is_an_error_everywhere() -> None:
    assert "tablet" not in COLUMNS
    assert served({"format": "tablet"})[0] == 400
    with pytest.raises(BatchError, match="no column 'tablet'"):
        Settings(columns=("tablet",))
    with pytest.raises(SystemExit) as ended:
        command(["--format", "tablet"])
    assert ended.value.code == 2
