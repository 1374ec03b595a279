"""Classical theorems that are assumed: the one list of them. Whatever rests on one says so."""

ASSUMED = {
    "Cauchy–Schwarz": "|⟨x, y⟩| ≤ ‖x‖‖y‖ for all vectors",
    "Gram realisation": "a symmetric positive semidefinite matrix is the Gram matrix of vectors in Rⁿ for n ≥ its rank",
    "differentiation": "sum, product, quotient and chain rule, and the derivatives of square root and logarithm",
    "logarithm": "ln(xy) = ln x + ln y and 1 − 1/x ≤ ln x ≤ x − 1 for positive x and y",
    "sine below angle": "sin x ≤ x for x ≥ 0",
    "tangent above angle": "tan x ≥ x for 0 ≤ x < π/2",
    "cosine above parabola": "cos x ≥ 1 − x²/2",
    "derivatives of sine and cosine": "(sin x)′ = cos x and (cos x)′ = −sin x",
    "half-angle formula": "tan(x/2) = sin x/(1 + cos x) for −π < x < π",
    "exponential decay": "u′ = −ku with a constant k only for u(τ) = u(0) e^(−kτ)",
    "norm of a symmetric matrix": "the norm of a symmetric H is the largest |⟨Hh, h⟩| with ‖h‖ = 1",
    "plane of two vectors": "in some orthonormal basis two vectors at angle φ are (p, 0, 0, …) and (q cos φ, q sin φ, 0, …)",
}
