"""Tools for agents over the Model Context Protocol: read a page, extract it, see why.

    run(server_of(Reader()))                           # `dehusk mcp` does this

`tools` has what the tools do and what is told of them; `server` offers them by the protocol's SDK, over
standard input and output or, behind the door of the service, over HTTP.
"""

from __future__ import annotations

from dehusk.mcp.tools import Reader

__all__ = ["Reader"]
