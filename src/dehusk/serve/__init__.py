"""An HTTP service: extraction for programs, a playground for people, labels for training.

    from dehusk.serve import Settings
    from dehusk.serve.app import create_app

    app = create_app(Settings(workers=4))              # any ASGI server runs it; `dehusk serve` does

Pages are worked on in processes of their own (`pool`, `worker`), so that one that nobody trusts stalls
nobody. Requests go through the guards (`guards`), `handlers` say what a worker makes of one.
docs/service.md describes all of it. Importing this package imports no web framework.
"""

from __future__ import annotations

from dehusk.serve.settings import Settings

__all__ = ["Settings"]
