"""Which model is asked for what: the one for everything, unless a use has one of its own."""

import json
from dataclasses import replace

import pytest

from engine.asking.pace import Paces
from engine.errors import ModelMissing
from engine.gamemaster import Brief, models_of
from engine.life.wishes import SETTINGS, changed_by, said_as
from engine.model.session import GameSettings, NarratorKind, model_for
from engine.model.turn import Resolution
from engine.model.usage import Usage
from engine.model.uses import ModelUses
from engine.model_request import ModelFacts
from engine.parts import Masters
from engine.table.slots import Slots
from engine.tool import WITHOUT_RULES
from tests.engine.briefs import brief
from tests.engine.model_table import STORY, WRITTEN, Table
from tests.engine.rules_for_tests import rules
from tests.engine.table_for_tests import HOST
from tests.engine.table_for_tests import Table as GameTable
from tests.engine.teller.test_planning import WRITTEN_PLAN, told
from tests.fakes.language_model import Reply, ScriptedModel

USES = ModelUses(storytelling="poet:9b", rules="judge:3b")
SETTINGS_BY_USE = GameSettings(model="all:1b", uses=USES)
FACTS = (
    ModelFacts("poet:9b", 8192, 4096, can_think=False),
    ModelFacts("judge:3b", 8192, None, can_think=False),
    ModelFacts("all:1b", 6144, None, can_think=False),
)


def by_use(told_now: Brief, **settings: object) -> Brief:
    return replace(told_now, settings=SETTINGS_BY_USE.model_copy(update=settings))


def table_of_three(*replies: Reply) -> Table:
    table = Table(*replies)
    table.model.facts = FACTS
    return table


def test_a_use_without_a_model_of_its_own_has_the_one_for_everything() -> None:
    """An admin who chooses one model has chosen all."""
    asked = {use: model_for(SETTINGS_BY_USE, use) for use in ("storytelling", "rules", "record")}

    assert asked == {"storytelling": "poet:9b", "rules": "judge:3b", "record": "all:1b"}


def test_settings_from_before_uses_still_load() -> None:
    """A game that was opened last year goes on."""
    old = {"language": "de", "model": "gemma2:9b"}

    assert GameSettings.model_validate(old).uses == ModelUses()
    assert model_for(GameSettings.model_validate(old), "rules") == "gemma2:9b"


async def test_plan_story_and_record_go_to_their_own_models() -> None:
    """A small model may keep the books while a large one tells."""
    table = table_of_three(
        Reply(WRITTEN_PLAN, purpose="plan"), Reply(STORY, purpose="narrate"), Reply(WRITTEN, purpose="record")
    )
    turn = by_use(told())

    resolution = Resolution(plan=(await table.gm.resolve(turn)).plan)
    _ = [piece async for piece in table.gm.narrate(turn, resolution)]
    _ = [piece async for piece in table.gm.record(turn, resolution, STORY)]

    assert [(r.purpose, r.model, r.num_ctx) for r in table.model.requests] == [
        ("plan", "judge:3b", 8192),
        ("narrate", "poet:9b", 4096),
        ("record", "all:1b", 6144),
    ]


async def test_the_speed_of_one_model_says_nothing_of_another() -> None:
    """Only what the slow one does is kept short."""
    slow = Reply(WRITTEN, purpose="record", times=None, output_tokens=100, output_s=20.0)
    table = table_of_three(Reply(STORY, purpose="narrate", times=None), slow)
    table.model.facts = tuple(replace(facts, context_length=8192, sliding_window=None) for facts in FACTS)
    turn = by_use(brief())

    for _ in range(2):
        _ = [piece async for piece in table.gm.narrate(turn, Resolution())]
        _ = [piece async for piece in table.gm.record(turn, Resolution(), STORY)]

    assert [r.num_predict for r in table.model.requests] == [350, 400, 350, 150]


@pytest.mark.parametrize(
    ("turn", "model"),
    [
        (by_use(told()), "judge:3b"),
        (by_use(brief()), "poet:9b"),
        (by_use(replace(told(), number=0)), "poet:9b"),
        (by_use(brief(), narrator="human"), "all:1b"),
    ],
    ids=["rules", "story", "opening", "a person tells"],
)
async def test_the_model_that_is_asked_first_reads_ahead(turn: Brief, model: str) -> None:
    """Reading ahead on another one would shorten nobody's wait."""
    table = table_of_three()

    await table.gm.prepare(replace(turn, turn_id="", actions=()))

    assert [r.model for r in table.model.asked("prepare")] == [model]


async def test_where_the_adventure_tells_nothing_is_read_ahead() -> None:
    """No model is asked there."""
    table = table_of_three()

    assert await table.gm.prepare(by_use(brief(), narrator="scripted")) == ()


@pytest.mark.parametrize(
    ("narrator", "with_rules", "models"),
    [
        ("ai", True, ("judge:3b", "poet:9b", "all:1b")),
        ("draft", False, ("poet:9b", "all:1b")),
        ("human", False, ("all:1b",)),
        ("scripted", True, ()),
    ],
)
def test_a_turn_holds_only_the_models_that_it_asks(
    narrator: NarratorKind, with_rules: bool, models: tuple[str, ...]
) -> None:
    """A model that is not needed is free for other tables, and leaves the memory."""
    settings = SETTINGS_BY_USE.model_copy(update={"narrator": narrator})

    assert models_of(settings, rules() if with_rules else WITHOUT_RULES) == models


async def test_turns_that_share_two_models_never_wait_for_each_other_for_ever() -> None:
    """Both tables hold them in the same order, whatever they ask first."""
    slots, over = Slots(), []

    async with slots.turn("b", "a"):
        over.append("first")
    async with slots.turn("a", "b", "a"):
        over.append("second")

    assert over == ["first", "second"]


@pytest.mark.parametrize("missing", ["poet:9b", "all:1b"])
async def test_no_game_begins_before_every_model_that_it_will_ask_is_there(missing: str) -> None:
    """The third turn is too late to find out; what no turn asks for may be missing."""
    model = ScriptedModel(facts=[facts for facts in FACTS if facts.name not in (missing, "judge:3b")])
    masters = Masters(GameTable().model, GameTable().model, model)

    with pytest.raises(ModelMissing) as refused:
        await masters.check(by_use(brief()))

    assert refused.value.blanks == {"model": missing}


def test_a_model_that_another_one_may_have_pushed_out_is_cold() -> None:
    """Loading it again takes its time, and nobody calls it dead meanwhile."""
    paces = Paces()
    for model, now in (("poet:9b", 100.0), ("judge:3b", 110.0)):
        paces.learn(Usage(purpose="narrate", model=model), "", "en", now)

    assert [paces.is_cold(model, 111.0, 1800) for model in ("poet:9b", "judge:3b")] == [True, False]


def test_what_a_check_may_have_pushed_out_is_cold() -> None:
    """A table is not told that its model is gone because somebody tried another."""
    table = table_of_three()
    table.paces.learn(Usage(purpose="narrate", model="poet:9b"), "", "en", 100.0)

    table.gm.asked_beside("poet:9b")
    before = table.paces.is_cold("poet:9b", 101.0, 1800)
    table.gm.asked_beside("judge:3b")

    assert (before, table.paces.is_cold("poet:9b", 101.0, 1800)) == (False, True)


def test_a_game_that_is_set_to_a_model_is_told_by_it() -> None:
    """Whoever names a model for a game means the one that tells; rules and record keep their own."""
    model = next(setting for setting in SETTINGS if setting.name == "model")

    changed = changed_by(SETTINGS_BY_USE, {"model": "new:2b"})

    assert said_as(SETTINGS_BY_USE, model) == "poet:9b"
    assert said_as(changed, model) == "new:2b"
    assert changed.uses == ModelUses(rules="judge:3b")
    assert changed.model == "new:2b"


async def test_a_resting_table_lets_all_of_its_models_go() -> None:
    """Two models fill the memory twice."""
    released: list[str] = []

    class Memory(GameTable):
        def _masters(self) -> Masters:
            async def release(name: str) -> None:
                released.append(name)

            return Masters(self.model, self.offline, self.language_model, release=release)

    table = Memory()
    await table.play("ann")
    game = await table.game()
    await table.store.change_session(game.model_copy(update={"settings": SETTINGS_BY_USE}))

    await table.games.rest(table.game_id, HOST)
    await table.clock.sleep(0)
    await table.turns.close()

    assert sorted(released) == ["all:1b", "poet:9b"]


def test_the_record_of_which_model_tells_is_json() -> None:
    """What a server stores is read by the next version."""
    stored = json.loads(SETTINGS_BY_USE.model_dump_json())

    assert GameSettings.model_validate(stored) == SETTINGS_BY_USE
