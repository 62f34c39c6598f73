"""Dice on the command line: rolled, exported, checked."""

import asyncio
from collections.abc import Callable

import pytest

from bot.adapters.database import open_store
from engine.dice.receipt import Receipts
from engine.dice.rolling import roll
from engine.dice.seeds import beside, commitment
from engine.model.changes.rolls import DiceRolled
from engine.model.session import GameStatus
from tests.bot.conftest import Ended
from tests.bot.processes import Command
from tests.contracts import store_samples as sample
from tests.fakes.clock import FakeClock
from tests.fakes.entropy import SeededEntropy

SECRET = "5e" * 32
Shell = Callable[..., Ended]


def played(here: Command, status: GameStatus) -> None:
    """A stored game in which somebody has rolled."""
    dice = beside((SECRET,), SeededEntropy().bits, "roll:r1")
    total = roll("3d6", dice).total
    rolled = DiceRolled(occasion="roll:r1", dice=dice.fallen, expression="3d6", total=total, visible="dm")
    game = sample.session(status=status).model_copy(update={"dice_seeds": (SECRET,), "name": "evening"})
    event = sample.seat_event("r1", kind="roll").model_copy(update={"changes": (rolled,)})

    async def keep() -> None:
        url = f"sqlite+aiosqlite:///{here.home / 'glyphmaster.db'}"
        async with await open_store(url, FakeClock(), SeededEntropy()) as store:
            await store.add_session(game)
            await store.put_event(game, event)

    asyncio.run(keep())


def test_dice_can_be_rolled_on_the_command_line(shell: Shell) -> None:
    """Without a game and without quotes; a comment is shown as one."""
    assert shell("dice", "roll", "2d1", "+", "3", "for luck") == (0, "2d1 (1, 1) + 3 = 5  # for luck\n", "")


def test_what_cannot_be_rolled_is_pointed_at(shell: Shell) -> None:
    """The caret stands under the letter."""
    code, out, err = shell("dice", "roll", "2d6+x")

    assert (code, out) == (1, "")
    assert err.endswith("2d6+x\n    ^\n")


@pytest.mark.parametrize("wanted", ["game", "evening"])
def test_a_finished_game_is_exported_and_found_true(shell: Shell, here: Command, wanted: str) -> None:
    """By its id or its name; the file holds all that it takes to check it."""
    shell("db", "upgrade")
    played(here, "finished")

    exported = shell("dice", "export", wanted, "--to", "dice.json")
    checked = shell("dice", "verify", "dice.json", "--promise", commitment(SECRET))

    assert exported == (0, "dice.json holds every roll of this game (1).\n", "")
    assert checked[0] == 0
    assert checked[1].startswith("true        roll, beside the story: d6 ")
    assert checked[1].endswith("All of it is true (1).\n")


def test_a_game_that_goes_on_keeps_its_secret(shell: Shell, here: Command) -> None:
    """Whoever could read it would know the dice to come."""
    shell("db", "upgrade")
    played(here, "playing")

    _, out, err = shell("dice", "export", "game")
    (here.home / "dice.json").write_text(out, encoding="utf-8")

    assert SECRET not in out
    assert "once it is finished" in err
    assert shell("dice", "verify", "dice.json")[0] == 3


def test_a_changed_file_is_found_out(shell: Shell, here: Command) -> None:
    """Each line says what is wrong, and scripts ask the exit code."""
    shell("db", "upgrade")
    played(here, "finished")
    shell("dice", "export", "game", "--to", "dice.json")
    file = here.home / "dice.json"
    kept = Receipts.model_validate_json(file.read_bytes())
    (true,) = kept.rolls
    forged = kept.model_copy(update={"rolls": (true.model_copy(update={"total": 18}),)})
    file.write_text(forged.model_dump_json(), encoding="utf-8")

    code, out, _ = shell("dice", "verify", "dice.json")
    other = shell("dice", "verify", "dice.json", "--promise", "0" * 64)

    assert (code, other[0]) == (1, 1)
    assert out.startswith("NOT TRUE")
    assert "is not bound by 000" in other[1]


@pytest.mark.parametrize("content", ["", "{}", "[1]", '{"format": "other"}'])
def test_what_is_no_file_of_dice_is_refused(shell: Shell, here: Command, content: str) -> None:
    """Exit code 2: another file is wanted."""
    (here.home / "dice.json").write_text(content, encoding="utf-8")

    code, out, err = shell("dice", "verify", "dice.json")

    assert (code, out) == (2, "")
    assert err.startswith("dice.json is no file of dice: at ")
    assert shell("dice", "verify", "nowhere.json")[0] == 2


def test_a_game_that_is_not_there_is_answered_with_those_that_are(shell: Shell, here: Command) -> None:
    """Nobody knows an id by heart."""
    shell("db", "upgrade")
    played(here, "finished")

    code, _, err = shell("dice", "export", "gone")

    assert code == 2
    assert "(game)" in err
