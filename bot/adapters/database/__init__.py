"""Where games are kept between evenings: one SQLite file, its upgrades, its copies and its check."""

from bot.adapters.database.address import database_path
from bot.adapters.database.backups import backup
from bot.adapters.database.check import GameVerdict, Report, check
from bot.adapters.database.restore import Restored, restore
from bot.adapters.database.store import SqliteStore, open_store
from bot.adapters.database.upgrade import upgrade

__all__ = [
    "GameVerdict",
    "Report",
    "Restored",
    "SqliteStore",
    "backup",
    "check",
    "database_path",
    "open_store",
    "restore",
    "upgrade",
]
