"""The trusted part: statements, their meaning, their lowering to polynomials, and the checker. Standard library only."""

from proofs.kernel.claim import Claim
from proofs.kernel.language import (
    Family,
    Space,
    absolute,
    after_steps,
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
    log,
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
from proofs.kernel.terms import Scalar
from proofs.kernel.terms import VectorTerm as Vector

__all__ = [
    "Claim", "Family", "Scalar", "Space", "Vector", "absolute", "after_steps", "blocks", "both", "cosine", "derivative",
    "either", "equal", "every", "exists", "iff", "inner", "largest", "log", "maximum", "minimum", "named", "nonzero",
    "norm", "real", "root", "sign", "sine", "smallest", "total", "unequal", "vector",
]  # fmt: skip
