"""Pictures for the chapter `proofs.blocks`: every curve and every point is computed by `cosnum`."""

from __future__ import annotations

from typing import Any

import numpy as np

from cosnum import block_stats, bounds
from proofs.pictures.drawing import BLACK, BLUE, GREEN, GREY, ORANGE, SKY, VERMILION, Picture, drawing

SEED = 1
HALVES = (-1, -0.5, 0, 0.5, 1)


def reachable_cosines(other: float = 0.6, points: int = 2500) -> Picture:
    """Global cosines of two blocks, with norms drawn at random, against one local cosine while the other is fixed.

    Parameters
    ----------
    other : float
        The fixed local cosine, in (0, 1); the second panel has its negative.
    points : int
        Sampled pairs a panel.
    """
    message = "The global cosine lies between the extreme local ones and zero"
    with drawing(message, columns=2, size=(9.4, 4.7)) as (picture, panels):
        for axes, fixed in zip(panels, (other, -other), strict=True):
            _range(axes, fixed)
            _samples(axes, fixed, points)
            sign = "positive" if fixed > 0 else "negative"
            axes.set(title=f"the other local cosine is {sign}: $c_2 = {fixed}$", xlabel="local cosine $c_1$")
            axes.set(xlim=(-1, 1), ylim=(-1.02, 1.02), xticks=HALVES, yticks=HALVES)
        panels[0].set_ylabel("global cosine $C$")
        picture.figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=4)
    return picture


def _range(axes: Any, fixed: float) -> None:
    moving = np.linspace(-1, 1, 401)
    local = np.stack([moving, np.full_like(moving, fixed)], axis=-1)
    low, high = bounds.global_range(local)
    least, most = local.min(axis=-1), local.max(axis=-1)
    axes.fill_between(moving, least, most, color=SKY, alpha=0.4, linewidth=0, label="between the local cosines")
    for end, other in ((low, least), (high, most)):
        label = "and on to zero: dilution" if end is low else None
        axes.fill_between(moving, end, other, color=ORANGE, alpha=0.35, linewidth=0, label=label)
        axes.plot(moving, end, color=BLACK, linewidth=1.4, label="range theorem" if end is low else None)


def _samples(axes: Any, fixed: float, points: int) -> None:
    rng = np.random.default_rng(SEED)
    local = np.stack([rng.uniform(-1, 1, points), np.full(points, fixed)], axis=-1)
    reached = bounds.global_cosine(local, *np.exp(rng.normal(0, 1.5, (2, points, 2))))
    axes.plot(local[:, 0], reached, ".", color=BLUE, markersize=1.6, label="random norms")


def cones(m: float = 0.6, balance: float = 0.8) -> Picture:
    """Pairs of blocks with a cosine of at most m, and of at most −m: putting two together is taking a mean.

    A pair is the point ``((‖x‖² − ‖y‖²), 2⟨x,y⟩)/(‖x‖² + ‖y‖²)`` of the unit disc, and two pairs joined are a weighted
    mean of their points, since the three sums add.

    Parameters
    ----------
    m : float
        The bound on the cosine, in (0, 1).
    balance : float
        Where the two blocks of the example stand, in (0, 1).
    """
    message = "An upper bound on local cosines carries over exactly if it is not negative"
    with drawing(message, columns=2, size=(9.4, 5.0)) as (picture, panels):
        for axes, bound in zip(panels, (m, -m), strict=True):
            _cone(axes, bound)
            _joined(axes, bound, balance)
            axes.set(xlim=(-1.06, 1.06), ylim=(-1.06, 1.06), aspect="equal", xticks=(-1, 0, 1), yticks=(-1, 0, 1))
            axes.set_xlabel(r"$(\Vert x\Vert^2-\Vert y\Vert^2)\,/\,(\Vert x\Vert^2+\Vert y\Vert^2)$")
        panels[0].set_title(f"cosine at most ${m}$: the mean stays inside")
        panels[1].set_title(f"cosine at most ${-m}$: the mean leaves")
        panels[0].set_ylabel(r"$2\langle x,y\rangle\,/\,(\Vert x\Vert^2+\Vert y\Vert^2)$")
        picture.figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=4)
    return picture


def _cone(axes: Any, bound: float) -> None:
    angle = np.linspace(0, 2 * np.pi, 721)
    place = np.linspace(-1, 1, 721)
    edge = bound * np.sqrt(1 - place**2)
    axes.plot(np.cos(angle), np.sin(angle), color=GREY, linewidth=1, label="all pairs: Cauchy–Schwarz")
    axes.fill_between(
        place, -np.sqrt(1 - place**2), edge, color=SKY, alpha=0.35, linewidth=0, label="cosine at most the bound"
    )
    axes.plot(place, edge, color=BLUE)


def _joined(axes: Any, bound: float, balance: float) -> None:
    """Two pairs on the boundary, with mirrored norms, and what they are together."""
    long, short = np.sqrt(1 + balance), np.sqrt(1 - balance)
    x, y = bounds.realised([bound, bound], [long, short], [short, long])
    stats = block_stats(x, y, blocks=[2, 2])
    ends = np.array([_point(cosine, *norms) for cosine, norms in zip(stats.local_cosines, stats.norms.T, strict=True)])
    mean = _point(stats.global_cosine, *np.hypot(*stats.norms.T))
    colour = GREEN if stats.global_cosine <= bound else VERMILION
    axes.plot(*ends.T, color=colour, linewidth=1.2, linestyle="--")
    axes.plot(*ends.T, "o", color=BLUE, label="two blocks")
    axes.plot(*mean, "D", color=BLACK, markersize=7, label="both together")
    side = -1 if bound > 0 else 1
    said = rf"$C = {stats.global_cosine:.2f} {'<' if bound > 0 else '>'} {bound}$"
    axes.annotate(said, mean, (0, 15 * side), textcoords="offset points", ha="center", va="center")


def _point(cosine: float, a: float, b: float) -> tuple[float, float]:
    return (a * a - b * b) / (a * a + b * b), 2 * a * b * cosine / (a * a + b * b)


def norm_ratio(points: int = 1500) -> Picture:
    """The factor up to which a local threshold carries over, against how far norm ratios spread.

    Parameters
    ----------
    points : int
        Sampled families of five blocks, all local cosines equal.
    """
    kept = float(bounds.norm_ratio_lower(1.0, 1.0, 4.0))
    message = f"Norm ratios within a factor of four keep {100 * kept:.0f} % of a local threshold"
    with drawing(message) as (picture, axes):
        spread = np.geomspace(1, 100, 400)
        factor = bounds.norm_ratio_lower(1.0, 1.0, spread)
        axes.fill_between(spread, factor, 1, color=SKY, alpha=0.35, linewidth=0)
        axes.plot(*_spreads(points), ".", color=BLUE, markersize=1.8, label="five blocks with random norms")
        axes.plot(spread, factor, color=VERMILION, label=r"the bound $2\sqrt{mM}/(m+M)$")
        marks = np.array([2.0, 4.0, 10.0, 40.0])
        reached = bounds.global_cosine(np.ones((4, 2)), *bounds.extremal_norms(np.ones(4), marks))
        axes.plot(marks, reached, "D", color=BLACK, markersize=6, label="two blocks that reach it", zorder=3)
        for place, value in zip(marks, reached, strict=True):
            axes.annotate(f"{value:.2f}", (place, value), (-6, -13), textcoords="offset points", ha="center")
        axes.set(xscale="log", xlim=(1, 100), ylim=(0, 1.02), xlabel="spread of the norm ratios $M/m$")
        axes.set_xticks([1, 2, 4, 10, 40, 100], ["1", "2", "4", "10", "40", "100"], minor=False)
        axes.set_xticks([], minor=True)
        axes.set_ylabel("global cosine / local cosine")
        axes.legend(loc="lower left")
    return picture


def _spreads(points: int, blocks: int = 5) -> tuple[Any, Any]:
    """The spread of the norm ratios of random families, and the global cosine where all local ones are 1."""
    rng = np.random.default_rng(SEED)
    spread, place = rng.uniform(0, 2, (points, 1)), rng.uniform(size=(points, blocks))
    place[:, :2] = 0, 1
    ratios, y_norms = 10 ** (spread * place), np.exp(rng.normal(size=(points, blocks)))
    return 10 ** spread[:, 0], bounds.profile_cosine(ratios * y_norms, y_norms)
