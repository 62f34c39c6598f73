"""A bar that grows while a model is fetched; on a terminal only."""

from typing import Self

from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from bot.terminal_screen import harmless
from engine.model_request import Fetched


class Bar:
    """One model on its way. Into a pipe it draws nothing until the end."""

    def __init__(self, model: str) -> None:
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            DownloadColumn(),
            TimeRemainingColumn(),
        )
        self._task = self._progress.add_task(model, total=None)
        self._model = model

    def __enter__(self) -> Self:
        if self._progress.console.is_terminal:
            self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def at(self, fetched: Fetched) -> None:
        """So far. The server's word for what it does stands beside it while there is nothing to count."""
        words = self._model if fetched.total_bytes else f"{self._model}: {harmless(fetched.step)[:40]}"
        total = fetched.total_bytes or None
        self._progress.update(self._task, description=words, completed=fetched.done_bytes, total=total)
