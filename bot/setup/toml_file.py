"""glyphmaster.toml: written whole or not at all, for its owner's eyes only, each setting with its meaning."""

import os
import re
import tempfile
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.settings import describe
from engine.errors import SetupError

_HEAD = """\
# Settings of Glyphmaster. What stands behind a # is not set: its default holds.
# An environment variable wins over what is set here. This file holds your bot's token: show it to nobody.
"""
_OWNER_ONLY = 0o600


@dataclass(frozen=True)
class Written:
    """changed: keys that have another value now. kept: where the file from before lies, if there was one."""

    changed: tuple[str, ...]
    kept: Path | None


def write(path: Path, values: Mapping[str, str]) -> Written:
    """Set these keys and leave all others as they are. Raises SetupError."""
    try:
        target = path.resolve()
        before = target.read_text(encoding="utf-8") if target.exists() else ""
        was: dict[str, Any] = tomllib.loads(before)
        changed = tuple(key for key, value in values.items() if was.get(key) != value)
        if not changed:
            if before:
                target.chmod(_OWNER_ONLY)
            return Written((), None)
        text = _changed(before, was, {key: values[key] for key in changed}) if before else _new(values)
        target.parent.mkdir(parents=True, exist_ok=True)
        kept = target.with_name(f"{target.name}.before") if before else None
        if kept:
            _replace(kept, before)
        _replace(target, text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SetupError(
            f"{path} cannot be written ({error}). It was left as it is. May its folder be written to?"
        ) from error
    return Written(changed, kept)


def _replace(path: Path, text: str) -> None:
    """A file beside it takes its place in one step, so that nobody ever finds half of it."""
    number, beside = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)  # made for the owner only
    try:
        with os.fdopen(number, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(beside).chmod(_OWNER_ONLY)
        Path(beside).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(beside).unlink()
        raise


def _new(values: Mapping[str, str]) -> str:
    """Every setting with its meaning; the ones that are not set, as a comment with an example."""
    parts = [_HEAD]
    for row in describe():
        line = (
            f"{row.key} = {quoted(values[row.key])}"
            if row.key in values
            else f"# {_example(row.example, row.key)}"
        )
        parts.append(f"# {row.meaning}. Allowed: {row.allowed}. Default: {row.default}.\n{line}\n")
    return "\n".join(parts)


def _changed(before: str, was: Mapping[str, Any], values: Mapping[str, str]) -> str:
    """The same file with these lines changed; rewritten as a whole where it is not that simple."""
    text = before
    for key, value in values.items():
        line = f"{key} = {quoted(value)}"
        is_set, as_comment = (re.search(rf"(?m)^{sign}[ \t]*{key}[ \t]*=.*$", text) for sign in ("", "#"))
        place = is_set or as_comment
        text = f"{text[: place.start()]}{line}{text[place.end() :]}" if place else f"{line}\n{text}"
    with suppress(tomllib.TOMLDecodeError):
        if tomllib.loads(text) == {**was, **values}:
            return text
    lines = {
        key: quoted(value) if isinstance(value, str) else _plain(value)
        for key, value in {**was, **values}.items()
    }
    return _HEAD + "".join(f"{key} = {value}\n" for key, value in lines.items())


def quoted(value: str) -> str:
    """As a TOML string."""
    shown = value.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in shown) + '"'


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _example(example: str, key: str) -> str:
    return f"{key} = {example}" if example.replace(".", "", 1).isdigit() else f"{key} = {quoted(example)}"
