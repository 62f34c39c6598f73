"""Discord never refuses our payload: any story and any next moves, against a strict reader of its rules."""

from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from bot.adapters.locales import load_locales
from cogs import render
from cogs.form import Form
from cogs.payload import Payload
from cogs.splitting import split
from cogs.standing import Standing, standing
from engine.model.suggestion import Suggestion
from engine.model.turn import Turn
from engine.parts import WhoTells
from engine.ports import Entropy, Locale
from tests.bench.reliability.outcome import Outcome, Scale
from tests.engine.games_for_tests import playing_session, turn
from tests.fakes.clock import LONG_AGO
from tests.fakes.discord_rules import refusals, units
from tests.fakes.entropy import SeededEntropy

_TRIES = {"full": 10_000, "short": 50}
_FENCE = "```"
_MOST = 2000
_LONGEST = 9000
"""Characters of a story; a person may write 6,000, a model hardly half of that."""
_PIECES = (
    "The door opens. ", "Rain falls; nobody speaks. ", "“Who goes there?” ", "Geh nicht! ", "\n",
    "\n\n", "\n- ", "**", "*", "***", "_", "__", "~~", "||", "`", "``", "```", "```\n", "\n```\n",
    "```py\n", "````", "\\", "\\*", "> ", ">>> ", "# ", "-# ", "[x](http://a.b)", "snake_case_name",
    "2 * 3 * 4", "**Run!** ", "*softly* ", "||secret|| ", "`x` ", "```\ncode\n``` ", "@everyone ",
    "@here ", "<@123456789012345678> ", "<@&1> ", "<#5> ", "<:gem:1> ", "🜂", "🧙🏽‍♀️", "👨‍👩‍👧‍👦",
    "🇩🇪", "e\u0301", "Z̷͎̈́ä̶", "\u200d", "\ufe0f", "\u200b", "\u2060", "\u00ad", "\ufeff", "\x00",
    "\x07", "\x1b[0m", "\ud83e", "\udda9", "\ud800\ud800", "\u202e", "שלום ", "مرحبا ",
    "\u2067abc\u2069 ", "漢字かな", "한국어 ", "\u3164", "\u2800", "\u2028", "\u2029", "\u00a0", "\t",
    "\r\n", " " * 50, "a" * 2100, "🧙" * 1100, "W" * 1990 + "**", "x" * 1999, "`" * 40, "*" * 300,
)  # fmt: skip


async def measure(scale: Scale, folder: Path) -> Outcome:
    """Each try is a whole turn: its story as it streams, as it stands at the end, and its moves."""
    chance = Chance(SeededEntropy(8))
    locales = load_locales(files("data") / "locales")
    faults: list[str] = []
    longest = messages = 0
    for number in range(_TRIES[scale]):
        text = chance.text()[:_LONGEST]
        told = turn(narrative=text, suggestions=chance.suggestions())
        locale = locales[("en", "de", "it")[number % 3]]
        story, rest = tuple(_story(chance, told, locale)), tuple(_rest(chance, locale))
        messages += len(story) + len(rest)
        longest = max(longest, len(text))
        found = [*_torn(text), *(fault for payload in story + rest for fault in refused(payload))]
        found += [f"an uneven fence: {p.text[-40:]!r}" for p in story if Form(p).content.count(_FENCE) % 2]
        faults += [f"try {number}: {fault} in {text[:80]!r}" for fault in found[:1]]
    return Outcome(
        "P8",
        "Discord never refuses our payload",
        "rendering and a strict reader of Discord's rules",
        _TRIES[scale],
        len(faults),
        figures=f"{messages:,} messages, stories of up to {longest:,} characters",
        faults=tuple(faults[:5]),
    )


def refused(payload: Payload) -> tuple[str, ...]:
    """Why Discord would refuse it, in the form in which discord.py sends it."""
    form = Form(payload)
    body: dict[str, Any] = {
        "content": form.content,
        "embeds": [embed.to_dict() for embed in form.embeds],
        "components": form.view.to_components(),
    }
    return refusals(body)


class Chance:
    """Texts of every sort, the same in every run."""

    def __init__(self, entropy: Entropy) -> None:
        self._entropy = entropy

    def below(self, limit: int) -> int:
        """0 to limit - 1."""
        return int(self._entropy.uniform(0, limit)) % limit

    def text(self, most: int = 160) -> str:
        """Pieces in a row, most often few; sometimes one piece again and again, sometimes nothing at all."""
        count = self.below(self.below(most) + 1)
        if self.below(8) == 0:
            return self._piece() * count
        return "".join(self._piece() for _ in range(count))

    def suggestions(self) -> tuple[Suggestion, ...]:
        """None to thirty; ids and texts may come twice."""
        return tuple(
            Suggestion.model_construct(
                id=f"s{self.below(9)}", type="explore", label=self.text(6), text=self.text(9),
                risk_level="low", for_character="ada" if self.below(2) else None, call=None,
            )
            for _ in range(self.below(31) if self.below(4) == 0 else self.below(6))
        )  # fmt: skip

    def _piece(self) -> str:
        if self.below(12) == 0:
            return chr(self.below(0x110000))
        return _PIECES[self.below(len(_PIECES))]


def _story(chance: Chance, told: Turn, locale: Locale) -> Iterator[Payload]:
    """As it streams, and whole."""
    session = playing_session(chance.text(4), "ada")
    yield from render.story(told.narrative[: chance.below(len(told.narrative) + 1)])
    yield from render.told(session, told, told.suggestions, locale, render.Shown(plain=chance.below(2) == 0))


def _rest(chance: Chance, locale: Locale) -> Iterator[Payload]:
    """What else holds words of people and packs."""
    session = playing_session(chance.text(4), "ada")
    named = session.adventure.model_copy(update={"title": chance.text(4), "pitch": chance.text(30)})
    session = session.model_copy(update={"adventure": named})
    yield render.gathering(session, locale)
    yield standing(Standing(session, None, None, None, chance.below(9), 0, WhoTells(), LONG_AGO), locale)
    yield Payload(f"**{render.escaped(chance.text(5))}**: {chance.text(20)}")


def _torn(text: str) -> Sequence[str]:
    """What a cut loses, doubles or leaves open; only blanks between two messages may go."""
    chunks = split(text)
    faults = ["an uneven fence in a chunk" for c in chunks if c.shown.count(_FENCE) % 2]
    faults += ["a chunk that does not fit" for c in chunks if units(c.shown) > _MOST]
    at = 0
    for chunk in chunks:
        found = text.find(chunk.text, at)
        if found < 0 or text[at:found].strip():
            return [*faults, "the chunks are not the text"]
        at = found + len(chunk.text)
    return [*faults, "the text goes on"] if text[at:].strip() else faults
