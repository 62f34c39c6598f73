"""What is asked before a story begins in the terminal: which adventure, and who the player is in it."""

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from bot.terminal_lines import Lines
from bot.terminal_screen import Screen
from engine.model.adventure import Adventure, AdventureCard
from engine.model.session import Session
from engine.ports import Entropy, Locale
from engine.requests import CharacterChoice, OwnChoice, ReadyChoice
from engine.table.seating import free_characters

T = TypeVar("T")
_NUMBER = re.compile(r"(\d{1,3})[.)]?")


class Questions:
    """Asks, and asks again. Each answer is null when the input has ended.

    What comes through a pipe and answers nothing is the first action of the story: then chance decides here.
    """

    def __init__(self, screen: Screen, lines: Lines, entropy: Entropy) -> None:
        self._screen = screen
        self._lines = lines
        self._entropy = entropy

    async def adventure(self, cards: Sequence[AdventureCard], locale: Locale) -> AdventureCard | None:
        """One of these; the only one without a question."""
        if len(cards) == 1:
            return cards[0]
        self._screen.title(locale.say("terminal.which-adventure"))
        for number, card in enumerate(cards, 1):
            blanks = {"title": card.title, "length": card.length, "pitch": card.pitch}
            self._screen.line(locale.say("terminal.adventure", number=number, **blanks))
        self._screen.remark(locale.say("terminal.which-adventure-how"))
        while (answer := await self._answer()) is not None:
            if not answer:
                return cards[0]
            if card_picked := picked(answer, cards, lambda card: (card.id, card.title)):
                return card_picked
            if not self._screen.is_tty:
                self._lines.put_back(answer)
                return cards[0]
            self._screen.remark(locale.say("terminal.unknown-adventure", name=answer))
        return None

    def introduce(self, adventure: Adventure, locale: Locale) -> None:
        """What kind of evening it will be."""
        self._screen.title(adventure.title)
        self._screen.line(adventure.pitch)
        self._screen.remark(locale.say("terminal.about", tone=adventure.tone, length=adventure.length))
        if adventure.content_warnings:
            warnings = ", ".join(adventure.content_warnings)
            self._screen.remark(locale.say("terminal.warnings", warnings=warnings))

    async def character(self, session: Session, locale: Locale) -> CharacterChoice | None:
        """A ready character, one of the player's own, or one by chance."""
        free = free_characters(session)
        self._screen.title(locale.say("terminal.who-are-you"))
        for number, ready in enumerate(free, 1):
            blanks = {"name": ready.name, "role": ready.role, "line": ready.line}
            self._screen.line(locale.say("terminal.character", number=number, **blanks))
        self._screen.remark(locale.say("terminal.who-how"))
        while (answer := await self._answer()) is not None:
            if answer.casefold() in locale.lines("terminal.own"):
                return await self._own(locale)
            if ready_picked := picked(answer, free, lambda ready: (ready.id, ready.name)):
                return ReadyChoice(ready_picked.id)
            if answer and self._screen.is_tty:
                self._screen.remark(locale.say("terminal.unknown-character", name=answer))
                continue
            if answer:
                self._lines.put_back(answer)
            return ReadyChoice(free[self._entropy.bits(32) % len(free)].id)
        return None

    def welcome(self, session: Session, player_id: str, locale: Locale) -> None:
        """Who the player is now, and where to begin."""
        character = session.head_state.character_of(player_id)
        if character is None:
            return
        self._screen.gap()
        self._screen.line(locale.say("terminal.you-are", name=character.name, role=character.role))
        for goal in character.goals:
            self._screen.line(locale.say("terminal.your-goal", goal=goal))
        ready = session.adventure.ready_character(character.id)
        if ready is not None:
            self._screen.line(locale.say("terminal.your-question", question=ready.question))
            self._screen.line(locale.say("terminal.your-first-move", move=ready.first_move))
        self._screen.flush()

    async def _own(self, locale: Locale) -> OwnChoice | None:
        answers: list[str] = []
        for key in ("own-name", "own-role", "own-goal"):
            self._screen.remark(locale.say(f"terminal.{key}"))
            answer = await self._answer()
            while answer == "" and key != "own-goal":
                answer = await self._answer()
            if answer is None:
                return None
            answers.append(answer)
        name, role, goal = answers
        return OwnChoice(name=name, role=role, goal=goal)

    async def _answer(self) -> str | None:
        self._screen.ask()
        line = await self._lines.next()
        return None if line is None else line.strip()


def picked(answer: str, of: Sequence[T], names: Callable[[T], tuple[str, ...]]) -> T | None:
    """What a number (from 1) or a name stands for; one word of a name will do where it fits only one.

    >>> picked("2", ["Ada Bell", "Bo"], lambda name: (name,))
    'Bo'
    >>> picked("bell", ["Ada Bell", "Bo"], lambda name: (name,))
    'Ada Bell'
    """
    if number := _NUMBER.fullmatch(answer):
        place = int(number[1]) - 1
        return of[place] if 0 <= place < len(of) else None
    wanted = answer.casefold()
    whole = [one for one in of if wanted in {name.casefold() for name in names(one)}]
    word = [one for one in of if wanted in {part for name in names(one) for part in name.casefold().split()}]
    return next((found[0] for found in (whole, word) if len(found) == 1), None)
