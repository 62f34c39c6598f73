"""What a setting may be: addresses, folders, seconds, tokens, each brought into one form or refused."""

import re
from ipaddress import IPv6Address
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr

from engine.model.noun import Language

OLLAMA_PORT = 11434
_PORTS = 65536
_HOST_NAME = re.compile(r"[a-z0-9._-]+")
_ODD = re.compile(r"[^!-~]|[@?#%]")
"""Beside host, port and path: passwords, queries, fragments, zones, and all that is not plain ASCII."""
_SQLITE = ("sqlite+aiosqlite:///", "sqlite:///")


def _trimmed_lower(value: Any) -> Any:
    return value.strip().lower() if isinstance(value, str) else value


def _token(value: SecretStr) -> SecretStr:
    text = value.get_secret_value().strip().removeprefix("Bot ")
    if not text or not text.isascii() or any(letter.isspace() for letter in text):
        raise ValueError
    return SecretStr(text)


def _ollama_url(value: str) -> str:
    """The address as a full URL, from every form that Ollama itself takes."""
    text = value.strip().rstrip("/")
    has_scheme = "://" in text
    parts = urlsplit(text if has_scheme else f"http://{text}")
    host = parts.hostname or ""
    is_host = bool(_HOST_NAME.fullmatch(host)) or (":" in host and bool(IPv6Address(host)))
    # What else a URL may have is nothing that a server's address needs; Ollama's own client stumbles over it.
    if parts.scheme not in {"http", "https"} or not is_host or _ODD.search(text) or text.endswith(":"):
        raise ValueError
    port = parts.port or ((443 if parts.scheme == "https" else 80) if has_scheme else OLLAMA_PORT)
    if host in {"0.0.0.0", "::"}:  # noqa: S104 - what a server listens on; a client has to call one of them
        host = "127.0.0.1"
    return f"{parts.scheme}://{f'[{host}]' if ':' in host else host}:{port}{parts.path}"


def _sqlite_url(value: str) -> str:
    text = value.strip()
    if not text.isprintable():
        raise ValueError
    for scheme in _SQLITE:
        if text.startswith(scheme) and len(text) > len(scheme):
            return _SQLITE[0] + text.removeprefix(scheme)
    raise ValueError


def _folder(value: Path) -> Path:
    if "\0" in str(value):
        raise ValueError
    path = value.expanduser().absolute()
    if path.exists() and not path.is_dir():
        raise ValueError
    return path


def _address(value: str) -> str:
    """host:port, from a port alone as well: then only this machine hears it."""
    text = value.strip()
    host, _, port = text.rpartition(":")
    bare = host.removeprefix("[").removesuffix("]") if host.startswith("[") else host
    is_host = not host or bool(_HOST_NAME.fullmatch(bare.lower())) or bool(IPv6Address(bare))
    is_port = port.isascii() and port.isdigit() and 0 < int(port) < _PORTS
    if not is_host or not is_port or text.startswith(":") or (":" in bare and not host.startswith("[")):
        raise ValueError
    return f"{host or '127.0.0.1'}:{int(port)}"


def _as_text(value: Any) -> Any:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


_LOWER = BeforeValidator(_trimmed_lower)

Token = Annotated[SecretStr, AfterValidator(_token)]
OllamaUrl = Annotated[str, AfterValidator(_ollama_url)]
SqliteUrl = Annotated[str, AfterValidator(_sqlite_url)]
ModelName = Annotated[
    str, Field(pattern=r"^\s*[\w.\-/:@]+\s*$", max_length=200), AfterValidator(lambda name: name.strip())
]
Folder = Annotated[Path, AfterValidator(_folder)]
Tongue = Annotated[Language, _LOWER]
LogLevel = Annotated[Literal["debug", "info", "warning", "error"], _LOWER]
LogFormat = Annotated[Literal["text", "json"], _LOWER]
Window = Annotated[int, Field(ge=2048, le=131072)]
Limit = Annotated[float, Field(gt=0, le=3600, allow_inf_nan=False)]
Pause = Annotated[float, Field(ge=0, le=600, allow_inf_nan=False)]
Address = Annotated[str, BeforeValidator(_as_text), AfterValidator(_address)]
