"""What follows from something: one form for checks, hazards, ways, blows and deaths."""

from typing import Annotated, Literal

from pydantic import Field

from engine.model.noun import Noun
from engine.model.pack_words import Effects, Prose, Slug
from engine.model.rules.active_effect import ActiveEffect
from engine.model.rules.terms import Ability, Dc, DiceText, Save

Whom = Literal["actor", "party"]


class AbilityLoss(Noun):
    """So many points of an ability; they come back with rest unless `is_lasting`."""

    ability: Ability
    points: DiceText
    is_lasting: bool = False


class Saved(Noun):
    """A save that turns what follows away. half: damage is halved instead; all else is turned away."""

    save: Save
    dc: Dc
    half: bool = False
    text: Prose | None = None
    """Told when it is made."""


class Consequence(Noun):
    """What follows. All optional; what is not there does not happen.

    Order: text, save (by each in `to`; made = nothing below happens to that person), damage, ability loss,
    effects on people (`gives_effects`), then the world: flags and the rest of `effects` (its goes_to moves
    the whole party), treasure that comes to light, creatures that wake or rest, minutes that pass, the
    fight. damage_kind: for creatures that mind it ("fire", "sound", "water"). reveals: treasure ids of the
    scene. gives: item kinds that the actor has at once. wakes, stills: encounter ids of the scene; still:
    half of it if `stills_half`. loses_action: the actor's next action is lost.
    """

    text: Prose | None = None
    to: Whom = "actor"
    saved: Saved | None = None
    damage: DiceText | None = None
    damage_kind: Slug | None = None
    ability_loss: AbilityLoss | None = None
    heals: DiceText | None = None
    luck: int = 0
    gives_effects: tuple[ActiveEffect, ...] = ()
    takes_effects: tuple[Slug, ...] = ()
    effects: Effects = Effects()
    reveals: tuple[Slug, ...] = ()
    gives: tuple[Slug, ...] = ()
    takes: tuple[Slug, ...] = ()
    wakes: tuple[Slug, ...] = ()
    stills: tuple[Slug, ...] = ()
    stills_half: bool = False
    strikes: tuple[Slug, ...] = ()
    """Encounter ids: the first creature of them that is up has `strike_damage` and `strike_effect`."""
    strike_damage: DiceText | None = None
    strike_kind: Slug | None = None
    strike_effect: ActiveEffect | None = None
    minutes: Annotated[int, Field(ge=0, le=1440)] = 0
    then: "Consequence | None" = None
    """What follows besides, with a save or people of its own."""
