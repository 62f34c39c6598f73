"""What a turn ends with: something that is here now, to act on."""

from engine.moves.endings import pressing
from engine.moves.moment import Moment
from engine.offline.voice import Voice


def hooks(moment: Moment, voice: Voice, *, has_pressed: bool) -> tuple[str, ...]:
    """Lines that could end the turn: the place's mood, who is here, what presses. Never empty.

    has_pressed: the clock struck in this turn, so that what presses has been told.
    """
    people = tuple(line for c in moment.state.present() for line in voice.lines("here", name=c.name)[:2])
    if moment.scene is None:
        return (*voice.lines("off_map"), *people)
    moods = voice.turned(moment.scene.moods)
    pressures = () if has_pressed else pressing(moment.adventure, moment.state)
    return (*moods[:2], *pressures, *moods[2:], *people)
