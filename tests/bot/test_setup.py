"""From nothing to a bot that can be invited: asked, checked, fetched, timed, written; and safe to leave."""

import stat
import tomllib
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
from pydantic import SecretStr

from bot.settings import Settings, describe
from bot.setup.wishes import Wishes
from cogs.rights import NEEDED, invitation
from engine.model.noun import Language
from tests.bot.setup_for_tests import Person, SetUp
from tests.fakes.clock import FakeClock
from tests.fakes.discord_elsewhere import discord_at
from tests.fakes.discord_server import DiscordServer
from tests.fakes.discord_wire import APPLICATION
from tests.fakes.ollama_parts import done_line, word
from tests.fakes.ollama_server import Answer, OllamaServer, ServedModel

TOKEN = "good-token.of-ours"
NOWHERE = "http://127.0.0.1:9"
READS = discord.ApplicationFlags(gateway_message_content_limited=True).value
QUICK = Wishes(token=SecretStr(""), measures=False, pulls=False)


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is set on the machine of whoever runs the tests."""
    for row in describe():
        monkeypatch.delenv(row.name, raising=False)


@pytest.fixture
async def portal() -> AsyncIterator[DiscordServer]:
    async with DiscordServer([1], FakeClock()) as server:
        server.token = TOKEN
        with discord_at(server.address):
            yield server


def at(tmp_path: Path, host: str = NOWHERE, person: Person | None = None, **more: object) -> SetUp:
    settings = Settings.model_validate({"ollama_host": host, **more})
    return SetUp(tmp_path / "glyphmaster.toml", settings, person or Person())


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


async def test_a_new_owner_is_led_to_a_bot_that_can_be_invited(tmp_path: Path, portal: DiscordServer) -> None:
    """Minutes, not an evening: token, link, model, times, file."""
    portal.flags = READS
    told = Answer([word("Rain falls. "), done_line(eval_count=50, eval_duration=5_000_000_000)])
    async with OllamaServer(told, models=(), repeats=True) as ollama:
        here = at(tmp_path, ollama.host, Person(secrets=[TOKEN]))
        works = await here.run(Wishes())

    assert works
    assert tomllib.loads(here.path.read_text()) == {
        "language": "en",
        "model": "gemma2:9b",
        "ollama_host": ollama.host,
        "discord_token": TOKEN,
    }
    assert ollama.pulled == ["gemma2:9b"]
    assert (here.seen[-1].step, here.seen[-1].done_bytes, here.seen[-1].total_bytes) == (
        "success",
        2000,
        2000,
    )
    assert invitation(APPLICATION) in here.page
    assert "It may read what players write" in here.page
    assert "One player: the first words after" in here.page
    assert "5 players: the first words after" in here.page


async def test_the_file_is_for_its_owner_only_and_the_token_is_shown_nowhere(
    tmp_path: Path, portal: DiscordServer
) -> None:
    """A token that leaks is a bot that somebody else plays."""
    here = at(tmp_path, person=Person(secrets=[TOKEN]))

    await here.run(Wishes(measures=False, pulls=False))

    assert stat.S_IMODE(here.path.stat().st_mode) == 0o600
    assert TOKEN in here.path.read_text()
    assert TOKEN not in here.page + "".join(here.person.asked)


async def test_running_it_again_changes_nothing(tmp_path: Path) -> None:
    """Whoever is unsure may just run it once more."""
    first, again = at(tmp_path), at(tmp_path)
    await first.run(QUICK)
    before = first.path.read_text()

    await again.run(QUICK)

    assert again.path.read_text() == before
    assert names_in(tmp_path) == ["glyphmaster.toml"]
    assert "said so already" in again.page


async def test_only_what_changes_is_changed_and_the_old_file_is_kept(tmp_path: Path) -> None:
    """Notes that an admin made stay where they are."""
    here = at(tmp_path)
    before = '# ours\nmodel = "old:1b"\ngather_s = 6\nlanguage = "en"\n'
    here.path.write_text(before)

    await here.run(Wishes(token=SecretStr(""), model="new:3b", pulls=False))

    assert here.path.read_text() == before.replace("old:1b", "new:3b")
    kept = tmp_path / "glyphmaster.toml.before"
    assert (kept.read_text(), stat.S_IMODE(kept.stat().st_mode)) == (before, 0o600)


async def test_leaving_on_the_way_leaves_all_as_it_was(tmp_path: Path) -> None:
    """Ctrl-C at any question."""

    class Leaving(Person):
        def yes(self, question: str, default: bool) -> bool:
            raise SystemExit(130)

    here = at(tmp_path, person=Leaving())

    with pytest.raises(SystemExit):
        await here.run(QUICK)

    assert names_in(tmp_path) == []


async def test_without_any_network_all_is_said_and_a_file_is_written(tmp_path: Path) -> None:
    """A train, a hotel, a first look: what cannot be checked is skipped."""
    with discord_at(NOWHERE):
        here = at(tmp_path, person=Person(secrets=[TOKEN]))
        works = await here.run(Wishes(ollama_host=NOWHERE))

    assert works
    assert "Discord cannot be asked right now (ConnectError)" in here.page
    assert f"No Ollama answers at {NOWHERE}" in here.page
    assert "ollama pull gemma2:9b" in here.page
    assert tomllib.loads(here.path.read_text())["discord_token"] == TOKEN


async def test_a_token_that_discord_refuses_is_asked_for_again_and_never_kept(
    tmp_path: Path, portal: DiscordServer
) -> None:
    """A slip in copying is the usual case."""
    here = at(tmp_path, person=Person(secrets=["wrong", TOKEN]))

    works = await here.run(QUICK.__class__(measures=False, pulls=False))

    assert works
    assert "Discord does not take this token" in here.page
    assert tomllib.loads(here.path.read_text())["discord_token"] == TOKEN


async def test_a_refused_token_of_a_script_ends_with_no(tmp_path: Path, portal: DiscordServer) -> None:
    """Whoever automates reads the exit code."""
    here = at(tmp_path)

    works = await here.run(Wishes(token=SecretStr("wrong"), pulls=False))

    assert not works
    assert "discord_token" not in tomllib.loads(here.path.read_text())


async def test_a_token_from_the_environment_stays_there(tmp_path: Path, portal: DiscordServer) -> None:
    """Who keeps secrets in the environment has a reason for it."""
    here = at(tmp_path)

    works = await here.run(Wishes(token=SecretStr(TOKEN), keeps_token=True, pulls=False))

    assert works
    assert TOKEN not in here.path.read_text()


async def test_the_switch_and_missing_permissions_are_named(tmp_path: Path, portal: DiscordServer) -> None:
    """The two things that everybody forgets, each with where to put it right."""
    portal.guilds = [
        {"id": "1", "name": "Tavern", "owner": False, "permissions": str(1 << 10)},
        {"id": "2", "name": "Tower", "owner": False, "permissions": str(1 << 3)},
    ]
    here = at(tmp_path)

    await here.run(Wishes(token=SecretStr(TOKEN), pulls=False))

    assert f"https://discord.com/developers/applications/{APPLICATION}/bot" in here.page
    lacking = ", ".join(right.name for right in NEEDED if right.flag != "view_channel")
    assert f"On Tavern it lacks: {lacking}." in here.page
    assert "Tower" not in here.page


async def test_no_model_is_fetched_without_a_yes(tmp_path: Path) -> None:
    """Five gigabytes are somebody's monthly allowance."""
    async with OllamaServer(models=()) as ollama:
        here = at(tmp_path, ollama.host, Person(yeses=[False]))
        await here.run(Wishes(token=SecretStr("")))

    assert ollama.pulled == []
    assert "ollama pull gemma2:9b" in here.page


async def test_a_fetching_that_fails_is_said_and_setup_goes_on(tmp_path: Path) -> None:
    """A full disk of the server costs nothing else."""
    async with OllamaServer(models=()) as ollama:
        ollama.aside = {"/api/pull": Answer([{"status": "pulling"}, {"error": "no space left on device"}])}
        here = at(tmp_path, ollama.host)
        await here.run(Wishes(token=SecretStr(""), pulls=True))

    assert "It could not be fetched (NoRoomForModel: no space left on device)" in here.page
    assert here.path.is_file()


async def test_a_model_that_was_chosen_and_is_there_stays_the_default(tmp_path: Path) -> None:
    """A recommendation is not an order."""
    async with OllamaServer(models=(ServedModel("mine:7b"),)) as ollama:
        here = at(tmp_path, ollama.host, model="mine:7b")
        await here.run(QUICK)

    assert tomllib.loads(here.path.read_text())["model"] == "mine:7b"


async def test_what_the_environment_hides_is_named(tmp_path: Path) -> None:
    """Else a written file seems to do nothing."""
    here = at(tmp_path)

    await here.run(QUICK, {"GLYPHMASTER_MODEL": "other:1b"})

    assert "GLYPHMASTER_MODEL" in here.lines[-2]


@pytest.mark.parametrize("language", ["en", "de", "it"])
async def test_setup_can_be_read_in_every_language(
    tmp_path: Path, portal: DiscordServer, language: Language
) -> None:
    """Each sentence has its words and its blanks."""
    told = Answer([word("Rain falls. "), done_line()])
    async with OllamaServer(told, models=(), repeats=True) as ollama:
        here = at(tmp_path, ollama.host)
        await here.run(Wishes(token=SecretStr(TOKEN), language=language))

    assert "{" not in here.page
    assert tomllib.loads(here.path.read_text())["language"] == language
