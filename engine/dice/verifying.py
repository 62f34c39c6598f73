"""Is it true? Every die of a receipt is worked out again from the secret that the game has shown."""

import re
from dataclasses import dataclass
from typing import Literal

from engine.dice.errors import DiceError
from engine.dice.receipt import Receipt, Receipts
from engine.dice.rolling import roll
from engine.dice.seeds import commitment, seed_of
from engine.draws import Draws

Finding = Literal["fair", "ruled", "sealed", "wrong-secret", "wrong-dice", "wrong-total"]
"""ruled: the dice are right, and a DM decided what counts. sealed: the secret was not shown (yet)."""
WRONG = frozenset[Finding]({"wrong-secret", "wrong-dice", "wrong-total"})

_TEST = re.compile(r"d(\d+) \((\d+)\)(?: ([+-]) (\d+))? = (-?\d+)")


@dataclass(frozen=True)
class Verdict:
    """What is to be said of one receipt."""

    receipt: Receipt
    finding: Finding


def verified(receipts: Receipts) -> tuple[Verdict, ...]:
    """A verdict for each roll, in order. Pure: the same file always gets the same verdicts."""
    secrets = {commitment(secret): secret for secret in receipts.secrets if secret}
    is_bound = set(secrets) <= set(receipts.commitments)
    found: list[Verdict] = []
    for receipt in receipts.rolls:
        secret = secrets.get(receipt.commitment)
        if not is_bound or receipt.commitment not in receipts.commitments:
            found.append(Verdict(receipt, "wrong-secret" if receipts.commitments else "sealed"))
        elif secret is None:
            found.append(Verdict(receipt, "sealed"))
        else:
            found.append(Verdict(receipt, _finding(receipt, secret)))
    return tuple(found)


def reads_as_test(text: str) -> bool:
    """Whether it is what the table reads of a test ("d20 (14) + 3 = 17")."""
    return _TEST.fullmatch(text) is not None


def fell_so(receipt: Receipt, secret: str) -> bool:
    """Whether this secret gives these dice at this place and occasion."""
    draws = Draws(seed_of(secret, receipt.place), receipt.occasion)
    return all(sides > 0 and draws.die(sides) == value for sides, value in receipt.dice)


def _finding(receipt: Receipt, secret: str) -> Finding:
    if not fell_so(receipt, secret):
        return "wrong-dice"
    if receipt.expression:
        draws = Draws(seed_of(secret, receipt.place), receipt.occasion)
        try:
            total = roll(receipt.expression, draws).total
        except DiceError:
            return "wrong-total"
        if draws.fallen != receipt.dice:
            return "wrong-dice"
        if total != receipt.total and not any(each.kind == "force" for each in receipt.rulings):
            return "wrong-total"
    elif receipt.total is not None:
        return "wrong-total"
    if not all(_adds_up(text, receipt) for text in receipt.shown):
        return "wrong-total"
    return "ruled" if receipt.rulings else "fair"


def _adds_up(text: str, receipt: Receipt) -> bool:
    """What was shown of a test has a die that fell (or that a DM chose) in it, and the right sum."""
    test = _TEST.fullmatch(text)
    if test is None:
        return False
    sides, natural, total = int(test[1]), int(test[2]), int(test[5])
    bonus = int(test[4] or 0) * (-1 if test[3] == "-" else 1)
    is_forced = any(ruling.outcome == str(natural) for ruling in receipt.rulings)
    return natural + bonus == total and (is_forced or (sides, natural) in receipt.dice)
