"""The native modules. Everything else about the project stands in pyproject.toml."""

import os
import re
import runpy
import sys
import sysconfig
import tomllib
from pathlib import Path

from Cython.Build.Dependencies import create_dependency_tree
from Cython.Compiler.Main import Context
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError, ExecError, PlatformError

WINDOWS, LINUX = sys.platform == "win32", sys.platform.startswith("linux")

# No fused multiply-add: features are to be the same numbers on every machine.
FLAGS = ["/O2"] if WINDOWS else ["-O3", "-ffp-contract=off"]

# Debug symbols are five sixths of a module, and tables for unwinding, which C has no use for, are a
# twentieth of the rest. `build_ext --debug` keeps both.
WITHOUT_SYMBOLS = [] if WINDOWS else ["-g0"]
if LINUX:
    WITHOUT_SYMBOLS += ["-fno-asynchronous-unwind-tables", "-fno-unwind-tables"]
STRIPPED = ["-s"] if LINUX else []

# On request one wheel for all versions from the oldest on, a little slower (docs/native.md). A Python
# without the GIL has no stable ABI yet.
STABLE_ABI = bool(os.environ.get("DEHUSK_STABLE_ABI")) and not sysconfig.get_config_var(
    "Py_GIL_DISABLED"
)
OLDEST = (3, 11)

NO_COMPILER = """
dehusk has a few modules in C, and no working C compiler was found.
  Debian, Ubuntu   apt install build-essential python3-dev
  Fedora           dnf install gcc python3-devel
  macOS            xcode-select --install
  Windows          the "Desktop development with C++" workload of the Visual Studio Build Tools
"""


class Build(build_ext):
    """The usual build on all processors, with a hint where there is no compiler."""

    def finalize_options(self) -> None:
        """Build as many extensions at once as there are processors; in place only what is stale."""
        super().finalize_options()
        self.cython_include_dirs = ["src"]  # included parts are in folders that are no packages
        self.parallel = self.parallel or os.cpu_count()
        if self.inplace and not self.force:
            self.extensions = [ext for ext in self.extensions if self.is_stale(ext)]

    def is_stale(self, ext: Extension) -> bool:
        """Whether a module is missing beside its sources, or older than they are."""
        built = Path("src", self.get_ext_filename(ext.name))
        sources = map(Path, [*ext.sources, *ext.depends])
        return not built.exists() or any(
            source.stat().st_mtime > built.stat().st_mtime for source in sources
        )

    def build_extension(self, ext: Extension) -> None:
        """Build one extension."""
        if not self.debug:
            ext.extra_compile_args += WITHOUT_SYMBOLS
            ext.extra_link_args += STRIPPED
        try:
            super().build_extension(ext)
        except (CCompilerError, ExecError, PlatformError) as error:
            raise SystemExit(f"{error}\n{NO_COMPILER}") from error

    def copy_extensions_to_source(self) -> None:
        """Put the modules beside their sources; those of an earlier build might be found first."""
        for ext in self.extensions:
            place = Path("src", *ext.name.split("."))
            for earlier in (
                *place.parent.glob(f"{place.name}.*so"),
                *place.parent.glob(f"{place.name}.*pyd"),
            ):
                earlier.unlink()
        super().copy_extensions_to_source()


def write_codes() -> None:
    """Write the numbers of `codes.py` for native code, if they have changed."""
    native = Path("src/dehusk/native")
    text, written = runpy.run_path(str(native / "codes.py"))["declarations"](), native / "codes.pxd"
    if not written.exists() or written.read_text() != text:
        written.write_text(text)


write_codes()
DEPENDENCIES = create_dependency_tree(
    Context(include_directories=["src"], compiler_directives={}), quiet=True
)


def native(name: str) -> Extension:
    """One of our modules, in the limited API where the stable ABI is asked for.

    It is built anew when a file that it includes or takes declarations from has changed.
    """
    source = f"src/dehusk/native/{name}.pyx"
    needs = {path for path in DEPENDENCIES.all_dependencies(source) if path.startswith("src/")}
    externs = {extern for path in needs for extern in DEPENDENCIES.parse_dependencies(path)[2]}
    headers = map(str, filter(Path.exists, (Path(source).parent / extern for extern in externs)))
    macros = [("Py_LIMITED_API", f"0x{OLDEST[0]:02X}{OLDEST[1]:02X}0000")] if STABLE_ABI else []
    return Extension(
        f"dehusk.native.{name}",
        [source],
        extra_compile_args=[*FLAGS],
        define_macros=macros,
        py_limited_api=STABLE_ABI,
        depends=sorted({*needs, *headers}),
    )


def readme() -> str:
    """The README with links that lead somewhere from a package index, too."""
    source = tomllib.loads(Path("pyproject.toml").read_text())["project"]["urls"]["Source"]

    def absolute(link: re.Match[str]) -> str:
        is_picture = link[0].startswith("!")
        shown = "?sanitize=true" if link[2].endswith(".svg") else ""
        return f"{link[1]}({source}/{'raw' if is_picture else 'blob'}/main/{link[2]}{shown})"

    text = Path("README.md").read_text("utf-8")
    return re.sub(r"(!?\[[^]]*\])\((?!https?:|#)([^)]+)\)", absolute, text)


setup(
    long_description=readme(),
    long_description_content_type="text/markdown",
    ext_modules=[
        native(name)
        for name in (
            "content",
            "features",
            "find",
            "forest",
            "page_columns",
            "scan",
            "write",
            "xpath",
        )
    ],
    cmdclass={"build_ext": Build},
    options={"bdist_wheel": {"py_limited_api": "cp{}{}".format(*OLDEST)}} if STABLE_ABI else {},
)
