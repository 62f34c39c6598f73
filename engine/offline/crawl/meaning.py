"""What somebody's words are as a call of a tool, by the names of what can be tried, fought or taken here."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.model.action import MergedAction, ToolCall
from engine.model.adventure import Verb
from engine.model.noun import Scalar
from engine.offline.grammar import Clause, Grammar
from engine.offline.words import Found, find
from engine.ports import Locale
from engine.rules.course import Course
from engine.rules.exploring.checking import checks_here
from engine.rules.exploring.passing import ways_here
from engine.rules.exploring.treasure import treasure_here
from engine.rules.exploring.using import uses_here
from engine.rules.numbers import kind_of_item
from engine.rules.somebody import Somebody, kind_of

Sort = Literal["check", "foe", "treasure", "use", "way", "spell", "carried", "deed"]
_GOING: frozenset[Verb] = frozenset({"go", "open", "push"})
_HANDS: frozenset[Verb] = frozenset(
    {"use", "give", "take", "open", "push", "look", "help", "talk", "other", "go"}
)
_HERE: tuple[Sort, ...] = ("use", "check", "treasure", "way", "carried")
_MANNERS = (
    ("behind", "sneak-attack"),
    ("grapple", "grapple"),
    ("charge", "charge"),
    ("both", "two-weapons"),
)
"""Words for a manner of fighting, and its operation."""


@dataclass(frozen=True)
class Target:
    """Something that words can name. words: each a name that people may type."""

    sort: Sort
    id: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class _Hit:
    target: Target
    found: Found


class Meaning:
    """Reads one character's words where they are. Never fails: null is what no tool settles."""

    def __init__(self, course: Course, who: Somebody, grammar: Grammar, locale: Locale) -> None:
        self._course = course
        self._who = who
        self._grammar = grammar
        self._locale = locale
        self._targets = tuple(self._all())

    def call(self, action: MergedAction) -> ToolCall | None:
        """The first thing in these words that rules settle."""
        for clause in self._grammar.clauses(action.content, is_speech=action.type == "speech"):
            if not clause.is_speech and (call := self._of(clause)) is not None:
                return call.model_copy(update={"who": self._who.id})
        return None

    def _of(self, clause: Clause) -> ToolCall | None:
        if any(token in self._grammar.negations for token in clause.tokens):
            return None
        verbs = tuple(verb for verb, _ in self._grammar.verbs_in(clause.tokens))
        in_fight = self._course.state.fight is not None
        if self._has("cast", clause) and (spell := self._best(clause, "spell")) is not None:
            return _call("spellcasting", spell=spell.id, target=_id(self._best(clause, "foe")))
        if in_fight and (call := self._in_fight(clause, verbs)) is not None:
            return call
        if "attack" in verbs and (foe := self._best(clause, "foe")) is not None:
            return self._blow(clause, foe)
        return self._here(clause, verbs)

    def _in_fight(self, clause: Clause, verbs: Sequence[Verb]) -> ToolCall | None:
        if self._has("flee", clause):
            way = self._best(clause, "way")
            ways = ways_here(self._course)
            to = way.id if way else ways[0].to if ways else None
            return _call("movement", to=to, mode="hurry") if to else None
        if self._has("loose", clause):
            return _call("combat", operation="break-free")
        if self._has("guard", clause):
            return _call("combat", operation="guard")
        foe = self._best(clause, "foe")
        if "attack" in verbs or foe is not None or self._best(clause, "deed") is not None:
            use = self._best(clause, "use")
            if use is not None and "attack" not in verbs:
                return _call("update-inventory", action="use", item=use.id)
            return self._blow(clause, foe)
        return None

    def _blow(self, clause: Clause, foe: Target | None) -> ToolCall:
        deed = self._best(clause, "deed")
        target = _id(foe)
        sheet = self._who.sheet
        if deed is not None and sheet is not None and sheet.class_id in {"warrior", "dwarf"}:
            return _call("combat", operation="mighty-deed", target=target, deed=deed.id)
        operation = next((o for key, o in _MANNERS if self._has(key, clause)), "attack")
        return _call("combat", operation=operation, target=target)

    def _here(self, clause: Clause, verbs: Sequence[Verb]) -> ToolCall | None:
        """Outside of a fight: the best name decides, the verb between equals."""
        verb = verbs[0] if verbs else None
        hits = [hit for sort in _HERE for hit in self._hits(clause, sort)]
        able = [hit for hit in hits if self._fits(hit.target.sort, verb, clause)]
        if not able:
            return None
        best = max(able, key=lambda hit: (self._likes(hit.target.sort, verb), hit.found.weight)).target
        match best.sort:
            case "check":
                return _call("ability-check", check=best.id)
            case "treasure":
                return _call("update-inventory", action="add", item=best.id)
            case "use":
                return _call("update-inventory", action="use", item=best.id)
            case "way":
                mode = next((m for m in ("sneak", "hurry") if self._has(m, clause)), "explore")
                return _call("movement", to=best.id, mode=mode)
            case _:
                action = "unequip" if self._has("unequip", clause) else "equip"
                return _call("update-inventory", action=action, item=best.id)

    def _fits(self, sort: Sort, verb: Verb | None, clause: Clause) -> bool:
        match sort:
            case "way":
                return verb in _GOING or self._is_bare(clause)
            case "treasure":
                return verb == "take"
            case "carried":
                return self._has("equip", clause) or self._has("unequip", clause)
            case "use":
                return verb in {"use", "give", "push", "other", None}
            case _:
                return verb is None or verb in _HANDS

    def _likes(self, sort: Sort, verb: Verb | None) -> int:
        match verb:
            case "take":
                return 2 if sort == "treasure" else 1
            case "go":
                return 2 if sort == "way" else 1
            case _:
                return 2 if sort in {"use", "check", "carried"} else 1

    def _is_bare(self, clause: Clause) -> bool:
        return len(self._grammar.content(clause.tokens)) <= 2

    def _has(self, key: str, clause: Clause) -> bool:
        names = (self._grammar.spelling.tokens(line) for line in self._locale.lines(f"crawl.words.{key}"))
        return any(name and find(clause.tokens, name, self._grammar.spelling) for name in names)

    def _hits(self, clause: Clause, sort: Sort) -> Iterator[_Hit]:
        spelling = self._grammar.spelling
        for target in self._targets:
            if target.sort != sort:
                continue
            found = [f for word in target.words if (f := find(clause.tokens, spelling.named(word), spelling))]
            if found:
                yield _Hit(target, max(found, key=lambda f: f.weight))

    def _best(self, clause: Clause, sort: Sort) -> Target | None:
        hits = list(self._hits(clause, sort))
        return max(hits, key=lambda hit: hit.found.weight).target if hits else None

    def _all(self) -> Iterator[Target]:
        course, who = self._course, self._who
        for check in checks_here(course, who.id):
            yield Target("check", check.id, (*check.words, check.name))
        for treasure in treasure_here(course):
            kind = kind_of_item(treasure.item, course.adventure, course.book)
            if kind is not None:
                yield Target("treasure", treasure.id, (*kind.words, kind.name))
        for use in uses_here(course):
            kind = kind_of_item(use.item, course.adventure, course.book)
            yield Target("use", use.item, (*use.words, *(kind.words if kind else ())))
        for way in ways_here(course):
            scene = course.adventure.scene(way.to)
            yield Target("way", way.to, (*way.words, scene.name if scene else way.label))
        for creature in course.state.creatures_here():
            kind_ = kind_of(course.adventure, creature)
            if creature.hp > 0 and creature.standing in {"hostile", "waiting"} and kind_ is not None:
                yield Target("foe", creature.id, (creature.name, *kind_.words))
        for deed in course.book.deeds.values():
            yield Target("deed", deed.id, deed.words)
        if who.sheet is not None:
            for known in who.sheet.spells:
                if (spell := course.book.spells.get(known.id)) is not None:
                    yield Target("spell", spell.id, (*spell.words, spell.name))
            for item in who.sheet.items:
                kind = kind_of_item(item.kind, course.adventure, course.book)
                yield Target("carried", item.id, (item.name, *(kind.words if kind else ())))


def _call(tool: str, **args: Scalar) -> ToolCall:
    return ToolCall(tool=tool, args={name: value for name, value in args.items() if value is not None})


def _id(target: Target | None) -> str | None:
    return target.id if target else None
