"""What all pictures share: colours that everybody can tell apart, quiet axes, small files."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BLACK, ORANGE, SKY, GREEN, BLUE, VERMILION, PURPLE = (
    "#000000", "#E69F00", "#56B4E9", "#009E73", "#0072B2", "#D55E00", "#CC79A7",
)  # fmt: skip
"""The palette of Okabe and Ito, without its yellow, which is faint on white."""
GREY, PALE = "#6E6E6E", "#E4E4E4"

DPI, COLOURS = 140, 64
STYLE: Any = {
    "axes.axisbelow": True,
    "axes.edgecolor": GREY,
    "axes.grid": True,
    "axes.labelcolor": BLACK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 10,
    "figure.titlesize": 12,
    "font.size": 10,
    "grid.color": PALE,
    "grid.linewidth": 0.6,
    "legend.borderaxespad": 0.8,
    "legend.fontsize": 9,
    "legend.frameon": False,
    "lines.linewidth": 2.0,
    "mathtext.fontset": "dejavusans",
    "xtick.color": GREY,
    "xtick.labelcolor": BLACK,
    "ytick.color": GREY,
    "ytick.labelcolor": BLACK,
}


@dataclass(frozen=True, eq=False, repr=False)
class Picture:
    """A figure and its message: a notebook shows the figure, a terminal the message."""

    figure: Figure
    message: str

    def __repr__(self) -> str:
        return f"Picture: {self.message}"

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        width, height = (round(100 * inches) for inches in self.figure.get_size_inches())
        return {"image/png": self.png(), "text/plain": repr(self)}, {"image/png": {"width": width, "height": height}}

    def png(self) -> bytes:
        """The figure as a PNG file with few colours, and without a date or the versions of what drew it."""
        import matplotlib
        from PIL import Image

        drawn, small = io.BytesIO(), io.BytesIO()
        with matplotlib.rc_context(STYLE):
            self.figure.savefig(drawn, format="png", dpi=DPI)
        image = Image.open(drawn).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        image.save(small, format="png", optimize=True)
        return small.getvalue()

    def save(self, path: str | Path) -> None:
        """Write the figure to a PNG file."""
        Path(path).write_bytes(self.png())


@contextmanager
def drawing(message: str, *, columns: int = 1, size: tuple[float, float] = (7.2, 4.4)) -> Iterator[tuple[Picture, Any]]:
    """A picture to draw, with its message as title, and its axes: one, or as many as there are columns.

    Nothing of matplotlib's state is changed for others, and no window is opened.
    """
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=size, layout="constrained")
        figure.get_layout_engine().set(w_pad=0.08, h_pad=0.08, wspace=0.06)  # type: ignore[union-attr,call-arg]
        figure.suptitle(message, x=0.012, ha="left", weight="bold")
        yield Picture(figure, message), figure.subplots(1, columns)


def degrees(axes: Axes, *, last: int = 180, step: int = 30) -> None:
    """A horizontal axis of angles."""
    ticks = list(range(0, last + 1, step))
    axes.set_xlim(0, last)
    axes.set_xticks(ticks, [f"{tick}°" for tick in ticks])
