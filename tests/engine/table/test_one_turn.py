"""From an action to a story told and a state kept."""

from engine.changes import fold
from engine.errors import ModelUnreachable, StreamBroke, Unreadable
from engine.events import Done, Narrated, SuggestionsReady
from engine.model.changes.situation import EndingReached
from engine.model.fact import Fact
from engine.model.suggestion import Suggestion
from engine.model.update import SituationUpdate, StateUpdate, SuggestedMove
from tests.engine.games_for_tests import INN
from tests.engine.table_for_tests import HOST, Table
from tests.fakes.game_master import Said, ScriptedMaster

GO_OUT = SuggestedMove(type="explore", label="Go out", text="I go out.", risk_level="low")
WENT = StateUpdate(
    suggestions=(GO_OUT,), updated_situation=SituationUpdate(new_timeline_entries=("The lamp went out.",))
)


async def test_a_turn_is_told_as_it_comes_then_written_down_then_done() -> None:
    """The table reads while the rest is still being worked out."""
    table = Table(model=ScriptedMaster([["Rain."], ["The door", " opens."]], [[StateUpdate()], [WENT]]))
    await table.play("ann")
    table.surface.events.clear()

    game = await table.act("ann", "I open the door.")

    assert table.surface.names() == [
        "Gathered", "Resolved", "Told", "Narrated", "SuggestionsReady", "Done",
    ]  # fmt: skip
    assert await table.told() == ["Rain.", "The door opens."]
    assert game.head_state.situation.timeline == ("The lamp went out.",)
    assert game.head_state.characters["ada"].recent_actions_summary == "I open the door."
    assert game.head_state.suggestions[0] == (
        Suggestion(id="m1", type="explore", label="Go out", text="I go out.", risk_level="low")
    )
    assert (await table.head()).number == 1


async def test_the_opening_is_turn_0_and_told_with_the_party_in_it() -> None:
    """The story begins with those who are there."""
    table = Table()

    game = await table.play("ann", "ben")

    assert (await table.head()).number == 0
    assert game.status == "playing"
    assert [c.name for c in table.model.narrated[0].state.party()] == ["Ada", "Bo"]  # type: ignore[attr-defined]


async def test_the_engines_own_suggestions_stand_at_once() -> None:
    """Nobody waits for the model to have a next move."""
    table = Table()
    await table.play("ann")

    narrated = table.surface.of(Narrated)[0]

    assert isinstance(narrated, Narrated)
    assert narrated.suggestions
    assert (await table.game()).head_state.suggestions == narrated.suggestions


async def test_suggestions_that_somebody_has_pressed_are_not_replaced() -> None:
    """What a player chose is what the player read."""
    model = ScriptedMaster([], [[StateUpdate()], [WENT]])
    table = Table(model=model)
    await table.play("ann", "ben")
    reading = model.hold("record")
    await table.send("ann", "I look around.")
    await table.surface.until("Narrated", 2)
    told = (await table.game()).current_turn_id
    assert told is not None
    await table.send("ben", "I wait.", pressed_turn_id=told, selected_suggestion_id="e1")
    reading.set()

    await table.rested()

    turn = await table.store.turn(told)
    assert turn is not None
    assert [s.id[0] for s in turn.suggestions] == ["e"] * len(turn.suggestions)


async def test_a_model_with_one_idea_is_helped_out_by_the_engine() -> None:
    """One button is no choice."""
    table = Table(model=ScriptedMaster([], [[StateUpdate()], [WENT]]))
    await table.play("ann")

    game = await table.act("ann", "I look.")

    narrated = table.surface.of(Narrated)[-1]
    assert isinstance(narrated, Narrated)
    (one_idea, *helped_out) = game.head_state.suggestions
    assert one_idea.label == "Go out"
    assert helped_out == list(narrated.suggestions)[:2]


async def test_the_log_folds_to_the_head() -> None:
    """Story and state are one log: undo, audit and why come from it."""
    table = Table(model=ScriptedMaster([], [[StateUpdate()], [WENT], [WENT]]))
    await table.play("ann", "ben")
    await table.act("ann", "I look.")
    await table.act("ben", "I look too.")

    game = await table.game()

    assert fold(game.base_state, await table.store.log(game)) == game.head_state


async def test_a_model_that_is_gone_before_the_first_word_is_stood_in_for() -> None:
    """The table never stops: facts kept, a line in the fiction, the offline game master tells."""
    table = Table(
        model=ScriptedMaster([["Rain."], [ModelUnreachable()]]),
        offline=ScriptedMaster([["The door gives way."]]),
    )
    await table.play("ann")

    await table.act("ann", "I push the door.")

    head = await table.head()
    assert head.narrative == "offline.hesitation\n\nThe door gives way."
    assert (head.told_by, head.status, head.is_recorded) == ("offline", "done", True)
    assert head.reference is not None
    assert len(table.model.recorded) == 1  # type: ignore[attr-defined]


async def test_a_story_that_breaks_off_ends_at_its_last_sentence() -> None:
    """Half a sentence is never kept."""
    broken: list[Said] = ["The door opens. Behind it", StreamBroke("The door opens. Behind it")]
    table = Table(model=ScriptedMaster([["Rain."], broken]))
    await table.play("ann")

    await table.act("ann", "I push the door.")

    head = await table.head()
    assert (head.narrative, head.told_by, head.status) == ("The door opens.", "model", "done")


async def test_of_a_broken_story_only_what_its_stream_kept_is_told() -> None:
    """A loop, or a thought that came as text, is taken back."""
    broken: list[Said] = ["Rain. I should think. Rain. Rain. Rain.", StreamBroke("Rain.")]
    table = Table(model=ScriptedMaster([["Rain."], broken]))
    await table.play("ann")

    await table.act("ann", "I push the door.")

    assert (await table.head()).narrative == "Rain."


async def test_a_turn_that_cannot_be_written_down_stands_and_is_read_again_before_the_next() -> None:
    """A failed update never costs the story, and is made up for."""
    table = Table(model=ScriptedMaster([], [[StateUpdate()], [Unreadable("no JSON")], [WENT]]))
    await table.play("ann")
    game = await table.act("ann", "I look.")
    assert (await table.head()).is_recorded is False
    assert game.head_state.situation.timeline == ()

    game = await table.act("ann", "I look again.")

    first = (await table.store.branch(game.head_turn_id, 2))[0]
    assert first.is_recorded is True
    assert game.head_state.situation.timeline == ("The lamp went out.",)
    assert fold(game.base_state, await table.store.log(game)) == game.head_state


async def test_an_opening_without_a_word_leaves_the_game_gathering() -> None:
    """Nothing has begun; Begin can be pressed again."""
    table = Table(model=ScriptedMaster([[ModelUnreachable()]]))

    game = await table.play("ann")

    assert (game.status, game.head_turn_id, game.current_turn_id) == ("gathering", None, None)
    assert table.surface.names()[-2:] == ["Failed", "StatusChanged"]


async def test_an_ending_is_noticed_and_told_out_in_the_next_turn() -> None:
    """The story knows when it is over."""
    dawn = StateUpdate(updated_situation=SituationUpdate(world_state_flags={"dawn": True}))
    table = Table(offline=ScriptedMaster([], [[StateUpdate()], [dawn]]))
    await table.play("ann", narrator="scripted")

    game = await table.act("ann", "I draw the curtain.")

    assert game.head_state.ending_id == "dawn"
    assert EndingReached(ending_id="dawn") in (await table.head()).changes
    await table.act("ann", "I breathe.")
    assert (await table.head()).resolution.facts == (
        Fact(code="ending-reached", args={"title": "Dawn", "text": INN.endings[0].text}, secret=True),
    )


async def test_what_comes_in_while_a_turn_runs_is_the_next_turn() -> None:
    """No action is lost and none is mixed into a turn that has begun."""
    model = ScriptedMaster()
    table = Table(model=model)
    await table.play("ann", "ben")
    telling = model.hold("narrate")
    await table.send("ann", "I knock.")
    await table.surface.until("Gathered")
    await table.send("ben", "I shout.")
    await table.send("ben", "Loudly.")
    telling.set()

    game = await table.rested()

    turns = await table.store.branch(game.head_turn_id, 9)
    assert [[a.content for a in t.actions] for t in turns] == [[], ["I knock."], ["I shout.\nLoudly."]]


async def test_an_action_that_comes_twice_is_one_action_and_announces_nothing() -> None:
    """Discord delivers some messages again."""
    table = Table()
    await table.play("ann")
    await table.act("ann", "I knock.", source_id="same")
    told = len(table.surface.events)

    await table.act("ann", "I knock.", source_id="same")

    assert len(table.surface.events) == told
    assert (await table.head()).number == 1


async def test_an_action_is_played_as_it_was_last_written() -> None:
    """A slip of the pen is mended; who deletes all of it did nothing."""
    table = Table()
    table.clock.instant = False
    await table.play("ann", "ben", gather_s=4.0)
    await table.send("ann", "I knok.")
    await table.send("ben", "I shout.")

    edited = await table.turns.edit("terminal", "s1", "  I knock. ")
    emptied = await table.turns.edit("terminal", "s2", "\u200b")
    await table.clock.advance(5)
    await table.rested()

    assert (edited, emptied) == (True, True)
    assert [action.content for action in (await table.head()).actions] == ["I knock."]


async def test_at_rest_a_table_waits_for_the_others() -> None:
    """Several people act in one turn."""
    table = Table()
    table.clock.instant = False
    await table.gather("ann", "ben", gather_s=4.0)
    await table.games.begin(table.game_id, HOST)
    await table.rested()
    await table.send("ann", "I knock.")
    await table.clock.advance(3.9)
    await table.send("ben", "I listen.")
    await table.clock.advance(0.2)

    await table.rested()

    assert [a.content for a in (await table.head()).actions] == ["I knock.", "I listen."]
    assert "Gathering" in table.surface.names()


async def test_two_requests_a_turn_and_one_ahead() -> None:
    """It is fast on a CPU: tell, write down, and read ahead while nobody speaks."""
    table = Table()
    await table.play("ann")
    await table.act("ann", "I knock.")
    await table.clock.sleep(0)

    model = table.model
    assert isinstance(model, ScriptedMaster)
    assert (len(model.narrated), len(model.recorded)) == (2, 2)
    assert [brief.number for brief in model.prepared][-1] == 2
    assert model.prepared[-1].actions == ()


async def test_done_carries_the_session_with_its_new_head() -> None:
    """A surface need not ask again."""
    table = Table()
    await table.play("ann")

    (done,) = table.surface.of(Done)

    assert isinstance(done, Done)
    assert done.session.head_turn_id == done.turn.id
    assert not table.surface.of(SuggestionsReady)
