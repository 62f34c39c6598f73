"""The evenings on which the specifications of offline play are tried."""

import pytest

from tests.engine.offline.evening import Evening
from tests.engine.offline.lamp_house import lamp_house


@pytest.fixture
async def evening() -> Evening:
    """One player in the hall, after the opening."""
    evening = Evening(lamp_house())
    await evening.begin()
    return evening


@pytest.fixture
async def three() -> Evening:
    """Three players in the hall, after the opening."""
    evening = Evening(lamp_house(), players=3)
    await evening.begin()
    return evening
