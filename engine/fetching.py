"""What can go wrong when a model is fetched from the library that models come from."""

from engine.errors import ModelError, PlayerError


class NoSuchModel(ModelError):
    """The library that models come from has none of this name. blanks: model."""

    key = "model-unknown"
    can_retry = False


class NoRoomForModel(ModelError):
    """The disk of the model server is full. blanks: model."""

    key = "model-no-room"
    can_retry = False


class LibraryUnreachable(ModelError):
    """The model server cannot reach the library that models come from. blanks: model."""

    key = "model-library-away"


class ServerTooOld(ModelError):
    """The model needs a newer version of the model server. blanks: model."""

    key = "model-server-old"
    can_retry = False


class FetchRunning(PlayerError):
    """Another model is being fetched; one comes at a time. blanks: model (the one that is coming)."""

    key = "fetch-running"
