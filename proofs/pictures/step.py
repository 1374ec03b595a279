"""Pictures for the chapter `proofs.step`: every curve and every point is computed by `cosnum`."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np

from cosnum.step import Pair, ascent_step, rotation, step_increment, trajectory
from proofs.pictures.drawing import BLACK, BLUE, GREEN, GREY, ORANGE, PURPLE, SKY, VERMILION, Picture, degrees, drawing

ANGLES = np.linspace(0, np.pi, 721)


def _pairs(angles: Any, norm: float = 1.0) -> Pair:
    """Pairs of vectors of equal norm at these angles."""
    return Pair(np.cos(angles), np.sin(angles), norm, norm)


def gain(z: Any = (1, -1, 0), w: Any = (0, 1, -1), gamma: float = 1.0) -> Picture:
    """What one step gains at each angle, the printed bound, and the one that holds at every angle.

    Parameters
    ----------
    z, w : array, shape (n,)
        Two points of equal norm, which are marked.
    gamma : float
        Step size.
    """
    given = Pair.of(z, w)
    t = gamma / float(given.p) ** 2
    message = "The printed bound fails at obtuse angles; a factor 1 + t repairs it, and nothing less does"
    with drawing(message, columns=2, size=(9.4, 4.9)) as (picture, (gains, ratios)):
        _gains(gains, t)
        _ratios(ratios, t)
        reached = step_increment(given, gamma)
        place = np.degrees(np.arctan2(given.sine, given.cosine))
        gains.plot(place, reached.increment, "D", color=BLACK, label="the counterexample")
        ratios.plot(place, 1 + reached.relative_error, "D", color=BLACK)
        gains.set_title(rf"one step of both points, $t = \gamma/\rho^2 = {t:g}$")
        ratios.set_title("the same, divided by the printed bound")
        picture.figure.legend(*gains.get_legend_handles_labels(), loc="outside lower center", ncols=5)
    return picture


def _gains(axes: Any, t: float) -> None:
    place, step = np.degrees(ANGLES), step_increment(_pairs(ANGLES), gamma=t)
    axes.plot(place, step.increment, color=BLUE, label=r"gain $\Delta$")
    axes.plot(place, step.first_order, color=VERMILION, linestyle="--", label=r"printed: $2ts^2$")
    axes.plot(place, step.universal, color=GREEN, linestyle="-.", label=r"repaired: $2ts^2(1+t)$")
    axes.fill_between(
        place,
        0,
        1.04 * step.universal.max(),
        where=_fails(t),
        color=ORANGE,
        alpha=0.25,
        linewidth=0,
        label="printed bound fails",
    )
    axes.set(xlabel=r"angle $\varphi$ before the step", ylabel="gain of the cosine", ylim=(0, 1.04 * step.universal.max()))
    degrees(axes)


def _ratios(axes: Any, t: float) -> None:
    place, step = np.degrees(ANGLES), step_increment(_pairs(ANGLES), gamma=t)
    top = 1 + 1.25 * t
    axes.plot(place, 1 + step.relative_error, color=BLUE)
    axes.axhline(1, color=VERMILION, linestyle="--")
    axes.axhline(1 + t, color=GREEN, linestyle="-.")
    axes.fill_between(place, 0, top, where=_fails(t), color=ORANGE, alpha=0.25, linewidth=0)
    axes.set(xlabel=r"angle $\varphi$ before the step", ylabel="gain / printed bound", ylim=(0, top))
    degrees(axes)


def _fails(t: float) -> Any:
    """At which angles the printed bound fails."""
    return ~step_increment(_pairs(ANGLES), gamma=t).first_order_holds & (np.sin(ANGLES) > 0)


def turn(t: float = 0.6, angle: float = 130.0) -> Picture:
    """One step in the plane of the two points, and the angle after it against the one before.

    Parameters
    ----------
    t : float
        ``γ/ρ²`` of the step that is drawn.
    angle : float
        The angle that is drawn, in degrees.
    """
    message = "A step turns the two points towards each other by arctan(t sin φ) each"
    with drawing(message, columns=2, size=(9.4, 4.9)) as (picture, (plane, graph)):
        _plane(plane, t, np.radians(angle))
        _angles(graph)
    return picture


def _plane(axes: Any, t: float, angle: float) -> None:
    ends = np.array([[np.cos(side), np.sin(side)] for side in (np.pi / 2 + angle / 2, np.pi / 2 - angle / 2)])
    moved = np.array(ascent_step(ends[0], ends[1], gamma=t))
    turned = float(rotation(Pair.of(*ends), gamma=t).first)
    circle = np.linspace(0, 2 * np.pi, 721)
    axes.plot(np.cos(circle), np.sin(circle), color=GREY, linewidth=1, linestyle=":", label=r"norm $\rho$")
    for k, (before, after) in enumerate(zip(ends, moved, strict=True)):
        axes.plot(*zip((0, 0), before, strict=True), color=BLUE, linewidth=1.5, label=_once("before the step", k))
        axes.plot(*zip((0, 0), after, strict=True), color=VERMILION, linewidth=1.5, label=_once("after it", k))
        axes.annotate("", after, before, arrowprops={"arrowstyle": "->", "color": BLACK, "linewidth": 1.4})
        arc = np.arctan2(before[1], before[0]) + (turned if k else -turned) * np.linspace(0, 1, 51)
        axes.plot(0.45 * np.cos(arc), 0.45 * np.sin(arc), color=BLACK, linewidth=1.2)
        said = f"{np.degrees(turned):.0f}°"
        axes.text(0.62 * np.cos(arc[25]), 0.62 * np.sin(arc[25]), said, ha="center", va="center")
    axes.plot(*ends.T, "o", color=BLUE)
    axes.plot(*moved.T, "o", color=VERMILION)
    for name, place in (("z", ends[0]), ("w", ends[1]), ("z'", moved[0]), ("w'", moved[1])):
        axes.annotate(f"${name}$", place, (-4 if place[0] < 0 else 4, 8), textcoords="offset points", ha="center")
    axes.set(aspect="equal", xlim=(-1.15, 1.15), ylim=(-1.15, 1.15), xticks=(-1, 0, 1), yticks=(-1, 0, 1))
    axes.set(xlabel=r"in the plane of the two points, in units of $\rho$", ylabel=r"in units of $\rho$")
    axes.set_title(rf"one step: $\varphi = {np.degrees(angle):.0f}°$, $t = {t:g}$")
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 0.12))


def _once(label: str, number: int) -> str | None:
    return label if number == 0 else None


def _angles(axes: Any) -> None:
    place = np.degrees(ANGLES)
    axes.plot(place, place, color=GREY, linewidth=1, linestyle=":", label="no step")
    for t, colour, dashes in ((0.25, SKY, "-"), (0.5, GREEN, "-"), (1.0, BLUE, "-"), (2.0, PURPLE, "--")):
        axes.plot(
            place, np.degrees(rotation(_pairs(ANGLES), gamma=t).angle), color=colour, linestyle=dashes, label=f"$t = {t:g}$"
        )
    axes.set(xlabel=r"angle $\varphi$ before the step", ylabel="angle after the step", ylim=(0, 180))
    axes.set_yticks(range(0, 181, 30), [f"{tick}°" for tick in range(0, 181, 30)])
    axes.set_title("where the curve touches zero, the points meet")
    degrees(axes)
    axes.legend(loc="upper left")


def norms(steps: int = 24) -> Picture:
    """How norms grow along trajectories from a right angle, and from every angle in the end, below their ceiling.

    Parameters
    ----------
    steps : int
        How many steps of the trajectories to draw.
    """
    message = "While no step overshoots, norms grow at most by the factor 1/cos(φ₀/2): √2 at 90°"
    with drawing(message, columns=2, size=(9.4, 4.7)) as (picture, (course, end)):
        for t, colour in SIZES:
            grown = [float(pair.p) for pair in islice(trajectory(_pairs(np.pi / 2), gamma=t), steps + 1)]
            course.plot(range(steps + 1), grown, color=colour, marker="o", markersize=3, label=rf"$t = {t:g}$")
            end.plot(np.degrees(STARTS), _grown_to(STARTS, t), color=colour)
        dashed: Any = {"color": BLACK, "linestyle": "--", "linewidth": 1.4}
        course.axhline(1 / np.cos(np.pi / 4), **dashed, label=r"ceiling $1/\cos(\varphi_0/2)$")
        end.plot(np.degrees(STARTS), 1 / np.cos(STARTS / 2), **dashed)
        end.plot(
            PERFECT,
            [_perfected(np.radians(angle)) for angle in PERFECT],
            "D",
            color=BLACK,
            label="one perfect step",
            clip_on=False,
        )
        course.set(xlabel="steps $n$", ylabel=r"norm $\rho_n/\rho_0$", xlim=(0, steps), ylim=(0.98, 1.45))
        course.set_title(r"from a right angle, where the ceiling is $\sqrt{2}$")
        end.set(xlabel=r"angle $\varphi_0$ at the start", ylabel=r"norm in the end, $\rho_\infty/\rho_0$", ylim=(0.98, 2.05))
        end.set_title("from every angle")
        degrees(end, last=120)
        end.legend(loc="upper left")
        picture.figure.legend(*course.get_legend_handles_labels(), loc="outside lower center", ncols=6)
    return picture


STARTS = np.radians(np.linspace(1, 120, 239))
SIZES = ((1.0, VERMILION), (0.5, PURPLE), (0.25, BLUE), (0.1, SKY), (0.05, GREEN))
"""Step sizes, as ``γ/ρ_0²``."""
PERFECT = (30, 60, 90, 120)


def _perfected(angle: float) -> float:
    """The norm, from 1, after the step that makes the points coincide."""
    _, after = islice(trajectory(_pairs(angle), gamma=1 / (1 + np.cos(angle))), 2)
    return float(after.p)


def _grown_to(angles: Any, t: float, steps: int = 300) -> Any:
    """Norms after many steps, from norm 1; NaN where a step overshoots."""
    overshot = np.zeros(angles.shape, dtype=bool)
    for pair in islice(trajectory(_pairs(angles), gamma=t), steps):
        overshot |= t / pair.p**2 * (1 + pair.cosine) > 1 + 1e-9
    return np.where(overshot, np.nan, pair.p)
