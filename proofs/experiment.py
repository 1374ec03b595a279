"""Claim ``flow.step_count``: how many steps convergence takes, counted and set beside closed form and public counts.

A measurement, never a proof. The public simulation behind the claim fixes 500 random pairs in 20 dimensions,
``γ = 0.02`` and a mean cosine above 0.999. Its counts are reproduced by normally distributed directions, both vectors of
norm ρ at the start and free to grow, and both moved at once.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from cosnum.step import Pair, flow_time, steps_to_converge, trajectory
from proofs.kernel.verdict import Verdict

if TYPE_CHECKING:
    from proofs.pictures.drawing import Picture

CLAIM = "flow.step_count"
PAIRS, ENTRIES, GAMMA, TARGET = 500, 20, 0.02, 0.999
PUBLIC = {0.5: 24, 1.0: 96, 2.0: 385, 5.0: 2416, 10.0: 9662}
"""Public counts by norm."""
TOLERANCE = 0.03
"""Relative; or one step."""
SEEDS = 5
ANGLES = (15.0, 30.0, 60.0, 90.0, 120.0, 150.0, 170.0, 179.0, 179.9, 179.99)
"""Starting angles in degrees, at norm 1."""
LARGEST = 40.0
"""Norms beyond take so many steps that nobody waits for them; so do those below ``γ/LARGEST``, which jump there at once."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class ByNorm:
    """Steps until the mean cosine of the pairs is above the target, once for each seed."""

    norm: float
    rate: float
    counts: tuple[int, ...]
    closed_form: float
    public: int | None

    @property
    def median(self) -> int:
        return int(np.median(self.counts))

    @property
    def reproduced(self) -> bool | None:
        """Whether the median is the public count, within three in a hundred or one step."""
        return None if self.public is None else abs(self.median - self.public) <= max(1, TOLERANCE * self.public)


@dataclass(frozen=True)
class ByAngle:
    """Steps of one pair of norm 1, and the bounds of `cosnum.flow.steps_to_converge`."""

    degrees: float
    steps: int
    lower: int
    upper: int
    closed_form: float


@dataclass(frozen=True)
class Steps:
    """What was measured."""

    seed: int
    by_norm: tuple[ByNorm, ...]
    by_angle: tuple[ByAngle, ...]

    @property
    def reproduced(self) -> bool:
        """Whether no public count was missed."""
        return all(row.reproduced is not False for row in self.by_norm)


def measure(seed: int = 1, norms: Sequence[float] = tuple(PUBLIC)) -> Steps:
    """Count steps by norm and by starting angle.

    Parameters
    ----------
    seed : int
        Of the random pairs, at least 0; five samples are drawn from it.
    norms : sequence of float
        Norms of both vectors at the start, in [0.0005, 40].

    Returns
    -------
    Steps

    Raises
    ------
    ValueError
        If a norm is out of that range.

    Examples
    --------
    >>> [(row.norm, row.counts, row.public) for row in measure(seed=1, norms=[0.5, 1]).by_norm]
    [(0.5, (24, 24, 24, 24, 24), 24), (1.0, (96, 96, 96, 97, 97), 96)]
    """
    for norm in norms:
        if not GAMMA / LARGEST <= norm <= LARGEST:
            raise ValueError(f"norm {norm:g} is not between {GAMMA / LARGEST:g} and {LARGEST:g}, where counting is quick")
    start = random_pairs(seed)
    slowness = float(np.median(mean_flow_time(start)))
    by_norm = (by_norm_row(start, float(norm), slowness) for norm in norms)
    return Steps(seed, tuple(by_norm), by_angle())


def random_pairs(seed: int) -> Pair:
    """Five samples of pairs of unit vectors, in the plane of each pair."""
    normal = [np.random.default_rng([seed, sample]).standard_normal((2, PAIRS, ENTRIES)) for sample in range(SEEDS)]
    pair = Pair.of(*np.stack(normal, axis=1))
    return pair._replace(p=1.0, q=1.0)


def by_norm_row(start: Pair, norm: float, slowness: float) -> ByNorm:
    counts = steps_to_mean(start._replace(p=norm, q=norm))
    closed_form = slowness * norm**2 / GAMMA
    return ByNorm(norm, GAMMA / norm**2, tuple(counts.tolist()), closed_form, PUBLIC.get(norm))


def steps_to_mean(start: Pair) -> npt.NDArray[np.int64]:
    """Steps until the mean cosine over the last axis is above the target."""
    counts, number, states = np.full(start.cosine.shape[:-1], -1), 0, trajectory(start, GAMMA)
    while (counts < 0).any():
        counts[(counts < 0) & (next(states).cosine.mean(axis=-1) > TARGET)] = number
        number += 1
    return counts


def mean_flow_time(start: Pair) -> Floats:
    """The time until the mean cosine over the last axis is the target, of the flow of pairs of norm 1, by bisection.

    Claim ``flow.closed_form``: ``tan(φ/2)`` falls like ``exp(−2τ)``.
    """
    u = start.sine / (1 + start.cosine)
    early, late = np.zeros(u.shape[:-1]), np.full(u.shape[:-1], 50.0)
    for _ in range(60):
        middle = (early + late) / 2
        square = (u * np.exp(-2 * middle[..., None])) ** 2
        there = ((1 - square) / (1 + square)).mean(axis=-1) > TARGET
        early, late = np.where(there, early, middle), np.where(there, middle, late)
    return late


def by_angle() -> tuple[ByAngle, ...]:
    """Single pairs of norm 1 from the angles of `ANGLES` to the target."""
    phi = np.radians(ANGLES)
    count = steps_to_converge(Pair(np.cos(phi), np.sin(phi), 1.0, 1.0), GAMMA, TARGET)
    time = flow_time(phi, np.arccos(TARGET), 1.0) / GAMMA
    columns = (np.asarray(column).tolist() for column in (count.steps, count.lower, count.upper, time))
    rows = zip(ANGLES, *columns, strict=True)
    return tuple(ByAngle(angle, steps, int(lower), int(upper), flow) for angle, steps, lower, upper, flow in rows)


# --- what is said of it -----------------------------------------------------------------------------------------------


def document(found: Steps) -> dict[str, Any]:
    """All that was measured, as JSON."""
    return {
        "schema": 1,
        "claim": CLAIM,
        "verdict": Verdict.MEASURED.name,
        "seed": found.seed,
        "setup": {"pairs": PAIRS, "entries": ENTRIES, "gamma": GAMMA, "target": TARGET, "samples": SEEDS},
        "reproduced": found.reproduced,
        "by_norm": [asdict(row) | {"median": row.median, "reproduced": row.reproduced} for row in found.by_norm],
        "by_angle": [asdict(row) for row in found.by_angle],
    }


def text(found: Steps) -> str:
    """Two tables and a sentence."""
    lines = [
        f"{CLAIM}: {Verdict.MEASURED.name}, seed {found.seed}; "
        f"γ = {GAMMA}, {SEEDS} samples of {PAIRS} pairs in {ENTRIES} dimensions",
        "",
        f"steps to a mean cosine above {TARGET}, both norms ρ at the start",
        f"{'ρ':>8} {'γ/ρ²':>10} {'median':>8} {'least':>8} {'most':>8} {'flow/γ':>10} {'public':>8}",
    ]
    for row in found.by_norm:
        public = "–" if row.public is None else f"{row.public} {'✓' if row.reproduced else '✗'}"
        counts = f"{row.median:8} {min(row.counts):8} {max(row.counts):8}"
        lines.append(f"{row.norm:8g} {row.rate:10.3g} {counts} {row.closed_form:10.1f} {public:>8}")
    lines += [
        "",
        f"steps of one pair to a cosine of {TARGET}, both norms 1",
        f"{'φ_0':>8} {'at least':>10} {'steps':>8} {'at most':>8} {'flow/γ':>10}",
    ]
    for pair in found.by_angle:
        counts = f"{pair.lower:10} {pair.steps:8} {pair.upper:8}"
        lines.append(f"{pair.degrees:7g}° {counts} {pair.closed_form:10.1f}")
    return "\n".join([*lines, "", sentence(found)])


def sentence(found: Steps) -> str:
    """Whether the public counts were met, in words."""
    met = [row for row in found.by_norm if row.reproduced]
    missed = [f"ρ = {row.norm:g}: {row.median}, public {row.public}" for row in found.by_norm if row.reproduced is False]
    if missed:
        return f"Public counts missed at {'; '.join(missed)}."
    if not met:
        return "No public count is known for these norms."
    worst = max(abs(row.median / row.public - 1) for row in met if row.public)
    return f"All {len(met)} public counts are reproduced, within one step or {100 * worst:.1f} %."


def said(seed: int) -> tuple[bool, str]:
    """Whether the public counts are reproduced, and the sentence that says so."""
    found = measure(seed)
    return found.reproduced, sentence(found)


def picture(found: Steps) -> Picture:
    """Counts against the norm and against the starting angle, beside closed form and public counts."""
    from proofs.pictures.drawing import drawing

    message = "Convergence takes steps like ρ², and only logarithmically more towards the antipode"
    with drawing(message, columns=2, size=(9.4, 4.7)) as (drawn, panels):
        _draw_norms(panels[0], found.by_norm)
        _draw_angles(panels[1], found.by_angle)
    return drawn


def _draw_norms(axes: Any, rows: Sequence[ByNorm]) -> None:
    from proofs.pictures.drawing import BLACK, BLUE, ORANGE

    rows = sorted(rows, key=lambda row: row.norm)
    norms, medians = [row.norm for row in rows], np.array([row.median for row in rows])
    spread = np.array([[row.median - min(row.counts), max(row.counts) - row.median] for row in rows]).T
    axes.loglog(norms, [row.closed_form for row in rows], color=BLACK, linewidth=1.2, label="flow time / γ")
    axes.errorbar(norms, medians, spread, fmt="o", color=BLUE, capsize=3, label=f"counted, {SEEDS} samples")
    public = [(row.norm, row.public) for row in rows if row.public is not None]
    if public:
        style = {"color": ORANGE, "markersize": 11, "markerfacecolor": "none", "markeredgewidth": 1.6}
        axes.plot(*zip(*public, strict=True), "D", label="public counts", **style)
    axes.set_xticks(norms, [f"{norm:g}" for norm in norms])
    axes.minorticks_off()
    title = f"{PAIRS} pairs in {ENTRIES} dimensions, γ = {GAMMA}"
    axes.set(xlabel="norm ρ at the start", ylabel=f"steps to mean cosine > {TARGET}", title=title)
    axes.legend(loc="upper left")


def _draw_angles(axes: Any, rows: Sequence[ByAngle]) -> None:
    from proofs.pictures.drawing import BLACK, BLUE, SKY

    distance = [180 - row.degrees for row in rows]
    bounds = [row.lower for row in rows], [row.upper for row in rows]
    axes.fill_between(distance, *bounds, color=SKY, alpha=0.5, linewidth=0, label="between the bounds")
    axes.plot(distance, [row.closed_form for row in rows], color=BLACK, linewidth=1.2, label="flow time / γ")
    axes.plot(distance, [row.steps for row in rows], "o", color=BLUE, label="counted")
    axes.set_xscale("log")
    axes.invert_xaxis()
    axes.set_xticks([100, 10, 1, 0.1, 0.01], ["100", "10", "1", "0.1", "0.01"])
    axes.set(xlabel="degrees from the antipode, 180° − φ₀", ylabel=f"steps to cosine {TARGET}", ylim=(0, None))
    axes.set(title=f"one pair of norm 1, γ = {GAMMA}")
    axes.legend(loc="upper left")


def run(seed: int, norms: Sequence[float], json: str | None, plot: str | None) -> Steps:
    """Measure, say so, and write what is asked for."""
    from proofs import report, store

    if plot:
        importlib.import_module("matplotlib")  # so that it is not missed only after the measurement
        if Path(plot).suffix != ".png":
            raise ValueError(f"{plot} does not end in .png")
        Path(plot).parent.mkdir(parents=True, exist_ok=True)
    found = measure(seed, norms)
    if json == "-":
        report.dump(document(found), sys.stdout)
    else:
        print(text(found))
    if json and json != "-":
        store.write(Path(json), document(found))
    if plot:
        picture(found).save(plot)
    return found
