"""cosnum: cosine similarity, block by block, at memory speed and with error bounds."""

from cosnum import bounds, exact
from cosnum.blocks import BlockStats, block_stats
from cosnum.similarity import cosine, cosine_distance

__all__ = ["BlockStats", "block_stats", "bounds", "cosine", "cosine_distance", "exact"]
