"""Which versions are at work, found without importing anything."""

from __future__ import annotations

import platform
from importlib import metadata

LIBRARIES = ("cosnum", "numpy", "rich", "sympy", "z3-solver")


def versions() -> dict[str, str | None]:
    """The versions of Python and of the libraries; None for one that is not installed."""
    return {"python": platform.python_version(), **{name: version(name) for name in LIBRARIES}}


def version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None
