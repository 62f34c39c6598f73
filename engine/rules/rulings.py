"""What a DM decided beforehand, found and used up by the roll or the harm that it is about."""

from engine.model.changes.dungeon import RulingUsed
from engine.model.rules.ruling import Ruling
from engine.rules.course import Course


def forced(course: Course, who: str) -> str:
    """What the DM has decided for this roll ("success", "failure", a number), used up by it; "" = nothing."""
    ruling = _found(course, who, "force")
    return ruling.outcome if ruling else ""


def waived(course: Course, who: str) -> bool:
    """Whether the DM lets this pass them by, once."""
    return _found(course, who, "waive") is not None


def _found(course: Course, who: str, kind: str) -> Ruling | None:
    ruling = next(
        (
            r
            for r in course.state.rulings
            if r.kind == kind and r.tool in ("", course.tool) and r.whom in ("", who)
        ),
        None,
    )
    if ruling is not None:
        course.change(RulingUsed(ruling_id=ruling.id))
        whom = course.somebody(who)
        course.tell(
            f"ruling-{kind}",
            who=whom.name if whom else "",
            outcome=ruling.outcome,
            reason=ruling.reason,
        )
    return ruling
