"""The model is warm when the story begins: it reads ahead while people join, and rests when they do."""

from datetime import timedelta
from typing import get_args

import structlog

from engine.errors import GlyphmasterError, ModelError, StoreError
from engine.gamemaster import first_use, models_of
from engine.model.noun import Surface
from engine.model.session import GameStatus, Session, model_for
from engine.parts import Parts
from engine.steps.brief import next_brief
from engine.table.slots import Slots

log = structlog.get_logger()

_IN_USE: tuple[GameStatus, ...] = ("gathering", "starting", "playing")
_LATELY = timedelta(hours=4)
"""A table at which nothing has happened for longer does not keep its model in memory."""


class Warming:
    """Uses a model only while no turn wants it, and gives it up as soon as one does: it delays nothing."""

    def __init__(self, parts: Parts, slots: Slots) -> None:
        self._parts = parts
        self._slots = slots
        self._gathering: dict[str, str] = {}
        """By model, the gathering whose opening is to be read next: only the newest party counts."""

    def ahead(self, session: Session) -> None:
        """While nobody speaks, let the model read what the next turn begins with. Returns at once."""
        models = asked_by(self._parts, session)
        if models and session.status == "playing":
            self._slots.prepare(models[0], self._read(session))

    def gathering(self, session: Session) -> None:
        """Somebody opened a table, or its party changed: load the model, read the opening's beginning.

        Returns at once; a model whose host is away is left alone.
        """
        settings, ruleset = session.settings, self._parts.rulesets.of(session.adventure)
        use = first_use(settings, ruleset, is_opening=True)
        is_there = self._parts.masters.telling().teller == "model"
        if use is None or session.status != "gathering" or not is_there:
            return
        model = model_for(settings, use)
        self._gathering[model] = session.id
        self._slots.prepare(model, self._read_gathering(model))

    async def release(self, session: Session) -> None:
        """The table rests: its models leave the memory, but for those that another table is about to use.

        Raises StoreError.
        """
        for model in asked_by(self._parts, session):
            if await self._is_used(model, session.id):
                continue
            self._gathering.pop(model, None)
            await self._slots.stop_preparing(model)
            self._slots.prepare(model, self._let_go(model))

    async def _is_used(self, model: str, but_for: str) -> bool:
        since = self._parts.clock.now() - _LATELY
        for surface in get_args(Surface):
            for session_id in await self._parts.store.sessions(surface, _IN_USE, since):
                if session_id == but_for:
                    continue
                if model in asked_by(self._parts, await self._parts.store.session(session_id)):
                    return True
        return False

    async def _read_gathering(self, model: str) -> None:
        while (session_id := self._gathering.pop(model, None)) is not None:
            try:
                session = await self._parts.store.session(session_id)
            except GlyphmasterError as error:
                log.info("prepare_failed", session=session_id, cause=repr(error))
                return
            if session.status == "gathering":
                await self._read(session)

    async def _read(self, session: Session) -> None:
        try:
            await self._parts.masters.model.prepare(await next_brief(self._parts, session))
        except (ModelError, StoreError) as error:
            log.info("prepare_failed", session=session.id, cause=repr(error))

    async def _let_go(self, model: str) -> None:
        try:
            await self._parts.masters.release(model)
        except ModelError as error:
            log.info("release_failed", model=model, cause=repr(error))


def asked_by(parts: Parts, session: Session) -> tuple[str, ...]:
    """The models that this game's turns ask, the first one first; none where the adventure tells."""
    return models_of(session.settings, parts.rulesets.of(session.adventure))
