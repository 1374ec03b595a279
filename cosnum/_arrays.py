"""What counts as input: arrays of one kind on one device, with entries that are real numbers."""

from __future__ import annotations

from typing import Any

import array_api_compat
import numpy as np

__all__ = ["Array", "Namespace", "as_arrays", "is_host", "real_dtype", "to_real"]

Array = Any
Namespace = Any

_FLOATS = ("float64", "float32", "float16", "bfloat16")
_SUPPORTED = f"booleans, integers or one of {', '.join(_FLOATS)}"


def as_arrays(*named: tuple[str, object]) -> tuple[list[Array], Namespace]:
    """The arguments as arrays of one namespace on one device; lists and numbers become NumPy arrays.

    Nothing is imported to find out: an array's library is in `sys.modules` already.
    """
    arrays = [_as_array(name, value) for name, value in named]
    (first, *_), (head, *others) = [name for name, _ in named], arrays
    xp = array_api_compat.array_namespace(head)
    for (name, _), array in zip(named[1:], others, strict=True):
        if array_api_compat.array_namespace(array) is not xp:
            raise TypeError(f"{first} is {_kind(head)}, but {name} is {_kind(array)}: convert one of them first")
        if array_api_compat.device(array) != array_api_compat.device(head):
            devices = array_api_compat.device(head), array_api_compat.device(array)
            raise TypeError(f"{first} is on {devices[0]}, but {name} is on {devices[1]}: move one of them first")
    for (name, _), array in zip(named, arrays, strict=True):
        if not _is_real(array, xp):
            raise TypeError(f"{name} has dtype {array.dtype}, but must hold {_SUPPORTED}")
    return arrays, xp


def is_host(xp: Namespace) -> bool:
    """Whether the arrays are NumPy's, which have paths of their own."""
    return bool(array_api_compat.is_numpy_namespace(xp))


def real_dtype(x: Array, xp: Namespace) -> Any:
    """float64, or float32 where the device of ``x`` has no float64."""
    if is_host(xp):
        return np.float64
    dtypes = xp.__array_namespace_info__().dtypes(device=array_api_compat.device(x), kind="real floating")
    return dtypes.get("float64", dtypes["float32"])


def to_real(x: Array, dtype: Any, xp: Namespace) -> Array:
    """``x`` in ``dtype``, with NaN in place of infinities: both make every result NaN, and NaN does so silently."""
    x = xp.astype(x, dtype)
    return xp.where(xp.isfinite(x), x, xp.asarray(xp.nan, dtype=dtype, device=array_api_compat.device(x)))


def _as_array(name: str, value: object) -> Array:
    if isinstance(value, np.ma.MaskedArray):
        raise TypeError(f"{name} is a masked array: choose its valid entries first, as in x[mask]")
    if array_api_compat.is_array_api_obj(value):
        return value
    try:
        return np.asarray(value)
    except ValueError as error:
        raise ValueError(f"{name} is ragged, not an array: {error}") from error


def _is_real(x: Array, xp: Namespace) -> bool:
    if is_host(xp):
        return x.dtype.kind in "biu" or x.dtype.type.__name__ in _FLOATS
    return bool(xp.isdtype(x.dtype, ("bool", "integral", "real floating")))


def _kind(x: Array) -> str:
    return f"{type(x).__module__}.{type(x).__qualname__}"
