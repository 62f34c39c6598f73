"""What somebody does, once it is understood: a kind of action, and on what."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.model.adventure import CastMember, Exit, Scene, Thing, Topic, Verb
from engine.model.character import Character


@dataclass(frozen=True)
class Asked:
    """Something that somebody present can be asked, told or given."""

    member: CastMember
    topic: Topic


@dataclass(frozen=True)
class Back:
    """The way to where the party was before. scene: the adventure's, when the party is off its map."""

    scene: Scene


@dataclass(frozen=True)
class Question:
    """A thread of the story that somebody thinks about."""

    text: str


Target: TypeAlias = Thing | Exit | CastMember | Asked | Character | Scene | Back | Question
"""A thing, a way, somebody of the cast, something to ask, anybody else here, the place itself."""


@dataclass(frozen=True)
class Deed:
    """One action. is_aimless: a target was meant (there are words for it), but nothing here is called so."""

    verb: Verb
    on: Target | None = None
    is_aimless: bool = False

    @property
    def is_waiting(self) -> bool:
        """True if nothing is done but let time pass."""
        return self.verb == "wait" and self.on is None


def deed_name(deed: Deed) -> str:
    """What was understood, for "why?": the verb and the id of what it is done on."""
    match deed.on:
        case None:
            return deed.verb
        case Asked(member=member, topic=topic):
            return f"{deed.verb} {member.id}/{topic.id}"
        case Exit(to=to):
            return f"{deed.verb} >{to}"
        case Back(scene=scene):
            return f"{deed.verb} <{scene.id}"
        case Question(text=text):
            return f"{deed.verb} ?{text}"
        case found:
            return f"{deed.verb} {found.id}"
