"""What stands in the hidden ids of the welcome, the help and the practice scene: see `cogs.ids`."""

import re
from typing import Literal

WelcomeDeed = Literal["start", "settings", "help"]
Section = Literal["player", "dm", "admin"]
Step = Literal["begin", "goose", "gate", "own", "undo", "stop", "end"]

WELCOME = re.compile(r"gm:welcome:(?P<deed>start|settings|help)")
ADVENTURE = re.compile(r"gm:welcome-adventure")
HELP = re.compile(r"gm:help:(?P<section>player|dm|admin)")
PRACTICE = re.compile(r"gm:practice:(?P<step>begin|goose|gate|own|undo|stop|end)")
PRACTICE_FORM = re.compile(r"gm:form:practice")


def welcome(deed: WelcomeDeed) -> str:
    """Start a game, Settings, Help."""
    return f"gm:welcome:{deed}"


def adventure() -> str:
    """The menu of adventures."""
    return "gm:welcome-adventure"


def help_for(section: Section) -> str:
    """What a role can do."""
    return f"gm:help:{section}"


def practice(step: Step) -> str:
    """One step of the practice scene."""
    return f"gm:practice:{step}"


def practice_form() -> str:
    """What do you do?"""
    return "gm:form:practice"
