"""Commands at the terminal table: they tell how things stand, and take back what should not have been."""

from datetime import timedelta

import pytest

from bot.terminal_views import status_view, why_view
from engine.errors import Unreadable
from engine.model.changes.situation import EndingReached
from engine.model.fact import Fact
from engine.model.noun import Language
from engine.model.turn import Resolution
from engine.model.update import CharacterUpdate, SituationUpdate, StateUpdate, SuggestedMove, ThreadChanges
from engine.model.usage import Usage
from engine.parts import WhoTells
from engine.table.inbox import merged
from tests.bot.terminal_for_tests import LOCALES, Evening
from tests.engine.games_for_tests import action, playing_session, session, turn
from tests.fakes.clock import LONG_AGO
from tests.fakes.game_master import ScriptedMaster

SAY = LOCALES["en"].say
HAPPENED = StateUpdate(
    updated_situation=SituationUpdate(
        current_scene="The door stands open.",
        new_timeline_entries=("The door opened.",),
        open_threads_changes=ThreadChanges(added=("Who opened it?",)),
        world_state_flags={"door_open": True},
    ),
    updated_characters=(
        CharacterUpdate(character_id="ada", current_mood="curious", knowledge_gained=("It creaks.",)),
    ),
)


def knocked() -> Evening:
    """One turn has been played after the opening."""
    return Evening(model=ScriptedMaster([("Rain.",), ("It opens.",)], [(StateUpdate(),), (HAPPENED,)]))


def after(shown: str, line: str) -> list[str]:
    """What was shown from this line on."""
    lines = shown.splitlines()
    return lines[lines.index(line) :]


async def test_state_tells_where_things_stand() -> None:
    """The truth is in the engine, and anybody may look at it."""
    shown = await knocked().play("1", "I knock.", ":state")

    assert after(shown, "Where things stand (turn 1)")[:-2] == [
        "Where things stand (turn 1)",
        "Place: The hall",
        "The door stands open.",
        "Here: Mags, innkeeper",
        "You are: Ada, Ada the guest (curious)",
        "You know:",
        "- It creaks.",
        "Open questions:",
        "- Who lit the lamp?",
        "- Who opened it?",
        "What happened:",
        "- The door opened.",
        "Noted:",
        "- door_open = true",
        "Who tells: ai",
    ]


def test_why_tells_what_a_turn_was_made_from() -> None:
    """Facts, requests, tokens, seconds, and what the model saw: nothing is a secret but secrets."""
    told = turn(
        actions=merged([action("ann", "I knock.")]),
        resolution=Resolution(facts=(Fact(code="unheard-of", args={"n": 3}), Fact(code="x", secret=True))),
        usage=(
            Usage(
                purpose="narrate",
                model="gemma2:9b",
                prompt_tokens=900,
                output_tokens=80,
                first_token_s=1.25,
                total_s=9,
            ),
            Usage(purpose="load", model="gemma2:9b"),
        ),
        seen="[actions]\nann: I knock.",
        is_recorded=False,
        reference="ABCDEF",
    )

    page = why_view(playing_session("ann"), told, LOCALES["en"])

    assert (page.title, *page.lines) == (
        "Turn 1 (t1)",
        "ann: I knock.",
        "Told by gemma2:9b",
        "Facts:",
        "- unheard-of n=3",
        "Requests to the model:",
        "- narrate (gemma2:9b): 900 tokens read, 80 written; first word after 1.2 s, 9.0 s in all",
        "In all: 980 tokens; 9.0 s from the action to the end of the turn.",
        "This turn is not yet written down; that is done before the next one, or with `:write`.",
        "Reference: ABCDEF",
        "What the model saw:",
        "[actions]",
        "ann: I knock.",
    )


async def test_why_tells_about_the_last_turn() -> None:
    """It is asked right after something odd was told."""
    shown = await knocked().play("1", "I knock.", ":why")

    assert "Ada: I knock." in shown.splitlines()
    assert "what it saw" in shown.splitlines()


async def test_undo_takes_back_story_and_state_together() -> None:
    """As if it had never been."""
    evening = knocked()

    shown = await evening.play("1", "I knock.", ":undo", ":state")

    assert after(shown, "Taken back: turn 1. You are here again:")[1:3] == ["", "Rain."]
    assert "The door opened." not in shown
    assert [told.narrative for told in await evening.told()] == ["Rain."]


async def test_undo_takes_back_several() -> None:
    """A wrong turn is often seen late."""
    evening = Evening()

    await evening.play("1", "I knock.", "I call.", "I leave.", ":undo 2")

    assert [told.number for told in await evening.told()] == [0, 1]


@pytest.mark.parametrize("nonsense", ["0", "x", "-1", "100", "9" * 5000])
async def test_undo_of_a_number_that_makes_no_sense_takes_nothing_back(nonsense: str) -> None:
    """A slip of the finger costs no turn."""
    shown = await Evening().play("1", "I knock.", f":undo {nonsense}", ":state")

    assert SAY("terminal.undo-how-many", most=99) in shown
    assert SAY("terminal.undone", number=1) not in shown


async def test_undo_at_the_opening_is_a_hint() -> None:
    """There is nothing before the beginning."""
    shown = await Evening().play("1", ":undo")

    assert SAY("errors.nothing-to-undo") in shown


async def test_retry_tells_the_same_turn_in_other_words() -> None:
    """Facts stay, words change."""
    evening = Evening(model=ScriptedMaster([("Rain.",), ("It opens.",), ("The door gives way.",)]))

    shown = await evening.play("1", "I knock.", ":retry")

    assert "The door gives way." in shown
    assert [told.narrative for told in await evening.told()] == ["Rain.", "The door gives way."]


async def test_write_writes_a_turn_down_that_could_not_be() -> None:
    """The moves that were meant stand there at once, and a second time there is nothing to do."""
    moves = StateUpdate(
        suggestions=tuple(SuggestedMove(label=x, text=f"I {x}.") for x in ("dig", "sing", "nap"))
    )
    evening = Evening(model=ScriptedMaster(updates=[(StateUpdate(),), (Unreadable("no JSON"),), (moves,)]))

    shown = await evening.play("1", "I knock.", ":status", ":write", ":write", ":status")

    lines = after(shown, SAY("terminal.written"))
    assert [line for line in lines if line[:2] in ("1.", "2.", "3.")] == [
        "1. dig (some risk)",
        "2. sing (some risk)",
        "3. nap (some risk)",
    ]
    assert shown.count(SAY("errors.nothing-to-write-down")) == 1
    assert shown.count(SAY("terminal.why.not-recorded")) == 1


async def test_recap_tells_what_happened_and_what_was_told_last() -> None:
    """Previously on…"""
    shown = await knocked().play("1", "I knock.", ":recap")

    assert after(shown, "Previously on The Inn")[:5] == [
        "Previously on The Inn",
        "- The door opened.",
        "And last:",
        "",
        "It opens.",
    ]


async def test_the_journal_lists_what_happened_by_evening() -> None:
    """Months later one wants to know what was on which day."""
    shown = await knocked().play("1", "I knock.", ":journal")

    title, evening, *events = after(shown, "The log of The Inn")[:4]
    assert title == "The log of The Inn"
    assert evening.startswith("Evening 1, ")
    assert evening.endswith("turns 0 to 1:")
    assert events[-1] == "- The door opened."


async def test_finish_closes_the_game_and_frees_its_name() -> None:
    """The next one begins anew."""
    evening = Evening()

    shown = await evening.play("1", ":finish", ":finish yes", "I knock.")
    again = await evening.play("2")

    assert SAY("terminal.finish-ask", name="inn") in shown
    assert SAY("terminal.finished", name="inn") in shown
    assert "The secret of the dice was " in shown
    assert shown.endswith("and glyphmaster dice verify checks them.\n")
    assert SAY("terminal.you-are", name="Bo", role="Bo the guest") in again


async def test_settings_are_shown_and_changed_by_name() -> None:
    """Who plays alone sets the table, too."""
    shown = await Evening().play("1", ":set", ":set style short", ":set style", ":set style huge")

    assert SAY("terminal.setting", name="style", value="medium", allowed="short, medium, long") in shown
    assert SAY("terminal.set", name="style", value="short") in shown
    assert SAY("terminal.setting", name="style", value="short", allowed="short, medium, long") in shown
    assert SAY("errors.bad-setting", name="style", value="huge", allowed="short, medium, long") in shown


async def test_help_names_every_command() -> None:
    """What is not in the list is not found."""
    shown = await Evening().play("1", ":help")

    for name in ("state", "why", "undo", "retry", "write", "recap", "narrator", "finish", "help", "quit"):
        assert f"\n:{name} " in shown


async def test_narrator_shows_and_sets_who_tells() -> None:
    """Without a name it only answers."""
    evening = Evening()

    shown = await evening.play("1", ":narrator", ":narrator SCRIPTED", "I knock.")

    assert SAY("terminal.narrator", narrator="ai") in shown
    assert SAY("terminal.narrator-set", narrator="scripted") in shown
    assert len(evening.offline.narrated) == 1


async def test_an_ending_is_told_and_play_may_go_on() -> None:
    """A story that is over says so, each time one comes back to it."""
    evening = Evening()
    await evening.play("1")
    game = await evening.game()
    [ending] = game.adventure.endings
    over = EndingReached(ending_id=ending.id).applied_to(game.head_state)
    await evening.store.change_session(game.model_copy(update={"head_state": over}))

    shown = await evening.play("I sing.")

    assert shown.splitlines().count(SAY("terminal.ended", ending="Dawn")) == 2


async def test_status_says_who_tells() -> None:
    """Whoever wonders about the words can see whose they are."""
    shown = await knocked().play("1", "I knock.", ":status", ":narrator scripted", ":status")

    assert "The game “inn”: The Inn, turn 1" in shown
    assert shown.count("gemma2:9b tells.") == 1
    assert "Who tells: scripted" in shown


@pytest.mark.parametrize("reason", ["model-unreachable", "model-too-slow"])
@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_status_says_since_when_a_model_is_away_and_what_happens_then(
    language: Language, reason: str
) -> None:
    """Nobody has to ask why the story sounds different."""
    who = WhoTells("offline", LONG_AGO, reason)
    now = LONG_AGO + timedelta(minutes=7)

    view = status_view(session(), None, who, now, LOCALES[language])

    assert len(view.lines) == 2
    assert "7 min" in view.lines[1]
    assert "gemma2:9b" in view.lines[1]


def test_status_says_that_a_turn_is_not_written_down_yet() -> None:
    """It is read again before the next one."""
    owed = turn(is_recorded=False)

    view = status_view(session(), owed, WhoTells(), LONG_AGO, LOCALES["en"])

    assert view.lines[-1] == LOCALES["en"].say("terminal.why.not-recorded")


async def test_a_scripted_turn_is_not_told_again_in_the_same_words() -> None:
    """The terminal says so instead of repeating itself."""
    evening = knocked()

    shown = await evening.play("1", ":narrator scripted", "I knock.", ":retry", ":retry")

    assert shown.count(LOCALES["en"].say("errors.nothing-new")) == 2
    assert len(await evening.told()) == 2
