"""The readings of all chapters, by claim."""

import readings_blocks
import readings_flow
import readings_gradient
import readings_step
from saying import READINGS, TOLERANCE, Reading

__all__ = ["READINGS", "TOLERANCE", "Reading", "readings_blocks", "readings_flow", "readings_gradient", "readings_step"]
