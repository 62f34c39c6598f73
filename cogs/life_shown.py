"""How a game's life looks: what happened so far, who sits where, which games there are; pure."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time

from cogs import ids, life_ids, render
from cogs.payload import CONTENT, Button, Menu, Option, Payload, Row, clipped, units
from cogs.render import escaped
from engine.life.listing import GameLine
from engine.model.session import Session
from engine.model.state import Seat
from engine.model.turn import Turn
from engine.ports import Locale
from engine.prompting import said
from engine.told.catching_up import CatchUp
from engine.told.journal import evenings
from engine.told.recap import PartyMember, Recap

LOOKED_BACK = 60
"""Turns of which a recap may tell; what is older stands in the journal."""
_EVENT = 220
_DEED = 90
_THREADS = 400
_ROOM = CONTENT - 60
_LINES_LISTED = 15
_OPTIONS = 25
_ENDS = (".", "!", "?", "…", "“", "”", "»", '"')


def of_last_evening(turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """The turns (oldest first) that were told since people last met."""
    found = evenings(turns)
    return tuple(t for t in turns if t.number >= found[-1].turns[0]) if found else ()


def retold(found: Recap, locale: Locale, head: str, *, room: int = _ROOM) -> str:
    """A recap below its heading. Where there is too little room, the oldest is left out."""
    after = ["", locale.say("life.recap.scene", text=clipped(found.scene, _EVENT))] if found.scene else []
    if found.party:
        after += [locale.say("life.recap.party"), *(_member(member, locale) for member in found.party)]
    if found.threads:
        after.append(locale.say("life.recap.threads", text=clipped("; ".join(found.threads), _THREADS)))
    events = [f"- {clipped(' '.join(event.split()), _EVENT)}" for event in found.events]
    events = events or [locale.say("life.recap.nothing")]
    while len(events) > 1 and units("\n".join([head, *events, *after])) > room:
        events = events[1:]
    return "\n".join([head, *events, *after])


def recapped(session: Session, found: Recap, locale: Locale) -> Payload:
    """The private answer: what happened since one's own last action."""
    text = retold(found, locale, locale.say("life.recap.title", title=session.adventure.title))
    rows: tuple[Row, ...] = ()
    if session.status in {"asleep", "paused"}:
        rows = ((continue_button(session, locale),),)
    return Payload(text, rows=rows)


def resting(session: Session, found: Recap, locale: Locale) -> Payload:
    """The evening is over: what came of it, for all."""
    foot = locale.say("life.rest.kept")
    head = locale.say("life.rest.title", title=session.adventure.title)
    text = retold(found, locale, head, room=_ROOM - units(foot))
    return Payload(f"{text}\n{foot}", rows=(rest_buttons(session, locale),))


def continued(session: Session, head: Turn, found: Recap | None, locale: Locale, *, plain: bool) -> Payload:
    """The story goes on: what happened last evening (null: only a pause is over), and the next moves."""
    card = render.moves(session, head, head.suggestions, locale)
    rows = render.buttons(session, head, head.suggestions, locale)
    below = f"\n\n{render.small_print(card)}" if card and plain else ""
    foot = locale.say("life.again.foot")
    text = locale.say("life.again.line")
    if found is not None:
        title = locale.say("life.again.title", title=session.adventure.title)
        text = retold(found, locale, title, room=max(600, _ROOM - units(foot + below)))
        text = f"{text}\n{foot}"
    return Payload(text + below, None if plain else card, rows)


def asleep(session: Session, locale: Locale) -> Payload:
    """Somebody wrote at a table that rests: nothing has happened, and two doors."""
    text = locale.say("discord.asleep", title=session.adventure.title)
    return Payload(text, rows=(rest_buttons(session, locale),))


def rest_buttons(session: Session, locale: Locale) -> Row:
    """Continue, and what happened before."""
    recap = Button(life_ids.life("recap", session.id), locale.say("life.button.recap"))
    return (continue_button(session, locale), recap)


def continue_button(session: Session, locale: Locale) -> Button:
    """Wakes the game."""
    return Button(ids.wake(session.id), locale.say("discord.button.continue"), "main")


def paused(session: Session, locale: Locale) -> Payload:
    """Everybody may stop the story for a while, and nobody has to say why."""
    return Payload(locale.say("life.paused"), rows=((continue_button(session, locale),),))


def ask_to_finish(session: Session, locale: Locale) -> Payload:
    """Sure? A break is offered beside it."""
    end = Button(life_ids.life("end", session.id), locale.say("life.button.end"), "danger")
    rest = Button(
        life_ids.life("break", session.id),
        locale.say("life.button.break"),
        is_disabled=session.status not in {"playing", "paused"},
    )
    return Payload(locale.say("life.finish.ask", title=session.adventure.title), rows=((end, rest),))


def controls(session: Session, locale: Locale) -> tuple[Row, ...]:
    """What can be done with a game that has begun."""
    if session.status not in {"playing", "paused", "asleep"}:
        return ()
    pause = Button(life_ids.life("pause", session.id), locale.say("life.button.pause"))
    first = pause if session.status == "playing" else continue_button(session, locale)
    rest = Button(
        life_ids.life("break", session.id),
        locale.say("life.button.break"),
        is_disabled=session.status == "asleep",
    )
    return (
        (
            first,
            Button(life_ids.life("recap", session.id), locale.say("life.button.recap")),
            Button(life_ids.life("party", session.id), locale.say("life.button.party")),
            rest,
            Button(life_ids.life("finish", session.id), locale.say("life.button.finish"), "danger"),
        ),
    )


def party(session: Session, asker_id: str, locale: Locale) -> Payload:
    """Who sits at the table, who plays whom, who is away; with the buttons of one's own seat."""
    seats = session.head_state.seats
    lines = [locale.say("life.party.title", title=session.adventure.title)]
    lines += [_seat(session, seat, locale) for seat in seats.values()] or [locale.say("life.party.nobody")]
    free = session.adventure.players.most - sum(1 for seat in seats.values() if not seat.is_watching)
    lines.append(locale.say("life.party.free", count=max(0, free)))
    own = seats.get(asker_id)
    if own is None:
        return Payload("\n".join(lines), rows=((_join(session, locale),),))
    deed: life_ids.LifeDeed = "away" if own.away_until is None else "back"
    buttons = [Button(life_ids.life("leave", session.id), locale.say("life.button.leave"))]
    if not own.is_watching:
        buttons.insert(0, Button(life_ids.life(deed, session.id), locale.say(f"life.button.{deed}")))
    return Payload("\n".join(lines), rows=(tuple(buttons),))


def gone(session: Session, name: str, locale: Locale) -> Payload:
    """How a character leaves the table, told within the story."""
    ways = locale.lines("life.leaves")
    return Payload(said(ways[session.version % len(ways)], {"name": escaped(name)}))


def caught_up(found: CatchUp, session: Session, locale: Locale) -> tuple[list[str], tuple[Row, ...]]:
    """Four lines for whoever comes late, and the button of a first move."""
    lately = " ".join(_ended(clipped(event, _EVENT)) for event in found.lately)
    parts = (
        ("scene", found.scene),
        ("lately", lately),
        ("company", ", ".join(escaped(name) for name in found.company)),
        ("thread", found.thread),
    )
    lines = [locale.say(f"life.late.{key}", text=clipped(text, 450)) for key, text in parts if text]
    if not found.first_move:
        return lines, ()
    lines.append(locale.say("life.late.move", text=clipped(found.first_move, 300)))
    button = Button(life_ids.life("first", session.id), locale.say("life.button.first"), "main")
    return lines, ((button,),)


def listed(games: Sequence[GameLine], locale: Locale) -> Payload:
    """A server's games, the newest first; those that are over can be chosen to go on."""
    if not games:
        return Payload(locale.say("life.list.none"))
    lines = [locale.say("life.list.title")]
    lines += [_game(line, locale) for line in games[:_LINES_LISTED]]
    over = [line for line in games if line.may_reopen][:_OPTIONS]
    rows: tuple[Row, ...] = ()
    if over:
        options = tuple(
            Option(line.session.id, line.session.adventure.title, _told(line.turns, locale)) for line in over
        )
        rows = ((Menu(life_ids.reopen(), locale.say("life.list.reopen"), options),),)
    return Payload("\n".join(lines), rows=rows)


def moment(when: datetime, style: str) -> str:
    """A time that Discord shows to everybody in their own language and time zone."""
    return f"<t:{int(when.timestamp())}:{style}>"


def day(iso: str) -> str:
    """A day as Discord shows it; noon, so that it is the same day nearly everywhere."""
    return moment(datetime.combine(date.fromisoformat(iso), time(12), UTC), "D")


def away_words(until: str, locale: Locale) -> str:
    """Away, and until when."""
    return locale.say("life.party.away-until", day=day(until)) if until else locale.say("life.party.away")


def _ended(text: str) -> str:
    """A note as a sentence that another may follow."""
    return text if text.endswith(_ENDS) else f"{text}."


def _member(member: PartyMember, locale: Locale) -> str:
    name = escaped(member.character.name)
    if member.seat is None:
        line = locale.say("life.recap.alone", name=name)
    else:
        line = locale.say("life.recap.member", name=name, player=escaped(member.seat.player_name))
        if member.seat.away_until is not None:
            return f"{line}, {away_words(member.seat.away_until, locale)}"
    if not member.doing:
        return line
    return locale.say("life.recap.doing", member=line, text=clipped(" ".join(member.doing.split()), _DEED))


def _seat(session: Session, seat: Seat, locale: Locale) -> str:
    character = session.head_state.character_of(seat.player_id)
    player = escaped(seat.player_name)
    if character is None:
        line = locale.say("life.party.watches", player=player)
    else:
        name, role = escaped(character.name), clipped(escaped(character.role), 60)
        line = locale.say("life.party.plays", player=player, name=name, role=role)
    if seat.away_until is not None:
        line += f", {away_words(seat.away_until, locale)}"
    return f"{line} · {locale.say('life.party.plain')}" if seat.needs_plain else line


def _join(session: Session, locale: Locale) -> Button:
    return Button(ids.gathering("join", session.id), locale.say("discord.button.join"), "good")


def _game(line: GameLine, locale: Locale) -> str:
    session = line.session
    return locale.say(
        "life.list.game",
        title=clipped(escaped(session.adventure.title), 60),
        status=locale.say(f"discord.status.{session.status}"),
        channel=f"<#{session.channel_id}>",
        turns=_told(line.turns, locale),
        when=moment(session.acted_at, "R"),
    )


def _told(turns: int, locale: Locale) -> str:
    return locale.say("life.list.turns", count=turns)
