"""Pictures for the chapter `proofs.gradient`: every length and every arrow is computed by `cosnum`."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from cosnum.gradient import cosine_gradient, cosine_hessian_product
from proofs.pictures.drawing import BLACK, BLUE, VERMILION, Picture, degrees, drawing

LEVELS = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0)
TARGET = (1.0, 0.0)
"""The direction of w, which is all that the gradient sees of it."""
ARROWS: Any = {"width": 0.006, "headwidth": 3.6, "headlength": 4, "headaxislength": 3.6, "minshaft": 1.5}


def length() -> Picture:
    """The length of the gradient over angle and norm, and the same in the plane of the two vectors."""
    message = "The gradient is long for short vectors, and vanishes at both ends of the angle"
    with drawing(message, columns=2, size=(9.4, 4.8)) as (picture, (chart, plane)):
        _chart(picture, chart)
        _plane(plane)
    return picture


def _chart(picture: Picture, axes: Any) -> None:
    angles, norms = np.meshgrid(np.radians(np.linspace(0, 180, 181)), np.geomspace(0.1, 10, 121))
    lengths = _lengths(norms * np.cos(angles), norms * np.sin(angles))
    shades = np.log2(np.clip(lengths, 2.0**-6, 2.0**4))
    filled = axes.contourf(np.degrees(angles), norms, shades, levels=np.arange(-6, 4.5, 0.5), cmap="cividis")
    drawn = axes.contour(np.degrees(angles), norms, lengths, levels=LEVELS, colors="white", linewidths=0.9)
    axes.clabel(drawn, fmt="%g", fontsize=8, manual=[(90, 1 / level) for level in LEVELS])
    bar = picture.figure.colorbar(filled, ax=axes, ticks=range(-6, 5, 2), pad=0.02)
    bar.set_ticklabels([str(Fraction(2) ** power) for power in range(-6, 5, 2)])
    axes.set(yscale="log", xlabel=r"angle $\varphi$", ylabel=r"norm $\Vert z\Vert$", title=r"length of $\nabla_z\cos(z,w)$")
    axes.set_yticks([0.1, 1, 10], ["0.1", "1", "10"])
    axes.grid(False)
    degrees(axes, step=45)


def _plane(axes: Any) -> None:
    x, y = np.meshgrid(np.linspace(-2.2, 2.2, 400), np.linspace(-2.2, 2.2, 400))
    drawn = axes.contour(x, y, _lengths(x, y), levels=LEVELS[1:-1], colors=BLUE, linewidths=1.0)
    axes.clabel(drawn, fmt="%g", fontsize=8, manual=[(2, 2), (0, 2), (0, 1), (0, 0.5), (2, -2), (0, -2), (0, -1), (0, -0.5)])
    ring = np.radians([side * angle for angle in (25, 60, 105, 135, 160) for side in (-1, 1)])
    for radius in (0.7, 1.25, 1.85):
        z = radius * np.stack([np.cos(ring), np.sin(ring)], axis=-1)
        steps = 0.35 * cosine_gradient(z, np.broadcast_to(TARGET, z.shape))
        axes.quiver(*z.T, *steps.T, angles="xy", scale_units="xy", scale=1, color=VERMILION, **ARROWS)
    axes.annotate("", (2.15, 0), (0, 0), arrowprops={"arrowstyle": "-|>", "color": BLACK, "linewidth": 1.6})
    axes.text(2.0, 0.12, "$w$", ha="center", va="bottom")
    axes.plot([], [], color=BLUE, linewidth=1.0, label="equal length of the gradient")
    axes.plot([], [], color=VERMILION, marker=r"$\rightarrow$", linestyle="none", markersize=12, label="gradient × 0.35")
    axes.set(aspect="equal", xlim=(-2.2, 2.2), ylim=(-2.2, 2.2), xticks=(-2, -1, 0, 1, 2), yticks=(-2, -1, 0, 1, 2))
    axes.set(xlabel="$z$, along $w$", ylabel="$z$, across $w$", title="equal lengths $s/\\Vert z\\Vert$ lie on circles")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.14), ncols=2)


def _lengths(x: Any, y: Any) -> Any:
    z = np.stack([x, y], axis=-1)
    return np.linalg.norm(cosine_gradient(z, np.broadcast_to(TARGET, z.shape)), axis=-1)


def curvature() -> Picture:
    """How fast the gradient can turn: the norm of the Hessian of the cosine, in units of ``1/‖z‖²``."""
    with drawing("The Hessian is largest at cos² φ = 1/3, and nowhere beyond 2/√3", size=(7.2, 4.2)) as (picture, axes):
        angles = np.radians(np.linspace(0, 180, 361))
        z = np.stack([np.cos(angles), np.sin(angles)], axis=-1)
        columns = [
            cosine_hessian_product(z, np.broadcast_to(TARGET, z.shape), np.broadcast_to(e, z.shape)) for e in np.eye(2)
        ]
        norms = np.linalg.norm(np.stack(columns, axis=-1), ord=2, axis=(-2, -1))
        peaks = np.array([1, -1]) / np.sqrt(3)
        axes.axhline(2 / np.sqrt(3), color=VERMILION, linestyle="--", label=r"bound $2/\sqrt{3}$")
        axes.plot(np.degrees(angles), norms, color=BLUE, label=r"$\Vert z\Vert^2\,\Vert\nabla^2\cos\Vert_2$, computed")
        axes.plot(np.degrees(np.arccos(peaks)), [2 / np.sqrt(3)] * 2, "D", color=BLACK, label=r"$\cos^2\varphi = 1/3$")
        axes.set(xlabel=r"angle $\varphi$", ylabel=r"norm of the Hessian, times $\Vert z\Vert^2$", ylim=(0.9, 1.22))
        degrees(axes)
        axes.legend(loc="lower center")
    return picture
