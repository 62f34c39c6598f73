"""How a game comes together: opened, joined, watched, left, begun."""

import structlog

from engine.dice.seeds import beside, new_secret
from engine.errors import Blocked, NobodyToPlay, NotAtTable, StoreError, TooFewPlayers
from engine.life.outfitting import outfitted
from engine.life.standing import UNFINISHED, Standing
from engine.model.change import Change
from engine.model.changes.rolls import DiceRolled
from engine.model.changes.seats import SeatTaken
from engine.model.session import Session
from engine.names import new_id
from engine.requests import CharacterChoice, NewGame, Person
from engine.steps.brief import next_brief
from engine.table.opening import opening_state
from engine.table.seating import given_back, joined, left

log = structlog.get_logger()


class Gathering(Standing):
    """Opens games, seats people, begins."""

    async def open(self, new: NewGame) -> Session:
        """A gathering in a channel. Raises ChannelTaken, NoSuchAdventure."""
        adventure = self.parts.library.adventure(new.adventure_id, new.settings.language)
        state = opening_state(adventure)
        now = self.parts.clock.now()
        session = Session(
            id=new_id(self.parts.entropy),
            dice_seeds=(new_secret(self.parts.entropy.bits),),
            surface=new.surface,
            guild_id=new.guild_id,
            channel_id=new.channel_id,
            host_id=new.host.id,
            name=new.name,
            status="gathering",
            head_state=state,
            base_state=state,
            settings=new.settings,
            adventure=adventure,
            prompts_version=self.parts.library.prompts(new.settings.language).version,
            created_at=now,
            acted_at=now,
        )
        await self.store.add_session(session)
        return self.told(session)

    async def join(self, session_id: str, person: Person, choice: CharacterChoice, source_id: str) -> Session:
        """Sit down with a character, before the opening or during play.

        Raises CharacterTaken, NoSuchCharacter, SeatsFull, GameNotPlaying, Blocked. Joining with another
        character while the game gathers changes the character; during play it raises AlreadyJoined.
        """
        async with self.turns.tables.lock(session_id):
            session = await self.open_to(session_id, UNFINISHED)
            if person.id in session.blocked:
                raise Blocked
            changes = joined(session, person, choice)
            occasion = f"join:{source_id}"
            dice = beside(session.dice_seeds, self.parts.entropy.bits, occasion)
            ruleset = self.parts.rulesets.of(session.adventure)
            changes = outfitted(session, person, changes, ruleset, dice)
            if dice.fallen:
                changes = (*changes, DiceRolled(occasion=occasion, dice=dice.fallen))
            session = await self.write(session, person, "join", source_id, changes)
        return self.told(session)

    async def watch(self, session_id: str, person: Person, source_id: str) -> Session:
        """Read along without a character; gives the character back while the game gathers."""
        async with self.turns.tables.lock(session_id):
            session = await self.open_to(session_id, UNFINISHED)
            changes = (
                *standing_up(session, person.id),
                SeatTaken(player_id=person.id, player_name=person.name, character_id=None),
            )
            session = await self.write(session, person, "watch", source_id, changes)
        return self.told(session)

    async def leave(self, session_id: str, player_id: str, source_id: str) -> Session:
        """Stand up; during play the character goes on as an NPC. Raises NotAtTable."""
        async with self.turns.tables.lock(session_id):
            session = await self.open_to(session_id, UNFINISHED)
            seat = session.head_state.seats.get(player_id)
            if seat is None:
                raise NotAtTable
            changes = standing_up(session, player_id)
            person = Person(player_id, seat.player_name)
            session = await self.write(session, person, "leave", source_id, changes)
        return self.told(session)

    async def begin(self, session_id: str, person: Person) -> Session:
        """Start the opening; it is told through the announcer. Host or DM.

        Raises NotAllowed, NobodyToPlay, TooFewPlayers, GameNotPlaying, ModelError (the game gathers on).
        """
        session = await self.open_to(session_id, ("gathering",))
        self.check_host(session, person)
        check_party(session)
        await self.parts.masters.check(await next_brief(self.parts, session))
        async with self.turns.tables.lock(session_id):
            session = await self.open_to(session_id, ("gathering",))
            session = session.model_copy(update={"status": "starting"})
            with self.turns.kept_or_not(session_id):
                session = await self.turns.taking.begin(session, self.turns.taking.opening(session))
        self.told(session)
        self.turns.tables.wake(session_id)
        try:
            await self.store.backup("game")
        except StoreError as error:
            log.warning("game_not_copied", session=session_id, cause=repr(error))  # no reason not to play
        return session


def check_party(session: Session) -> None:
    """Raises NobodyToPlay, TooFewPlayers: what is missing before a story can begin."""
    seated, least = len(session.head_state.party()), session.adventure.players.least
    if not seated:
        raise NobodyToPlay
    if seated < least:
        raise TooFewPlayers(least=least, seated=seated)


def standing_up(session: Session, player_id: str) -> tuple[Change, ...]:
    """The changes by which somebody leaves; none for a stranger."""
    seat = session.head_state.seats.get(player_id)
    if seat is None:
        return ()
    if session.status == "gathering":
        return given_back(session.head_state, player_id)
    return left(session.head_state, seat)
