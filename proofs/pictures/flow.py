"""Pictures for the chapter `proofs.flow`: times and trajectories are computed by `cosnum`, counts are measured."""

from __future__ import annotations

from itertools import islice

import numpy as np

from cosnum.flow import flow_time, trajectory
from cosnum.step import Pair
from proofs import experiment
from proofs.pictures.drawing import BLUE, GREEN, ORANGE, PURPLE, VERMILION, Picture, drawing


def course(t: float = 0.1, time: float = 3.0) -> Picture:
    """The angle along the flow from several starts, and that of discrete steps.

    Parameters
    ----------
    t : float
        ``γ/ρ²`` of the steps.
    time : float
        How long to follow them, in units of ρ².
    """
    starts = ((179, PURPLE), (170, BLUE), (150, GREEN), (120, ORANGE), (60, VERMILION))
    with drawing("Near the antipode the flow waits, but only logarithmically long") as (picture, axes):
        for start, colour in starts:
            angles = 2 * np.arctan(np.tan(np.radians(start) / 2) * np.geomspace(1, 1e-4, 400))
            axes.plot(
                flow_time(np.radians(start), angles, 1.0), np.degrees(angles), color=colour, label=rf"$\varphi_0 = {start}°$"
            )
            pair = Pair(np.cos(np.radians(start)), np.sin(np.radians(start)), 1.0, 1.0)
            reached = [np.arctan2(p.sine, p.cosine) for p in islice(trajectory(pair, gamma=t), round(time / t) + 1)]
            dots = {"color": colour, "markersize": 3.5, "linestyle": "none"}
            axes.plot(t * np.arange(len(reached)), np.degrees(reached), marker="o", **dots)
        axes.plot([], [], "o", color="black", markersize=3.5, label=f"steps, $t = {t:g}$")
        axes.set(xlim=(0, time), ylim=(0, 180), xlabel=r"time $\tau/\rho^2$", ylabel=r"angle $\varphi$")
        axes.set_yticks(range(0, 181, 30), [f"{tick}°" for tick in range(0, 181, 30)])
        axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return picture


def steps(found: experiment.Steps | None = None) -> Picture:
    """Steps to convergence against norm and starting angle, with the public counts.

    Parameters
    ----------
    found : proofs.experiment.Steps, optional
        What was measured; measured now by default, which takes seconds.
    """
    return experiment.picture(found or experiment.measure())
