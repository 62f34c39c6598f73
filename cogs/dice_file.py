"""All dice of a finished game as a file, for whoever wants to check them."""

from io import BytesIO

import discord

from cogs.again import tried
from cogs.answers import whisper
from cogs.desk import desk_of, words_for
from engine.model.session import Session
from engine.told.receipts import receipts


async def hand_over(interaction: discord.Interaction, session: Session) -> None:
    """Call it after `ponder`. Raises DiscordFault."""
    desk, locale = desk_of(interaction), words_for(interaction)
    if session.status != "finished" or not session.dice_seeds:
        return await whisper(interaction, locale.say("dice.not-yet"))
    kept = await receipts(desk.store, session)
    content = kept.model_dump_json(indent=2).encode()
    await whisper(interaction, locale.say("dice.export", count=len(kept.rolls)))
    await tried(
        desk.clock,
        lambda: interaction.followup.send(
            file=discord.File(BytesIO(content), filename=f"dice-{session.id}.json"), ephemeral=True
        ),
        (),
    )
    return None
