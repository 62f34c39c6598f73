"""How one model does: is it there, does it write in form, does it remember, and how fast is it."""

import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from jsonschema import Draft202012Validator

from bot.doctor_report import Finding, bad, good, note
from bot.doctor_turn import TrialTurn
from engine.asking.context_window import effective_num_ctx
from engine.asking.pace import Ask, Overrides, Pace, kind_of
from engine.asking.wire_schema import Schema
from engine.errors import ModelError, ModelMissing, StreamBroke, WindowTooSmall
from engine.model.update import StateUpdate
from engine.model.usage import Purpose, Usage
from engine.model_request import Message, ModelFacts, ModelRequest, Think
from engine.ports import LanguageModel
from engine.structured import read

WANTED_NUM_CTX = 8192
REUSED_BELOW = 0.4
"""A server that reuses its cache takes less than this share of the first time for the same prompt."""
_SPOKEN = 64
"""Tokens of narrative: enough to measure, few enough to wait for."""
TURN_NEW, TURN_TOLD = 200, 150
"""Tokens of a usual turn, for its expected seconds: new ones before the first word, and the narrative's."""


@dataclass(frozen=True)
class ModelExam:
    """One model's examination. num_ctx: as set, or null for the usual."""

    server: LanguageModel
    name: str
    num_ctx: int | None
    overrides: Overrides

    async def context(self) -> tuple[ModelFacts | None, int, list[Finding]]:
        """What the model is, the window to play it with, and what is to be said of both."""
        try:
            facts = await self.server.show(self.name)
        except ModelMissing:
            return None, 0, [bad("model.missing", model=self.name, command=f"ollama pull {self.name}")]
        except ModelError as error:
            return None, 0, [bad("model.unknown", model=self.name, reason=reason_of(error))]
        window = effective_num_ctx(facts, self.num_ctx or WANTED_NUM_CTX)
        found = [good("model.context", model=self.name, num_ctx=window.num_ctx, most=facts.context_length)]
        if facts.context_length is None:
            found = [good("model.context-unknown", model=self.name, num_ctx=window.num_ctx)]
        if window.note:
            is_harmless = window.note == "within-window"
            say = good if is_harmless else note
            found.append(say(f"model.{window.note}", window=facts.sliding_window, num_ctx=window.num_ctx))
        return facts, window.num_ctx, found

    async def play(self, turn: TrialTurn, facts: ModelFacts) -> AsyncIterator[Finding]:
        """Load it, let it tell twice and write down, and say how each went."""
        try:
            ends = [turn.telling(action) for action in turn.actions]
            record = turn.recording()
        except WindowTooSmall as error:
            yield bad("model.window-too-small-to-play", **error.blanks)
            return
        try:
            loaded = await self.ask("load", (), turn)
            yield good("model.loads", seconds=loaded.usage.total_s)
            think: Think = "off" if facts.can_think else "unset"
            first, second = [await self.ask("measure", end, turn, think) for end in ends]
        except ModelError as error:
            yield bad("model.tells-nothing", reason=reason_of(error))
            return
        yield cache_finding(first.usage, second.usage)
        async for finding in self._records(record, turn, facts):
            yield finding
        for finding in pace_findings(pace_of(first.usage)):
            yield finding

    async def _records(
        self, messages: tuple[Message, ...], turn: TrialTurn, facts: ModelFacts
    ) -> AsyncIterator[Finding]:
        """Whether it writes in form: with thinking on, off and unset where it can think."""
        modes: Sequence[Think] = ("off", "on", "unset") if facts.can_think else ("unset",)
        found = [await self._record(messages, turn, mode, facts) for mode in modes]
        for finding in found:
            yield finding
        if all(finding.key == "record.not" for finding in found):
            yield bad("record.never")

    async def _record(
        self, messages: tuple[Message, ...], turn: TrialTurn, think: Think, facts: ModelFacts
    ) -> Finding:
        schema = turn.schema
        try:
            answer = (await self.ask("measure", messages, turn, think, schema)).text
        except StreamBroke as broke:
            answer = broke.text
        except ModelError as error:
            words = _mode(think, facts)
            return Finding("note", "record.not", {"reason": reason_of(error)}, words)
        return record_finding(answer, schema, _mode(think, facts))

    async def ask(
        self,
        purpose: Purpose,
        messages: tuple[Message, ...],
        turn: TrialTurn,
        think: Think = "unset",
        schema: Schema | None = None,
    ) -> "Said":
        """One answer to its end. Raises ModelError."""
        most = turn.fit.budget.record if schema else _SPOKEN
        prompt_tokens = sum(turn.fit.measure("en").tokens(m.content) for m in messages)
        request = ModelRequest(
            purpose=purpose,
            model=self.name,
            messages=messages,
            deadlines=Pace().deadlines(Ask(prompt_tokens, most, is_cold=True), self.overrides),
            num_ctx=turn.fit.num_ctx,
            num_predict=most,
            schema=schema,
            temperature=0.0 if schema else 0.8,
            repeat_penalty=1.0 if schema else 1.1,
            think=think,
        )
        text, usage = "", Usage(purpose=purpose, model=self.name)
        async for chunk in self.server.stream(request):
            text += chunk.text
            usage = chunk.usage or usage
        return Said(text, usage)


@dataclass(frozen=True)
class Said:
    """What a model answered, and what it took."""

    text: str
    usage: Usage


def cache_finding(first: Usage, second: Usage) -> Finding:
    """Whether the server took up the same prompt where it had stopped. Counts prove nothing: time does."""
    if first.prompt_s <= 0:
        return note("cache.unknown")
    share = second.prompt_s / first.prompt_s
    say, key = (good, "cache.reused") if share < REUSED_BELOW else (note, "cache.not-reused")
    return say(key, first=first.prompt_s, second=second.prompt_s, percent=round(100 * share))


def record_finding(answer: str, schema: Schema, words: dict[str, str]) -> Finding:
    """Whether an answer has the form that was asked for, or can at least be read."""
    try:
        if Draft202012Validator(schema).is_valid(json.loads(answer)):
            return Finding("good", "record.obeys", words=words)
    except (ValueError, RecursionError):
        pass  # no JSON as it stands; our own reading is what counts
    found = read(answer, StateUpdate)
    if not found.is_whole:
        return Finding("note", "record.not", {"reason": found.fault}, words)
    return Finding("note", "record.readable", words=words)


def pace_of(usage: Usage) -> Pace:
    """The speeds that one answer shows; null where the server measures nothing."""
    prompt_rate = usage.prompt_tokens / usage.prompt_s if usage.prompt_s > 0 else None
    output_rate = usage.output_tokens / usage.output_s if usage.output_s > 0 else None
    return Pace(prompt_rate=prompt_rate, output_rate=output_rate, kind=kind_of(output_rate))


def pace_findings(pace: Pace) -> list[Finding]:
    """The speeds, and what they mean at a table."""
    if pace.prompt_rate is None or pace.output_rate is None:
        return [note("pace.unknown")]
    say = good if pace.kind == "fast" else note
    expected_s = pace.expected_s(TURN_NEW, TURN_TOLD)
    return [
        good("pace.measured", prompt=pace.prompt_rate, output=pace.output_rate),
        say(f"pace.{pace.kind}", seconds=expected_s),
    ]


def reason_of(error: ModelError) -> str:
    """What went wrong, for the person who runs the server."""
    said = {k: v for k, v in error.blanks.items() if k != "model"}
    detail = ", ".join(f"{k} {v}" if k != "reason" else str(v) for k, v in said.items())
    return f"{type(error).__name__}: {detail}" if detail else type(error).__name__


def _mode(think: Think, facts: ModelFacts) -> dict[str, str]:
    return {"mode": f"think.{think}" if facts.can_think else "think.never"}
