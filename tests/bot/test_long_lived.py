"""What is loaded at the start does not make tables wait later."""

import gc

from bot.long_lived import set_aside


def test_what_is_there_at_the_start_is_not_looked_through_again() -> None:
    """Looking through all of it stopped every table for a quarter of a second, again and again."""
    set_aside()

    assert gc.get_freeze_count() > 0
    gc.unfreeze()
