"""What can be set, for a game or for all new games of a server: one table, read by every surface.

A setting is added by one line here, and its words in the locales (`life.setting`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from engine.errors import BadSetting
from engine.model.noun import Language, Scalar
from engine.model.session import Content, Delivery, GameSettings, Hearing, NarratorKind, Style, model_for

Kind = Literal["choice", "yes-no", "number", "model"]
_YES = frozenset({"yes", "true", "on", "1", "ja", "an", "sì", "si"})
_NO = frozenset({"no", "false", "off", "0", "nein", "aus"})
_MODEL_LETTERS = 100


@dataclass(frozen=True)
class Setting:
    """One thing that can be set. name: as people type it. field: of GameSettings.

    values: of a choice. least, most: of a number, both included.
    """

    name: str
    field: str
    kind: Kind
    values: tuple[str, ...] = ()
    least: float = 0.0
    most: float = 0.0

    @property
    def allowed(self) -> str:
        """What may stand there, as a person reads it."""
        match self.kind:
            case "choice":
                return ", ".join(self.values)
            case "yes-no":
                return "yes, no"
            case "number":
                return f"{self.least:g} … {self.most:g}"
            case "model":
                return "gemma2:9b, …"

    def read(self, text: str) -> Scalar:
        """The value that these words stand for. Raises BadSetting."""
        words = text.strip()
        match self.kind:
            case "choice" if words.casefold() in self.values:
                return words.casefold()
            case "yes-no" if words.casefold() in _YES | _NO:
                return words.casefold() in _YES
            case "number" if (value := _number(words)) is not None and self.least <= value <= self.most:
                return value
            case "model" if 0 < len(words) <= _MODEL_LETTERS and not any(c.isspace() for c in words):
                return words
            case _:
                raise BadSetting(name=self.name, value=words[:40], allowed=self.allowed)


def _choice(name: str, field: str, values: object) -> Setting:
    return Setting(name, field, "choice", get_args(values))


SETTINGS: tuple[Setting, ...] = (
    _choice("language", "language", Language),
    _choice("content", "content", Content),
    _choice("style", "style", Style),
    _choice("narrator", "narrator", NarratorKind),
    _choice("delivery", "delivery", Delivery),
    _choice("input", "hearing", Hearing),
    Setting("plain", "plain", "yes-no"),
    Setting("model", "model", "model"),
    Setting("gather", "gather_s", "number", least=0.0, most=600.0),
    Setting("round", "round_s", "number", least=5.0, most=600.0),
    Setting("funnel", "funnel", "number", least=0, most=4),
    Setting("draft", "draft_s", "number", least=30.0, most=86_400.0),
    Setting("history", "history_max_chars", "number", least=0, most=16_000),
)
"""gather, round, draft: seconds. history: characters of the word-for-word log; 0 switches it off."""
_BY_NAME = {setting.name: setting for setting in SETTINGS}


def is_yes(words: str) -> bool:
    """Whether these words say yes, in any of our languages."""
    return words.strip().casefold() in _YES


def setting_called(name: str) -> Setting:
    """Raises BadSetting, which names all that there are."""
    found = _BY_NAME.get(name.strip().casefold())
    if found is None:
        raise BadSetting(name=name.strip()[:40], value="", allowed=", ".join(_BY_NAME))
    return found


def changed_by(settings: GameSettings, wishes: Mapping[str, str]) -> GameSettings:
    """The settings with these wishes (name to words) in them, all or none. Raises BadSetting."""
    values: dict[str, Scalar] = {}
    for name, words in wishes.items():
        setting = setting_called(name)
        values[setting.field] = setting.read(words)
    if "model" in values:  # it shall tell, whatever told before
        settings = settings.model_copy(update={"uses": settings.uses.but("storytelling", None)})
    return GameSettings.model_validate(settings.model_dump() | values)


def said_as(settings: GameSettings, setting: Setting) -> str:
    """A setting's value as it would be typed."""
    value = (
        model_for(settings, "storytelling") if setting.kind == "model" else getattr(settings, setting.field)
    )
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, int | float) else str(value)


def _number(words: str) -> float | None:
    try:
        value = float(words.replace(",", "."))
    except ValueError:
        return None
    return int(value) if value.is_integer() else value
