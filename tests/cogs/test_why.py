"""Rules of what changed, Why?, /why and the journal."""

from datetime import timedelta

from engine.events import Done
from engine.model.changes.cast import MoodSet
from engine.model.fact import Fact
from engine.model.turn import Resolution
from tests.cogs.stage import EPOCH, Evening, Stage, buttons, private, private_text, said

WHY = said("telling.why.button")
_WEEK = EPOCH - timedelta(days=7)


async def test_a_line_under_the_story_says_what_changed(evening: Evening, stage: Stage) -> None:
    """Nobody should have to guess what a turn has done to the world."""
    await evening.played()

    session, turn = await evening.game(), await evening.head()
    changes = (MoodSet(character_id="mags", mood="wary"),)
    await stage.announcer.announce(Done(session, turn.model_copy(update={"changes": changes})))

    card = evening.last().embeds[0].description or ""
    assert card.startswith(said("telling.changed", text=said("changed.mood", who="Mags", text="wary")))


async def test_why_tells_players_what_was_settled_but_no_secret(evening: Evening, stage: Stage) -> None:
    """Trust in the game needs open dice, and a story needs its secrets."""
    await evening.played()
    facts = (Fact(code="open"), Fact(code="hidden", secret=True))
    turn = (await evening.head()).model_copy(update={"resolution": Resolution(facts=facts)})
    await stage.store.save_turn(turn)

    told_ada = private_text(await evening.ada.click(evening.last(), label=WHY))
    told_host = private_text(await evening.host.click(evening.last(), label=WHY))

    assert "facts.open" in told_ada
    assert "facts.hidden" not in told_ada
    assert said("telling.why.secret", text="facts.hidden") in told_host


async def test_why_still_answers_when_the_moment_is_over(evening: Evening) -> None:
    """What was is asked for later, too: this button never dies."""
    await evening.played()
    opening = evening.last()
    await evening.ada.send(evening.channel, "> I wait")
    await evening.rested()

    old = next(m for m in evening.channel.history() if m.id == opening.id)
    result = await evening.bo.click(old, label=WHY)

    assert all(is_dead for _, is_dead in buttons(old))
    assert private_text(result).startswith(said("telling.why.title", number=0))


async def test_an_older_turn_is_asked_for_by_its_number(evening: Evening) -> None:
    """Its message has long scrolled away."""
    await evening.played()
    await evening.ada.send(evening.channel, "> I wait")
    await evening.rested()

    newest = await evening.ada.slash(evening.channel, "why")
    opening = await evening.ada.slash(evening.channel, "why", turn=0)
    future = await evening.ada.slash(evening.channel, "why", turn=7)

    assert "I wait" in private_text(newest)
    assert private_text(opening).startswith(said("telling.why.title", number=0))
    assert private_text(future) == said("telling.why.none")


async def test_the_journal_tells_the_newest_evening_and_leads_back(evening: Evening, stage: Stage) -> None:
    """Whoever missed a session reads what happened, evening by evening."""
    await evening.played()
    opening = await evening.head()
    await evening.ada.send(evening.channel, "> I wait")
    await evening.rested()
    await stage.store.save_turn(opening.model_copy(update={"began_at": _WEEK, "ended_at": _WEEK}))

    result = await evening.bo.slash(evening.channel, "journal")
    shown = private_text(result)
    await evening.bo.click(private(result), label=said("telling.journal.earlier"))

    title = (await evening.game()).adventure.title
    assert shown.startswith(said("telling.journal.title", title=title, number=2, evenings=2))
    assert "Turn 1 is told." in shown
    assert "Turn 0 is told." in private_text(result)


async def test_the_status_says_what_the_last_turn_took(evening: Evening) -> None:
    """Whoever wonders what is slow sees it step by step."""
    await evening.played()

    result = await evening.ada.slash(evening.channel, "game status")

    assert said("telling.why.step.narrate", seconds="0.0") in private_text(result)
