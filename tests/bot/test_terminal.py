"""Playing in the terminal: every line is heard, every turn is told, and nothing ends an evening badly."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.terminal_door import Wish
from bot.terminal_lines import LONGEST
from engine.errors import ModelUnreachable, StreamBroke
from engine.gamemaster import Brief, Planned
from engine.model.action import Action
from engine.model.update import StateUpdate, SuggestedMove
from tests.bot.terminal_for_tests import LOCALES, Evening
from tests.fakes.game_master import ScriptedMaster
from tests.fakes.store import MemoryStore

SAY = LOCALES["en"].say


def moves(*labels: str) -> StateUpdate:
    return StateUpdate(
        suggestions=tuple(
            SuggestedMove(type="action", label=label, text=f"I {label.lower()}.", risk_level="low")
            for label in labels
        )
    )


async def test_a_whole_evening_goes_through_a_pipe() -> None:
    """Whoever writes a script of actions gets the story of it, and an end."""
    evening = Evening(
        model=ScriptedMaster(
            [("Rain falls.",), ("The door ", "opens.")],
            [(moves("Knock", "Wait", "Sing"),), (moves("Enter", "Flee", "Hum"),)],
        )
    )

    shown = await evening.play("2", "1")

    assert shown == (
        "The Inn\nIt rains.\nquiet · short\n\n"
        "Who are you?\n"
        "1. Ada, Ada the guest. Here.\n2. Bo, Bo the guest. Here.\n3. Cy, Cy the guest. Here.\n"
        "A number or a name; “own” makes your own; Enter lets chance decide.\n\n"
        "You are Bo, Bo the guest.\nYour goal: To stay dry.\nYour question: Who lit the lamp?\n"
        "A first move: Knock.\n\n"
        "Rain falls.\n\n1. Knock (low risk)\n2. Wait (low risk)\n3. Sing (low risk)\n"
        "I knock.\n\n"
        "The door opens.\n\n1. Enter (low risk)\n2. Flee (low risk)\n3. Hum (low risk)\n\n"
        "Saved. This goes on here: glyphmaster play --game inn\n"
    )


async def test_a_number_chooses_the_suggestion_with_its_button() -> None:
    """The engine must know that it was chosen, not typed."""
    evening = Evening(model=ScriptedMaster((), [(moves("Knock", "Wait"),)]))

    await evening.play("1", "2.")

    [merged] = evening.model.narrated[1].actions
    wait = (await evening.told())[0].suggestions[1]
    assert (merged.type, merged.content, merged.selected_suggestion_id) == ("choice", "I wait.", wait.id)


@pytest.mark.parametrize(("line", "kind"), [("I look", "action"), ("“Hello?”", "speech"), ('"Hi"', "speech")])
async def test_quoted_words_are_spoken(line: str, kind: str) -> None:
    """The narrator answers speech otherwise than deeds."""
    evening = Evening()

    await evening.play("1", line)

    assert [action.type for action in evening.model.narrated[1].actions] == [kind]


@pytest.mark.parametrize(
    ("line", "key", "blanks"),
    [
        ("", "terminal.empty", {}),
        ("  \x1b[A\x00 ", "terminal.empty", {}),
        ("9", "terminal.no-such-number", {"number": 9, "count": 3}),
        ("0", "terminal.no-such-number", {"number": 0, "count": 3}),
        (":recpa", "terminal.near-command", {"command": ":recpa", "near": ":recap"}),
        (":dance now", "terminal.unknown-command", {"command": ":dance"}),
        (":", "terminal.unknown-command", {"command": ":"}),
    ],
)
async def test_what_is_no_action_gets_a_hint_and_no_turn(
    line: str, key: str, blanks: dict[str, str | int]
) -> None:
    """A slip costs nothing."""
    evening = Evening(model=ScriptedMaster((), [(moves("Knock", "Wait", "Sing"),)]))

    shown = await evening.play("1", line)

    assert SAY(key, **blanks) in shown.splitlines()
    assert len(evening.model.narrated) == 1


async def test_a_very_long_line_is_cut_and_told_so() -> None:
    """A pasted page must not sink the turn."""
    evening = Evening()

    shown = await evening.play("1", "look " * 100_000)

    [merged] = evening.model.narrated[1].actions
    assert merged.content == ("look " * 100_000)[:LONGEST].strip()
    assert SAY("terminal.cut", count=LONGEST) in shown


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=300))
async def test_any_bytes_are_survived(junk: bytes) -> None:
    """Cats walk over keyboards."""
    evening = Evening()

    shown = await evening.play("1", junk + b"\n", "I look.")

    assert shown.endswith("glyphmaster play --game inn\n") or ":q" in junk.decode(errors="replace")
    assert "Traceback" not in shown


async def test_control_characters_of_a_story_never_reach_the_terminal() -> None:
    """A model must not be able to clear the screen or set the title."""
    evening = Evening(model=ScriptedMaster([("Rain\x1b[2J\x07 and \x1b]0;title\x07 wind\u202e.",)]))

    shown = await evening.play("1", is_tty=True)

    assert "Rain and  wind." in shown
    assert "\x1b[2J" not in shown


async def test_a_model_that_falls_silent_costs_only_prose() -> None:
    """The table never stops: the scripted narrator tells, and the player learns why."""
    evening = Evening(
        model=ScriptedMaster([("Rain.",), (ModelUnreachable(),)]), offline=ScriptedMaster([("Steps.",)])
    )

    shown = await evening.play("1", "I listen.")

    assert "Steps." in shown
    assert "gemma2:9b did not answer, so the scripted narrator told this turn" in shown


async def test_a_story_that_breaks_off_is_not_told_twice() -> None:
    """What stands on the screen stays; only what is new comes after it."""
    evening = Evening(
        model=ScriptedMaster([("Rain.",), ("It creaks. Then so", StreamBroke("It creaks. Then so"))])
    )

    shown = await evening.play("1", "I listen.")

    assert shown.count("It creaks.") == 1


async def test_a_fault_of_ours_shows_a_reference_and_play_goes_on() -> None:
    """No traceback reaches a player, and the next line works again."""
    evening = Evening()
    evening.store.fail("put_action")

    shown = await evening.play("1", "I look.", "I look again.")

    assert SAY("errors.store-failed") in shown
    assert "Turn 1 is told." in shown


async def test_a_bug_of_the_terminal_is_caught_by_its_net() -> None:
    """A sentence and a reference that the log has too; then the next line."""

    class Forgetful(MemoryStore):
        async def put_action(self, action: Action) -> bool:
            raise ZeroDivisionError("secret detail")

    evening = Evening(store=Forgetful())

    shown = await evening.play("1", "I look.", ":state")

    [logged] = [event for event in evening.logged if event["event"] == "terminal_failed"]
    assert SAY("errors.unknown") in shown
    assert SAY("terminal.reference", reference=str(logged["reference"])) in shown
    assert "secret detail" not in shown
    assert "Where things stand" in shown


async def test_a_bug_of_the_engine_ends_neither_the_evening_nor_the_input() -> None:
    """The player is told to say it once more, and the table is still there."""

    class Broken(ScriptedMaster):
        async def resolve(self, brief: Brief) -> Planned:
            raise ZeroDivisionError("secret detail")

    evening = Evening()
    await evening.play("1")
    evening.model = Broken()

    shown = await evening.play("I look.", ":state")

    [logged] = [event for event in evening.logged if event["log_level"] == "error"]
    assert SAY("terminal.failed", reference=str(logged["reference"])) in shown
    assert "secret detail" not in shown
    assert "Where things stand" in shown


async def test_a_turn_that_the_store_holds_up_comes_with_the_next_line() -> None:
    """What was done is kept, and the player need not type it again."""
    evening = Evening(is_instant=True)
    await evening.play("1")
    evening.store.fail("begin_turn", times=3)

    shown = await evening.play("I look.", "I look again.")

    [logged] = [event for event in evening.logged if event["event"] == "table_stopped"][-1:]
    assert SAY("terminal.held-up", reference=str(logged["reference"])) in shown
    assert [action.content for turn in await evening.told() for action in turn.actions] == [
        "I look.\nI look again."
    ]


async def test_the_player_approves_a_draft() -> None:
    """Narrator `draft` works here too: the same person is asked."""
    evening = Evening(model=ScriptedMaster([("Rain.",), ("First try.",), ("Second try.",)]))

    shown = await evening.play("1", ":narrator draft", "I look.", ":again", "", ":state")

    assert shown.count("First try.") == shown.count("Second try.") == 1
    assert [turn.narrative for turn in await evening.told()] == ["Rain.", "Second try."]


async def test_the_player_tells_instead_of_the_draft() -> None:
    """An own text counts as the turn's story."""
    evening = Evening(model=ScriptedMaster([("Rain.",), ("A try.",)]))

    await evening.play("1", ":narrator draft", "I look.", "A red fox sits there.")

    assert [turn.narrative for turn in await evening.told()] == ["Rain.", "A red fox sits there."]


async def test_a_human_tells_and_may_come_back_to_it_later() -> None:
    """A turn that waits for words survives the end of the process."""
    evening = Evening(model=ScriptedMaster([("Rain.",)]))

    left = await evening.play("1", ":narrator human", "I look.")
    back = await evening.play("", "A fox sits there.")

    assert SAY("terminal.waits-on", name="inn") in left
    assert SAY("terminal.narration-how") in back
    assert [turn.narrative for turn in await evening.told()] == ["Rain.", "A fox sits there."]


async def test_what_is_asked_for_stands_below_what_was_told_before_it() -> None:
    """Whoever comes back answers the draft, not the suggestions of the turn before."""
    evening = Evening(model=ScriptedMaster([("Rain.",), ("A try.",)]))
    await evening.play("1", ":narrator draft", "I look.")

    back = await evening.play()

    assert 0 <= back.find("Rain.") < back.find("A try.") < back.find(SAY("terminal.draft-how"))
    assert back.count("Rain.") == 1


async def test_quit_leaves_and_ignores_the_rest() -> None:
    """Leaving is leaving."""
    evening = Evening()

    shown = await evening.play("1", ":quit", "I look.")

    assert shown.endswith(SAY("terminal.saved", name="inn") + "\n")
    assert len(evening.model.narrated) == 1


async def test_a_name_with_spaces_can_be_pasted_from_the_last_line() -> None:
    """The line at the end is meant for a shell."""
    evening = Evening()

    shown = await evening.play("1", wish=Wish(game="our  game"))

    assert shown.endswith("glyphmaster play --game 'our game'\n")
