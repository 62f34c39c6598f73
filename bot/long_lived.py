"""What the process is made of is set aside once, so that no table stands still while it is looked through."""

import gc


def set_aside() -> None:
    """Call it once all is loaded.

    Python looks through everything that it holds now and then, to find what nobody needs; with our libraries
    and adventures that stops every table for a quarter of a second. What is there now stays until the end, so
    it is left out from here on.
    """
    gc.collect()
    gc.freeze()
