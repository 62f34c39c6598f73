"""Models as an admin reads them: what each is for, what two of them cost, how a check ended; pure."""

from collections.abc import Sequence
from typing import get_args

from cogs.model_care import Judged, Room
from cogs.payload import CONTENT, units
from engine.model.session import GameSettings, model_for
from engine.model.uses import ModelUse
from engine.model_request import Fetched
from engine.ports import Locale

USES: tuple[ModelUse, ...] = get_args(ModelUse)
IN_A_TURN: tuple[ModelUse, ...] = ("storytelling", "rules", "record")
"""Uses that games ask for; the others are kept until something does."""
_GB = 1_000_000_000
_MORE = "…"


def models_of(game: GameSettings) -> tuple[str, ...]:
    """The different models that turns of such games may ask, the teller's first."""
    return tuple(dict.fromkeys(model_for(game, use) for use in IN_A_TURN))


def models_shown(game: GameSettings, locale: Locale) -> str:
    """The model for everything in one line, and those uses that have one of their own."""
    own = own_shown(game, locale)
    return locale.say("models.shown", model=game.model, own=own) if own else game.model


def told_by(game: GameSettings, locale: Locale) -> str:
    """Who tells in a game, and who does the rest of its turns where that is another model."""
    teller = model_for(game, "storytelling")
    others = own_in_turn(game, locale)
    return locale.say("models.shown", model=teller, own=others) if others else teller


def own_in_turn(game: GameSettings, locale: Locale) -> str:
    """What turns ask of other models than the teller's, each with its model; "" if of none."""
    found = [(use, model_for(game, use)) for use in IN_A_TURN]
    teller = model_for(game, "storytelling")
    return "; ".join(_own(use, model, locale) for use, model in found if model != teller)


def own_shown(game: GameSettings, locale: Locale, but: ModelUse | None = None) -> str:
    """The uses that have a model of their own, each with it; "" if none has. but: a use to leave out."""
    found = [(use, game.uses.of(use)) for use in USES if use != but]
    return "; ".join(_own(use, model, locale) for use, model in found if model)


def used_for(game: GameSettings, model: str, locale: Locale) -> str:
    """What turns ask this model for."""
    uses = [use for use in IN_A_TURN if model_for(game, use) == model]
    return ", ".join(locale.say(f"models.use.{use}") for use in uses)


def cost_of_two(game: GameSettings, room: Room | None, locale: Locale) -> tuple[str, ...]:
    """What it means that a turn asks more than one model. room: null = it could not be found out."""
    models = models_of(game)
    if len(models) < 2:
        return ()
    names = ", ".join(models)
    lines = [locale.say("models.two.apart", models=names)]
    if room is None or room.is_enough is None:
        lines.append(locale.say("models.two.unknown"))
    else:
        key = "enough" if room.is_enough else "too-much"
        need, there = gigabytes(room.all_needed, locale), gigabytes(room.there, locale)
        lines.append(locale.say(f"models.two.{key}", models=names, need=need, there=there))
    return tuple(lines)


def verdict(judged: Judged, game: GameSettings, locale: Locale) -> str:
    """How it is to play with a model, and what to do."""
    key = judged.verdict
    seconds = max(1, round(judged.told_s or 0.0))
    if key == "good" and judged.model != model_for(game, "storytelling"):
        said = locale.say("models.verdict.good-helper")
    elif key == "good" and judged.players == 1:
        said = locale.say("models.verdict.good-alone", seconds=seconds)
    elif key == "scripted" and judged.told_s is None:
        said = locale.say("models.verdict.scripted-unmeasured")
    else:
        said = locale.say(f"models.verdict.{key}", players=judged.players, seconds=seconds)
    return locale.say(
        "models.verdict.line", model=judged.model, uses=used_for(game, judged.model, locale), verdict=said
    )


def progress(model: str, fetched: Fetched, locale: Locale) -> str:
    """How far a model has come."""
    if not fetched.total_bytes:
        return locale.say("models.fetch.begins", model=model)
    if fetched.done_bytes >= fetched.total_bytes:
        return locale.say("models.fetch.checked", model=model)
    return locale.say(
        "models.fetch.comes",
        model=model,
        percent=100 * fetched.done_bytes // fetched.total_bytes,
        done=gigabytes(fetched.done_bytes, locale),
        total=gigabytes(fetched.total_bytes, locale),
    )


def gigabytes(size_bytes: int, locale: Locale) -> str:
    """A size in GB: whole from ten on, else with one decimal."""
    size = size_bytes / _GB
    return f"{size:.0f}" if size >= 9.95 else f"{size:.1f}".replace(".", locale.say("language.decimal-mark"))


def newest(head: str, lines: Sequence[str], foot: str = "", room: int = CONTENT) -> str:
    """Lines below a heading; where there is too little room, the oldest are left out."""
    kept = list(lines)
    while kept and units(_page(head, kept, len(kept) < len(lines), foot)) > room:
        kept = kept[1:]
    return _page(head, kept, len(kept) < len(lines), foot)


def _own(use: ModelUse, model: str, locale: Locale) -> str:
    return locale.say("models.own", use=locale.say(f"models.use.{use}"), model=model)


def _page(head: str, lines: Sequence[str], is_cut: bool, foot: str) -> str:
    return "\n".join(part for part in (head, _MORE if is_cut else "", *lines, foot) if part)
