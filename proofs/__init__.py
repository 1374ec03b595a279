"""Machine-checked statements about cosine similarity.

``claims()`` and ``claim(id)`` give the statements, ``prove`` decides one of your own, ``Claim`` states it.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from proofs.kernel.claim import Claim as Claim
    from proofs.ledger import claim as claim
    from proofs.ledger import claims as claims
    from proofs.prove import prove as prove

__all__ = ["Claim", "claim", "claims", "prove"]

_HOME = {"Claim": "proofs.kernel.claim", "claim": "proofs.ledger", "claims": "proofs.ledger", "prove": "proofs.prove"}


class _Package(ModuleType):
    """The package imports nothing until something is asked of it.

    `prove` is a function and the module it stands in; ``proofs.prove`` means the function.
    """

    def __getattr__(self, name: str) -> Any:
        if name not in _HOME:
            raise AttributeError(f"module 'proofs' has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(_HOME[name]), name)

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name == "prove" and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
