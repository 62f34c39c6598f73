"""The steps in which the model's server is found, a model is chosen, fetched and timed."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from pydantic import TypeAdapter, ValidationError

from bot import setting_kinds as kinds
from bot.doctor_model import ModelExam, reason_of
from bot.doctor_report import line_of
from bot.setup.known_models import KNOWN, PATIENCE_S, KnownModel, recommended, suited
from bot.setup.machine import GB, Machine
from bot.setup.wishes import FetchingServer, Shop, Talk, Wishes
from bot.turn_time import TABLES, Trial, TurnTime
from engine.asking.pace import Overrides
from engine.errors import ModelError

_HERE = frozenset({"127.0.0.1", "localhost", "::1"})
_TRIES = 3
_URL: TypeAdapter[str] = TypeAdapter(kinds.OllamaUrl)
_NAME: TypeAdapter[str] = TypeAdapter(kinds.ModelName)


@dataclass(frozen=True)
class Found:
    """Ollama, where it answers. models: names of what it has."""

    host: str
    models: tuple[str, ...]

    def has(self, model: str) -> bool:
        """Whether this model is there."""
        return bool({model, f"{model}:latest"} & set(self.models))


async def server_for(shop: Shop, talk: Talk, wishes: Wishes) -> Found | None:
    """Where Ollama answers: as set, at its usual place, or where the person says; null if nowhere."""
    usual = f"http://127.0.0.1:{kinds.OLLAMA_PORT}"
    places = [wishes.ollama_host] if wishes.ollama_host else [shop.settings.ollama_host, usual]
    for place in dict.fromkeys(places):
        if found := await _look(shop, talk, place):
            return found
    for _ in range(_TRIES):
        typed = talk.questions.text(talk.words("ollama.ask"), "")
        if not typed:
            break
        if found := await _look(shop, talk, typed):
            return found
    talk.say("ollama.left-out", url="https://ollama.com/download")
    return None


async def model_for(shop: Shop, talk: Talk, wishes: Wishes, found: Found | None) -> str:
    """The model to play with, by its name."""
    is_here = found is None or urlsplit(found.host).hostname in _HERE
    if is_here:
        advised = _advise(talk, shop.machine(), found)
    else:
        talk.say("model.elsewhere")
        advised = next((k for k in reversed(KNOWN) if found and found.has(k.name)), KNOWN[0])
    if wishes.model:
        return wishes.model
    now = shop.settings.model
    is_chosen = "model" in shop.settings.model_fields_set or not is_here
    default = now if is_chosen and found and found.has(now) else advised.name
    for _ in range(_TRIES):
        typed = talk.questions.text(talk.words("model.ask"), default)
        if typed.isdigit() and 0 < int(typed) <= len(KNOWN):
            return KNOWN[int(typed) - 1].name
        try:
            return _NAME.validate_python("" if typed.isdigit() else typed)
        except ValidationError:
            talk.say("model.odd", name=typed)
    return default


async def fetch(shop: Shop, talk: Talk, wishes: Wishes, found: Found, model: str) -> bool:
    """Have the server fetch it, after a yes; whether it is there now."""
    if found.has(model):
        talk.say("pull.there", model=model)
        return True
    size = next((k.download_bytes / GB for k in KNOWN if k.name == model), None)
    question = (
        talk.words("pull.ask-size", model=model, size=size) if size else talk.words("pull.ask", model=model)
    )
    pulls = talk.questions.yes(question, default=True) if wishes.pulls is None else wishes.pulls
    if not pulls:
        talk.say("pull.later", command=f"ollama pull {model}")
        return False
    try:
        async with shop.server(found.host) as server:
            with shop.progress(model) as bar:
                async for fetched in server.pull(model):
                    bar.at(fetched)
    except ModelError as error:
        talk.say("pull.failed", reason=reason_of(error), command=f"ollama pull {model}")
        return False
    talk.say("pull.done", model=model)
    return True


async def measure(shop: Shop, talk: Talk, wishes: Wishes, found: Found, model: str) -> None:
    """Time a turn for one player and for a group, and say what that means."""
    measures = wishes.measures
    if measures is None:
        measures = talk.questions.yes(talk.words("measure.ask"), default=True)
    if not measures:
        return
    talk.say("measure.begins")
    try:
        async with shop.server(found.host) as server:
            trial = await _trial(shop, talk, server, model)
            if trial is None:
                return
            for players in TABLES:
                _tell_time(talk, await trial.time(players, shop.clock), model)
    except ModelError as error:
        talk.say("measure.failed", reason=reason_of(error))


async def _look(shop: Shop, talk: Talk, place: str) -> Found | None:
    try:
        host = _URL.validate_python(place)
    except ValidationError:
        talk.say("ollama.odd", place=place)
        return None
    try:
        async with shop.server(host) as server:
            version, models = await server.version(), await server.models()
    except ModelError as error:
        talk.say("ollama.away", host=host, reason=reason_of(error))
        return None
    has = ", ".join(models) or talk.words("ollama.nothing")
    talk.say("ollama.answers", host=host, version=version, models=has)
    return Found(host, models)


def _advise(talk: Talk, machine: Machine, found: Found | None) -> KnownModel:
    """Say what suits this machine."""
    if machine.memory_bytes:
        talk.say("model.machine", memory=machine.memory_bytes / GB)
    if machine.card_bytes:
        talk.say("model.card", card=machine.card_bytes / GB)
    advised = recommended(machine)
    for number, each in enumerate(suited(machine), 1):
        words = [talk.words("model.expected", seconds=each.expected_s)]
        if not each.fits:
            words = [talk.words("model.too-large")]
        if found and found.has(each.model.name):
            words.append(talk.words("model.installed"))
        if each.model == advised:
            words.append(talk.words("model.advised"))
        talk.say(
            "model.item",
            number=number,
            name=each.model.name,
            size=each.model.download_bytes / GB,
            num_ctx=each.model.num_ctx,
            words=", ".join(words),
        )
    talk.say("model.reckoned")
    return advised


async def _trial(shop: Shop, talk: Talk, server: FetchingServer, model: str) -> Trial | None:
    settings = shop.settings
    overrides = Overrides(settings.first_token_s, settings.idle_s, settings.total_s)
    exam = ModelExam(server, model, settings.num_ctx, overrides)
    facts, num_ctx, found = await exam.context()
    if facts is None:
        for finding in found:
            talk.show(line_of(finding, talk.locale))
        return None
    return Trial(exam, facts, num_ctx, shop.library, talk.locale.language)


def _tell_time(talk: Talk, time: TurnTime | None, model: str) -> None:
    if time is None:
        talk.say("measure.no-room", model=model)
        return
    size = "one" if time.players == 1 else "more"
    if time.told_s is None:
        talk.say(f"measure.{size}-unknown", players=time.players, first=time.first_word_s)
        return
    talk.say(f"measure.{size}", players=time.players, first=time.first_word_s, told=time.told_s)
    smaller = [k.name for k in KNOWN if k.download_bytes < _size_of(model)]
    if time.players == 1 and time.told_s > PATIENCE_S and smaller:
        talk.say("measure.slow", smaller=smaller[-1])


def _size_of(model: str) -> int:
    return next((k.download_bytes for k in KNOWN if k.name == model), KNOWN[-1].download_bytes + 1)
