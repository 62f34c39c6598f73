"""Rules of the line that says what is happening at a table."""

from typing import get_args

import pytest

from cogs.status_line import Stage, line, recognised
from engine.model.action import Action, ActionType
from engine.model.noun import Language
from engine.model.session import Session
from engine.model.turn import Request
from engine.parts import WhoTells
from tests.cogs.stage import EPOCH, LOCALES, Evening, posts

EN = LOCALES["en"]


def did(game: Session, *deeds: tuple[str, ActionType]) -> tuple[Action, ...]:
    """Actions of these characters."""
    return tuple(
        Action(
            source_id=str(number), session_id=game.id, surface="discord", player_id=name, player_name=name,
            character_id=name, type=kind, content="I act.", received_at=EPOCH,
        )
        for number, (name, kind) in enumerate(deeds)
    )  # fmt: skip


async def played(evening: Evening) -> Session:
    await evening.played()
    return await evening.game()


async def test_it_says_who_was_heard_who_passes_and_how_long_others_may_join(evening: Evening) -> None:
    """Nobody wonders whether their words came through."""
    game = await played(evening)
    ada, bo = str(evening.ada.id), str(evening.bo.id)
    stage = Stage("gathering", seconds=4.0, since=EPOCH)

    shown = line(game, stage, did(game, (ada, "action"), (bo, "pass")), EN)

    assert shown is not None
    assert shown.text == "-# Heard: Ada. Passing: Bo. For 4 seconds others can join this turn."


async def test_a_long_gathering_is_counted_down_by_discord(evening: Evening) -> None:
    """“For 600 seconds” helps nobody."""
    game = await played(evening)
    stage = Stage("gathering", seconds=600.0, since=EPOCH)

    shown = line(game, stage, did(game, (str(evening.ada.id), "action")), EN)

    assert shown is not None
    assert f"<t:{int(EPOCH.timestamp()) + 600}:R>" in shown.text


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.0, "is being told."), (31.2, "about 30 seconds"), (1.0, "about 5 seconds"), (240.0, "4 minutes")],
)
async def test_it_says_how_long_the_telling_takes(evening: Evening, seconds: float, words: str) -> None:
    """Whoever knows that it takes half a minute can wait half a minute."""
    game = await played(evening)

    shown = line(game, Stage("telling", seconds=seconds), (), EN)

    assert shown is not None
    assert words in shown.text
    assert [button.custom_id for button in shown.rows[0]] == [f"gm:stop:{game.id}"]


async def test_it_says_who_tells_if_not_the_model(evening: Evening) -> None:
    """A story that suddenly sounds otherwise has a reason."""
    game = await played(evening)
    scripted = game.model_copy(update={"settings": game.settings.model_copy(update={"narrator": "scripted"})})

    away = line(game, Stage("telling", who=WhoTells("offline", EPOCH, "model-unreachable")), (), EN)
    book = line(scripted, Stage("telling"), (), EN)

    assert away is not None
    assert "out of reach" in away.text
    assert book is not None
    assert "The adventure tells" in book.text


async def test_it_goes_when_everything_was_taken_back(evening: Evening) -> None:
    """A line about nothing is noise."""
    game = await played(evening)

    assert line(game, Stage("gathering", seconds=4.0, since=EPOCH), (), EN) is None
    assert line(game, Stage("next"), (), EN) is None


@pytest.mark.parametrize("language", get_args(Language))
async def test_every_line_is_known_again_after_a_restart(evening: Evening, language: Language) -> None:
    """What the process before left behind must go, and nothing else."""
    game, locale = await played(evening), LOCALES[language]
    ada = did(game, (str(evening.ada.id), "action"))
    stages = [
        Stage("heard"),
        Stage("next"),
        Stage("gathering", seconds=4.0, since=EPOCH),
        Stage("gathering", seconds=400.0, since=EPOCH),
        Stage("telling"),
        Stage("telling", seconds=30.0),
        Stage("telling", seconds=300.0),
        Stage("telling", who=WhoTells("offline")),
        *(
            Stage("waiting", request=Request(id="r", session_id="s", turn_id="t", kind=k, until=EPOCH))
            for k in ("draft", "narration", "consent")
        ),
    ]
    is_line = recognised(locale)

    shown = [line(game, stage, ada, locale) for stage in stages]

    assert all(payload is not None and is_line(payload.text) for payload in shown)
    assert not is_line("-# something else")
    assert not is_line(locale.say("acting.passes", name="Ada"))


async def test_the_line_follows_what_happens_and_goes_with_the_story(evening: Evening) -> None:
    """One line, edited; never a row of them."""
    await evening.played()
    await evening.gathers_long()

    await evening.ada.send(evening.channel, "> I wait")
    await evening.time_passes()

    small = [p.json["content"] for p in posts(evening) if p.json.get("content", "").startswith("-# ")]
    assert len(small) == 1
    assert "Heard: Ada." in small[0]
    assert not any(text.startswith("-# ") for text in evening.texts())
