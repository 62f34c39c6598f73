"""Writes single things of the context as plain data: short, harmless, without empty members."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import isfinite

from pydantic import JsonValue

from engine.context import Area, CharacterSnapshot, Recommendation, SituationSnapshot, UserAction
from engine.model.fact import Fact
from engine.model.noun import Scalar
from engine.moves.endings import WAITED
from engine.words.neutral import neutral_line
from engine.words.tokens import Measure

_KEY_LETTERS = 40
_LARGEST_NUMBER = 10**9
_WAY_LETTERS = 60

Data = dict[str, JsonValue]


@dataclass(frozen=True)
class Level:
    """How much is written. in_full, named: characters; entries: of each other list; letters: of a text."""

    timeline: int
    knowledge: int
    in_full: int
    named: int
    entries: int
    letters: int
    area_letters: int


@dataclass(frozen=True)
class Page:
    """What a part is written onto.

    in_system: ids whose fixed facts the system text tells; setting: which one it tells.
    logged: ids whose last action the log tells.
    """

    tokens: int
    measure: Measure
    in_system: frozenset[str] = frozenset()
    setting: str = ""
    logged: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Pen:
    """Writes at one level of detail."""

    page: Page
    level: Level

    def words(self, text: str, letters: int | None = None) -> str:
        """A text on one line; letters that cost several tokens each are fewer."""
        most = self.level.letters if letters is None else letters
        return self.page.measure.cut(neutral_line(text, most), max(most // 2, 8))

    def list(self, texts: Iterable[str]) -> list[JsonValue]:
        """The texts, without blank ones."""
        return [words for text in texts if (words := self.words(text))]

    def in_full(self, who: CharacterSnapshot) -> Data:
        """All of a character that the system text has not told, and that is not blank."""
        fixed: Data = {
            "role": self.words(who.role),
            "personality_traits": self.list(who.personality_traits[:4]),
            "speaking_style": self.words(who.speaking_style),
            "goals": self.list(who.goals[:3]),
        }
        summary = "" if who.id in self.page.logged else self.words(who.recent_actions_summary)
        knowledge = who.knowledge[-self.level.knowledge :] if self.level.knowledge else ()
        return filled(
            {
                **self.named(who),
                **({} if who.id in self.page.in_system else fixed),
                "current_mood": self.words(who.current_mood),
                "knowledge": self.list(knowledge),
                "relationships": self.mapping(who.relationships),
                "recent_actions_summary": summary,
            }
        )

    def named(self, who: CharacterSnapshot) -> Data:
        """Name and status; where somebody is who is not here."""
        place = self.words(who.place, _KEY_LETTERS) if who.place else ""
        return filled(
            {
                "id": self.words(who.id, _KEY_LETTERS),
                "name": self.words(who.name, _KEY_LETTERS),
                "status": self.words(who.status),
                "place": place,
            }
        )

    def situation(self, now: SituationSnapshot) -> Data:
        """What changes least first; the setting only if the system text tells another."""
        flags = {key: value for key, value in now.world_state_flags.items() if key != WAITED}
        return filled(
            {
                "setting": "" if now.setting == self.page.setting else self.words(now.setting),
                "world_state_flags": self.mapping(flags),
                "external_pressures": self.list(now.external_pressures[-self.level.entries :]),
                "open_threads": self.list(now.open_threads[-self.level.entries :]),
                "timeline": self.list(now.timeline[-self.level.timeline :]),
                "current_scene": self.words(now.current_scene),
            }
        )

    def area(self, area: Area) -> Data:
        """The place with its ways out."""
        exits: list[JsonValue] = [
            filled(
                {
                    "scene_id": self.words(way.scene_id, _KEY_LETTERS),
                    "label": self.words(way.label, _WAY_LETTERS),
                    "blocked": None if way.blocked is None else self.words(way.blocked) or True,
                }
            )
            for way in area.exits[: self.level.entries]
        ]
        return filled(
            {
                "scene_id": self.words(area.scene_id, _KEY_LETTERS),
                "name": self.words(area.name, _KEY_LETTERS),
                "text": self.words(area.text, self.level.area_letters),
                "exits": exits,
                "things": self.list(area.things[: self.level.entries]),
            }
        )

    def recommendation(self, wish: Recommendation) -> Data:
        """What the table wishes, and whom the story has left out."""
        return filled(
            {
                "note": self.words(wish.note or ""),
                "desired_tone": self.words(wish.desired_tone or ""),
                "preferred_direction": self.words(wish.preferred_direction or ""),
                "focus_characters": [
                    self.words(i, _KEY_LETTERS) for i in wish.focus_characters[: self.level.entries]
                ],
            }
        )

    def action(self, action: UserAction, letters: int) -> Data:
        """One player's action."""
        data: Data = {"type": action.type, "content": self.words(action.content, letters)}
        return {**data, "call": self.words(action.call, _KEY_LETTERS)} if action.call else data

    def fact(self, fact: Fact) -> Data:
        """A fact with its arguments; a secret one says so, because the narrator must not give it away."""
        return filled(
            {"code": self.words(fact.code, _KEY_LETTERS), **self.mapping(fact.args), "secret": fact.secret}
        )

    def mapping(self, values: Mapping[str, Scalar]) -> Data:
        """The newest entries of a mapping."""
        newest = list(values.items())[-self.level.entries :]
        return {self.words(key, _KEY_LETTERS): self._scalar(value) for key, value in newest}

    def _scalar(self, value: Scalar) -> JsonValue:
        match value:
            case str():
                return self.words(value)
            case bool() | None:
                return value
            case _:
                return value if isfinite(value) and abs(value) <= _LARGEST_NUMBER else None


def filled(data: Data) -> Data:
    """Without blank members; `False` is blank, because only true marks are written."""
    return {
        key: value
        for key, value in data.items()
        if value not in ("", None, False) and value != [] and value != {}
    }
