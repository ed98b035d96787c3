"""The command `dehusk`: one module a command, each a thin shell over a documented function.

To add a command: a module here that has a click command named `command`, and a line in
`dehusk.cli.group.COMMANDS`. Import what is heavy inside the command, so that `dehusk --help` stays
quick.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec


def main() -> None:
    """Run the command line; the entry point of the script `dehusk`."""
    if any(find_spec(name) is None for name in ("click", "rich")):
        from dehusk.cli import bare

        sys.exit(bare.main(sys.argv[1:]))
    try:
        from dehusk.cli.group import dehusk

        dehusk.main(prog_name="dehusk")
    except KeyboardInterrupt:  # before the command has begun, or after its end
        print("dehusk: interrupted", file=sys.stderr)
        sys.exit(130)
