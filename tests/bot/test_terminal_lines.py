"""Reading lines: from a keyboard or a pipe, whatever comes, without ever holding up a turn."""

import asyncio
import os

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.terminal_lines import LONGEST, Lines


async def read_all(content: bytes) -> list[str]:
    reader, writer = os.pipe()
    lines = Lines(reader)

    def write() -> None:
        with os.fdopen(writer, "wb") as pipe:
            pipe.write(content)

    await asyncio.to_thread(write)
    found = []
    while (line := await lines.next()) is not None:
        found.append(line)
    os.close(reader)
    return found


async def test_lines_come_one_by_one_and_then_no_more() -> None:
    """The last line counts too, with or without an end."""
    assert await read_all(b"one\r\ntwo\n\nthree") == ["one", "two", "", "three"]


async def test_what_is_not_utf8_is_read_all_the_same() -> None:
    """A file in an old encoding is no reason to stop."""
    assert await read_all(b"caf\xe9\n") == ["caf\ufffd"]


async def test_an_endless_line_keeps_its_beginning() -> None:
    """`yes | tr -d '\\n'` must not fill the memory."""
    assert await read_all(b"a" * 3_000_000 + b"\nnext\n") == ["a" * LONGEST, "next"]


@settings(max_examples=25, deadline=None)
@given(st.binary(max_size=5000))
async def test_any_bytes_become_lines(content: bytes) -> None:
    """Whatever is piped in, there are as many lines as it has."""
    lines = await read_all(content)

    assert len(lines) == content.count(b"\n") + (0 if content.endswith(b"\n") or not content else 1)


async def test_a_line_put_back_comes_first() -> None:
    """What was no answer to a question is the story's first action."""
    reader, writer = os.pipe()
    os.write(writer, b"one\ntwo\n")
    os.close(writer)
    lines = Lines(reader)

    first = await lines.next()
    lines.put_back("one again")

    assert [first, await lines.next(), await lines.next(), await lines.next()] == [
        "one",
        "one again",
        "two",
        None,
    ]
