"""What the terminal answers about the game: state, why, recap. Pure: values in, lines out."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.dice.seeds import commitment
from engine.model.character import Character
from engine.model.fact import Fact
from engine.model.session import Session
from engine.model.turn import Turn
from engine.model.usage import Usage
from engine.parts import WhoTells
from engine.ports import Locale
from engine.told.journal import Evening

TIMELINE_SHOWN = 8


@dataclass(frozen=True)
class View:
    """A page: its heading and its lines."""

    title: str
    lines: tuple[str, ...]


def state_view(session: Session, number: int, player_id: str, locale: Locale) -> View:
    """Where things stand. number: the depth of the newest turn."""
    state, situation = session.head_state, session.head_state.situation
    scene = session.adventure.scene(situation.scene_id)
    say = locale.say
    lines = [say("terminal.state.scene", scene=scene.name)] if scene else []
    if situation.current_scene and (scene is None or situation.current_scene != scene.name):
        lines.append(situation.current_scene)
    lines += _people("terminal.state.present", state.present(), locale)
    lines += _people("terminal.state.party", state.party(), locale)
    own = state.character_of(player_id)
    lines += _items("terminal.state.knows", own.knowledge if own else (), locale)
    lines += _items("terminal.state.threads", situation.open_threads, locale)
    lines += _items("terminal.state.pressures", situation.external_pressures, locale)
    lines += _items("terminal.state.timeline", situation.timeline[-TIMELINE_SHOWN:], locale)
    flags = [f"{name} = {json.dumps(value)}" for name, value in sorted(situation.world_state_flags.items())]
    lines += _items("terminal.state.flags", flags, locale)
    lines.append(say("terminal.state.narrator", narrator=session.settings.narrator))
    return View(say("terminal.state.title", number=number), tuple(lines))


def status_view(session: Session, head: Turn | None, who: WhoTells, now: datetime, locale: Locale) -> View:
    """Who tells now, whether the model answers, and what is still owed."""
    say, settings = locale.say, session.settings
    lines = [say("terminal.state.narrator", narrator=settings.narrator)]
    if settings.narrator != "scripted":
        lines.append(_model_line(settings.model, who, now, locale))
    if head is not None and not head.is_recorded:
        lines.append(say("terminal.why.not-recorded"))
    lines += dice_lines(session, locale)
    number = head.number if head else 0
    title = say("terminal.status.title", name=session.name, title=session.adventure.title, number=number)
    return View(title, tuple(lines))


def dice_lines(session: Session, locale: Locale) -> list[str]:
    """By what the dice are bound; when the story is over, what they came from and where all of them are."""
    if not session.dice_seeds:
        return []
    secret = session.dice_seeds[-1]
    lines = [locale.say("dice.terminal.promised", commitment=commitment(secret))]
    if session.status == "finished":
        lines.append(locale.say("dice.terminal.revealed", secret=secret))
        lines.append(locale.say("dice.terminal.export", game=session.id))
    return lines


def _model_line(model: str, who: WhoTells, now: datetime, locale: Locale) -> str:
    if who.since is None:
        return locale.say("terminal.status.model", model=model)
    minutes = max(1, round((now - who.since).total_seconds() / 60))
    return locale.say(f"terminal.status.{who.reason}", model=model, minutes=minutes)


def why_view(session: Session, turn: Turn, locale: Locale) -> View:
    """What the turn was made from: its actions, facts, requests, and what the model read."""
    say = locale.say
    people = session.head_state.characters
    lines = [
        say("terminal.why.action", name=people[a.character_id].name, text=a.content)
        for a in turn.actions
        if a.character_id in people
    ]
    lines.append(say(f"terminal.why.told-by.{turn.told_by or 'offline'}", model=_model(session, turn)))
    facts = fact_lines(turn.resolution.facts, locale)
    lines += [say("terminal.why.facts"), *facts] if facts else [say("terminal.why.no-facts")]
    lines += _requests(turn, locale)
    if not turn.is_recorded:
        lines.append(say("terminal.why.not-recorded"))
    if turn.reference:
        lines.append(say("terminal.reference", reference=turn.reference))
    if turn.seen:
        lines += [say("terminal.why.seen"), *turn.seen.splitlines()]
    return View(say("terminal.why.title", number=turn.number, id=turn.id), tuple(lines))


def recap_view(session: Session, locale: Locale) -> View:
    """What happened so far, from the timeline; the newest story comes after it."""
    state = session.head_state
    lines = [state.summary] if state.summary else []
    lines += [locale.say("terminal.state.item", text=entry) for entry in state.situation.timeline]
    return View(locale.say("terminal.recap.title", title=session.adventure.title), tuple(lines))


def journal_view(session: Session, found: Sequence[Evening], locale: Locale) -> View:
    """The game's log, evening by evening, oldest first; days and hours as this machine's clock has them."""
    lines: list[str] = []
    for number, evening in enumerate(found, 1):
        began, ended = evening.began.astimezone(), evening.ended.astimezone()
        blanks = {"day": f"{began:%Y-%m-%d}", "began": f"{began:%H:%M}", "ended": f"{ended:%H:%M}"}
        first, last = evening.turns
        lines.append(locale.say("terminal.journal.evening", number=number, first=first, last=last, **blanks))
        lines += [locale.say("terminal.state.item", text=event) for event in evening.events]
    return View(locale.say("terminal.journal.title", title=session.adventure.title), tuple(lines))


def fact_lines(facts: Iterable[Fact], locale: Locale) -> list[str]:
    """The facts that players may know, in their language."""
    return [locale.say("terminal.state.item", text=_fact(f, locale)) for f in facts if not f.secret]


def _fact(fact: Fact, locale: Locale) -> str:
    try:
        return locale.say(f"facts.{fact.code}", **fact.args)
    except KeyError:  # a fact for the narrator alone, for which the language has no sentence
        return " ".join([fact.code, *(f"{name}={value}" for name, value in fact.args.items())])


def _people(key: str, people: Sequence[Character], locale: Locale) -> list[str]:
    if not people:
        return []
    names = "; ".join(_person(person, locale) for person in people)
    return [locale.say(key, names=names)]


def _person(person: Character, locale: Locale) -> str:
    blanks = {"name": person.name, "role": person.role}
    if person.current_mood:
        return locale.say("terminal.state.person-mood", mood=person.current_mood, **blanks)
    return locale.say("terminal.state.person", **blanks)


def _items(key: str, texts: Sequence[str], locale: Locale) -> list[str]:
    if not texts:
        return []
    return [locale.say(key), *(locale.say("terminal.state.item", text=text) for text in texts)]


def _requests(turn: Turn, locale: Locale) -> list[str]:
    asked = [usage for usage in turn.usage if usage.purpose not in {"load", "measure"}]
    if not asked:
        return [locale.say("terminal.why.no-requests")]
    lines = [locale.say("terminal.why.requests"), *(_request(usage, locale) for usage in asked)]
    tokens = sum(usage.prompt_tokens + usage.output_tokens for usage in asked)
    ended = turn.ended_at or turn.began_at
    seconds = f"{(ended - turn.began_at).total_seconds():.1f}"
    return [*lines, locale.say("terminal.why.sum", tokens=tokens, seconds=seconds)]


def _request(usage: Usage, locale: Locale) -> str:
    return locale.say(
        "terminal.why.request",
        purpose=usage.purpose,
        model=usage.model,
        read=usage.prompt_tokens,
        written=usage.output_tokens,
        first=f"{usage.first_token_s:.1f}",
        total=f"{usage.total_s:.1f}",
    )


def _model(session: Session, turn: Turn) -> str:
    return next((usage.model for usage in turn.usage if usage.purpose == "narrate"), session.settings.model)
