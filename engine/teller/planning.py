"""Planning: what the model wants to use before it tells."""

from engine.gamemaster import Brief, Planned
from engine.model.turn import ToolPlan


class Planning:
    """Asks for a ToolPlan."""

    async def resolve(self, brief: Brief) -> Planned:  # noqa: ARG002  # a pure story has no tools to choose
        """As `GameMaster.resolve`."""
        return Planned(ToolPlan())
