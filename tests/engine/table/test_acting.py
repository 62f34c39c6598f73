"""Passing, letting the story go on, and asking whose character it is."""

import pytest

from engine.errors import NotAllowed
from engine.events import Declined, Waiting
from engine.model.noun import Language
from engine.model.rules.fight import Fight
from engine.requests import Answer, Person
from tests.engine.table_for_tests import Table
from tests.fakes.one_book import shipped_sentences

ANN, BOB = Person("ann", "ann"), Person("bob", "bob")


async def patient(*players: str, gather_s: float = 60.0) -> Table:
    """A table that gathers for a minute, on a clock that stands still."""
    table = Table()
    await table.play(*players)
    table.clock.instant = False
    session = await table.game()
    settings = session.settings.model_copy(update={"gather_s": gather_s})
    await table.store.change_session(session.model_copy(update={"settings": settings}))
    return table


async def test_a_turn_begins_as_soon_as_everybody_has_acted_or_passed() -> None:
    """Nobody watches a clock when nobody is missing."""
    table = await patient("ann", "bob")
    await table.send("ann", "I knock.")
    await table.surface.until("Gathering")

    await table.send("bob", "I wait.", type="pass")
    await table.rested()

    assert [a.content for a in (await table.head()).actions] == ["I knock.", "I wait."]
    assert table.clock.now() == table.clock.start


async def test_who_is_away_is_not_waited_for() -> None:
    """A holiday does not hold up the table."""
    table = await patient("ann", "bob")
    await table.games.away(table.game_id, BOB, "away-1")

    await table.send("ann", "I wait.", type="pass")
    await table.rested()

    assert len(await table.told()) == 2


async def test_one_who_passes_does_not_begin_a_turn_alone() -> None:
    """To pass is to let others act, not to act for them."""
    table = await patient("ann", "bob", gather_s=0.0)

    await table.act("ann", "I wait.", type="pass")
    assert await table.told() == ["Turn 0 is told."]
    await table.act("bob", "I knock.")

    assert [a.player_id for a in (await table.head()).actions] == ["ann", "bob"]


async def test_who_passed_and_then_acts_has_acted() -> None:
    """A change of mind is not two deeds."""
    table = await patient("ann", "bob", gather_s=0.0)
    await table.act("ann", "I wait.", type="pass")

    await table.act("ann", "I knock after all.")

    assert [(a.type, a.content) for a in (await table.head()).actions] == [("action", "I knock after all.")]


async def test_the_story_can_go_on_without_a_deed() -> None:
    """Let us see what happens."""
    table = await patient("ann", "bob", gather_s=0.0)

    await table.act("ann", "We let it happen.", type="go_on")

    assert (await table.head()).actions[0].type == "go_on"


async def test_an_action_against_another_players_character_waits_for_that_players_yes() -> None:
    """Nobody is pushed into a well by a friend without being asked."""
    table = Table(sentences=shipped_sentences("en"))
    await table.play("ann", "bob")
    table.clock.instant = False
    await table.act("ann", "I push Bo into the yard.")

    waiting = next(e for e in table.surface.events if isinstance(e, Waiting))
    assert (waiting.request.kind, waiting.request.whom, waiting.request.otherwise) == (
        "consent",
        ("bob",),
        "refuse",
    )
    with pytest.raises(NotAllowed):
        await table.turns.answer(waiting.turn.id, ANN, Answer("yes"))
    await table.turns.answer(waiting.turn.id, BOB, Answer("yes"))
    await table.rested()

    assert await table.told() == ["Turn 0 is told.", "Turn 1 is told."]
    assert (await table.head()).actions[0].consent == "given"


async def test_without_a_yes_it_does_not_happen_and_the_others_turn_goes_on() -> None:
    """A no needs no reason."""
    table = Table(sentences=shipped_sentences("en"))
    await table.play("ann", "bob")
    table.clock.instant = False
    session = await table.game()
    patience = session.settings.model_copy(update={"gather_s": 5.0})
    await table.store.change_session(session.model_copy(update={"settings": patience}))
    await table.send("ann", "I attack Bo.")
    await table.surface.until("Gathering")
    await table.send("bob", "I open the door.")
    await table.clock.advance(5)
    await table.surface.until("Waiting")

    turn_id = (await table.game()).current_turn_id or ""
    await table.turns.answer(turn_id, BOB, Answer("no"))
    await table.rested()

    assert [a.content for a in (await table.head()).actions] == ["I open the door."]
    declined = next(e for e in table.surface.events if isinstance(e, Declined))
    assert (declined.who, declined.whom) == ("Ada", "Bo")


async def test_no_answer_is_a_no_and_a_turn_with_nothing_left_never_was() -> None:
    """The table is not held up by somebody who has gone to bed."""
    table = Table(sentences=shipped_sentences("en"))
    await table.play("ann", "bob")
    table.clock.instant = False

    await table.act("ann", "I attack Bo.")
    await table.clock.advance(120)
    await table.rested()

    assert await table.told() == ["Turn 0 is told."]
    assert (await table.game()).current_turn_id is None
    await table.act("bob", "I open the door.")
    assert len(await table.told()) == 2


@pytest.mark.parametrize(
    "words",
    [
        "I help Bo up.",
        "I give Bo the lamp.",
        "I do not attack Bo.",
        "I cut the rope beside Bo.",
        "I tell Bo that I attack at dawn.",
        "I attack Mags.",
    ],
)
async def test_what_harms_nobody_needs_no_leave(words: str) -> None:
    """Play is not slowed down by questions."""
    table = Table(sentences=shipped_sentences("en"))
    await table.play("ann", "bob")

    await table.act("ann", words)

    assert not [e for e in table.surface.events if isinstance(e, Waiting)]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "I throw the lamp at Bo."),
        ("en", "I make Bo drink it."),
        ("de", "Ich stoße Bo hinunter."),
        ("de", "Ich werfe die Lampe nach Bo."),
        ("de", "Ich zwinge Bo zu trinken."),
        ("it", "Spingo Bo nel pozzo."),
        ("it", "Costringo Bo a bere."),
    ],
)
async def test_harm_and_force_are_understood_in_every_language(language: Language, words: str) -> None:
    """Consent does not depend on the language of the table."""
    table = Table(sentences=shipped_sentences(language))
    await table.play("ann", "bob")

    await table.act("ann", words)

    assert [e.request.kind for e in table.surface.events if isinstance(e, Waiting)] == ["consent"]


async def test_a_round_of_a_fight_waits_for_everybody_who_can_act() -> None:
    """Longer than a turn does, and no longer once all have chosen."""
    table = await patient("ann", "bob", gather_s=0.0)
    session = await table.game()
    fighting = session.head_state.model_copy(update={"fight": Fight()})
    await table.store.change_session(session.model_copy(update={"head_state": fighting}))

    await table.send("ann", "I strike.")
    await table.surface.until("Gathering")
    await table.send("bob", "I strike too.")
    await table.rested()

    assert [a.content for a in (await table.head()).actions] == ["I strike.", "I strike too."]
    assert table.clock.now() == table.clock.start


async def test_a_round_of_a_fight_does_not_wait_for_ever() -> None:
    """A minute after the first, whoever has not chosen guards."""
    table = await patient("ann", "bob", gather_s=0.0)
    session = await table.game()
    fighting = session.head_state.model_copy(update={"fight": Fight()})
    await table.store.change_session(session.model_copy(update={"head_state": fighting}))

    await table.send("ann", "I strike.")
    await table.surface.until("Gathering")
    await table.clock.advance(60)
    await table.rested()

    assert [a.player_id for a in (await table.head()).actions] == ["ann"]
