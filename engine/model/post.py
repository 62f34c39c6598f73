"""Where a part of a turn stands in a channel, so that it is found again after a crash."""

from typing import Literal

from engine.model.noun import Noun

PostKind = Literal["gathering", "narrative", "voice", "told", "notice", "request", "desk", "unsent"]
"""`voice`: a part of the story under its speaker's name. `told`: a person's message that is the story itself.

`desk`: what the DM is asked in their own channel. `unsent`: no message, but the mark of a story that could
not be posted (message_id ""), until it was.
"""


class Post(Noun):
    """One message of ours. part: 0, 1, … in reading order. nonce: `<turn id>.<part>`, at most 25 long."""

    session_id: str
    turn_id: str
    part: int
    kind: PostKind
    channel_id: str
    message_id: str
