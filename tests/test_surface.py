"""The public surface: what `dehusk` exports, and what importing it does not do."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
import types
from pathlib import Path

import pytest

import dehusk
from dehusk import errors

EXTRAS = (
    "click rich httpx playwright rapidfuzz lightgbm sklearn scipy textblob starlette uvicorn mcp"
    " fastwarc pyarrow pyspark asyncio socket ssl"
).split()


def test_all_lists_exactly_what_is_there() -> None:
    assert all(hasattr(dehusk, name) for name in dehusk.__all__)
    public = {
        name
        for name, value in vars(dehusk).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
    } - {"annotations", "import_module", "TYPE_CHECKING"}
    assert public == set(dehusk.__all__)


def test_no_public_name_hides_a_package() -> None:
    packages = {module.name for module in pkgutil.iter_modules(dehusk.__path__) if module.ispkg}
    assert "rendering" in packages
    assert not packages & set(dehusk.__all__)
    import dehusk.rendering.gate as gate

    assert isinstance(gate, types.ModuleType)
    assert dehusk.render is dehusk.rendering.render


def test_every_exception_is_exported_and_below_one_root() -> None:
    own = [value for value in vars(errors).values() if isinstance(value, type)]
    for exception in own:
        assert issubclass(exception, dehusk.DehuskError)
        assert getattr(dehusk, exception.__name__) is exception
        assert exception.__name__ in (errors.__doc__ or ""), "draw it in the tree"


def test_importing_brings_in_no_extra_and_opens_no_socket() -> None:
    code = f"import sys, dehusk; print([m for m in {EXTRAS} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_version_is_the_package_s() -> None:
    from importlib.metadata import version

    assert dehusk.__version__ == version("dehusk")


def test_unknown_methods_and_amounts_get_one_clear_sentence() -> None:
    with pytest.raises(dehusk.UnknownMethod, match="There is no method 'magic'; the methods are"):
        dehusk.extract("x", method="magic")


def test_importing_loads_no_method_and_extracting_only_the_one_asked_for() -> None:
    code = (
        "import sys, dehusk\n"
        "def loaded(): return [m for m in sys.modules if m.startswith('dehusk.extractors.')"
        " and not m.endswith('.exhibits')]\n"
        "assert loaded() == [] and 'dehusk.content.assemble' not in sys.modules\n"
        "dehusk.extract('<p>Tea needs water.</p>', method='cnr')\n"
        "print(loaded())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['dehusk.extractors.cnr']"


def test_the_command_loads_no_module_that_one_small_page_does_without(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<title>Tea</title><p>By Ann Leaf<p>Tea needs water, and time to draw.</p>")
    needless = ("rich", "asyncio", "concurrent.futures", "difflib", "importlib.resources", "httpx")
    rooms = ("product", "prices", "language")
    code = (
        "import sys\nfrom dehusk.cli.group import dehusk\n"
        f"dehusk.main(['extract', {str(page)!r}], standalone_mode=False)\n"
        f"print([m for m in {needless} if m in sys.modules]"
        f" + [m for m in {rooms} if 'dehusk.metadata.' + m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
