"""Who may ask a model now."""

import asyncio

from engine.table.slots import Slots


async def test_turns_on_one_model_come_one_after_the_other_in_order_of_asking() -> None:
    """No table waits behind one that came later."""
    slots, told = Slots(), []

    async def turn(table: str) -> None:
        async with slots.turn("m"):
            told.append(f"{table} begins")
            await asyncio.sleep(0)
            told.append(f"{table} ends")

    await asyncio.gather(turn("a"), turn("b"), turn("c"))

    assert told == ["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]


async def test_a_turn_without_a_model_waits_for_nobody() -> None:
    """A scripted table plays on while another one's model thinks."""
    slots = Slots()

    async with slots.turn("m"), slots.turn():
        pass


async def test_preparing_gives_way_to_a_turn() -> None:
    """An action never waits for the thinking ahead."""
    slots, ended = Slots(), []

    async def evaluate() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("preparing")

    slots.prepare("m", evaluate())
    await asyncio.sleep(0)

    async with slots.turn("m"):
        ended.append("turn")

    assert ended == ["preparing", "turn"]


async def test_nobody_prepares_on_a_model_that_is_in_use() -> None:
    """Thinking ahead for one table takes nothing from another."""
    slots, prepared = Slots(), []

    async def evaluate() -> None:
        prepared.append("yes")

    async with slots.turn("m"):
        slots.prepare("m", evaluate())
        await asyncio.sleep(0)

    assert prepared == []


async def test_preparing_that_was_stopped_before_it_began_leaves_the_model_free() -> None:
    """A fast player does not find the model taken by work that never ran."""
    slots, prepared = Slots(), []

    async def evaluate() -> None:
        prepared.append("yes")

    slots.prepare("m", evaluate())
    await slots.stop_preparing("m")
    slots.prepare("m", evaluate())
    await asyncio.sleep(0.01)

    assert prepared == ["yes"]


async def test_whoever_has_time_uses_a_model_only_between_the_turns() -> None:
    """A check of the model costs no table a second: a turn that comes breaks it off, and it begins again."""
    slots, order = Slots(), []
    is_under_way = asyncio.Event()

    async def check() -> str:
        order.append("check")
        is_under_way.set()
        if order.count("check") == 1:
            await asyncio.Event().wait()
        return "fine"

    checked = asyncio.create_task(slots.spare("m", check, lambda: order.append("waits")))
    await is_under_way.wait()
    async with slots.turn("m", "n"):
        order.append("turn")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        order.append("turn over")

    assert await checked == "fine"
    assert order == ["check", "waits", "turn", "turn over", "check"]


async def test_a_check_that_nobody_waits_for_any_more_stops() -> None:
    """No model works for nobody."""
    slots, ended = Slots(), asyncio.Event()

    async def check() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    checked = asyncio.create_task(slots.spare("m", check, lambda: None))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    checked.cancel()

    await ended.wait()
    async with slots.turn("m"):
        pass


async def test_a_turn_on_any_model_goes_before_a_check() -> None:
    """Models of one machine share its processor."""
    slots, order = Slots(), []
    is_under_way = asyncio.Event()

    async def check() -> None:
        is_under_way.set()
        order.append("check")
        if order == ["check"]:
            await asyncio.Event().wait()

    checked = asyncio.create_task(slots.spare("m", check, lambda: None))
    await is_under_way.wait()
    async with slots.turn("another"):
        order.append("turn")
    await checked

    assert order == ["check", "turn", "check"]
