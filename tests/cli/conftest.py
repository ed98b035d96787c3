from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from inspect import signature
from pathlib import Path

import pytest

pytest.importorskip("click")
pytest.importorskip("rich")

from click.testing import CliRunner, Result

from dehusk.cli.group import dehusk

ARTICLE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>
<body><nav><ul><li><a href="/">Home</a></li><li><a href="/all">All pages</a></li></ul></nav>
<article><h1>{title}</h1>
<p>The first paragraph of {title} is <em>long</em> enough to be taken for content, with a comma.</p>
<p>The second paragraph has a <a href="more.html">link</a> in the middle, and goes on after it.</p>
<p>The third paragraph, of six, is <em>here</em> so that every method sees where the text is.</p>
<p>The fourth has commas, it has sentences. <em>It has no links</em>, which tells it from a menu.</p>
<p>The fifth is of the same length <em>as the others</em>, so that no method falls for just one.</p>
<p>The last paragraph of {title} goes on in the <em>same</em> way — and it ends with a full stop.</p>
</article><footer><p><a href="/imprint">Imprint</a></p></footer></body></html>"""
EMPTY = "<!doctype html><title>Empty</title><script>var tea = 1</script>"

Run = Callable[..., Result]


def article(title: str) -> str:
    return ARTICLE.format(title=title)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with pages in it."""
    (tmp_path / "tea.html").write_text(article("Tea"))
    (tmp_path / "bread.html").write_text(article("Bread"))
    (tmp_path / "empty.html").write_text(EMPTY)
    (tmp_path / "paper.pdf").write_bytes(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run() -> Run:
    """Run the command in this process: `run("extract", "tea.html")`."""

    def invoke(*arguments: str, **options: object) -> Result:
        before_8_2 = "mix_stderr" in signature(CliRunner).parameters
        runner = CliRunner(**({"mix_stderr": False} if before_8_2 else {}))
        return runner.invoke(dehusk, arguments, **options)  # type: ignore[arg-type]

    return invoke


def subprocess_environment(**more: str) -> dict[str, str]:
    source = Path(__file__).parents[2] / "src"
    return {**os.environ, "PYTHONPATH": str(source), **more}


def run_process(*arguments: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    """Run `python -m dehusk` in a process of its own."""
    return subprocess.run(  # type: ignore[call-overload, no-any-return]
        [sys.executable, "-m", "dehusk", *arguments],
        **{"capture_output": True, "env": subprocess_environment(), "timeout": 60, **options},
    )
