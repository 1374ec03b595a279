"""The trusted part: statements, their meaning, their lowering to polynomials, and the checker. Standard library only."""

from proofs.kernel.claim import Claim
from proofs.kernel.language import (
    Family,
    Space,
    absolute,
    blocks,
    both,
    cosine,
    derivative,
    either,
    equal,
    every,
    exists,
    iff,
    inner,
    largest,
    maximum,
    minimum,
    named,
    nonzero,
    norm,
    real,
    root,
    sign,
    sine,
    smallest,
    total,
    unequal,
    vector,
)
from proofs.kernel.terms import VectorTerm as Vector

__all__ = [
    "Claim", "Family", "Space", "Vector", "absolute", "blocks", "both", "cosine", "derivative", "either", "equal", "every",
    "exists", "iff", "inner", "largest", "maximum", "minimum", "named", "nonzero", "norm", "real", "root", "sign", "sine",
    "smallest", "total", "unequal", "vector",
]  # fmt: skip
