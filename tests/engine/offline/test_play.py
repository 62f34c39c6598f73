"""How a turn without a model is told, and what it changes."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.changes import fold
from engine.gamemaster import Brief, Planned, Recording
from engine.model.action import MergedAction
from engine.model.changes.cast import CharacterAdded
from engine.model.changes.situation import SceneSet
from engine.model.character import Character
from engine.model.fact import Fact
from engine.model.noun import Language, Scalar
from engine.model.turn import Resolution, ToolPlan
from engine.model.update import CharacterUpdate, SituationUpdate, ThreadChanges
from engine.offline_gm import OfflineGameMaster
from tests.engine.offline.evening import Evening, repeats
from tests.engine.offline.lamp_house import lamp_house
from tests.fakes.library import FakeLibrary, shipped_locales


class WithFacts:
    """The shipped English, and one sentence for a fact."""

    language: Language = "en"

    def say(self, key: str, **blanks: Scalar) -> str:
        if key == "facts.rolled":
            return f"{blanks['name']} rolls {blanks['total']}."
        return shipped_locales()["en"].say(key, **blanks)

    def lines(self, key: str) -> tuple[str, ...]:
        return shipped_locales()["en"].lines(key)


async def test_the_opening_tells_place_and_party() -> None:
    """People want to hear where they are and who they are before they are asked what they do."""
    evening = Evening(lamp_house(), players=2)

    told = await evening.begin()

    assert told.split("\n\n")[:2] == ["Rain has fallen for nine days.", "A hall with one lamp."]
    assert "Mira, guest; Tom, guest" in told
    assert evening.state.situation.open_threads == ("Why does the river rise?",)


async def test_a_story_turn_uses_no_tools(evening: Evening) -> None:
    """Without rules there is nothing to plan."""
    planned = await evening.master.resolve(evening.brief())

    assert planned == Planned(ToolPlan())


async def test_an_effect_of_the_data_becomes_part_of_the_record(evening: Evening) -> None:
    """A key that was taken is taken: in the story, in the state and in what the character knows."""
    told = await evening.say("I take the key from its hook")

    assert told.startswith("Mira has the key now.")
    assert evening.update.updated_situation == SituationUpdate(
        new_timeline_entries=("Mira took the key.",), world_state_flags={"has_key": True}
    )
    assert evening.update.updated_characters == (
        CharacterUpdate(character_id="mira", knowledge_gained=("The key fits the cellar.",)),
    )


async def test_threads_are_opened_and_closed_by_their_words(evening: Evening) -> None:
    """The record speaks of threads as a model would: by what they ask."""
    await evening.say("ask Odda about the bell")
    opened = evening.update.updated_situation

    assert opened is not None
    assert opened.open_threads_changes == ThreadChanges(added=("Who rings the bell?",))
    assert [response.character_id for response in evening.update.responses or ()] == ["odda"]


async def test_every_action_of_a_turn_is_answered_in_order_with_its_name(three: Evening) -> None:
    """With three at the table, each wants to read what came of their own action."""
    told = await three.say("look at the desk", "open the desk", "talk to Odda")

    paragraphs = told.split("\n\n")
    assert len(paragraphs) == 3
    for paragraph, name, answer in zip(
        paragraphs,
        ("Mira", "Tom", "Ann Lee"),
        ("A desk full of letters.", "The drawer sticks.", "says Odda"),
        strict=True,
    ):
        assert paragraph.startswith(name)
        assert answer in paragraph


async def test_the_party_goes_one_way_at_a_time(three: Evening) -> None:
    """Two players who run in different directions must not tear the party apart."""
    told = await three.say("go to the garden", "take the key", "go to the garden")

    assert three.state.situation.scene_id == "garden"
    assert "A garden under water." in told
    assert told.count("A garden under water.") == 1


async def test_a_closed_way_says_why_and_nobody_moves(evening: Evening) -> None:
    """A locked door is a puzzle, not a wall without words."""
    told = await evening.say("go down to the cellar")

    assert told.startswith("The cellar is locked, Mira.")
    assert evening.state.situation.scene_id == "hall"


async def test_a_player_character_is_never_spoken_for(three: Evening) -> None:
    """What Tom says is Tom's to say."""
    told = await three.say("ask Tom about the bell")

    assert told.startswith("Mira")
    assert "Tom" in told
    assert evening_responses(three) == []


async def test_every_turn_ends_with_something_that_is_here(evening: Evening) -> None:
    """A story that ends its paragraphs in nothing gives nobody a next move."""
    for words in ("look at the desk", "xyzzy", "open the desk", "dance"):
        told = await evening.say(words)

        assert told.endswith(("The lamp hisses.", "Rain drums.", "Something drips.", *odda_lines()))


async def test_thirty_unknown_inputs_get_many_different_answers(evening: Evening) -> None:
    """Whoever tries odd things should not read the same sentence each time."""
    told = [await evening.say(f"blorb {n}") for n in range(30)]

    assert len({text.split(".")[0] for text in told}) >= 8
    assert repeats(evening.turns) == []


async def test_nothing_is_told_twice_within_ten_turns_even_if_it_is_done_again(evening: Evening) -> None:
    """Looking at the same desk twelve times is dull, but never a broken record."""
    for _ in range(12):
        await evening.say("look at the desk")
    for _ in range(8):
        await evening.say("look around")

    assert repeats(evening.turns) == []


async def test_off_the_map_people_are_answered_and_find_the_way_back(evening: Evening) -> None:
    """A model may have led the party astray; the data has to pick them up again."""
    evening.state = fold(evening.state, [SceneSet(scene_id=None)])
    lost = await evening.say("look around")
    labels = evening.labels
    await evening.say("go back")

    assert "the hall" in lost
    assert labels[0] == "Back: the hall"
    assert evening.state.situation.scene_id == "hall"


async def test_somebody_who_came_in_during_play_can_be_talked_to(evening: Evening) -> None:
    """A model may have brought in a ferryman; without it he is still there."""
    ferryman = Character(id="jory", name="Jory Fenn", role="ferryman", is_user_character=False)
    evening.state = fold(evening.state, [CharacterAdded(character=ferryman)])

    told = await evening.say("talk to Jory")

    assert told.startswith("Jory Fenn")


async def test_facts_are_told_through_the_locale_and_secret_ones_are_not(evening: Evening) -> None:
    """Dice that fell before the model went silent still count, and secrets stay secret."""
    library = FakeLibrary([evening.adventure], locales={"en": WithFacts()})
    evening.master = OfflineGameMaster(library)
    facts = [
        Fact(code="rolled", args={"name": "Mira", "total": 17}),
        Fact(code="rolled", args={"name": "The trap", "total": 3}, secret=True),
        Fact(code="never-heard-of"),
    ]

    told = await evening.say("look at the desk", facts=facts)

    assert told.split("\n\n")[0] == "Mira rolls 17."
    assert "trap" not in told


async def test_the_pieces_of_a_narrative_are_sentences_and_make_the_whole(evening: Evening) -> None:
    """It streams like a model's, so that every surface can show it in the same way."""
    told = await evening.say("go to the garden")

    assert "".join(evening.pieces) == told
    assert evening.pieces[0] == "A garden under water. "


async def test_telling_and_recording_the_same_brief_always_agree(evening: Evening) -> None:
    """After a crash the turn is told again: the same words, the same changes."""
    brief = evening.brief(*(await _actions(evening, "take the key")))

    first = await _told(evening.master, brief)
    second = await _told(OfflineGameMaster(FakeLibrary([evening.adventure])), brief)

    assert first == second


async def test_somebody_elses_words_change_nothing_of_the_adventure(evening: Evening) -> None:
    """When a person has told the turn, the data must not claim that something else happened."""
    brief = evening.brief(*(await _actions(evening, "take the key")))

    updates = [
        r.update async for r in evening.master.record(brief, Resolution(), "Mira sneezes, and that is all.")
    ]

    assert updates[-1].updated_situation is None
    assert updates[-1].suggestions


async def test_a_notice_before_the_narrative_does_not_hide_it(evening: Evening) -> None:
    """The table is told that the storyteller hesitated; what happened still happened."""
    brief = evening.brief(*(await _actions(evening, "take the key")))
    narrative, _ = await _told(evening.master, brief)

    updates = [r.update async for r in evening.master.record(brief, Resolution(), f"A pause.\n\n{narrative}")]

    assert updates[-1].updated_situation == SituationUpdate(
        new_timeline_entries=("Mira took the key.",), world_state_flags={"has_key": True}
    )


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=60), min_size=1, max_size=3), st.sampled_from(["action", "speech"]))
async def test_any_words_are_answered(words: list[str], kind: str) -> None:
    """There is nothing that somebody could type at which the table stops."""
    evening = Evening(lamp_house(), players=3)
    await evening.begin()

    told = await evening.say(*words, speech=kind == "speech")

    assert told.strip()
    assert evening.state.situation.scene_id in {"hall", "garden"}


def odda_lines() -> tuple[str, ...]:
    return tuple(line.format(name="Odda") for line in shipped_locales()["en"].lines("offline.here"))


def evening_responses(evening: Evening) -> list[str]:
    return [response.character_id for response in evening.update.responses or ()]


async def _actions(evening: Evening, words: str) -> tuple[MergedAction, ...]:
    turns, state = list(evening.turns), evening.state
    await evening.say(words)
    actions = evening.turns[-1].actions
    evening.turns, evening.state = turns, state
    return actions


async def _told(master: OfflineGameMaster, brief: Brief) -> tuple[str, list[Recording]]:
    narrative = "".join([t.text async for t in master.narrate(brief, Resolution())])
    return narrative, [r async for r in master.record(brief, Resolution(), narrative)]
