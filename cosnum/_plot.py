"""The two pictures of the benchmark: time against size, and error against condition number."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cosnum import exact
from cosnum._contenders import READ_ONLY, Contender, best_times, correlated, cosine_of

__all__ = ["draw", "ill_conditioned"]

Array = npt.NDArray[Any]

CONDITIONS = [10.0**k for k in range(1, 19)]
TRIALS = 5


def draw(file: Path, fields: list[Contender], dtype: str, largest: int, repeats: int) -> None:
    """Both pictures side by side, in the format that the file's name asks for."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(13, 6), layout="constrained")
    times, errors = figure.subplots(1, 2)
    _draw_times(times, fields, dtype, largest, repeats)
    _draw_errors(errors, fields)
    figure.legend(*times.get_legend_handles_labels(), loc="outside lower center", ncols=3)
    figure.savefig(file)


def ill_conditioned(condition: float, rng: np.random.Generator, pairs: int = 500) -> tuple[Array, Array]:
    """Two vectors with ``Σ|x_i y_i|`` about ``condition`` times ``⟨x,y⟩``: products that cancel in pairs, and one left."""
    u, v = rng.standard_normal((2, pairs))
    left = 2 * float(np.abs(u) @ np.abs(v)) / condition
    order = rng.permutation(2 * pairs + 1)
    return np.concatenate([u, u, [1.0]])[order], np.concatenate([v, -v, [left]])[order]


def _draw_times(axes: Any, fields: list[Contender], dtype: str, largest: int, repeats: int) -> None:
    sizes = [n for n in (1 << k for k in range(6, 64, 2)) if n <= largest] or [largest]
    times = np.array([best_times(fields, *correlated(n, dtype), repeats) for n in sizes])
    for i, (field, column) in enumerate(zip(fields, times.T, strict=True)):
        label = field.name if field.place == "host" else f"{field.name}, on {field.place}"
        axes.loglog(sizes, 1e9 * column / sizes, marker=".", color=f"C{i}", label=label)
    axes.set(xlabel=f"entries, {dtype}", ylabel="nanoseconds per entry", title="Time against size")


def _draw_errors(axes: Any, fields: list[Contender]) -> None:
    rng = np.random.default_rng(0)
    worst = np.zeros((len(fields), len(CONDITIONS)))
    for j, condition in enumerate(CONDITIONS):
        for _ in range(TRIALS):
            x, y = ill_conditioned(condition, rng)
            true = float(exact.cosine(x, y))
            for i, field in enumerate(fields):
                if field.name != READ_ONLY:
                    answer = cosine_of(field.run(field.prepare(x), field.prepare(y)))
                    worst[i, j] = max(worst[i, j], abs(answer - true) / abs(true))
    for i, (field, errors) in enumerate(zip(fields, worst, strict=True)):
        if field.name != READ_ONLY:
            # in the colours of the other picture; nothing is better than right, or worse than no digit right
            axes.loglog(CONDITIONS, np.clip(errors, 2.0**-54, 1), marker=".", color=f"C{i}")
    axes.set(xlabel="condition number Σ|xy| / |Σxy|", ylabel="relative error", title="Error against condition number")
