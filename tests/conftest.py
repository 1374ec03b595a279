"""Settings for all tests: generated examples are the same in every run, few enough to be quick, and never timed."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("quick", derandomize=True, deadline=None, max_examples=50, database=None)
settings.register_profile("thorough", derandomize=True, deadline=None, max_examples=1000, database=None)
settings.load_profile("quick")
