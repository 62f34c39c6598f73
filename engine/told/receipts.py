"""All rolls of a game as receipts: those of its turns, told or taken back, and those beside them."""

from collections.abc import Iterable

from engine.dice.receipt import KeptRuling, Receipt, Receipts
from engine.dice.seeds import commitment, turn_place
from engine.dice.verifying import fell_so, reads_as_test
from engine.model.action import ToolResult
from engine.model.changes.rolls import DiceRolled
from engine.model.session import Session, SideEvent
from engine.model.turn import Turn
from engine.ports import Store


async def receipts(store: Store, session: Session) -> Receipts:
    """In order of the turns. The secrets are in it only once the story is finished. Raises StoreError."""
    turns, events = await _all_turns(store, session), list(await store.events_after(session.id, None))
    rolls = [each for turn in turns for each in _of_turn(turn)]
    for turn in turns:
        events += await store.events_after(session.id, turn.id)
    rolls += [each for event in events for each in _of_event(event)]
    once = {(each.place, each.occasion): each for each in rolls}
    secrets, is_over = session.dice_seeds, session.status == "finished"
    return Receipts(
        game_id=session.id,
        name=session.name,
        commitments=tuple(commitment(secret) for secret in secrets),
        secrets=secrets if is_over else (),
        rolls=tuple(_bound(each, secrets) for each in once.values()),
    )


async def _all_turns(store: Store, session: Session) -> list[Turn]:
    """Every turn that ever began, parents first."""
    head = await store.turn(session.head_turn_id) if session.head_turn_id else None
    told = await store.branch(head.id, head.number + 1) if head else ()
    found = list(told[:1])
    for turn in found:  # grows while it is gone through
        found += await store.children(turn.id)
    return found


def _of_turn(turn: Turn) -> Iterable[Receipt]:
    place = turn_place(turn.number, (source for action in turn.actions for source in action.source_ids))
    for result in turn.resolution.results:
        if result.dice:
            yield _of_result(result, turn, place)


def _of_result(result: ToolResult, turn: Turn, place: str) -> Receipt:
    args = [(fact.code, value) for fact in result.facts for value in fact.args.values()]
    rolled = next((fact.args for fact in result.facts if fact.code.startswith("rolled")), {})
    total = rolled.get("total")
    return Receipt(
        commitment="",
        place=place,
        occasion=result.id.partition(":")[2],
        dice=result.dice,
        turn=turn.number,
        turn_id=turn.id,
        what=result.call.tool,
        who=result.actor_id or "",
        expression=str(rolled.get("expression", "")),
        total=total if isinstance(total, int) else None,
        shown=tuple(value for _, value in args if isinstance(value, str) and reads_as_test(value)),
        rulings=tuple(
            KeptRuling(
                kind="force" if fact.code == "ruling-force" else "waive",
                outcome=str(fact.args.get("outcome", "")),
                reason=str(fact.args.get("reason", "")),
            )
            for fact in result.facts
            if fact.code in {"ruling-force", "ruling-waive"}
        ),
    )


def _of_event(event: SideEvent) -> Iterable[Receipt]:
    for change in event.changes:
        if isinstance(change, DiceRolled):
            yield Receipt(
                commitment="",
                place=change.occasion,
                occasion=change.occasion,
                dice=change.dice,
                what=event.kind,
                who=event.player_name,
                expression=change.expression,
                total=change.total,
                visible=change.visible,
            )


def _bound(receipt: Receipt, secrets: tuple[str, ...]) -> Receipt:
    """With the commitment of the secret from which its dice came."""
    source = next((secret for secret in reversed(secrets) if fell_so(receipt, secret)), None)
    if source is None and secrets:
        source = secrets[-1]
    return receipt.model_copy(update={"commitment": commitment(source) if source else ""})
