"""Who sits at a table: seen, away, back, gone, sent away, and late."""

from datetime import date

import pytest
from simcord.results import InteractionResult

from cogs.life_days import read_day
from engine.errors import BadSetting
from tests.cogs.stage import Evening, private, private_text, said

TODAY = date(2026, 12, 20)


def labels(result: InteractionResult) -> list[str]:
    return [item["label"] for row in private(result).components for item in row["components"]]


async def test_the_party_shows_seats_and_who_plays_what(evening: Evening) -> None:
    """Names of people and of characters are easily mixed up."""
    await evening.played()
    stranger = evening.guild.add_member(evening.env.create_user("eve"))

    own = await evening.ada.slash(evening.channel, "party")
    other = await stranger.slash(evening.channel, "party")

    assert "- ann plays **Ada**" in private_text(own)
    assert "- bob plays **Bo**" in private_text(own)
    assert said("life.party.free", count=6) in private_text(own)
    assert labels(own) == [said("life.button.away"), "Leave the table"]
    assert labels(other) == ["Join"]


async def test_who_is_away_and_comes_back_is_told_to_the_table(evening: Evening) -> None:
    """The others stop waiting, and start counting on them again."""
    await evening.played()

    gone = await evening.bo.slash(evening.channel, "party", away_until="2026-01-09")
    assert private_text(gone) == said("life.away.private", until="away until <t:1767960000:D>")
    assert evening.texts()[-1] == "-# bob is away until <t:1767960000:D>."
    seen = await evening.bo.slash(evening.channel, "party")
    assert "- bob plays **Bo**" in private_text(seen)
    assert "away until" in private_text(seen)
    await evening.bo.click(private(seen), label=said("life.button.back"))

    assert evening.texts()[-1] == "-# bob is back."
    assert (await evening.game()).head_state.seats[str(evening.bo.id)].away_until is None


async def test_away_without_an_end_is_one_press(evening: Evening) -> None:
    """Who knows when they will be back?"""
    await evening.played()
    seen = await evening.bo.slash(evening.channel, "party")

    await evening.bo.click(private(seen), label=said("life.button.away"))

    assert (await evening.game()).head_state.seats[str(evening.bo.id)].away_until == ""
    assert evening.texts()[-1] == "-# bob is away for now."


async def test_days_are_offered_while_typing(evening: Evening) -> None:
    """Nobody counts days on a phone."""
    await evening.played()

    offered = await evening.bo.autocomplete(evening.channel, "party", "away_until", "week")

    assert [(c["name"], c["value"]) for c in offered] == [
        ("for a week (2026-01-08)", "2026-01-08"),
        ("for two weeks (2026-01-15)", "2026-01-15"),
    ]


async def test_one_persons_need_for_plain_messages_is_the_tables(evening: Evening) -> None:
    """Who hears the game read out does not want frames."""
    await evening.played()

    result = await evening.ada.slash(evening.channel, "party", plain="yes")

    assert private_text(result) == said("life.plain.on")
    assert (await evening.game()).head_state.needs_plain


async def test_leaving_is_told_within_the_story_and_join_brings_back(evening: Evening) -> None:
    """A hero does not vanish in the middle of a sentence."""
    await evening.played()

    result = await evening.bo.slash(evening.channel, "leave")

    assert private_text(result) == said("life.left.played", name="Bo")
    assert "**Bo**" in evening.texts()[-1]
    assert [c.name for c in (await evening.game()).head_state.party()] == ["Ada"]
    await evening.bo.slash(evening.channel, "join", character="bo")
    assert [c.name for c in (await evening.game()).head_state.party()] == ["Ada", "Bo"]


async def test_leaving_while_the_table_gathers_only_frees_the_seat(evening: Evening) -> None:
    """There is no story yet that anybody could leave."""
    await evening.opened()
    await evening.ada.slash(evening.channel, "join", character="ada")
    before = len(evening.texts())

    result = await evening.ada.slash(evening.channel, "leave")

    assert private_text(result) == said("life.left.plain")
    assert len(evening.texts()) == before
    assert said("discord.gathering.nobody") in evening.texts()[0]


async def test_who_does_not_sit_there_cannot_leave(evening: Evening) -> None:
    """And is told how to sit down."""
    await evening.played()
    stranger = evening.guild.add_member(evening.env.create_user("eve"))

    assert private_text(await stranger.slash(evening.channel, "leave")) == said("errors.not-at-table")
    away = await stranger.slash(evening.channel, "party", away_until="open")
    assert private_text(away) == said("errors.not-at-table")


async def test_who_is_sent_away_no_longer_counts_and_may_be_blocked_and_let_back(evening: Evening) -> None:
    """A table has to be able to protect itself."""
    await evening.played()

    refused = await evening.ada.slash(evening.channel, "game remove", player=evening.bo)
    assert private_text(refused) == said("errors.not-allowed", who=said("discord.who.host"))
    result = await evening.host.slash(evening.channel, "game remove", player=evening.bo, block="yes")
    assert private_text(result) == said("life.removed.blocked", player=evening.bo.mention)
    assert "**Bo**" in evening.texts()[-1]
    await evening.bo.send(evening.channel, "> I stay")
    await evening.rested()
    assert (await evening.head()).number == 0
    blocked = await evening.bo.slash(evening.channel, "join", character="bo")
    assert private_text(blocked) == said("errors.blocked")
    await evening.host.click(private(result), label="Let them come back")

    again = await evening.bo.slash(evening.channel, "join", character="bo")
    assert "You are **Bo**" in private_text(again)


async def test_a_block_is_lifted_by_the_command_too(evening: Evening) -> None:
    """The private answer with its button is long gone."""
    await evening.played()
    await evening.host.slash(evening.channel, "game remove", player=evening.bo, block="yes")

    result = await evening.host.slash(evening.channel, "game remove", player=evening.bo, block="lift")

    assert private_text(result) == said("life.removed.lifted", player=evening.bo.mention)
    assert (await evening.game()).blocked == ()


async def test_a_latecomer_reads_four_lines_and_makes_a_first_move(evening: Evening) -> None:
    """Nobody has to read sixty messages first."""
    await evening.played()
    late = evening.guild.add_member(evening.env.create_user("cat"))

    joined = await late.slash(evening.channel, "join", character="cy")

    text = private_text(joined)
    assert "Turn 0 is told." in text
    assert "Ada, Bo" in text
    assert labels(joined) == ["Make this move"]
    await late.click(private(joined), label="Make this move")
    await evening.rested()
    assert (await evening.head()).actions[0].player_name == "cat"
    second = await late.click(private(joined), label="Make this move")
    assert private_text(second) == said("errors.old-moment")


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("2026-12-24", date(2026, 12, 24)),
        ("24.12.", date(2026, 12, 24)),
        ("24/12", date(2026, 12, 24)),
        ("3.1.", date(2027, 1, 3)),
        ("24.12.2026", date(2026, 12, 24)),
        ("7", date(2026, 12, 27)),
        (" Open ", None),
    ],
)
def test_a_day_is_read_as_people_write_it(words: str, day: date | None) -> None:
    """Nobody looks up a format to say that they are on holiday."""
    assert read_day(words, TODAY) == day


@pytest.mark.parametrize("words", ["soon", "31.2.", "2026-12-19", "999", "2030-01-01", "29.2.", ""])
def test_what_is_no_day_of_the_coming_year_is_refused(words: str) -> None:
    """A wrong guess would be worse than a question."""
    with pytest.raises(BadSetting):
        read_day(words, TODAY)
