"""Settings for all tests: generated examples are the same in every run, few enough to be quick, and never timed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings

settings.register_profile("quick", derandomize=True, deadline=None, max_examples=50, database=None)
settings.register_profile("thorough", derandomize=True, deadline=None, max_examples=1000, database=None)
settings.load_profile("quick")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Each process takes neighbouring tests, so that what a file prepares is prepared once; the idle one takes over some."""
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log) if config.getoption("dist") == "load" else None
