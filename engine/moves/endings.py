"""How a story ends, and what presses towards it: both can be read from the state alone."""

from engine.model.adventure import Adventure, Ending
from engine.model.state import GameState

WAITED = "waited"
"""The world flag that is the pressure clock: how many turns everybody only waited, less what was eased."""


def reached(adventure: Adventure, state: GameState) -> Ending | None:
    """The ending that has come about and is not told yet; null once the story has one."""
    if state.ending_id is not None:
        return None
    here, flags = state.situation.scene_id, state.situation.world_state_flags
    return next(
        (e for e in adventure.endings if (e.scene is None or e.scene == here) and e.when.holds(flags)), None
    )


def waited(state: GameState) -> int:
    """Where the pressure clock stands; 0 if a model wrote nonsense there."""
    value = state.situation.world_state_flags.get(WAITED, 0)
    return max(0, value) if isinstance(value, int) and not isinstance(value, bool) else 0


def pressing(adventure: Adventure, state: GameState) -> tuple[str, ...]:
    """What presses on the party at this stand of the clock, newest last; nothing once the story is over."""
    if state.ending_id is not None:
        return ()
    steps = sorted(adventure.pressures, key=lambda step: step.at)
    return tuple(step.pressure for step in steps if step.at <= waited(state))[-2:]
