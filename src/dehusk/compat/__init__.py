"""Drop-in replacements for other extractors: change one import, and dehusk does the work.

    from dehusk.compat import trafilatura          # was: import trafilatura
    trafilatura.extract(html, output_format="markdown", with_metadata=True)

Each module has the functions and classes of the package that it is named after, with their
parameters. One that dehusk cannot honour is named in a `CompatibilityWarning` that says what to use
instead; docs/compat.md lists them, and what else differs.
"""

from __future__ import annotations

from dehusk.compat._shared import CompatibilityWarning

__all__ = ["CompatibilityWarning"]
