"""Private answers: what only the person sees who pressed or typed a command."""

import discord

from cogs.form import Form
from cogs.payload import Payload

_PONDERING = "pondering"


async def ponder(interaction: discord.Interaction) -> None:
    """Acknowledge at once, so that whatever follows may take longer than Discord's three seconds."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    interaction.extras[_PONDERING] = True


async def whisper(interaction: discord.Interaction, payload: Payload | str) -> None:
    """The private answer. Takes the place of "thinking"; a second one stands below the first."""
    form = Form(Payload(payload) if isinstance(payload, str) else payload)
    if not interaction.response.is_done():
        await interaction.response.send_message(
            form.content, embeds=form.embeds, view=form.view, ephemeral=True
        )
    elif interaction.extras.pop(_PONDERING, False):
        await interaction.edit_original_response(content=form.content, embeds=form.embeds, view=form.view)
    else:
        await interaction.followup.send(form.content, embeds=form.embeds, view=form.view, ephemeral=True)


async def proclaim(interaction: discord.Interaction, payload: Payload) -> None:
    """A line for everybody, beside the private answer. Call it after `whisper`."""
    form = Form(payload)
    await interaction.followup.send(form.content, embeds=form.embeds, view=form.view, ephemeral=False)
