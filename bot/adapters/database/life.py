"""Whether the process that holds the games is still alive, or its number has gone to another."""

import os
import platform
from dataclasses import dataclass
from pathlib import Path
from typing import Self

NOBODY = 0
"""Number of no process: whoever held the games has left in good order."""


@dataclass(frozen=True)
class Life:
    """One process. started: when, as its machine counts; "" where the machine does not tell."""

    pid: int
    host: str
    started: str

    @classmethod
    def of(cls, pid: int) -> Self:
        """The process with this number on this machine."""
        return cls(pid=pid, host=platform.node(), started=_started(pid))

    def may_live_beside(self, mine: "Life") -> bool:
        """Whether this is another process than mine that may still run.

        On another machine (or in another container) its number says nothing: only the heartbeat counts.
        """
        if self.pid == NOBODY:
            return False
        if self.host != mine.host:
            return True
        if self.pid == mine.pid:
            return False
        return _runs(self.pid) and self.started in {"", _started(self.pid)}


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True  # somebody else's, but alive
    return True


def _started(pid: int) -> str:
    """Linux tells the start in clock ticks since boot, as field 22 (proc(5)); the boot has a name."""
    try:
        after_name = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2]
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="utf-8").strip()
        return f"{boot}/{after_name.split()[19]}"
    except (OSError, IndexError, UnicodeDecodeError):
        return ""
