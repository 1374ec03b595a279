"""cosnum: cosine similarity, block by block, at memory speed and with error bounds; its gradient, and what steps do."""

from cosnum import bounds, exact
from cosnum.blocks import BlockStats, block_stats
from cosnum.correlation import pearson
from cosnum.flow import flow_time, steps_to_converge
from cosnum.gradient import cosine_gradient, cosine_hessian_product
from cosnum.similarity import cosine, cosine_distance
from cosnum.step import Pair, ascent_step, rotation, step_increment

__all__ = [
    "BlockStats",
    "Pair",
    "ascent_step",
    "block_stats",
    "bounds",
    "cosine",
    "cosine_distance",
    "cosine_gradient",
    "cosine_hessian_product",
    "exact",
    "flow_time",
    "pearson",
    "rotation",
    "step_increment",
    "steps_to_converge",
]
