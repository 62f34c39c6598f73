"""Coming to a table in the terminal: a new game or a stored one, a character, and somebody who tells it."""

import pytest

from bot.terminal_door import OtherAdventure, Wish
from engine.errors import ModelMissing, ModelUnreachable, NoSuchAdventure
from engine.model.session import NarratorKind
from engine.model_request import ModelFacts
from tests.bot.terminal_for_tests import LOCALES, Evening
from tests.fakes.game_master import ScriptedMaster
from tests.fakes.language_model import ScriptedModel

SAY = LOCALES["en"].say
NO_MODEL = SAY("terminal.no-model", host="http://127.0.0.1:11434")
MISSING = SAY("terminal.model-missing", model="gemma2:9b")


class AwayModel(ScriptedModel):
    """No server answers."""

    async def show(self, model: str) -> ModelFacts:
        raise ModelUnreachable


class EmptyServer(ScriptedModel):
    """The server has no such model."""

    async def show(self, model: str) -> ModelFacts:
        raise ModelMissing(model=model)


@pytest.mark.parametrize(
    ("answer", "name"),
    [("2", "Bo"), ("2.", "Bo"), ("cy", "Cy"), ("Ada", "Ada")],
)
async def test_a_ready_character_is_taken_by_number_or_name(answer: str, name: str) -> None:
    """One key is enough to play."""
    evening = Evening()

    shown = await evening.play(answer)

    assert SAY("terminal.you-are", name=name, role=f"{name} the guest") in shown
    assert [c.name for c in (await evening.game()).head_state.party()] == [name]


async def test_enter_lets_chance_decide() -> None:
    """Whoever cannot choose need not; another evening brings somebody else."""
    taken = set()
    for start in range(12):
        evening = Evening(starts=start)
        await evening.play("")
        taken |= {c.name for c in (await evening.game()).head_state.party()}

    assert taken == {"Ada", "Bo", "Cy"}


async def test_an_own_character_has_a_name_a_role_and_perhaps_a_goal() -> None:
    """The best hero is one's own."""
    evening = Evening()

    await evening.play("own", "Zoe", "a cook with a wooden leg", "")

    [zoe] = (await evening.game()).head_state.party()
    assert (zoe.name, zoe.role, zoe.goals) == ("Zoe", "a cook with a wooden leg", ())


async def test_a_name_that_somebody_has_is_asked_for_again() -> None:
    """Two people of one name confuse every narrator."""
    evening = Evening()

    await evening.play("own", "Mags", "a cook", "", "1")

    assert [c.name for c in (await evening.game()).head_state.party()] == ["Ada"]


async def test_at_a_keyboard_a_strange_name_is_asked_for_again() -> None:
    """A slip is no decision."""
    evening = Evening()

    shown = await evening.play("Zed", "3", is_tty=True)

    assert "Zed" in shown
    assert [c.name for c in (await evening.game()).head_state.party()] == ["Cy"]


async def test_through_a_pipe_the_first_action_may_come_at_once() -> None:
    """A script of actions alone is a story too; none of it is lost."""
    evening = Evening()

    await evening.play("I knock.", "I enter.")

    assert [b.actions[0].content for b in evening.model.narrated[1:]] == ["I knock.", "I enter."]


async def test_input_that_ends_at_the_door_leaves_a_gathering_that_goes_on() -> None:
    """Ctrl-D at the first question is no broken game."""
    evening = Evening()

    await evening.play()
    shown = await evening.play("1")

    assert SAY("terminal.you-are", name="Ada", role="Ada the guest") in shown
    assert (await evening.game()).status == "playing"


async def test_whoever_leaves_at_the_door_finds_the_shell_on_a_line_of_its_own() -> None:
    """Whatever comes next on the screen is not ours."""
    assert (await Evening().play(is_tty=True)).endswith("> \n")


async def test_a_stored_game_goes_on_with_its_last_story_and_suggestions() -> None:
    """Nobody remembers where they were a week ago."""
    evening = Evening(model=ScriptedMaster([("Rain.",), ("The door opens.",)]))
    await evening.play("1", "I knock.")

    shown = await evening.play(wish=Wish(adventure="the inn"))

    told, *rest = shown.partition("1. ")
    assert told == SAY("terminal.resumed", title="The Inn", name="inn", number=1) + "\n\nThe door opens.\n\n"
    assert "".join(rest).count("risk)") == len((await evening.game()).head_state.suggestions)
    assert "Rain." not in shown


async def test_a_number_still_chooses_after_a_restart() -> None:
    """The suggestions on the screen are the ones that count."""
    evening = Evening()
    await evening.play("1", "I knock.")

    await evening.play("2")

    offered = (await evening.told())[1].suggestions[1]
    assert evening.model.narrated[-1].actions[0].selected_suggestion_id == offered.id


async def test_two_names_are_two_games() -> None:
    """Families share a computer."""
    evening = Evening()

    await evening.play("1", wish=Wish(game="mine"))
    await evening.play("2", wish=Wish(game="yours"))

    assert [c.name for c in (await evening.game("mine")).head_state.party()] == ["Ada"]
    assert [c.name for c in (await evening.game("yours")).head_state.party()] == ["Bo"]


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\x1b[2J"])
async def test_a_game_without_a_name_is_called_like_its_adventure(name: str) -> None:
    """What nobody can see cannot be typed again."""
    evening = Evening()

    shown = await evening.play("1", wish=Wish(game=name))

    assert shown.endswith(SAY("terminal.saved", name="inn") + "\n")
    assert (await evening.game()).name == "inn"


async def test_an_adventure_that_is_not_there_is_refused() -> None:
    """Nothing is opened by a slip."""
    evening = Evening()

    with pytest.raises(NoSuchAdventure):
        await evening.play(wish=Wish(adventure="inm"))

    assert await evening.store.session_in("terminal", "inm") is None


async def test_a_name_keeps_its_adventure() -> None:
    """A wrong argument must not end up in another story."""
    evening = Evening()
    await evening.play("1", wish=Wish(game="mine"))
    game = await evening.game("mine")
    other = game.adventure.model_copy(update={"id": "other", "title": "Other"})
    await evening.store.change_session(game.model_copy(update={"adventure": other}))

    with pytest.raises(OtherAdventure):
        await evening.play(wish=Wish(adventure="inn", game="mine"))


@pytest.mark.parametrize(("server", "said"), [(AwayModel, NO_MODEL), (EmptyServer, MISSING)])
async def test_without_its_model_the_scripted_narrator_tells_and_one_line_says_so(
    server: type[ScriptedModel], said: str
) -> None:
    """The first try of most people has no Ollama."""
    evening = Evening(language_model=server(), offline=ScriptedMaster([("From the book.",)]))

    shown = await evening.play("1")

    assert shown.splitlines().count(said) == 1
    assert "From the book." in shown
    assert not evening.model.narrated


async def test_a_model_that_is_back_is_offered() -> None:
    """Nobody has to remember the flag."""
    evening = Evening(language_model=AwayModel())
    await evening.play("1")
    evening.language_model = ScriptedModel()

    shown = await evening.play(":narrator ai", "I knock.")

    assert SAY("terminal.model-is-back", model="gemma2:9b") in shown
    assert len(evening.model.narrated) == 1


@pytest.mark.parametrize("narrator", ["ai", "scripted"])
async def test_the_wished_narrator_tells(narrator: NarratorKind) -> None:
    """Also in a game that another one has told so far."""
    evening = Evening()
    await evening.play("1", wish=Wish(narrator="scripted" if narrator == "ai" else "ai"))

    await evening.play("I knock.", wish=Wish(narrator=narrator))

    told_by = evening.model if narrator == "ai" else evening.offline
    assert [brief.number for brief in told_by.narrated] == [1]


async def test_an_opening_that_the_model_cannot_tell_is_told_by_the_book() -> None:
    """The evening begins all the same."""
    evening = Evening(
        model=ScriptedMaster([(ModelUnreachable(),)]), offline=ScriptedMaster([("From the book.",)])
    )

    shown = await evening.play("1")

    assert SAY("terminal.opening-failed", model="gemma2:9b") in shown
    assert shown.count("From the book.") == 1


async def test_a_game_keeps_its_language() -> None:
    """A story does not change its tongue in the middle."""
    evening = Evening(language="de")
    await evening.play("1")

    shown = await evening.play(":help", wish=Wish(language="it"))

    assert LOCALES["de"].say("terminal.keeps-language", language="de") in shown
    assert LOCALES["de"].lines("terminal.help")[0] in shown


async def test_a_turn_that_was_cut_off_is_told_once_at_the_next_start() -> None:
    """A killed process costs no turn and doubles none."""
    evening = Evening(is_instant=True)
    await evening.play("1")
    evening.store.fail("end_turn", times=3)
    await evening.play("I knock.")

    shown = await evening.play(":state")

    assert [turn.number for turn in await evening.told()] == [0, 1]
    assert shown.count("Turn 1 is told.") == 1
