"""What this machine can carry: its memory, and how fast it reads from it."""

import ctypes
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from engine.ports import Clock

GB = 1_000_000_000

_BLOCK = 32_000_000
"""Bytes copied at a time: more than any cache holds."""
_ROUNDS = 4
_MOST_COPIERS = 4
_CARD_LIMIT_S = 5.0
_CGROUP = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))


@dataclass(frozen=True)
class Machine:
    """memory_bytes, card_bytes: of the machine and of its largest NVIDIA card; 0 = unknown, or none.

    rate: bytes a second that its processor reads; a model reads all of itself for each token.
    """

    memory_bytes: int
    card_bytes: int
    rate: float


def this_machine(clock: Clock) -> Machine:
    """Look; takes less than half a second."""
    return Machine(memory_bytes(), card_bytes(), copied_a_second(clock))


def memory_bytes() -> int:
    """All memory of the machine, or of the container that we are in, if that has less; 0 if unknown."""
    whole = _of_windows() if sys.platform == "win32" else _of_posix()
    limits = [whole, *(_number_in(path) for path in _CGROUP)]
    return min((limit for limit in limits if limit > 0), default=0)


def card_bytes() -> int:
    """The memory of the largest graphics card that NVIDIA's own tool lists; 0 without it."""
    tool = shutil.which("nvidia-smi")
    if tool is None:
        return 0
    asked = (tool, "--query-gpu=memory.total", "--format=csv,noheader,nounits")
    try:
        said = subprocess.run(  # noqa: S603 - a fixed command, nothing of it from outside
            asked, capture_output=True, text=True, timeout=_CARD_LIMIT_S, check=True
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return 0
    return max((int(line) * 1024**2 for line in said.split() if line.isdigit()), default=0)


def copied_a_second(clock: Clock) -> float:
    """Bytes a second that all processors together read and write."""
    copiers = min(os.cpu_count() or 1, _MOST_COPIERS)
    with ThreadPoolExecutor(copiers) as pool:
        blocks = [(bytearray(_BLOCK), bytearray(_BLOCK)) for _ in range(copiers)]
        list(pool.map(_copy, blocks))  # the first touch makes the pages
        began = clock.monotonic()
        list(pool.map(_copy, blocks * _ROUNDS))
        took_s = clock.monotonic() - began
    return 2 * _BLOCK * copiers * _ROUNDS / max(took_s, 1e-6)


def _copy(block: tuple[bytearray, bytearray]) -> None:
    """Without holding Python still meanwhile: ctypes lets go of it."""
    there, here = ((ctypes.c_char * _BLOCK).from_buffer(part) for part in block)
    ctypes.memmove(there, here, _BLOCK)


def _of_posix() -> int:
    with suppress(ValueError, OSError, AttributeError):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return 0


def _of_windows() -> int:
    class Status(ctypes.Structure):
        _fields_ = (
            ("length", ctypes.c_ulong),
            ("load", ctypes.c_ulong),
            ("whole", ctypes.c_ulonglong),
            ("rest", ctypes.c_ulonglong * 6),
        )

    status = Status(length=ctypes.sizeof(Status))
    library = getattr(ctypes, "windll", None)
    if library is None or not library.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)):
        return 0
    return int(status.whole)


def _number_in(path: Path) -> int:
    with suppress(OSError, ValueError):
        return int(path.read_text(encoding="ascii"))
    return 0
