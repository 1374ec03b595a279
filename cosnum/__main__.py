"""The command line: ``cosnum``, or ``python -m cosnum``.

Exit status: 0 if what was asked about holds, 1 if it doesn't, 2 if it couldn't be asked.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from cosnum import bench

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, and return its exit status."""
    parser = argparse.ArgumentParser(prog="cosnum", description="Cosine similarity: how fast, how right.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    command = commands.add_parser("bench", help="time the backends and measure their errors", description=bench.__doc__)
    bench.add_arguments(command)
    command.set_defaults(run=bench.run)
    options = parser.parse_args(arguments)
    return int(options.run(options))


if __name__ == "__main__":
    sys.exit(main())
