"""How results of rules are told: their sentences in the order in which they came about."""

from collections.abc import Iterator

import structlog

from engine.gamemaster import Brief
from engine.model.fact import Fact
from engine.model.turn import Resolution
from engine.offline.heard import Slots
from engine.offline.voice import Voice

_log = structlog.get_logger(__name__)
_OWN_PARAGRAPH = {"told", "creatures-notice", "entered"}


def told_facts(resolution: Resolution, brief: Brief, voice: Voice) -> Iterator[Slots]:
    """Paragraphs: what the pack tells stands by itself, what dice came to is gathered between."""
    gathered: list[str] = []
    for fact in resolution.facts:
        if fact.secret:
            continue
        if fact.code not in _OWN_PARAGRAPH:
            gathered += [sentence] if (sentence := _sentence(fact, voice)) else []
            continue
        if gathered:
            yield ((" ".join(gathered),),)
            gathered = []
        yield from _paragraphs(fact, brief, voice)
    if gathered:
        yield ((" ".join(gathered),),)


def settled_actors(resolution: Resolution) -> frozenset[str]:
    """Characters whose actions were settled by a tool, and so are told by its facts."""
    return frozenset(r.actor_id for r in resolution.results if r.actor_id is not None and r.facts)


def _paragraphs(fact: Fact, brief: Brief, voice: Voice) -> Iterator[Slots]:
    scene = brief.adventure.scene(str(fact.args.get("scene", "")))
    if fact.code != "entered" or scene is None:
        yield ((_sentence(fact, voice),),)
        return
    is_new = scene.id not in brief.state.situation.visited_scenes
    yield ((scene.read_aloud,),) if is_new else (voice.turned(scene.again),)


def _sentence(fact: Fact, voice: Voice) -> str:
    try:
        return voice.locale.say(f"facts.{fact.code}", **fact.args)
    except KeyError:  # a fact without a sentence must not stop the table
        _log.error("fact_without_sentence", code=fact.code)
        return ""
