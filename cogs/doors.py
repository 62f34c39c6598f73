"""Which channels are closed to us, so that no closed door is knocked at twice in one turn.

Discord shuts out bots whose requests it has to refuse too often.
"""

import structlog

from cogs.outcomes import ChannelClosed, DiscordAway, meaning_of
from engine.ports import Clock

log = structlog.get_logger()


class Doors:
    """What is known of each channel; nothing is known of one that was never refused."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._closed: dict[str, ChannelClosed] = {}
        self._rests_until: dict[str, float] = {}

    def check(self, channel_id: str) -> None:
        """Raises ChannelClosed, DiscordAway if asking would be useless now."""
        if (fault := self._closed.get(channel_id)) is not None:
            raise ChannelClosed from fault.__cause__
        left_s = self._rests_until.get(channel_id, 0.0) - self._clock.monotonic()
        if left_s > 0:
            raise DiscordAway(left_s)
        self._rests_until.pop(channel_id, None)

    def refused(self, channel_id: str, fault: ChannelClosed) -> None:
        """Asked, and closed."""
        log.warning("channel_closed", channel=channel_id, why=meaning_of(fault))
        self._closed[channel_id] = fault

    def rests(self, channel_id: str, seconds: float) -> None:
        """Discord wants to hear nothing for it until then."""
        if seconds > 0:
            self._rests_until[channel_id] = self._clock.monotonic() + seconds

    def knock(self, channel_id: str) -> None:
        """Somebody has done something there: it may be asked again, once."""
        self._closed.pop(channel_id, None)
