"""Markdown as renderers show it that people use, with raw HTML on and no address refused.

Those of Node and pandoc are programs that are asked by lines of JSON. What is not installed is in
`Renderers.missing`, with a word why. markdown-it-py, which every test has, is in `rendering.py`.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
PACKAGES = ("cmarkgfm", "mistune", "markdown", "pypandoc_binary", "the packages of Node")
Render = Callable[[str], str]


class Process:
    """A program that renders each of several texts by all that it knows."""

    def __init__(self, *command: str | Path) -> None:
        self._command = command
        self._process = self._started()

    def render(self, texts: list[str]) -> list[dict[str, str]]:
        """HTML by the name of the renderer, for each text; nothing for one that ends the program."""
        asks, answers = self._process.stdin, self._process.stdout
        assert asks
        assert answers
        asks.write(json.dumps(texts) + "\n")
        asks.flush()
        if line := answers.readline():
            rendered: list[dict[str, str]] = json.loads(line)
            return rendered
        self.close()
        self._process = self._started()
        return [{}] if len(texts) == 1 else [self.render([text])[0] for text in texts]

    def close(self) -> None:
        """End the program."""
        self._process.communicate()

    def _started(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )


class Renderers:
    """All renderers that are installed."""

    def __init__(self) -> None:
        self.missing: dict[str, str] = {}
        self._processes: list[Process] = []
        self._here: dict[str, Render] = {}
        starts = self._cmark, self._mistune, self._python_markdown, self._pandoc, self._node
        for name, start in zip(PACKAGES, starts, strict=True):
            try:
                start()
            except ImportError as error:
                self.missing[name] = str(error)

    def render(self, texts: list[str]) -> list[dict[str, str]]:
        """HTML by the name of the renderer, for each text."""
        rendered = [{name: render(text) for name, render in self._here.items()} for text in texts]
        for process in self._processes:
            for shown, more in zip(rendered, process.render(texts), strict=True):
                shown |= more
        return rendered

    def close(self) -> None:
        """End all programs."""
        for process in self._processes:
            process.close()

    def _cmark(self) -> None:
        from cmarkgfm.cmark import Options, markdown_to_html_with_extensions

        plain = Options.CMARK_OPT_UNSAFE
        extensions = ["table", "autolink", "strikethrough", "tasklist"]
        for name, options, known in (
            ("cmark", plain, []),
            ("cmark-gfm", plain, extensions),
            ("cmark-gfm, notes", plain | Options.CMARK_OPT_FOOTNOTES, extensions),
        ):
            self._here[name] = lambda text, options=options, known=known: (
                markdown_to_html_with_extensions(text, options, known)
            )

    def _mistune(self) -> None:
        from mistune import HTMLRenderer, create_markdown

        some = ["strikethrough", "table", "footnotes", "task_lists", "url"]
        more = ["math", "def_list", "abbr", "superscript", "subscript"]
        for name, plugins in (("", []), (", GFM", some), (", everything", some + more)):
            writer = HTMLRenderer(escape=False, allow_harmful_protocols=True)
            made = create_markdown(renderer=writer, plugins=plugins)
            self._here[f"mistune{name}"] = lambda text, made=made: str(made(text))

    def _python_markdown(self) -> None:
        from markdown import markdown

        for name, extensions in (
            ("", ["fenced_code"]),
            (", extra", ["extra"]),
            (", breaks", ["extra", "sane_lists", "nl2br"]),
        ):
            self._here[f"Python-Markdown{name}"] = lambda text, extensions=extensions: markdown(
                text, extensions=extensions
            )

    def _pandoc(self) -> None:
        import pypandoc  # with a pandoc of its own: that of a system may be years old

        program = pypandoc.get_pandoc_path()
        # It takes exponential time and memory for some texts; these it may give up on.
        limit = ("+RTS", "-M256m", "-RTS")
        self._processes.append(Process(program, *limit, "lua", HERE / "render.lua"))

    def _node(self) -> None:
        node = shutil.which("node")
        if node is None or not (HERE / "node_modules").is_dir():
            raise ImportError("they are not installed (make renderers)")
        self._processes.append(Process(node, HERE / "render.mjs"))
