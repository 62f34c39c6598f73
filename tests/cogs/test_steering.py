"""Rules of /steer."""

from tests.cogs.stage import Evening, private_text, said


async def test_wishes_are_kept_shown_and_cleared(evening: Evening) -> None:
    """A DM leans the story without writing it."""
    await evening.played()
    for part, option in (("tone", "text"), ("direction", "text"), ("note", "text"), ("focus", "names")):
        wish = "Bo" if part == "focus" else f"my {part}"
        await evening.host.slash(evening.channel, f"steer {part}", **{option: wish})

    shown = private_text(await evening.host.slash(evening.channel, "steer show"))
    one = private_text(await evening.host.slash(evening.channel, "steer clear", part="tone"))
    every = private_text(await evening.host.slash(evening.channel, "steer clear"))

    assert shown.splitlines()[1:] == [
        "**Tone** my tone", "**Direction** my direction", "**In the light** Bo", "**Note** my note",
    ]  # fmt: skip
    assert "my tone" not in one
    assert "my note" in one
    assert said("acting.steer.nothing") in every
    steering = (await evening.game()).head_state.steering
    assert (steering.desired_tone, steering.note, steering.focus_characters) == (None, None, ())


async def test_a_name_that_nobody_has_changes_nothing(evening: Evening) -> None:
    """A typo should not empty the stage."""
    await evening.played()

    result = await evening.host.slash(evening.channel, "steer focus", names="Bo, Zed")

    assert "“Zed”" in private_text(result)
    assert (await evening.game()).head_state.steering.focus_characters == ()


async def test_only_the_host_and_dms_steer_and_see_it(evening: Evening) -> None:
    """A direction may give away what comes."""
    await evening.played()

    answers = [
        await evening.ada.slash(evening.channel, "steer tone", text="sad"),
        await evening.ada.slash(evening.channel, "steer clear"),
        await evening.ada.slash(evening.channel, "steer show"),
    ]

    assert all("Only" in private_text(answer) for answer in answers)
