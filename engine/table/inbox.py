"""What may enter the inbox, and how the actions in it become the actions of a turn."""

from collections.abc import Sequence

from engine.errors import AlreadyActed, EmptyAction, GameNotPlaying, NotAtTable, OldMoment, TableFull
from engine.model.action import Action, ActionType, MergedAction
from engine.model.session import Session
from engine.model.turn import Turn
from engine.parts import Parts
from engine.words.neutral import is_blank

PLAYERS_PER_TURN = 8
"""Also how many players' actions may wait at one table."""
WORDS_KEPT = 2000
"""Characters of one message, Discord's own limit."""
MERGED_KEPT = 4000
QUIET: frozenset[ActionType] = frozenset({"pass", "go_on"})
"""Actions that do nothing by themselves."""


def admitted(action: Action, session: Session, current: Turn | None, waiting: Sequence[Action]) -> Action:
    """The action as it goes into the inbox: trimmed, with the character whom its player moves now.

    Whoever lets the story go on needs no character: a host or DM may, who only directs.
    Raises EmptyAction, GameNotPlaying, NotAtTable, OldMoment, AlreadyActed, TableFull.
    """
    content = kept(action.content)
    if is_blank(content):
        raise EmptyAction
    if session.status not in {"playing", "starting"}:
        raise GameNotPlaying(status=session.status)
    character = session.head_state.character_of(action.player_id)
    if character is None and action.type != "go_on":
        raise NotAtTable
    others = [a for a in waiting if a.source_id != action.source_id]
    if action.pressed_turn_id is not None:
        if action.pressed_turn_id != open_moment(session, current):
            raise OldMoment
        if any(a.pressed_turn_id and a.player_id == action.player_id for a in others):
            raise AlreadyActed
    players = {a.player_id for a in others}
    if action.player_id not in players and len(players) >= PLAYERS_PER_TURN:
        raise TableFull
    character_id = character.id if character else ""
    return action.model_copy(update={"content": content, "character_id": character_id})


def is_idle(session: Session, parts: Parts) -> bool:
    """Whether nobody has acted here for so long that the table has fallen asleep."""
    after = parts.options.sleeps_after
    return after is not None and parts.clock.now() - session.acted_at >= after


def kept(content: str) -> str:
    """A message as it is kept."""
    return content.strip()[:WORDS_KEPT]


def open_moment(session: Session, current: Turn | None) -> str | None:
    """The id of the turn whose buttons count now: told, and its successor not yet taken."""
    if current is None:
        return session.head_turn_id
    return current.id if current.status == "narrated" else None


def merged(actions: Sequence[Action]) -> tuple[MergedAction, ...]:
    """One action for each player, in order of the first; the rest stays in the inbox.

    A later message adds a line. What was pressed keeps its suggestion and its call; words typed beside it
    are added.
    """
    by_player: dict[str, list[Action]] = {}
    deeds = {action.player_id for action in actions if action.type not in QUIET}
    for action in actions:
        if action.type in QUIET and action.player_id in deeds:
            continue  # whoever passed and then acted has acted
        if action.player_id in by_player or len(by_player) < PLAYERS_PER_TURN:
            by_player.setdefault(action.player_id, []).append(action)
    return tuple(_one(group) for group in by_player.values())


def present(session: Session) -> frozenset[str]:
    """Ids of the players whom a turn can wait for: seated with a character, and not away."""
    seats = session.head_state.seats.values()
    return frozenset(s.player_id for s in seats if not s.is_watching and s.away_until is None)


def able(session: Session) -> frozenset[str]:
    """Of those who are present, whoever moves a character that can act: alive and not bleeding out."""
    state = session.head_state
    sheets = {p: c.sheet for p in present(session) if (c := state.character_of(p)) is not None}
    return frozenset(player for player, sheet in sheets.items() if sheet is None or sheet.is_up)


def moves_on(actions: Sequence[MergedAction], session: Session) -> bool:
    """Whether these make a turn: somebody does something, lets the story go on, or all have passed."""
    if any(action.type != "pass" for action in actions):
        return True
    return bool(actions) and {action.player_id for action in actions} >= present(session)


def _one(group: Sequence[Action]) -> MergedAction:
    chosen = next((a for a in group if a.selected_suggestion_id or a.call), group[0])
    return MergedAction(
        source_ids=tuple(a.source_id for a in group),
        player_id=chosen.player_id,
        player_name=chosen.player_name,
        character_id=group[-1].character_id,
        type=chosen.type,
        content="\n".join(a.content for a in group)[:MERGED_KEPT],
        selected_suggestion_id=chosen.selected_suggestion_id,
        call=chosen.call,
    )
