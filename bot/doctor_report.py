"""What the doctor found, as a page that anybody can read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from engine.model.noun import Scalar
from engine.ports import Locale

Verdict = Literal["good", "note", "bad"]
"""good: as it should be. note: play works, but an admin may want to know. bad: play would not work."""


@dataclass(frozen=True)
class Finding:
    """One thing that was found. key: locale key below `doctor.`. words: blanks that are such keys too."""

    verdict: Verdict
    key: str
    blanks: Mapping[str, Scalar] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Report:
    """Everything that was found, in order."""

    findings: tuple[Finding, ...]

    @property
    def works(self) -> bool:
        """Whether play would work as it is set up; if not, a command ends with exit code 1."""
        return all(finding.verdict != "bad" for finding in self.findings)

    @property
    def notes(self) -> int:
        """How many things are worth knowing."""
        return sum(1 for finding in self.findings if finding.verdict == "note")


def good(key: str, **blanks: Scalar) -> Finding:
    """As it should be."""
    return Finding("good", key, blanks)


def note(key: str, **blanks: Scalar) -> Finding:
    """Worth knowing."""
    return Finding("note", key, blanks)


def bad(key: str, **blanks: Scalar) -> Finding:
    """Play would not work."""
    return Finding("bad", key, blanks)


def line_of(finding: Finding, locale: Locale) -> str:
    """The finding as one line, its verdict first, in words."""
    blanks = {name: spoken(value, locale) for name, value in finding.blanks.items()}
    blanks |= {name: locale.say(f"doctor.{key}") for name, key in finding.words.items()}
    mark = locale.say(f"doctor.mark.{finding.verdict}")
    return f"[{mark}] {locale.say(f'doctor.{finding.key}', **blanks)}"


def last_line(report: Report, locale: Locale) -> str:
    """The whole in one sentence."""
    if not report.works:
        return locale.say("doctor.end.bad")
    return locale.say("doctor.end.noted" if report.notes else "doctor.end.good")


def page_of(report: Report, locale: Locale) -> str:
    """The whole report."""
    return "\n".join((*(line_of(f, locale) for f in report.findings), "", last_line(report, locale)))


def spoken(value: Scalar, locale: Locale) -> Scalar:
    """Figures as they are said: whole from ten on, else with one decimal."""
    if not isinstance(value, float):
        return value
    figure = f"{value:.0f}" if value >= 10 or value.is_integer() else f"{value:.1f}"
    return figure.replace(".", locale.say("language.decimal-mark"))
