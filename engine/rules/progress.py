"""Quests and experience: what is due by the data, each thing once."""

from collections.abc import Iterator

from engine.model.changes.dungeon import AwardGiven, QuestChanged
from engine.model.changes.sheets import XpAwarded
from engine.model.rules.area import Award
from engine.model.rules.quest import Quest, QuestState, QuestStatus
from engine.rules.consequences import follow
from engine.rules.course import Course
from engine.rules.levels import tell_levels
from engine.rules.somebody import party_here

MOST_XP = 4
"""Of one encounter."""


def due_awards(course: Course) -> tuple[Award, ...]:
    """Awards of any place whose condition holds and that were not given yet."""
    flags = course.state.situation.world_state_flags
    return tuple(
        award
        for scene in course.adventure.scenes
        if scene.rules is not None
        for award in scene.rules.awards
        if award.id not in course.state.awarded and award.when.holds(flags)
    )


def give_award(course: Course, award: Award) -> None:
    """To every survivor, once."""
    course.change(AwardGiven(award_id=award.id))
    if award.xp:
        give_xp(course, award.xp, award.reason)


def give_xp(course: Course, xp: int, reason: str) -> None:
    """So much to everybody of the party who is alive."""
    people = [w for w in party_here(course.adventure, course.state) if w.sheet and not w.sheet.is_dead]
    course.change(*(XpAwarded(character_id=who.id, xp=xp) for who in people))
    if people:
        course.tell("xp-awarded", who=", ".join(who.name for who in people), xp=xp, reason=reason)
    for who in people:
        tell_levels(course, who)


def due_status(course: Course, quest: Quest) -> QuestStatus | None:
    """What the quest's status should be by the data; null while it has not begun."""
    flags = course.state.situation.world_state_flags
    state = course.state.quests.get(quest.id)
    if state is not None and state.status != "active":
        return state.status
    if state is None and not quest.starts.holds(flags):
        return None
    if quest.completes.holds(flags):
        return "completed"
    return "failed" if quest.fails is not None and quest.fails.holds(flags) else "active"


def set_status(course: Course, quest: Quest, status: QuestStatus, actor_id: str) -> None:
    """The quest is so far, and its reward is had when it is completed."""
    before = course.state.quests.get(quest.id)
    now = QuestState(status=status, done=tuple(_done(course, quest)))
    if before == now:
        return
    course.change(QuestChanged(quest_id=quest.id, quest=now))
    if before is None or before.status != status:
        course.tell(f"quest-{status}", quest=quest.name)
    if status == "completed" and quest.reward is not None and (before is None or before.status != status):
        follow(course, quest.reward, actor_id)


def progress(course: Course, actor_id: str) -> None:
    """All that is due now: awards and quests."""
    quests = course.adventure.dungeon.quests if course.adventure.dungeon else ()
    for quest in quests:
        status = due_status(course, quest)
        if status is not None:
            set_status(course, quest, status, actor_id)
    for award in due_awards(course):
        give_award(course, award)


def _done(course: Course, quest: Quest) -> Iterator[str]:
    flags = course.state.situation.world_state_flags
    yield from (objective.id for objective in quest.objectives if objective.when.holds(flags))
