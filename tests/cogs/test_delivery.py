"""Rules of how a story arrives: as it comes, by paragraphs, or whole; in a frame or plain; in whose name."""

import discord
import pytest

from cogs.payload import Payload
from engine.model.session import Delivery
from tests.cogs.stage import Evening, Stage, buttons, posts

LONG = (
    "It rains on the roof of the inn, and the lamp over the door swings in the wind, on and on, all night. "
)
PARAGRAPHS = [f"One. {LONG}\n\n", f"Two. {LONG}\n\n", f"Three. {LONG}"]
SPOKEN = ["It rains.\n\n", '"Come in," says Mags.\n\n', "The door stands open."]


async def set_to(evening: Evening, stage: Stage, delivery: Delivery = "live", **guild: bool) -> None:
    await evening.played()
    session = await evening.game()
    settings = session.settings.model_copy(update={"delivery": delivery})
    await stage.store.change_session(session.model_copy(update={"settings": settings}))
    known = await stage.desk.guild(evening.guild.id)
    await stage.store.save_guild(known.model_copy(update=guild))


async def told(evening: Evening, stage: Stage, pieces: list[str]) -> list[discord.Message]:
    """The messages of one more turn."""
    before = {message.id for message in evening.channel.history()}
    stage.model.narratives.append(pieces)
    await evening.ada.send(evening.channel, "> I wait")
    await evening.rested()
    return [m for m in evening.channel.history() if m.id not in before and not m.content.startswith(">")]


def sent(evening: Evening, words: str) -> list[str]:
    return [str(r.json.get("content")) for r in posts(evening) if words in str(r.json.get("content"))]


async def test_paragraphs_come_one_message_each_and_finished(evening: Evening, stage: Stage) -> None:
    """Screen readers read a message once; it must not change under them."""
    await set_to(evening, stage, "paragraphs")

    messages = await told(evening, stage, PARAGRAPHS)

    assert [m.content for m in messages] == [text.strip() for text in PARAGRAPHS]
    assert [bool(buttons(m)) for m in messages] == [False, False, True]
    assert sent(evening, "It rains on the roof") == [text.strip() for text in PARAGRAPHS]


async def test_a_whole_story_is_posted_once(evening: Evening, stage: Stage) -> None:
    """Some tables want to read, not to watch somebody write."""
    await set_to(evening, stage, "whole")

    messages = await told(evening, stage, PARAGRAPHS)

    assert sent(evening, "It rains on the roof") == ["".join(PARAGRAPHS).strip()]
    assert len(messages) == 1


@pytest.mark.parametrize("delivery", ["live", "paragraphs", "whole"])
async def test_a_player_who_needs_it_gets_no_frames(
    evening: Evening, stage: Stage, delivery: Delivery
) -> None:
    """One person's need is enough, in every way of delivery."""
    await set_to(evening, stage, delivery)
    session = await evening.game()
    seats = {
        key: seat.model_copy(update={"needs_plain": True}) for key, seat in session.head_state.seats.items()
    }
    state = session.head_state.model_copy(update={"seats": seats})
    await stage.store.change_session(session.model_copy(update={"head_state": state}))

    messages = await told(evening, stage, ["It rains."])

    assert [m.embeds for m in messages] == [[]]
    assert messages[0].content.startswith("It rains.\n\n-# ")


@pytest.mark.parametrize("delivery", ["live", "paragraphs", "whole"])
async def test_people_of_the_story_speak_under_their_own_names(
    evening: Evening, stage: Stage, delivery: Delivery
) -> None:
    """Who says it is seen, and heard, before what is said."""
    await set_to(evening, stage, delivery, speaks_as=True)

    messages = await told(evening, stage, SPOKEN)

    assert [(m.author.name, m.content) for m in messages] == [
        ("TestBot", "It rains."),
        ("Mags", '"Come in," says Mags.'),
        ("TestBot", "The door stands open."),
    ]
    assert [bool(buttons(m)) for m in messages] == [False, False, True]


async def test_the_last_message_is_never_a_voice(evening: Evening, stage: Stage) -> None:
    """The buttons are ours, and a webhook's message could not carry them."""
    await set_to(evening, stage, speaks_as=True)

    messages = await told(evening, stage, SPOKEN[:2])

    assert [m.author.name for m in messages] == ["TestBot", "TestBot"]


async def test_without_the_permission_the_storyteller_says_it(evening: Evening, stage: Stage) -> None:
    """No word of a story is lost for a permission."""
    await set_to(evening, stage, speaks_as=True)
    evening.env.inject_error("GET", "/channels/*/webhooks", status=403, code=50013)

    messages = await told(evening, stage, SPOKEN)

    assert [m.content for m in messages] == [text.strip() for text in SPOKEN]
    assert {m.author.name for m in messages} == {"TestBot"}


async def test_a_missing_permission_is_not_asked_for_again_and_again(evening: Evening, stage: Stage) -> None:
    """Discord shuts out bots whose requests it has to refuse too often; what is known is not asked."""
    me = evening.guild.me
    assert me is not None
    evening.channel = evening.guild.create_text_channel(
        "quiet", overwrites={me: discord.PermissionOverwrite(manage_webhooks=False)}
    )
    await set_to(evening, stage, speaks_as=True)

    messages = await told(evening, stage, SPOKEN)

    assert {m.author.name for m in messages} == {"TestBot"}
    assert [r for r in evening.env.http_requests if r.path.endswith("/webhooks")] == []


async def test_a_webhook_that_somebody_deleted_is_made_anew(evening: Evening, stage: Stage) -> None:
    """An admin who tidies up must not silence the innkeeper."""
    await set_to(evening, stage, speaks_as=True)
    await told(evening, stage, SPOKEN)
    evening.env.inject_error("POST", "/webhooks/*/*", status=404, code=10015)

    messages = await told(evening, stage, SPOKEN)

    assert messages[1].author.name == "Mags"


async def test_what_a_voice_said_before_a_crash_is_not_said_again(evening: Evening, stage: Stage) -> None:
    """A webhook's post has no nonce: it is looked for by its webhook and its words."""
    await set_to(evening, stage, speaks_as=True)
    await told(evening, stage, SPOKEN)
    await evening.gathers_long()
    await evening.ada.send(evening.channel, "> I listen")
    await evening.half_told("It rains.")
    said = Payload('"Come in," says Mags.', speaker="Mags")
    await stage.announcer.posting.voices.say(str(evening.channel.id), said)

    fresh = type(stage.model)()
    fresh.narratives.append(SPOKEN)
    await evening.restart(model=fresh)
    await evening.rested()

    voices = [m.content for m in evening.channel.history() if m.author.name == "Mags"]
    assert voices == ['"Come in," says Mags.'] * 2
