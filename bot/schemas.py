"""The published schemas: what packs and model answers must look like, for editors and for people.

`python -m bot.schemas` writes them into data/schemas; a test proves that they are current.
"""

import json
import sys
from pathlib import Path

from pydantic import BaseModel

from engine.model.action import Action
from engine.model.adventure import Adventure
from engine.model.session import GuildSettings
from engine.model.state import GameState
from engine.model.turn import ToolPlan
from engine.model.update import StateUpdate

FOLDER = Path(__file__).parent.parent / "data" / "schemas"
PUBLISHED: dict[str, type[BaseModel]] = {
    "action": Action,
    "adventure": Adventure,
    "game_state": GameState,
    "guild_settings": GuildSettings,
    "state_update": StateUpdate,
    "tool_plan": ToolPlan,
}


def schema_text(name: str) -> str:
    """The file of a published schema."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema"} | PUBLISHED[name].model_json_schema()
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def main() -> None:
    """Write all of them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in PUBLISHED:
        path = FOLDER / f"{name}.schema.json"
        path.write_text(schema_text(name), encoding="utf-8")
        sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main()
