"""What local cosines say about the global one.

Functions of the local cosines ``c_k`` of nonzero blocks, of the blocks' norms ``a_k = ‖x_k‖`` and ``b_k = ‖y_k‖``, and
of bounds on these; ``C`` is the global cosine, ``A`` and ``B`` are the global norms. Blocks lie along the last axis.
Arrays are of one array-API namespace, and results of the same; numbers and lists become NumPy arrays.
"""

from __future__ import annotations

from typing import Any

from cosnum._arrays import Array, Namespace, as_arrays, real_dtype

__all__ = [
    "bracket",
    "diluting_norms",
    "extremal_norms",
    "global_cosine",
    "global_range",
    "norm_ratio_lower",
    "norm_ratio_upper_negative",
    "profile_cosine",
    "realised",
    "scalar_blocks",
    "threshold_norms",
]


def global_cosine(local_cosines: Any, x_norms: Any, y_norms: Any) -> Array:
    """``C = Σ c_k a_k b_k/(A B)``.

    Parameters
    ----------
    local_cosines, x_norms, y_norms : array, shape (..., K)
        ``c_k`` in [−1, 1], ``a_k`` and ``b_k`` nonnegative.

    Returns
    -------
    array, shape (...)

    Notes
    -----
    Claim ``blocks.decomposition``.

    Examples
    --------
    >>> float(global_cosine([1.0, 0.0], [4.0, 3.0], [3.0, 4.0]))
    0.48
    """
    (c, a, b), xp = _read(local_cosines=local_cosines, x_norms=x_norms, y_norms=y_norms)
    a, b = _unit(a, xp), _unit(b, xp)
    return xp.sum(c * a * b, axis=-1)


def profile_cosine(x_norms: Any, y_norms: Any) -> Array:
    """``S = Σ a_k b_k/(A B)``: the cosine of the profiles of norms, in (0, 1], and 1 iff they are proportional.

    Parameters
    ----------
    x_norms, y_norms : array, shape (..., K)
        ``a_k`` and ``b_k``, positive.

    Returns
    -------
    array, shape (...)

    Notes
    -----
    Claims ``blocks.profile_at_most_one`` and ``blocks.profile_equality``; ``C`` is ``S`` times the mean of the ``c_k``
    weighted by ``a_k b_k``, claim ``blocks.profile_factorisation``.

    Examples
    --------
    >>> float(profile_cosine([4.0, 3.0], [3.0, 4.0]))
    0.96
    """
    (a, b), xp = _read(x_norms=x_norms, y_norms=y_norms)
    return xp.sum(_unit(a, xp) * _unit(b, xp), axis=-1)


def bracket(local_cosines: Any, x_norms: Any, y_norms: Any) -> tuple[Array, Array]:
    """``S·min c_k ≤ C ≤ S·max c_k``, whatever the signs.

    Parameters
    ----------
    local_cosines, x_norms, y_norms : array, shape (..., K)
        ``c_k`` in [−1, 1], ``a_k`` and ``b_k`` positive.

    Returns
    -------
    tuple of two arrays, shape (...)

    Notes
    -----
    Claim ``blocks.max_local.bracket``.

    Examples
    --------
    >>> low, high = bracket([0.5, 0.25], [4.0, 3.0], [3.0, 4.0])
    >>> float(low), float(high)
    (0.24, 0.48)
    """
    (c,), xp = _read(local_cosines=local_cosines)
    profile = profile_cosine(x_norms, y_norms)
    return profile * xp.min(c, axis=-1), profile * xp.max(c, axis=-1)


def global_range(local_cosines: Any) -> tuple[Array, Array]:
    """``min(0, min c_k) ≤ C ≤ max(0, max c_k)``, for all norms; nothing narrower holds for all.

    Parameters
    ----------
    local_cosines : array, shape (..., K)
        ``c_k`` in [−1, 1].

    Returns
    -------
    tuple of two arrays, shape (...)

    Notes
    -----
    Claims ``blocks.range`` and ``blocks.range_is_sharp``. So positive local cosines leave the global one positive
    (``blocks.positive_stays_positive``), and their maximum bounds it if it is not negative
    (``blocks.max_local.one_nonnegative``).

    Examples
    --------
    >>> low, high = global_range([0.5, 0.9])
    >>> float(low), float(high)
    (0.0, 0.9)
    """
    (c,), xp = _read(local_cosines=local_cosines)
    low, high = xp.min(c, axis=-1), xp.max(c, axis=-1)
    return xp.where(low > 0, xp.zeros_like(low), low), xp.where(high < 0, xp.zeros_like(high), high)


def norm_ratio_lower(least_cosine: Any, least_ratio: Any, largest_ratio: Any) -> Array:
    """``C ≥ λ·2√(mM)/(m + M)`` if ``m ≤ a_k/b_k ≤ M`` and ``c_k ≥ λ ≥ 0``: the threshold that does carry over.

    Parameters
    ----------
    least_cosine : array
        λ in [0, 1].
    least_ratio, largest_ratio : array
        ``0 < m ≤ M``.

    Returns
    -------
    array
        Of the shape that they broadcast to.

    Notes
    -----
    Claim ``blocks.norm_ratio_lower``; `extremal_norms` reach it.

    Examples
    --------
    >>> float(norm_ratio_lower(0.5, 1.0, 4.0))
    0.4
    """
    (c, m, M), xp = _read(least_cosine=least_cosine, least_ratio=least_ratio, largest_ratio=largest_ratio)
    # in this form nothing overflows or underflows
    ratio = xp.sqrt(m) / xp.sqrt(M)
    return c * 2 * ratio / (1 + ratio * ratio)


def norm_ratio_upper_negative(largest_cosine: Any, least_ratio: Any, largest_ratio: Any) -> Array:
    """``C ≤ μ·2√(mM)/(m + M)`` if ``m ≤ a_k/b_k ≤ M`` and ``c_k ≤ μ ≤ 0``.

    Parameters
    ----------
    largest_cosine : array
        μ in [−1, 0].
    least_ratio, largest_ratio : array
        ``0 < m ≤ M``.

    Returns
    -------
    array
        Of the shape that they broadcast to.

    Notes
    -----
    Claim ``blocks.norm_ratio_upper_negative``.

    Examples
    --------
    >>> float(norm_ratio_upper_negative(-0.5, 1.0, 4.0))
    -0.4
    """
    return norm_ratio_lower(largest_cosine, least_ratio, largest_ratio)


def scalar_blocks(x: Any, y: Any) -> Array:
    """Local cosines of blocks of one entry: ``sign(x_i y_i)``, and NaN where one is zero.

    Parameters
    ----------
    x, y : array, shape (..., K)

    Returns
    -------
    array, shape (..., K)

    Notes
    -----
    Claim ``blocks.scalar_blocks``.

    Examples
    --------
    >>> scalar_blocks([1e-300, -2.0, 0.0], [1e-300, 3.0, 1.0])
    array([ 1., -1., nan])
    """
    (a, b), xp = _read(x=x, y=y)
    signs = xp.sign(a) * xp.sign(b)
    return xp.where(signs == 0, xp.nan + signs, signs)


def diluting_norms(epsilon: Any) -> tuple[Array, Array]:
    """Norms of two blocks that bring the global cosine below ``ε`` in size, whatever the local ones are.

    Parameters
    ----------
    epsilon : array
        Positive.

    Returns
    -------
    tuple of two arrays, shape (..., 2)
        ``(a_1, a_2) = (δ, 1)`` and ``(b_1, b_2) = (1, δ)`` with ``δ = ε/2``, so that ``C = δ(c_1 + c_2)/(1 + δ²)``.

    Notes
    -----
    Claim ``blocks.no_positive_lower_bound``.

    Examples
    --------
    >>> abs(float(global_cosine([1.0, 1.0], *diluting_norms(1e-3)))) < 1e-3
    True
    """
    (epsilon,), xp = _read(epsilon=epsilon)
    return _mirrored(epsilon / 2, xp)


def threshold_norms(local: Any, target: Any) -> tuple[Array, Array]:
    """Norms of two blocks of local cosine λ each that make the global cosine μ.

    Parameters
    ----------
    local, target : array
        ``0 < μ < λ ≤ 1``.

    Returns
    -------
    tuple of two arrays, shape (..., 2)
        ``(a_1, a_2) = (δ, 1)`` and ``(b_1, b_2) = (1, δ)`` with ``δ = (λ − √(λ² − μ²))/μ``.

    Notes
    -----
    Claim ``blocks.threshold_is_not_inherited``.

    Examples
    --------
    >>> round(float(global_cosine([0.9, 0.9], *threshold_norms(0.9, 0.1))), 15)
    0.1
    """
    (local, target), xp = _read(local=local, target=target)
    # the same δ, without the difference of nearly equal numbers
    return _mirrored(target / (local + xp.sqrt((local - target) * (local + target))), xp)


def extremal_norms(least_ratio: Any, largest_ratio: Any) -> tuple[Array, Array]:
    """Norms of two blocks of equal local cosine that reach `norm_ratio_lower`.

    Parameters
    ----------
    least_ratio, largest_ratio : array
        ``0 < m ≤ M``.

    Returns
    -------
    tuple of two arrays, shape (..., 2)
        ``a = (m√M, M√m)`` and ``b = (√M, √m)``.

    Notes
    -----
    Claim ``blocks.norm_ratio_is_sharp``.

    Examples
    --------
    >>> extremal_norms(1.0, 4.0)
    (array([2., 4.]), array([2., 1.]))
    """
    (m, M), xp = _read(least_ratio=least_ratio, largest_ratio=largest_ratio)
    b = xp.stack([xp.sqrt(M), xp.sqrt(m)], axis=-1)
    return xp.stack([m, M], axis=-1) * b, b


def realised(local_cosines: Any, x_norms: Any, y_norms: Any) -> tuple[Array, Array]:
    """Vectors of K blocks of two entries each that have these local cosines and norms.

    Parameters
    ----------
    local_cosines, x_norms, y_norms : array, shape (..., K)
        ``c_k`` in [−1, 1], ``a_k`` and ``b_k`` nonnegative.

    Returns
    -------
    tuple of two arrays, shape (..., 2K)
        ``x_k = (a_k, 0)`` and ``y_k = b_k (c_k, √(1 − c_k²))``.

    Notes
    -----
    Local cosines strictly between −1 and 1 need blocks of two entries or more: see ``blocks.scalar_blocks``.

    Examples
    --------
    >>> realised([0.6], [2.0], [10.0])
    (array([2., 0.]), array([6., 8.]))
    """
    (c, a, b), xp = _read(local_cosines=local_cosines, x_norms=x_norms, y_norms=y_norms)
    x = xp.stack([a, xp.zeros_like(a)], axis=-1)
    y = xp.stack([b * c, b * xp.sqrt((1 - c) * (1 + c))], axis=-1)
    return xp.reshape(x, (*a.shape[:-1], -1)), xp.reshape(y, (*b.shape[:-1], -1))


def _read(**arguments: Any) -> tuple[list[Array], Namespace]:
    arrays, xp = as_arrays(*arguments.items())
    return [xp.astype(array, real_dtype(array, xp)) for array in arrays], xp


def _unit(norms: Array, xp: Namespace) -> Array:
    """Divided by the norm of the whole, without overflow."""
    scaled = norms / xp.max(norms, axis=-1, keepdims=True)
    return scaled / xp.sqrt(xp.sum(scaled * scaled, axis=-1, keepdims=True))


def _mirrored(delta: Array, xp: Namespace) -> tuple[Array, Array]:
    one = xp.ones_like(delta)
    return xp.stack([delta, one], axis=-1), xp.stack([one, delta], axis=-1)
