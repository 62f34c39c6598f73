"""The life of a game: open, gather, begin, rest, come back, end, and go back."""

from engine.model.session import Session
from engine.requests import CharacterChoice, NewGame, Person


class Games:
    """One for all games of a surface. Every method raises StoreError; NoGame where it takes a session id."""

    async def open(self, new: NewGame) -> Session:
        """A gathering in a channel. Raises ChannelTaken, NoSuchAdventure."""
        raise NotImplementedError

    async def join(self, session_id: str, person: Person, choice: CharacterChoice, source_id: str) -> Session:
        """Sit down with a character, before the opening or during play.

        Raises CharacterTaken, NoSuchCharacter, SeatsFull, GameNotPlaying. Joining with another character
        while the game gathers changes the character; during play it raises AlreadyJoined.
        """
        raise NotImplementedError

    async def watch(self, session_id: str, person: Person, source_id: str) -> Session:
        """Read along without a character; gives the character back while the game gathers."""
        raise NotImplementedError

    async def leave(self, session_id: str, player_id: str, source_id: str) -> Session:
        """Stand up; during play the character goes on as an NPC. Raises NotAtTable."""
        raise NotImplementedError

    async def begin(self, session_id: str, person: Person) -> Session:
        """Start the opening; it is told through the announcer. Host or DM.

        Raises NotAllowed, NobodyToPlay, GameNotPlaying, ModelError (the game gathers on).
        """
        raise NotImplementedError

    async def set_narrator(self, session_id: str, person: Person, narrator: str) -> Session:
        """Who tells from the next turn on. Host or DM. Raises NotAllowed."""
        raise NotImplementedError

    async def rest(self, session_id: str, person: Person) -> Session:
        """End the evening: the game sleeps. Raises GameNotPlaying."""
        raise NotImplementedError

    async def wake(self, session_id: str) -> Session:
        """Play on after a rest or a pause. Raises GameNotPlaying."""
        raise NotImplementedError

    async def finish(self, session_id: str, person: Person) -> Session:
        """End the story; the channel is free. Host or DM. Raises NotAllowed."""
        raise NotImplementedError

    async def undo(self, session_id: str, turns: int = 1) -> Session:
        """Take the newest turns back, story and state together. Raises NothingToUndo, TurnRunning."""
        raise NotImplementedError
