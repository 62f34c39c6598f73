"""Rules of a process that died: the same messages go on, and every old button has an answer."""

from datetime import timedelta

from engine.model.post import Post
from tests.cogs.stage import EPOCH, Evening, Stage, buttons, private, private_text, said


async def test_buttons_work_after_a_restart(evening: Evening) -> None:
    """Nobody at the table knows or cares when the process was updated."""
    await evening.played()
    message = evening.last()

    await evening.restart()
    await evening.ada.click(message, label=buttons(message)[0][0])
    await evening.rested()

    assert evening.texts()[-1] == "Turn 1 is told."


async def test_old_buttons_are_disabled_by_the_next_process_too(evening: Evening) -> None:
    """It did not post them itself, and still knows them."""
    await evening.played()
    opening = evening.last()

    await evening.restart()
    await evening.ada.send(evening.channel, "> I wait")
    await evening.rested()

    old = next(m for m in evening.channel.history() if m.id == opening.id)
    assert all(is_dead for _, is_dead in buttons(old))


async def test_the_gathering_goes_on_after_a_restart(evening: Evening) -> None:
    """A table may stand open for days."""
    await evening.opened()
    gathering = evening.last()

    await evening.restart()
    offer = await evening.ada.click(gathering, label="Join")
    await evening.ada.click(private(offer), label="Surprise me")

    assert "ann as " in evening.texts()[0]
    assert len(evening.texts()) == 1


async def test_a_turn_cut_off_in_mid_telling_goes_on_in_the_same_message(
    evening: Evening, stage: Stage
) -> None:
    """A crash must not leave half a story beside a whole one."""
    await evening.played()
    await evening.gathers_long()
    await evening.ada.send(evening.channel, "> I wait")
    half = await evening.half_told("It rains. And")
    await evening.restart()

    await evening.time_passes()

    history = evening.channel.history()
    assert [m.content for m in history[-2:]] == ["> I wait", "Turn 1 is told."]
    assert history[-1].id == half.id


async def test_a_message_that_was_sent_but_not_remembered_is_found_again(evening: Evening) -> None:
    """The process may die between Discord's answer and our note of it."""
    await evening.played()
    await evening.gathers_long()
    await evening.ada.send(evening.channel, "> I wait")
    half = await evening.half_told("Turn 1", is_remembered=False)
    await evening.restart()

    await evening.time_passes()

    history = evening.channel.history()
    assert [m.content for m in history[-2:]] == ["> I wait", "Turn 1 is told."]
    assert history[-1].id == half.id


async def test_a_whole_story_that_was_not_remembered_still_gets_its_buttons(evening: Evening) -> None:
    """All the words may stand there when the process dies, and still nobody could go on."""
    await evening.played()
    await evening.gathers_long()
    await evening.ada.send(evening.channel, "> I wait")
    whole = await evening.half_told("Turn 1 is told.", is_remembered=False)
    await evening.restart()

    await evening.time_passes()

    last = evening.channel.history()[-1]
    assert (last.id, last.content) == (whole.id, "Turn 1 is told.")
    assert buttons(last)


async def test_a_menu_opened_before_a_restart_still_seats_a_player(evening: Evening) -> None:
    """Even a private choice needs no memory of ours."""
    await evening.opened()
    offer = await evening.ada.click(evening.last(), label="Join")

    await evening.restart()
    result = await evening.ada.select(private(offer), values=["cy"])

    assert "You are **Cy**" in private_text(result)


async def test_a_story_that_reads_like_an_older_one_gets_its_own_message(
    evening: Evening, stage: Stage
) -> None:
    """A model may repeat itself; the message of another turn is never written over."""
    stage.model.narratives.append(["Turn 1 is told."])
    await evening.played()
    await evening.gathers_long()
    await evening.ada.send(evening.channel, "> I wait")
    await evening.taken()

    await evening.restart()
    await evening.rested()

    assert [text for text in evening.texts() if text == "Turn 1 is told."] == ["Turn 1 is told."] * 2


async def test_what_was_written_while_we_were_away_is_heard_once(evening: Evening) -> None:
    """Nobody should have to repeat themselves because a server restarted."""
    await evening.played()
    await evening.ada.send(evening.channel, "> I wait")
    await evening.rested()
    await evening.leaves()
    await evening.ada.send(evening.channel, "> I open the door")

    await evening.restart()
    await evening.rested()

    assert [a.content for a in (await evening.head()).actions] == ["I open the door"]
    assert (await evening.head()).number == 2


async def test_what_was_said_before_the_story_began_is_never_heard_later(evening: Evening) -> None:
    """Talk while the table gathers is no action, and a new login does not make it one."""
    await evening.opened()
    await evening.ada.slash(evening.channel, "join", character="ada")
    await evening.ada.send(evening.channel, "> hello everybody")
    await evening.host.slash(evening.channel, "game begin")
    await evening.rested()

    await evening.login_again()

    assert (await evening.head()).number == 0


async def test_what_the_process_before_has_heard_is_not_heard_again(evening: Evening) -> None:
    """It knew what the words were worth; all that counts is what was said after it had gone."""
    await evening.opened()
    await evening.ada.slash(evening.channel, "join", character="ada")
    await evening.ada.send(evening.channel, "> hello everybody")
    await evening.host.slash(evening.channel, "game begin")
    await evening.rested()

    await evening.restart(away_since=EPOCH + timedelta(hours=1))
    await evening.rested()

    assert (await evening.head()).number == 0


async def test_an_undo_that_the_process_did_not_live_to_show_is_shown(evening: Evening) -> None:
    """What was taken back says so, and the moment before it can be played on."""
    await evening.played()
    opening = evening.last()
    await evening.ada.send(evening.channel, "> I wait")
    await evening.rested()
    told = evening.last()
    evening.env.inject_error("PATCH", "/channels/*/messages/*", status=503, times=None)
    await evening.host.slash(evening.channel, "undo")
    evening.env.backend.faults.clear()

    await evening.restart()
    await evening.rested()

    shown = {m.id: buttons(m) for m in evening.channel.history()}
    assert all(is_dead for _, is_dead in shown[told.id])
    assert not any(is_dead for _, is_dead in shown[opening.id])


async def test_buttons_above_a_message_that_is_gone_are_disabled_too(evening: Evening, stage: Stage) -> None:
    """A story that was told shorter the second time has a part that nobody sees any more."""
    await evening.played()
    opening, turn = evening.last(), await evening.head()
    gone = {"channel_id": str(evening.channel.id), "message_id": str(opening.id + 1)}
    await stage.store.add_post(
        Post(session_id=turn.session_id, turn_id=turn.id, part=1, kind="narrative", **gone)
    )
    evening.env.inject_error("GET", f"/channels/*/messages/{opening.id + 1}", status=404, code=10008)

    await evening.restart()
    await evening.ada.send(evening.channel, "> I wait")
    await evening.rested()

    old = next(m for m in evening.channel.history() if m.id == opening.id)
    assert all(is_dead for _, is_dead in buttons(old))


async def test_a_button_that_this_version_does_not_know_has_an_answer(evening: Evening) -> None:
    """A table that was played with an older version must not read that the interaction failed."""
    await evening.played()
    message = await evening.with_button("gm:of-another-version:7")

    result = await evening.ada.click(message, label="1. Old")

    assert private_text(result) == said("errors.old-moment")


async def test_a_form_opened_before_a_restart_still_seats_a_player(evening: Evening) -> None:
    """Somebody who thinks for ten minutes about a name must not lose it."""
    await evening.opened()
    offer = await evening.ada.click(evening.last(), label="Join")
    form = await evening.ada.click(private(offer), label="Make my own")

    await evening.restart()
    result = await evening.ada.submit_modal(form, {"name": "Zia", "role": "A cook", "goal": ""})

    assert "You are **Zia**" in private_text(result)


async def test_two_forms_of_one_table_do_not_mix(evening: Evening) -> None:
    """Both think at the same time; each gets their own."""
    await evening.opened()
    forms = []
    for who in (evening.ada, evening.bo):
        offer = await who.click(evening.last(), label="Join")
        forms.append(await who.click(private(offer), label="Make my own"))

    first = await evening.ada.submit_modal(forms[0], {"name": "Zia", "role": "A cook", "goal": ""})
    second = await evening.bo.submit_modal(forms[1], {"name": "Yan", "role": "A thief", "goal": ""})

    assert "You are **Zia**" in private_text(first)
    assert "You are **Yan**" in private_text(second)
