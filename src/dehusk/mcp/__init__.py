"""Tools for agents over the Model Context Protocol: read a page, extract it, see why.

    Server(Reader()).run()                             # `dehusk mcp` does this

`tools` has what the tools do and what is told of them, `protocol` the messages over standard input and
output, `http` the same behind the door of the service. The protocol is spoken by hand: it is four
requests, and importing its SDK alone takes longer than agents like to wait for a tool.
"""

from __future__ import annotations

from dehusk.mcp.protocol import Server
from dehusk.mcp.tools import Reader

__all__ = ["Reader", "Server"]
