"""The constant beginning of every prompt of a game: who the storyteller is, what holds, and the people.

A pure function of the game's settings, its adventure and the cast that stands in it since the begin or the
last trim, so that a model server evaluates it once.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.gamemaster import Brief
from engine.model.character import Character
from engine.ports import Prompts
from engine.sight.budget import Fit
from engine.words.neutral import neutral, neutral_line, neutral_name

_TEXT_LETTERS = 1500
_FACT_LETTERS = (240, 120, 60, 40)
"""Letters of each fixed fact; the first that lets everybody in is taken."""


@dataclass(frozen=True)
class SystemText:
    """The text, and the ids of those whose fixed facts stand in it."""

    text: str
    in_system: frozenset[str]


def system_text(brief: Brief, prompts: Prompts, fit: Fit) -> SystemText:
    """What stands in the system message, with a line for each tool that a model's plan may use.

    Rules and premise are never cut; the people take what room they need of the rest, the setting gets what is
    left.
    """
    adventure, settings = brief.adventure, brief.settings
    measure = fit.measure(settings.language)
    nothing = prompts.text("nothing")
    blanks = {
        "title": neutral_line(adventure.title, 80),
        "tone": _facts((adventure.tone,), 160),
        "ruleset": prompts.text(f"ruleset-{adventure.ruleset}"),
        "content": prompts.text(f"content-{settings.content}"),
        "style": prompts.text(f"style-{settings.style}"),
        "premise": neutral(adventure.premise, _TEXT_LETTERS),
        "plan": f"\n{prompts.text('plan', tools=tools)}\n" if (tools := _tools(brief, prompts)) else "",
    }
    room = fit.budget.system - measure.tokens(prompts.text("system", **blanks, setting=nothing, cast=nothing))
    setting = neutral(adventure.setting, _TEXT_LETTERS)
    people = _people(brief, prompts, fit, room)
    cast = "\n".join(people.values())
    setting = measure.cut(setting, room - measure.tokens(cast)) if room > 0 else ""
    return SystemText(
        prompts.text("system", **blanks, setting=setting or nothing, cast=cast or nothing), frozenset(people)
    )


def _people(brief: Brief, prompts: Prompts, fit: Fit, room: int) -> dict[str, str]:
    """A line for each of the cast, by id, in its order; as many as there is room for.

    Whoever does not stand here is told of in every turn, so the last words about all come before the setting.
    """
    measure = fit.measure(brief.settings.language)
    cast = [c for i in brief.state.cast_in_system if (c := brief.state.characters.get(i))]
    people: dict[str, str] = {}
    for letters in _FACT_LETTERS:
        people = {c.id: _line(c, brief, prompts, letters) for c in cast}
        if sum(measure.tokens(line) + 1 for line in people.values()) <= room:
            return people
    kept: dict[str, str] = {}
    for character_id, line in people.items():
        room -= measure.tokens(line) + 1
        if room >= 0:
            kept[character_id] = line
    return kept


def _line(character: Character, brief: Brief, prompts: Prompts, letters: int) -> str:
    blanks = {
        "id": neutral_line(character.id, 40),
        "who": neutral_name(character.name),
        "role": _facts((character.role,), letters),
        "traits": _facts(character.personality_traits, letters),
        "goals": _facts(character.goals, letters),
    }
    if character.is_user_character:
        return prompts.text("cast-player", **blanks)
    member = brief.adventure.cast_member(character.id)
    voice = _facts((character.speaking_style,), letters)
    return prompts.text(
        "cast-npc", **blanks, voice=voice, secrets=_facts(member.secrets if member else (), letters)
    )


def _facts(texts: Sequence[str], letters: int) -> str:
    """Facts inside a sentence of ours, which has its own full stop."""
    return neutral_line("; ".join(text.rstrip(". ") for text in texts), letters) or "-"


def _tools(brief: Brief, prompts: Prompts) -> str:
    """A line for each tool: its name as calls write it, and what it is for."""
    names = [tool.called for tool in brief.ruleset.tools("model")]
    return "\n".join(f"- {name}: {prompts.text(f'tool-{name}')}" for name in names)
