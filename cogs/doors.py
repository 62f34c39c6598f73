"""Which channels are closed to us, so that no closed door is knocked at twice in one turn.

Discord shuts out bots whose requests it has to refuse too often.
"""

from typing import Literal

import structlog

from cogs.outcomes import ChannelClosed, DiscordAway, lacks_a_right, meaning_of
from engine.ports import Clock

log = structlog.get_logger()

Deed = Literal["post", "change", "read"]
"""What is done in a channel: a right for each may be lacking while the others are there."""
_ALL: tuple[Deed, ...] = ("post", "change", "read")


class Doors:
    """What is known of each channel; nothing is known of one that was never refused."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._closed: dict[tuple[str, Deed], ChannelClosed] = {}
        self._rests_until: dict[str, float] = {}

    def check(self, channel_id: str, deed: Deed) -> None:
        """Raises ChannelClosed, DiscordAway if asking would be useless now."""
        if (fault := self._closed.get((channel_id, deed))) is not None:
            raise ChannelClosed from fault.__cause__
        left_s = self._rests_until.get(channel_id, 0.0) - self._clock.monotonic()
        if left_s > 0:
            raise DiscordAway(left_s)
        self._rests_until.pop(channel_id, None)

    def refused(self, channel_id: str, deed: Deed, fault: ChannelClosed) -> None:
        """Asked, and closed: for this deed if a right is lacking, for all if we do not see the channel."""
        log.warning("channel_closed", channel=channel_id, deed=deed, why=meaning_of(fault))
        for closed in (deed,) if lacks_a_right(fault) else _ALL:
            self._closed[channel_id, closed] = fault

    def rests(self, channel_id: str, seconds: float) -> None:
        """Discord wants to hear nothing for it until then."""
        if seconds > 0:
            self._rests_until[channel_id] = self._clock.monotonic() + seconds

    def knock(self, channel_id: str) -> None:
        """Somebody has done something there: it may be asked again, once."""
        for deed in _ALL:
            self._closed.pop((channel_id, deed), None)
