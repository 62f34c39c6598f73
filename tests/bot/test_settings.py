"""Settings: what may be set, what wins, how a mistake is told. monkeypatch stands for the environment."""

import json
import os
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.settings import PREFIX, Settings, default_home, describe, load, settings_file, table
from engine.errors import SetupError


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty working folder and no settings in the environment."""
    for name in [*(row.name for row in describe()), *(n for n in os.environ if n.startswith(PREFIX))]:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(f"{PREFIX}HOME", str(tmp_path / "home"))
    return tmp_path


def refused() -> str:
    with pytest.raises(SetupError) as caught:
        load()
    return str(caught.value)


def test_without_any_setting_everything_has_a_default(clean: Path) -> None:
    """The first start must need nothing."""
    settings = load()

    assert settings == Settings(
        discord_token=None,
        ollama_host="http://127.0.0.1:11434",
        home=clean / "home",
        database_url=f"sqlite+aiosqlite:///{clean / 'home' / 'glyphmaster.db'}",
        model="gemma2:9b",
        language="en",
        log_level="info",
        log_format="text",
    )


def test_the_home_folder_of_a_clone_is_in_the_clone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever tries a clone finds everything in one place, and deletes it with the clone."""
    monkeypatch.delenv(f"{PREFIX}HOME")

    home = load().home

    assert home == default_home() == Path(__file__).resolve().parents[2] / "data" / "local"


def test_the_environment_beats_the_file(clean: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One start can differ without an edit."""
    (clean / "glyphmaster.toml").write_text('model = "gemma3:4b"\nlanguage = "de"\nnum_ctx = 4096\n')
    monkeypatch.setenv("GLYPHMASTER_LANGUAGE", "IT")

    settings = load()

    assert (settings.model, settings.language, settings.num_ctx) == ("gemma3:4b", "it", 4096)


@pytest.mark.parametrize("places", [("here",), ("home",), ("here", "home")])
def test_the_file_lies_in_the_working_folder_or_in_home(clean: Path, places: tuple[str, ...]) -> None:
    """A service has no working folder of its own."""
    paths = {"here": clean / "glyphmaster.toml", "home": clean / "home" / "glyphmaster.toml"}
    for place in places:
        paths[place].parent.mkdir(exist_ok=True)
        paths[place].write_text(f'model = "{place}"\n')

    found = settings_file(), load().model

    assert found == (paths[places[0]], places[0])


def test_a_working_folder_that_is_gone_has_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody removed it while our terminal stood in it."""
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()

    assert load().model == "gemma2:9b"


def test_an_empty_variable_is_no_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    """`DISCORD_TOKEN=` in a template must not count as a token."""
    monkeypatch.setenv("DISCORD_TOKEN", "")

    assert load().discord_token is None


def test_all_that_is_wrong_is_told_at_once(clean: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody wants to start five times to learn of five mistakes."""
    (clean / "glyphmaster.toml").write_text('idle_s = "soon"\nlanguag = "de"\n')
    for name, value in {
        "OLLAMA_HOST": "ftp://there",
        "GLYPHMASTER_LANGUAGE": "fr",
        "GLYPHMASTER_LOG_LEVEL": "loud",
        "GLYPHMASTER_NUM_CTX": "12",
        "GLYPHMASTER_GATHER_S": "-1",
        "GLYPHMASTER_FIRST_TOKEN_S": "inf",
        "GLYPHMASTER_MODLE": "x",
    }.items():
        monkeypatch.setenv(name, value)

    told = refused().splitlines()

    assert sorted(told) == sorted(
        [
            f"{clean / 'glyphmaster.toml'}: `languag` is not a setting. Did you mean `language`?",
            "GLYPHMASTER_MODLE is not a setting. Did you mean GLYPHMASTER_MODEL?",
            (
                f"{clean / 'glyphmaster.toml'}: idle_s is 'soon'. Allowed: a number above 0, at most 3600. "
                "Example: idle_s = 45"
            ),
            (
                "OLLAMA_HOST is 'ftp://there'. Allowed: a host, host:port, or an http(s) address. "
                "Example: OLLAMA_HOST=http://192.168.1.20:11434"
            ),
            "GLYPHMASTER_LANGUAGE is 'fr'. Allowed: en, de or it. Example: GLYPHMASTER_LANGUAGE=de",
            (
                "GLYPHMASTER_LOG_LEVEL is 'loud'. Allowed: debug, info, warning or error. "
                "Example: GLYPHMASTER_LOG_LEVEL=warning"
            ),
            (
                "GLYPHMASTER_NUM_CTX is '12'. Allowed: a whole number from 2048 to 131072. "
                "Example: GLYPHMASTER_NUM_CTX=4096"
            ),
            "GLYPHMASTER_GATHER_S is '-1'. Allowed: a number from 0 to 600. Example: GLYPHMASTER_GATHER_S=6",
            (
                "GLYPHMASTER_FIRST_TOKEN_S is 'inf'. Allowed: a number above 0, at most 3600. "
                "Example: GLYPHMASTER_FIRST_TOKEN_S=120"
            ),
        ]
    )


def test_a_wrong_home_is_told_once(clean: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What only follows from a mistake is not another one."""
    (clean / "file").touch()
    monkeypatch.setenv("GLYPHMASTER_HOME", str(clean / "file"))

    told = refused()

    assert told == (
        f"GLYPHMASTER_HOME is '{clean / 'file'}'. Allowed: a folder; it is made if it does not exist. "
        "Example: GLYPHMASTER_HOME=~/glyphmaster"
    )


@pytest.mark.parametrize("content", [b"model = ", b'model = "\xff"'])
def test_a_file_that_cannot_be_read_is_named(clean: Path, content: bytes) -> None:
    """A slip in the file must not show a traceback."""
    (clean / "glyphmaster.toml").write_bytes(content)

    assert refused().startswith(f"{clean / 'glyphmaster.toml'} cannot be read: ")


def test_keys_of_the_library_itself_are_no_settings(clean: Path) -> None:
    """A file says settings, nothing else."""
    (clean / "glyphmaster.toml").write_text('_env_file = "/etc/passwd"\n')

    assert "`_env_file` is not a setting." in refused()


def test_a_token_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Errors and logs are pasted into forums."""
    monkeypatch.setenv("DISCORD_TOKEN", "very secret")

    wrong = refused()
    monkeypatch.setenv("DISCORD_TOKEN", " Bot very.secret.token ")
    right = load()

    assert "secret" not in wrong
    assert wrong.startswith("DISCORD_TOKEN has a value that is not allowed. Allowed: ")
    assert right.discord_token == SecretStr("very.secret.token")
    assert "secret" not in f"{right!r} {right} {right.model_dump()}"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("0.0.0.0", "http://127.0.0.1:11434"),  # noqa: S104 - as people set it for the server
        ("box", "http://box:11434"),
        ("box:99", "http://box:99"),
        ("http://box", "http://box:80"),
        ("https://box/ollama/", "https://box:443/ollama"),
        ("[::1]:11434", "http://[::1]:11434"),
    ],
)
def test_ollama_s_address_may_have_every_form_that_ollama_takes(
    written: str, meant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """People have OLLAMA_HOST set for Ollama itself."""
    monkeypatch.setenv("OLLAMA_HOST", written)

    assert load().ollama_host == meant


@pytest.mark.parametrize(
    "address",
    [
        *("http://box:99999", "http://box:abc", "http://[::1", "::1", "box:", "http://", "ftp://box"),
        *("http://bo x", "box\x01", "http://me:secret@box", "http://box?x=1", "http://box#x"),
        *("http://ü.de", "http://①.de", "http://[fe80::1%eth0]", "http://[zz::1]"),
    ],
)
def test_what_is_no_address_of_a_server_is_refused(address: str, clean: Path) -> None:
    """Nobody would learn of it before the first turn; Ollama's own client stumbles over some of these."""
    (clean / "glyphmaster.toml").write_text(f"ollama_host = {json.dumps(address)}\n")

    assert "ollama_host is " in refused()


@pytest.mark.parametrize("written", ["x = " + "[" * 5000, "num_ctx = 1" + "0" * 5000])
def test_a_file_without_an_end_is_refused(written: str, clean: Path) -> None:
    """Also a file that somebody made to break us."""
    (clean / "glyphmaster.toml").write_text(written)

    assert "glyphmaster.toml cannot be read: a value in it is too long or too deeply nested" in refused()


@pytest.mark.parametrize("setting", ["home", "database_url"])
def test_a_path_that_no_system_knows_is_refused(
    setting: str, clean: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A character that nobody sees must not end in a fault that nobody understands."""
    monkeypatch.delenv(f"{PREFIX}HOME")
    (clean / "glyphmaster.toml").write_text(f'{setting} = "sqlite+aiosqlite:///\\u0000"\n')

    assert f"{setting} " in refused()


@pytest.mark.parametrize("address", ["postgresql://x/y", "sqlite+aiosqlite://", "games.db", "mysql"])
def test_only_sqlite_can_keep_games(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Better at the start than in the first turn."""
    monkeypatch.setenv("GLYPHMASTER_DATABASE_URL", address)

    assert "GLYPHMASTER_DATABASE_URL" in refused()


def test_each_setting_describes_itself() -> None:
    """README's table and the error messages are made from one list."""
    rows = describe()

    assert [row.key for row in rows] == list(Settings.model_fields)
    assert [row.name for row in rows if not row.name.startswith(PREFIX)] == ["DISCORD_TOKEN", "OLLAMA_HOST"]
    assert all(row.meaning and row.allowed and row.default and row.example for row in rows)


def test_readme_lists_every_setting_as_it_is() -> None:
    """One fact lives in one place: write bot.settings.table() between the two marks."""
    readme = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")

    listed = readme.partition("<!-- settings -->\n")[2].partition("\n<!-- settings end -->")[0]

    assert listed == table()


@pytest.mark.parametrize(
    "row", [row for row in describe() if row.key != "discord_token"], ids=lambda r: r.key
)
def test_each_example_is_allowed(row: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """An example that is refused would be a trap."""
    name, example = row.name, row.example  # type: ignore[attr-defined]  # pytest hands over objects
    monkeypatch.setenv(name, example)

    load()
