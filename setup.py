"""The native modules. Everything else about the project stands in pyproject.toml."""

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError, ExecError, PlatformError

# No fused multiply-add: features are to be the same numbers on every machine.
FLAGS = ["/O2"] if sys.platform == "win32" else ["-O3", "-ffp-contract=off"]

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
        try:
            super().build_extension(ext)
        except (CCompilerError, ExecError, PlatformError) as error:
            raise SystemExit(f"{error}\n{NO_COMPILER}") from error


setup(
    ext_modules=[
        Extension(f"dehusk.{name}", [f"src/dehusk/{name}.pyx"], extra_compile_args=FLAGS)
        for name in ("_columns", "_decision", "_features", "_text", "_trees")
    ],
    cmdclass={"build_ext": Build},
)
