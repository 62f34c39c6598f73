"""What stands in the hidden ids of a server's settings: see `cogs.ids`. It is the server pressed in."""

import re

_NAME = r"[a-z-]{1,20}"
PANEL = re.compile(r"gm:config")
VALUES = re.compile(rf"gm:config:(?P<name>{_NAME})")
RESET = re.compile(rf"gm:config-reset:(?P<name>{_NAME})")
FORM = re.compile(rf"gm:form:config:(?P<name>{_NAME})")
ALL = "all"
"""Stands as the name where every setting is reset; `sure` once that was asked."""
SURE = "all-sure"


def panel() -> str:
    """The menu of settings."""
    return "gm:config"


def values(name: str) -> str:
    """The menu of what a setting may be."""
    return f"gm:config:{name}"


def reset(name: str) -> str:
    """Back to what this machine is set up with."""
    return f"gm:config-reset:{name}"


def form(name: str) -> str:
    """The form for a setting that has to be written."""
    return f"gm:form:config:{name}"
