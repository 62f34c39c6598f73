"""What can go wrong, grouped by who must act. Each is named by what happened and says it by a locale key.

GlyphmasterError
    PlayerError        the person asked for something that cannot be done now; nothing was saved
    ServiceError       something outside failed (a model, the store, Discord)
        ModelError     …the language model's server or its answer
        StoreError     …the database
    SetupError         the person who runs the process must change something before it starts
"""

from engine.model.noun import Scalar


class GlyphmasterError(Exception):
    """Base of all. `key` is the locale key below `errors.`; `args_` are its blanks."""

    key = "unknown"

    def __init__(self, **blanks: Scalar) -> None:
        super().__init__(self.key, blanks)
        self.blanks = blanks


class PlayerError(GlyphmasterError):
    """The person can put it right."""


class ServiceError(GlyphmasterError):
    """Something outside failed; it may work again."""


class SetupError(GlyphmasterError):
    """The process cannot start as it is set up. `problem` says in English what and what is right."""

    key = "setup"

    def __init__(self, problem: str) -> None:
        super().__init__(problem=problem)
        self.problem = problem

    def __str__(self) -> str:
        return self.problem


# --- the person at the table ---------------------------------------------------------------------


class NoGame(PlayerError):
    """No game stands in this channel."""

    key = "no-game"


class ChannelTaken(PlayerError):
    """Another game stands in this channel and is not finished."""

    key = "channel-taken"


class GameNotPlaying(PlayerError):
    """The game gathers, is paused, sleeps or is finished. blanks: status."""

    key = "game-not-playing"


class NotAtTable(PlayerError):
    """The person has no character in this game."""

    key = "not-at-table"


class OldMoment(PlayerError):
    """The pressed button belongs to a turn that is over."""

    key = "old-moment"


class AlreadyActed(PlayerError):
    """The player has pressed before in this turn."""

    key = "already-acted"


class TableFull(PlayerError):
    """Eight players' actions wait already."""

    key = "table-full"


class CharacterTaken(PlayerError):
    """Somebody else plays this character. blanks: character."""

    key = "character-taken"


class NoSuchCharacter(PlayerError):
    """No ready character is called so. blanks: name."""

    key = "no-such-character"


class NoSuchAdventure(PlayerError):
    """No adventure is called so, or not in this language. blanks: name."""

    key = "no-such-adventure"


class NobodyToPlay(PlayerError):
    """Begin was asked for with no character at the table."""

    key = "nobody-to-play"


class TooFewPlayers(PlayerError):
    """The adventure needs more players than have joined. blanks: least, seated."""

    key = "too-few-players"


class SeatsFull(PlayerError):
    """The adventure takes no more players. blanks: most."""

    key = "seats-full"


class NotAllowed(PlayerError):
    """It takes the host, a DM or an admin. blanks: who."""

    key = "not-allowed"


class AlreadyJoined(PlayerError):
    """The person plays already. blanks: character."""

    key = "already-joined"


class NothingNewToTell(PlayerError):
    """The scripted narrator would tell the same turn in the same words."""

    key = "nothing-new"


class NothingToUndo(PlayerError):
    """Only the opening is left."""

    key = "nothing-to-undo"


class TurnRunning(PlayerError):
    """It has to wait until the turn that is being told is done."""

    key = "turn-running"


class NothingToWriteDown(PlayerError):
    """The newest turn is written down already."""

    key = "nothing-to-write-down"


class RequestOver(PlayerError):
    """What the turn waited for has been answered or is past its time."""

    key = "request-over"


class BadSetting(PlayerError):
    """No setting is called so, or it cannot be that. blanks: name, value, allowed."""

    key = "bad-setting"


class NoSheets(PlayerError):
    """The game is a pure story, or the character has no numbers."""

    key = "no-sheets"


class NotFinished(PlayerError):
    """The story cannot be taken up again: it is not over, or was over too long ago. blanks: days."""

    key = "not-finished"


class Blocked(PlayerError):
    """The host or a DM has asked this person to leave this game."""

    key = "blocked"


class EmptyAction(PlayerError):
    """There were no words left to act on."""

    key = "empty-action"


# --- outside -------------------------------------------------------------------------------------


class ModelError(ServiceError):
    """The language model could not answer. `can_retry`: another try may help."""

    key = "model-failed"
    can_retry = True


class ModelUnreachable(ModelError):
    """No connection, a reset, or an answer that is not the server's (5xx, HTML)."""

    key = "model-unreachable"


class ModelAway(ModelUnreachable):
    """Known to be out of reach, so it was not even asked. blanks: reason, for the log only."""

    can_retry = False


class ModelTooSlow(ModelError):
    """A deadline passed. blanks: which (first token, idle, total), seconds.

    Not asked again: the server had taken the request, and another on top of it would only make it slower.
    (A connection that takes too long is ModelUnreachable: nothing was taken.)
    """

    key = "model-too-slow"
    can_retry = False


class ModelMissing(ModelError):
    """The server does not have this model. blanks: model."""

    key = "model-missing"
    can_retry = False


class ModelRefused(ModelError):
    """The server refuses the request as it is (400). blanks: reason, for the log only."""

    key = "model-refused"
    can_retry = False


class SchemaRefused(ModelRefused):
    """The server refuses the answer's schema; `format: "json"` may do."""

    key = "model-refused"


class PromptTooLong(ModelRefused):
    """The prompt does not fit the server's context; a shorter one may."""

    key = "model-refused"


class WindowTooSmall(ModelError):
    """The fixed part of the prompt leaves no room in the model's window. blanks: num_ctx, needed."""

    key = "window-too-small"
    can_retry = False


class StreamBroke(ModelError):
    """The stream ended without a done line, or with an error line, or went round in circles.

    text: what of the answer counts; shorter than what had come if that was a loop or a thought.
    can_go_on: whether the model may be asked for the rest; not one that went round in circles.
    """

    key = "model-broke-off"

    def __init__(self, text: str = "", *, can_go_on: bool = True, **blanks: Scalar) -> None:
        super().__init__(**blanks)
        self.text = text
        self.can_go_on = can_go_on


class NothingSaid(ModelError):
    """The answer was empty (or thinking only)."""

    key = "model-said-nothing"


class Unreadable(ModelError):
    """The answer is not what the schema asks for. `fault`: one English sentence for the model."""

    key = "model-unreadable"

    def __init__(self, fault: str) -> None:
        super().__init__()
        self.fault = fault


class StoreError(ServiceError):
    """The database could not read or write. Nothing of the operation was saved."""

    key = "store-failed"


class StaleVersion(StoreError):
    """The game changed since it was read: read it again and decide anew."""

    key = "store-stale"


class ProcessRunning(SetupError):
    """Another live process plays the games of this surface."""

    def __init__(self, surface: str, pid: int) -> None:
        super().__init__(
            f"Another glyphmaster process (pid {pid}) is already playing the {surface} games of this "
            f"database. Stop it first (kill {pid}), or give this one its own GLYPHMASTER_DATABASE_URL."
        )
        self.pid = pid
