"""The library: what is found at start, what is refused, and what people may put beside it."""

import json
from pathlib import Path

import pytest

from bot.adapters.files import FileLibrary
from bot.adapters.locales import LANGUAGES, load_locales
from bot.adapters.prompt_files import load_prompts
from engine.errors import NoSuchAdventure, SetupError
from engine.model.noun import Language
from tests.engine.offline.lamp_house import lamp_house, raw


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A packaged house of three languages, empty but whole; its home folder is `home`."""
    for language in LANGUAGES:
        put(tmp_path / "data/locales" / language / "all.json", {"hi": "Hi {name}"})
        prompt = tmp_path / "prompts" / language / "task.md"
        prompt.parent.mkdir(parents=True)
        prompt.write_text("Tell {{what}}.\n", encoding="utf-8")
        put(tmp_path / "data/adventures/lamp-house" / f"{language}.json", raw(language))
    (tmp_path / "home").mkdir()
    return tmp_path


def put(file: Path, content: object) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(content), encoding="utf-8")


def library(house: Path) -> FileLibrary:
    return FileLibrary(house / "home", data=house / "data", prompts=house / "prompts")


def test_everything_that_is_shipped_loads() -> None:
    """A release with a broken sentence must not get past the tests."""
    shipped = FileLibrary()

    assert shipped.problems == ()
    for language in LANGUAGES:
        assert shipped.locale(language).language == language
        assert shipped.prompts(language).version


def test_a_packaged_adventure_is_given_in_its_language(house: Path) -> None:
    """A German table plays in German."""
    found = library(house)

    assert found.adventure("lamp-house", "de") == lamp_house("de")
    assert [card.languages for card in found.adventures("it")] == [("en", "de", "it")]


def test_without_the_language_the_first_one_is_given(house: Path) -> None:
    """Better an adventure in English than none."""
    (house / "data/adventures/lamp-house/it.json").unlink()

    assert library(house).adventure("lamp-house", "it") == lamp_house("en")


def test_an_unknown_adventure_is_refused_by_name(house: Path) -> None:
    """The player sees what they typed."""
    with pytest.raises(NoSuchAdventure) as caught:
        library(house).adventure("moon", "en")

    assert caught.value.blanks == {"name": "moon"}


def test_a_broken_packaged_adventure_stops_the_start(house: Path) -> None:
    """What is shipped must be right; the message says file and place."""
    put(house / "data/adventures/lamp-house/de.json", raw("de") | {"title": ""})

    with pytest.raises(SetupError, match=r"adventures/lamp-house/de\.json: title: must not be empty\."):
        library(house)


def test_a_packaged_adventure_in_the_wrong_place_stops_the_start(house: Path) -> None:
    """Id and language are said twice, so they must agree."""
    put(house / "data/adventures/lamp-house/de.json", raw("en"))

    with pytest.raises(SetupError, match='must have id "lamp-house" and language "de"'):
        library(house)


def test_people_can_put_their_own_adventure_anywhere_below_home(house: Path) -> None:
    """A folder of one's own is enough; nobody should have to touch the package."""
    put(house / "home/adventures/mine/deep/attic.json", raw("it") | {"id": "attic", "title": "A Attic"})

    found = library(house)

    assert found.problems == ()
    assert found.adventure("attic", "en").language == "it"
    assert [card.id for card in found.adventures("en")] == ["attic", "lamp-house"]


def test_a_broken_own_adventure_is_left_out_and_named(house: Path) -> None:
    """One unfinished draft must not stop everybody's evening."""
    put(house / "home/adventures/draft.json", raw() | {"id": "draft", "version": 0})
    put(house / "home/adventures/copy.json", raw())

    found = library(house)

    assert [card.id for card in found.adventures("en")] == ["lamp-house"]
    assert found.problems == (
        'adventures/copy.json: id: "lamp-house" is the id of a packaged adventure; give yours another.',
        "adventures/draft.json: version: 0 is less than the minimum of 1.",
    )


def test_a_sentence_with_its_blanks_is_said(house: Path) -> None:
    """What is filled is never read as a blank again."""
    locale = library(house).locale("en")

    assert locale.say("hi", name="{name}") == "Hi {name}"
    with pytest.raises(KeyError):
        locale.say("ho")
    with pytest.raises(KeyError):
        locale.say("hi")
    with pytest.raises(KeyError):
        locale.lines("hi")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ({"hi": "Ciao {nome}"}, r"locales/it: hi must have the blanks \['name'\]"),
        ({"ho": "Ciao {name}"}, "locales/it: hi is missing"),
        ({"hi": "Ciao {name}", "ho": "Ehi"}, "locales/it: ho has no counterpart"),
        ({"hi": ["Ciao {name}"]}, "locales/it: hi must be a text"),
        ({"hi": 3}, r"locales/it/all\.json: hi must be a text, a list of texts, or a group"),
    ],
)
def test_languages_that_do_not_say_the_same_stop_the_start(house: Path, content: object, said: str) -> None:
    """A sentence missing in one language would be a crash at somebody's table."""
    put(house / "data/locales/it/all.json", content)

    with pytest.raises(SetupError, match=said):
        load_locales(house / "data/locales")


def test_a_key_said_in_two_files_is_refused(house: Path) -> None:
    """Otherwise the alphabet would decide what people read."""
    put(house / "data/locales/en/more.json", {"hi": "Hello"})

    with pytest.raises(SetupError, match=r"locales/en/more\.json: hi is said in another file too"):
        load_locales(house / "data/locales")


def test_a_prompt_is_filled_and_its_version_follows_its_words(house: Path) -> None:
    """A game keeps which words it was told with; a changed word is another version."""
    before = load_prompts(house / "prompts")["en"]
    (house / "prompts/en/task.md").write_text("Now tell {{what}}.", encoding="utf-8")
    after = load_prompts(house / "prompts")["en"]

    assert before.text("task", what="all {{of}} it") == "Tell all {{of}} it."
    assert before.version != after.version
    with pytest.raises(KeyError):
        before.text("task")


@pytest.mark.parametrize("language", ["de", "it"])
def test_prompts_with_other_blanks_stop_the_start(house: Path, language: Language) -> None:
    """A blank that nobody fills would reach the model as it is."""
    (house / "prompts" / language / "task.md").write_text("{{other}}", encoding="utf-8")
    (house / "prompts" / language / "extra.md").write_text("?", encoding="utf-8")

    with pytest.raises(SetupError) as caught:
        load_prompts(house / "prompts")

    assert caught.value.problem.splitlines()[1:] == [
        f"prompts/{language}/extra.md has no counterpart in prompts/en.",
        f"prompts/{language}/task.md must have the blanks ['what'].",
    ]
