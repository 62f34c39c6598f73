"""Which buttons, menus and forms the client answers: a new kind is one line here."""

from typing import Any

import discord

from cogs.config_pressed import ServerSettingForm, ServerSettingPicked, ServerSettingReset, ServerValuePicked
from cogs.consent import ConsentPressed
from cogs.drafts import DraftPressed, NarrativeForm
from cogs.help import HelpPressed
from cogs.journal import JournalPressed
from cogs.life_pressed import LifePressed, ReopenPicked, UnblockPressed, WakePressed
from cogs.life_setting import SettingForm, SettingPicked, ValuePicked
from cogs.model_fetch import FetchStopped
from cogs.moves import ChoicePressed, RetellPressed, WritePressed
from cogs.notes import NotePressed
from cogs.practice import PracticeForm, PracticePressed
from cogs.pressing import Form
from cogs.safety import StopPressed
from cogs.seating import GatheringPressed, OwnForm, ScriptedPressed, SeatPressed, TakePressed
from cogs.versions import VersionChosen, VersionsPressed
from cogs.welcome import AdventurePicked, WelcomePressed
from cogs.why import WhyPressed

ITEMS: tuple[type[discord.ui.DynamicItem[Any]], ...] = (
    ChoicePressed,
    RetellPressed,
    WritePressed,
    WakePressed,
    LifePressed,
    ReopenPicked,
    UnblockPressed,
    SettingPicked,
    ValuePicked,
    GatheringPressed,
    TakePressed,
    SeatPressed,
    ScriptedPressed,
    DraftPressed,
    StopPressed,
    ConsentPressed,
    VersionsPressed,
    VersionChosen,
    WhyPressed,
    NotePressed,
    JournalPressed,
    FetchStopped,
    ServerSettingPicked,
    ServerValuePicked,
    ServerSettingReset,
    HelpPressed,
    PracticePressed,
    WelcomePressed,
    AdventurePicked,
)
FORMS: tuple[type[Form], ...] = (
    OwnForm,
    NarrativeForm,
    SettingForm,
    ServerSettingForm,
    PracticeForm,
)
