"""Read an expression: the grammar says what stands where, and here is asked whether it makes sense."""

import re
from functools import cache, lru_cache
from importlib import resources
from itertools import accumulate
from typing import cast

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken

from engine.dice.chain import CHAIN, stepped
from engine.dice.changing import best_of_two, change_of
from engine.dice.errors import (
    NoDice,
    NoSuchDie,
    NotDice,
    NotForThis,
    NothingToRoll,
    NumberTooLarge,
    TooDeep,
    TooLong,
    TooManyDice,
    TooManySides,
    TooManySteps,
    ZeroSides,
)
from engine.dice.limits import LIMITS
from engine.dice.nodes import Bracket, Dice, Expression, Negative, Node, Number, Row

_CALCULATES = re.compile(r"[-+*/]\s*\d|\d\s*[dw]\s*\d", re.IGNORECASE)
"""In a comment without "#": somebody may have meant it to count."""


@lru_cache(maxsize=1024)
def read(text: str) -> Expression:
    """What was written. Raises DiceError; no die has fallen then."""
    if len(text) > LIMITS.letters:
        raise TooLong(text, LIMITS.letters, most=LIMITS.letters)
    if not text.strip():
        raise NothingToRoll(text, 0)
    _check_nesting(text)
    try:
        tree = _parser().parse(text)
    except UnexpectedInput as fault:
        raise NotDice(text, _place(fault, text)) from fault
    return _Reader(text).expression(tree)


@cache
def _parser() -> Lark:
    grammar = resources.files("engine.dice").joinpath("dice.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr")


def _check_nesting(text: str) -> None:
    written = text.partition("#")[0]
    depths = accumulate((letter == "(") - (letter == ")") for letter in written)
    for position, depth in enumerate(depths):
        if depth > LIMITS.nesting:
            raise TooDeep(text, position, most=LIMITS.nesting)


def _place(fault: UnexpectedInput, text: str) -> int:
    if isinstance(fault, UnexpectedToken) and fault.token.type != "$END":
        return fault.token.start_pos or 0
    place = cast("int | None", fault.pos_in_stream)  # lark declares it None and sets it later
    return len(text) if place is None or isinstance(fault, UnexpectedToken) else place


class _Reader:
    """One expression. dice: so many fall at least."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._dice = 0
        self._best: Token | None = None

    def expression(self, tree: Tree[Token]) -> Expression:
        first, *rest = tree.children
        node = self._row(_tree(first))
        comment = str(rest[0]) if rest else ""
        if rest and comment.startswith("#"):
            comment = comment[1:]
        elif rest and _CALCULATES.search(comment):
            raise NotDice(self._text, _start(rest[0]))
        if self._best is not None:
            node = self._with_best(node, self._best)
        return Expression(self._text, node, " ".join(comment.split()))

    def _row(self, tree: Tree[Token]) -> Node:
        """A sum or a product."""
        read = self._row if tree.data == "sum" else self._signed
        first = read(_tree(tree.children[0]))
        pairs = zip(tree.children[1::2], tree.children[2::2], strict=True)
        rest = tuple((str(sign), read(_tree(node)), _start(sign)) for sign, node in pairs)
        return Row(first, rest) if rest else first

    def _signed(self, tree: Tree[Token]) -> Node:
        *signs, changed = tree.children
        node = self._changed(_tree(changed))
        return Negative(node) if sum(sign == "-" for sign in signs) % 2 else node

    def _changed(self, tree: Tree[Token]) -> Node:
        what, *changes = tree.children
        node: Number | Dice | Bracket
        if isinstance(what, Token):
            node = self._number(what)
        elif what.data == "dice":
            node = self._dice_of(what)
        else:
            members = tuple(self._row(each) for each in what.children if isinstance(each, Tree))
            node = Bracket(members, is_set=any(each == "," for each in what.children))
        for token in changes:
            assert isinstance(token, Token)  # noqa: S101  the grammar has nothing else here
            node = self._with_change(node, token)
        return node

    def _with_change(self, node: Number | Dice | Bracket, token: Token) -> Number | Dice | Bracket:
        if token.type == "BEST":
            if isinstance(node, Dice) and node.count == 1 and not node.changes:
                return self._doubled(node, token)
            if self._best is not None:
                raise NotForThis(self._text, _start(token), str(token))
            self._best = token
            return node
        return change_of(node, token, _start(token), self._text)

    def _with_best(self, node: Node, token: Token) -> Node:
        """With "adv" at the end ("d20 + 3 adv"), which is about the first lone die."""
        if isinstance(node, Dice) and node.count == 1 and not node.changes:
            return self._doubled(node, token)
        if isinstance(node, Row):
            return Row(self._with_best(node.first, token), node.rest)
        raise NotForThis(self._text, _start(token), str(token))

    def _doubled(self, node: Dice, token: Token) -> Dice:
        self._count(node.position, 1)
        return best_of_two(node, is_better=token.lower() == "adv", position=_start(token))

    def _dice_of(self, tree: Tree[Token]) -> Dice:
        written, *steps = tree.children
        position = _start(written)
        count_text, sides_text = (part.strip() for part in re.split(r"[dwDW]", str(written)))
        sides_at = position + str(written).rindex(sides_text)
        sides = 100 if sides_text == "%" else int(sides_text)
        count = int(count_text or 1)
        if sides == 0:
            raise ZeroSides(self._text, sides_at)
        if count == 0:
            raise NoDice(self._text, position)
        self._count(position, count)
        if sides > LIMITS.sides:
            raise TooManySides(self._text, sides_at, sides_text, most=LIMITS.sides)
        if steps:
            sides = self._stepped(sides, steps[0])
        return Dice(count, sides, f"{count_text}d{sides}", position)

    def _stepped(self, sides: int, token: Token | Tree[Token]) -> int:
        steps = int(str(token)[1:].replace(" ", "").replace("\t", ""))
        if abs(steps) > LIMITS.steps:
            raise TooManySteps(self._text, _start(token), str(token), most=LIMITS.steps)
        if sides not in CHAIN:
            raise NoSuchDie(self._text, _start(token), str(token), chain=", ".join(f"d{s}" for s in CHAIN))
        return stepped(sides, steps)

    def _count(self, position: int, count: int) -> None:
        self._dice += count
        if count > LIMITS.dice_at_once:
            raise TooManyDice(self._text, position, most=LIMITS.dice_at_once)
        if self._dice > LIMITS.dice:
            raise TooManyDice(self._text, position, most=LIMITS.dice)

    def _number(self, token: Token) -> Number:
        if int(token) > LIMITS.number:
            raise NumberTooLarge(self._text, _start(token), str(token), most=LIMITS.number)
        return Number(int(token))


def _tree(node: Token | Tree[Token]) -> Tree[Token]:
    assert isinstance(node, Tree)  # noqa: S101  the grammar has nothing else here
    return node


def _start(node: Token | Tree[Token]) -> int:
    assert isinstance(node, Token)  # noqa: S101  the grammar has nothing else here
    return node.start_pos or 0
