"""A quest is taken, done or lost, where the data says that it is due."""

from collections.abc import Mapping
from typing import ClassVar

from engine.model.rules.quest import QuestStatus
from engine.rules.course import Course
from engine.rules.progress import due_status, set_status
from engine.tool import Outcome, Tool, Use, refused


class UpdateQuest(Tool):
    """Counts only where the adventure's data says so; a status that is not due changes nothing."""

    called: ClassVar[str] = "update-quest"
    quest: str
    status: QuestStatus

    @classmethod
    def ids(cls, use: Use) -> Mapping[str, tuple[str, ...]]:
        return {
            "quest": tuple(
                quest.id for quest in (use.adventure.dungeon.quests if use.adventure.dungeon else ())
            )
        }

    def run(self, use: Use) -> Outcome:
        course = Course(use, self.called)
        quest = use.adventure.dungeon.quest(self.quest) if use.adventure.dungeon else None
        if quest is None or due_status(course, quest) != self.status:
            return refused("quest-not-due", quest=quest.name if quest else "", status=self.status)
        set_status(course, quest, self.status, use.actor_id or "")
        return course.outcome()
