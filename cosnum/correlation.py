"""Pearson correlation: the cosine of centred vectors."""

from __future__ import annotations

from typing import Any, get_args

import numpy as np

from cosnum._arrays import Array, Namespace, as_arrays, real_dtype, to_real
from cosnum._tangent import first_index
from cosnum._wide import normalised, scaled, tree
from cosnum.similarity import Zero, cosine

__all__ = ["pearson"]


def pearson(x: Any, y: Any, axis: int = -1, zero: Zero = "nan") -> Any:
    """Pearson correlation ``cos(x − x̄, y − ȳ)`` along an axis, the other axes broadcast.

    Parameters
    ----------
    x, y : array, shapes (..., n)
        Booleans, integers, float16, float32, float64 or bfloat16; of one namespace and on one device.
    axis : int
        Of the entries, in ``x`` and in ``y``.
    zero : {"nan", "zero", "one", "raise"}
        What the correlation is taken for where ``x`` or ``y`` is constant or empty.

    Returns
    -------
    array, shape (...)
        Of the same kind: float64, or float32 on a device without float64. In [−1, 1]; NaN where an entry is infinite or
        NaN.

    Raises
    ------
    TypeError
        If entries are of another dtype, or the arrays differ in namespace or device.
    ValueError
        If the lengths differ, the shapes don't broadcast, or with ``zero="raise"`` a vector is constant.

    Notes
    -----
    Claims ``correlation.pearson_is_centred_cosine`` and ``correlation.affine_invariance``.

    The mean is taken away twice, after scaling by powers of two: offsets much larger than the spread, and entries of
    1e±300, are ordinary. The error is that of `cosnum.cosine`, about ``log₂ n`` roundings. What is left of a constant
    vector is exactly zero. Integers beyond 2⁵³ are rounded to float64 first.

    Examples
    --------
    >>> print(f"{pearson([1e15, 1e15 + 1, 1e15 + 2], [1, 2, 4]):.15f}")
    0.981980506061966
    """
    if zero not in get_args(Zero):
        raise ValueError(f"zero is {zero!r}, but must be one of {', '.join(map(repr, get_args(Zero)))}")
    arrays, xp = as_arrays(("x", x), ("y", y))
    first, second = (_centred(array, axis, xp) for array in arrays)
    if zero == "raise":
        for name, array in (("x", first), ("y", second)):
            constant = ~xp.any(array != 0, axis=axis)
            if bool(xp.any(constant)):
                raise ValueError(f"{name}{first_index(constant, xp)} is constant: the correlation is undefined")
        zero = "nan"
    return cosine(first, second, axis=axis, zero=zero)


@np.errstate(all="ignore")
def _centred(x: Array, axis: int, xp: Namespace) -> Array:
    """Vectors without their means, scaled.

    Constant ones become zero: the first mean is off by a few units in the last place, all sums of which are exact.
    """
    x = to_real(x, real_dtype(x, xp), xp)
    if not -x.ndim <= axis < x.ndim or x.shape[axis] == 0:
        return x  # the cosine says what is wrong with that
    rows = xp.moveaxis(x, axis, -1)
    rows = scaled(rows, -normalised(xp.max(xp.abs(rows), axis=-1), None, xp).exponent[..., None], xp)
    for _ in "12":
        rows = rows - (tree(rows, xp) / rows.shape[-1])[..., None]
    return xp.moveaxis(rows, -1, axis)
