"""What is here, for whoever looks around: from the adventure's data, without a model and without a turn."""

from dataclasses import dataclass

from engine.model.session import Session
from engine.moves.moment import Moment


@dataclass(frozen=True)
class Way:
    """A way on. label: as on a button; to: the neighbour's name. is_open: whether it can be gone now."""

    label: str
    to: str
    is_open: bool


@dataclass(frozen=True)
class Look:
    """scene: its name; null off the map. text: the scene itself, or what the story last made of it.

    now: what the story last said of the place, where that differs from `text`. carried: what the party has.
    people: (name, role) of who is here beside the party. back: off the map, the place that leads back.
    """

    scene: str | None
    text: str
    now: str
    things: tuple[str, ...]
    carried: tuple[str, ...]
    people: tuple[tuple[str, str], ...]
    ways: tuple[Way, ...]
    back: str | None


def look(session: Session) -> Look:
    """What anybody of the party sees where it stands."""
    moment = Moment(session.adventure, session.head_state)
    scene, flags = moment.scene, moment.flags
    now = session.head_state.situation.current_scene
    names = {s.id: s.name for s in session.adventure.scenes}
    return Look(
        scene=scene.name if scene else None,
        text=scene.read_aloud if scene else now,
        now=now if scene and now not in {scene.name, scene.read_aloud} else "",
        things=tuple(t.name for t in scene.things if t.when.holds(flags)) if scene else (),
        carried=tuple(t.name for t in session.adventure.things if t.when.holds(flags)),
        people=tuple((c.name, c.role) for c in session.head_state.present()),
        ways=tuple(Way(e.label, names.get(e.to, e.label), e.when.holds(flags)) for e in moment.exits()),
        back=moment.way_back().name if scene is None else None,
    )
