"""Engine values as messages: what stands in the channel while a game is played."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cogs import ids
from cogs.dice_promise import promise
from cogs.parting import Way, parted
from cogs.payload import Button, Card, Payload, Row, clipped, rows_of
from cogs.splitting import split
from cogs.state_card import change_line
from engine.model.session import Session
from engine.model.state import Seat
from engine.model.suggestion import Suggestion
from engine.model.turn import Turn
from engine.ports import Locale

_PITCH = 760
"""Units of a pitch in a gathering's message; the rest of its 2,000 are for the table."""
_SEATS_SHOWN = 12
_MOST_BUTTONS = 20
_SMALL = "-# "


def gathering(session: Session, locale: Locale) -> Payload:
    """The open table: what will be played, who is in, and Join, Watch, Begin."""
    adventure = session.adventure
    players = locale.say(
        "discord.gathering.players", least=adventure.players.least, most=adventure.players.most
    )
    facts = [
        ("tone", adventure.tone),
        ("length", adventure.length),
        ("for", players),
        ("warnings", "; ".join(adventure.content_warnings) or locale.say("discord.gathering.no-warnings")),
        ("table", ", ".join(seats(session, locale)) or locale.say("discord.gathering.nobody")),
    ]
    lines = [
        f"## {adventure.title}",
        clipped(adventure.pitch, _PITCH),
        "",
        *(locale.say(f"discord.gathering.{key}", text=clipped(text, 300)) for key, text in facts),
        "",
        _SMALL + locale.say(f"discord.gathering.is.{session.status}"),
    ]
    if adventure.ruleset != "story" and (bound := promise(session, locale)):
        lines.append(_SMALL + bound)
    return Payload("\n".join(lines), rows=(_gathering_buttons(session, locale),))


def story(text: str, way: Way | None = None, *, is_whole: bool = True) -> tuple[Payload, ...]:
    """A narrative's messages without anything below. is_whole: false while it is being told."""
    return parted(text, way or Way(), is_whole=is_whole)


def late(turn: Turn, locale: Locale) -> tuple[Payload, ...]:
    """A story that could not be posted when it was told; its moment is over, so it has no buttons."""
    *before, last = story(turn.narrative) or (Payload(locale.say("discord.silence")),)
    return (*before, Payload(last.text, Card(footer=locale.say("discord.footnote.late"))))


@dataclass(frozen=True)
class Shown:
    """How a table reads. plain: without frames. is_above: the story stands in the DM's own message."""

    way: Way = field(default_factory=Way)
    plain: bool = False
    is_above: bool = False


def told(
    session: Session, turn: Turn, suggestions: Sequence[Suggestion], locale: Locale, shown: Shown
) -> tuple[Payload, ...]:
    """The whole narrative with what stands below it: what changed, the next moves, a footnote if any."""
    parts = story(turn.narrative, shown.way) or (Payload(locale.say("discord.silence")),)
    if shown.is_above:
        parts = (Payload(locale.say("telling.told-above")),)
    *before, last = parts
    card = moves(session, turn, suggestions, locale)
    rows = buttons(session, turn, suggestions, locale)
    if not shown.plain or card is None:
        return (*before, Payload(last.text, card, rows))
    ending = split(f"{last.text}\n\n{small_print(card)}")
    return (*before, *(Payload(c.shown) for c in ending[:-1]), Payload(ending[-1].shown, rows=rows))


def moves(session: Session, turn: Turn, suggestions: Sequence[Suggestion], locale: Locale) -> Card | None:
    """What changed, and the suggestions in full, numbered, each with its risk as a word; none if empty."""
    lines = [
        locale.say(
            "discord.move",
            number=number,
            text=suggestion.text,
            risk=locale.say(f"discord.risk.{suggestion.risk_level}"),
        )
        for number, suggestion in enumerate(suggestions, 1)
    ]
    if line := change_line(session, turn, locale):
        lines = [line, "", *lines] if lines else [line]
    footer = footnote(session, turn, locale)
    return Card(text="\n".join(lines), footer=footer) if lines or footer else None


def small_print(card: Card) -> str:
    """A card as text, for servers that want no frames."""
    return "\n".join(_SMALL + line for line in [*card.text.split("\n"), card.footer] if line)


def buttons(
    session: Session, turn: Turn, suggestions: Sequence[Suggestion], locale: Locale
) -> tuple[Row, ...]:
    """A button for each suggestion; Try again and Write it down now where something is to mend; Why?"""
    choices = tuple(
        Button(
            ids.choice(turn.id, index, suggestion.text),
            f"{index + 1}. {suggestion.label}",
            style="main" if suggestion.for_character else "plain",
        )
        for index, suggestion in enumerate(suggestions[:_MOST_BUTTONS])
    )
    mending = []
    if fell_back(session, turn):
        mending.append(Button(ids.retell(turn.id), locale.say("discord.try-again")))
    if not turn.is_recorded:
        mending.append(Button(ids.write(turn.id), locale.say("discord.write-down")))
    mending.append(Button(ids.why(turn.id), locale.say("telling.why.button")))
    return rows_of(choices) + rows_of(tuple(mending))


def fell_back(session: Session, turn: Turn) -> bool:
    """Whether the model should have told this turn, and could not tell all of it."""
    wanted = session.settings.narrator in {"ai", "draft"}
    return wanted and (turn.told_by == "offline" or _broke_off(turn))


def footnote(session: Session, turn: Turn, locale: Locale) -> str:
    """What the table should know of how this turn came about; "" if all went well."""
    return " ".join(locale.say(key, reference=turn.reference or "") for key in _footnotes(session, turn))


def _footnotes(session: Session, turn: Turn) -> Iterator[str]:
    if turn.told_by == "offline" and fell_back(session, turn):
        yield "discord.footnote.offline-because" if turn.reference else "discord.footnote.offline"
    elif _broke_off(turn) and turn.is_recorded:
        yield "discord.footnote.broke-off"
    elif _broke_off(turn):
        yield "discord.footnote.broke-off-too"
    if not turn.is_recorded:
        yield "discord.footnote.unrecorded"


def _broke_off(turn: Turn) -> bool:
    """A telling that came to its end has said what it cost."""
    told = any(usage.purpose == "narrate" for usage in turn.usage)
    return turn.told_by == "model" and turn.reference is not None and not told


def ending(session: Session, locale: Locale) -> Payload:
    """An ending has come about: the table decides whether it is the last word."""
    found = next((e for e in session.adventure.endings if e.id == session.head_state.ending_id), None)
    return Payload(locale.say("discord.ending", title=found.title if found else session.adventure.title))


def opening_failed(session: Session, reference: str, locale: Locale) -> Payload:
    """The opening was not told: Begin once more, or begin without the model."""
    scripted = Button(ids.scripted(session.id), locale.say("discord.button.scripted"))
    return Payload(locale.say("discord.opening-failed", reference=reference), rows=((scripted,),))


def _gathering_buttons(session: Session, locale: Locale) -> Row:
    over = session.status == "finished"
    return (
        Button(ids.gathering("join", session.id), locale.say("discord.button.join"), "good", over),
        Button(ids.gathering("watch", session.id), locale.say("discord.button.watch"), "plain", over),
        Button(
            ids.gathering("begin", session.id),
            locale.say("discord.button.begin"),
            "main",
            session.status != "gathering",
        ),
    )


def seats(session: Session, locale: Locale) -> list[str]:
    """Who is at the table, and as whom."""
    seats = list(session.head_state.seats.values())
    names = [_seat(session, seat, locale) for seat in seats[:_SEATS_SHOWN]]
    if len(seats) > _SEATS_SHOWN:
        names.append(locale.say("discord.gathering.more", count=len(seats) - _SEATS_SHOWN))
    return names


def _seat(session: Session, seat: Seat, locale: Locale) -> str:
    character = session.head_state.character_of(seat.player_id)
    if character is None:
        return locale.say("discord.gathering.watches", player=escaped(seat.player_name))
    return locale.say(
        "discord.gathering.plays", player=escaped(seat.player_name), character=escaped(character.name)
    )


def escaped(name: str) -> str:
    """A person's name as plain letters: names of Discord may hold any marks."""
    shown = "".join(f"\\{c}" if c in "\\*_~`|<>[]@" else c for c in " ".join(name.split()))
    return clipped(shown, 80)
