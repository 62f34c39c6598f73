"""What the person who runs the process can set, read once at start; all that is wrong is named at once."""

import os
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_args

import platformdirs
from pydantic import Field, ValidationError
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from bot import setting_kinds as kinds
from engine.errors import SetupError
from engine.model.noun import Language

FILE_NAME = "glyphmaster.toml"
PREFIX = "GLYPHMASTER_"

_CLONE = Path(__file__).resolve().parent.parent
_NEVER_SHOWN = {"discord_token", "database_url"}
_NEAR = 0.75
"""How alike (0 to 1) an unknown name must be to a known one to be called a slip of the pen."""


def default_home() -> Path:
    """`data/local` in a clone; the platform's folder for a user's data otherwise."""
    if (_CLONE / "pyproject.toml").is_file():
        return _CLONE / "data" / "local"
    return Path(platformdirs.user_data_dir("glyphmaster", appauthor=False))


def _setting(meaning: str, allowed: str, example: str, **more: Any) -> Any:
    extra = {"allowed": allowed, "shown_default": more.pop("shown_default", None)}
    return Field(description=meaning, examples=[example], json_schema_extra=extra, **more)


def one_of(*words: str) -> str:
    """As a person writes it: "a, b or c"."""
    return f"{', '.join(words[:-1])} or {words[-1]}"


class Settings(BaseSettings):
    """All settings. Each is an environment variable, or a key of glyphmaster.toml; the environment wins."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, extra="ignore", frozen=True, hide_input_in_errors=True
    )

    discord_token: kinds.Token | None = _setting(
        "The bot's token; only `glyphmaster run` needs it",
        "the token from your application's Bot page on https://discord.com/developers/applications",
        "MTA0…",
        default=None,
        validation_alias="discord_token",
    )
    ollama_host: kinds.OllamaUrl = _setting(
        "Where Ollama answers",
        "a host, host:port, or an http(s) address",
        "http://192.168.1.20:11434",
        default=f"http://127.0.0.1:{kinds.OLLAMA_PORT}",
        validation_alias="ollama_host",
    )
    home: kinds.Folder = _setting(
        "The folder for the database, its backups and the log",
        "a folder; it is made if it does not exist",
        "~/glyphmaster",
        default_factory=default_home,
        shown_default="data/local in a clone, your user data folder otherwise",
    )
    database_url: kinds.SqliteUrl = _setting(
        "Where games are kept",
        "the address of an SQLite file",
        "sqlite+aiosqlite:////var/lib/glyphmaster/games.db",
        default_factory=lambda data: f"sqlite+aiosqlite:///{data['home'] / 'glyphmaster.db'}",
        shown_default="glyphmaster.db in the home folder",
    )
    model: kinds.ModelName = _setting(
        "The model that tells, unless a server's admin chooses another",
        "a model's name as `ollama list` shows it",
        "gemma3:4b",
        default="gemma2:9b",
    )
    language: kinds.Tongue = _setting(
        "The language of new games and of the terminal", one_of(*get_args(Language)), "de", default="en"
    )
    log_level: kinds.LogLevel = _setting(
        "How much is logged; only debug logs what players write",
        "debug, info, warning or error",
        "warning",
        default="info",
    )
    log_format: kinds.LogFormat = _setting(
        "How the log is written", "text, or json (one object in each line)", "json", default="text"
    )
    num_ctx: kinds.Window | None = _setting(
        "The model's window in tokens",
        "a whole number from 2048 to 131072",
        "4096",
        default=None,
        shown_default="8192, or the model's own window if that is smaller",
    )
    first_token_s: kinds.Limit | None = _setting(
        "How many seconds a model's first word may take",
        "a number above 0, at most 3600",
        "120",
        default=None,
        shown_default="reckoned from the model's speed",
    )
    idle_s: kinds.Limit | None = _setting(
        "How many seconds a model may pause between two words",
        "a number above 0, at most 3600",
        "45",
        default=None,
        shown_default="30",
    )
    total_s: kinds.Limit | None = _setting(
        "How many seconds a model's whole answer may take",
        "a number above 0, at most 3600",
        "400",
        default=None,
        shown_default="reckoned from the model's speed",
    )
    gather_s: kinds.Pause | None = _setting(
        "How many seconds a table waits for the others after a first action",
        "a number from 0 to 600",
        "6",
        default=None,
        shown_default="4 in a channel, 0 in the terminal",
    )
    health: kinds.Address | None = _setting(
        "Where `glyphmaster run` answers /health and /metrics (Prometheus)",
        "a port, which only this machine reaches, or host:port",
        "9464",
        default=None,
        shown_default="nowhere",
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003 - pydantic-settings gives all of these by name
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - as above
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - as above
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment beats the file, whose values come in as arguments."""
        return env_settings, init_settings

    def secrets(self) -> tuple[str, ...]:
        """What must never be seen anywhere."""
        return (self.discord_token.get_secret_value(),) if self.discord_token else ()


@dataclass(frozen=True)
class Described:
    """One row of README's table. name: of the environment variable; key: in glyphmaster.toml."""

    name: str
    key: str
    meaning: str
    allowed: str
    default: str
    example: str


def describe() -> tuple[Described, ...]:
    """Every setting, in the order of the class: what README and error messages say about it."""
    return tuple(_described(key, field) for key, field in Settings.model_fields.items())


def table() -> str:
    """The settings as README shows them, in Markdown."""
    rows = [
        "| variable | key in the file | what it is | allowed | default | example |",
        "|---|---|---|---|---|---|",
    ]
    rows += [
        f"| `{row.name}` | `{row.key}` | {row.meaning} | {row.allowed} | {row.default} | `{row.example}` |"
        for row in describe()
    ]
    return "\n".join(rows)


def settings_file(environ: Mapping[str, str] = os.environ) -> Path | None:
    """The glyphmaster.toml that counts: in the working folder, else in the home folder; null if none."""
    home = Path(environ.get(f"{PREFIX}HOME") or default_home()).expanduser()
    places = [home / FILE_NAME]
    with suppress(OSError):  # somebody has removed the folder in which we were started
        places.insert(0, Path.cwd() / FILE_NAME)
    return next((place for place in places if place.is_file()), None)


def load() -> Settings:
    """The settings of this process. Raises SetupError that names everything that is wrong."""
    path = settings_file()
    written = _read(path) if path else {}
    problems = _unknown_keys(path, written) + _misspelt_variables(os.environ)
    settings: Settings | None = None
    try:
        settings = Settings(**{key: value for key, value in written.items() if key in Settings.model_fields})
    except ValidationError as error:
        faults = [fault for fault in error.errors() if fault["type"] != "default_factory_not_called"]
        problems += [_wrong_value(str(fault["loc"][0]), fault["input"], path) for fault in faults]
    if settings is None or problems:
        # `from None`: the cause would carry the values, a token among them.
        raise SetupError("\n".join(problems)) from None
    return settings


def _described(key: str, field: FieldInfo) -> Described:
    extra: Any = field.json_schema_extra
    default = extra["shown_default"] or ("none" if field.default is None else field.default)
    return Described(
        name=key.upper() if field.validation_alias else f"{PREFIX}{key.upper()}",
        key=key,
        meaning=field.description or "",
        allowed=str(extra["allowed"]),
        default=str(default),
        example=str((field.examples or [""])[0]),
    )


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SetupError(f"{path} cannot be read: {error}") from error
    except (ValueError, RecursionError) as error:
        # Endless numbers and brackets: TOML knows no limit, Python does.
        raise SetupError(f"{path} cannot be read: a value in it is too long or too deeply nested") from error


def _unknown_keys(path: Path | None, written: Mapping[str, Any]) -> list[str]:
    known = {row.key: row.key for row in describe()} | {row.name.lower(): row.key for row in describe()}
    problems = []
    for key in written:
        if key in Settings.model_fields:
            continue
        near = get_close_matches(key.lower(), known, n=1, cutoff=_NEAR)
        hint = (
            f"Did you mean `{known[near[0]]}`?" if near else f"Known are: {', '.join(Settings.model_fields)}."
        )
        problems.append(f"{path}: `{key}` is not a setting. {hint}")
    return problems


def _misspelt_variables(environ: Mapping[str, str]) -> list[str]:
    """Variables of ours that look like a slip; others may belong to tools around us and are left alone."""
    names = {row.name for row in describe()}
    ends = [name.removeprefix(PREFIX) for name in names if name.startswith(PREFIX)]
    problems = []
    for name in environ:
        if name.upper().startswith(PREFIX) and name.upper() not in names:
            near = get_close_matches(name.upper().removeprefix(PREFIX), ends, n=1, cutoff=_NEAR)
            if near:
                problems.append(f"{name} is not a setting. Did you mean {PREFIX}{near[0]}?")
    return problems


def _wrong_value(key: str, value: object, path: Path | None) -> str:
    row = next(row for row in describe() if row.key == key)
    is_from_file = path is not None and not os.environ.get(row.name)
    where = f"{path}: {key}" if is_from_file else row.name
    example = f"{key} = {_toml(row.example)}" if is_from_file else f"{row.name}={row.example}"
    said = "has a value that is not allowed" if key in _NEVER_SHOWN else f"is {str(value)[:80]!r}"
    return f"{where} {said}. Allowed: {row.allowed}. Example: {example}"


def _toml(example: str) -> str:
    return example if example.replace(".", "", 1).isdigit() else f'"{example}"'
