"""What is found wrong in an adventure that somebody wrote, and how it is said."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.adapters.packs import BrokenPack, check_pack, read_adventure
from tests.engine.offline.lamp_house import lamp_house, raw

Breach = Callable[[dict[str, Any]], object]


def written(folder: Path, breach: Breach = lambda pack: None, name: str = "en.json") -> Path:
    pack = json.loads(json.dumps(raw()))
    breach(pack)
    file = folder / name
    file.write_text(json.dumps(pack), encoding="utf-8")
    return file


def key(pack: dict[str, Any]) -> dict[str, Any]:
    """The doing that takes the key."""
    doing: dict[str, Any] = pack["scenes"][0]["things"][1]["doings"][1]
    return doing


def test_a_sound_pack_is_read_as_it_stands(tmp_path: Path) -> None:
    """What an author wrote is what is played."""
    adventure = read_adventure(written(tmp_path))

    assert adventure == lamp_house()
    assert check_pack(tmp_path / "en.json") == ()


def test_a_pack_with_the_id_of_a_packaged_adventure_is_told_so(tmp_path: Path) -> None:
    """A pack that was called right and is then missing from the list helps nobody."""
    file = written(tmp_path)
    fault = 'en.json: id: "lamp-house" is the id of a packaged adventure; give yours another.'

    assert check_pack(file, {"lamp-house"}) == (fault,)
    assert check_pack(tmp_path, {"lamp-house"}) == (fault,)


BREACHES: dict[str, tuple[Breach, str]] = {
    "missing": (lambda p: p.pop("title"), 'the file: needs "title".'),
    "unknown": (
        lambda p: p["opening"].update(colour="red"),
        'opening: does not know "colour"; it may have "scene", "text".',
    ),
    "type": (lambda p: p.update(version="one"), "version: must be a JSON integer, not 'one'."),
    "enum": (
        lambda p: p.update(language="fr"),
        'language: must be one of "en", "de", "it", not \'fr\'.',
    ),
    "few": (
        lambda p: p["scenes"][1].update(moods=["One."]),
        "scenes[1].moods: needs at least 3 entries, has 1.",
    ),
    "long": (
        lambda p: key(p).update(label="x" * 40),
        "scenes[0].things[1].doings[1].label: takes at most 34 characters, has 40.",
    ),
    "id": (
        lambda p: p.update(id="Lamp House"),
        "id: must be small letters, digits, - and _ (40 at most), beginning with a letter, not 'Lamp House'.",
    ),
    "twice": (
        lambda p: p["scenes"][2].update(id="hall"),
        'scenes: "hall" stands there more than once; give each its own.',
    ),
    "nowhere": (
        lambda p: p["scenes"][0]["exits"][1].update(to="attic"),
        'scenes[0].exits[1].to: there is no scene "attic"; the scenes are hall, cellar, garden.',
    ),
    "one-way": (
        lambda p: p["scenes"][2].update(exits=[]),
        'scenes[0].exits[1]: "garden" has no exit back to "hall"; add it, or set one_way to true.',
    ),
    "opening": (
        lambda p: p["opening"].update(scene="roof"),
        'opening.scene: there is no scene "roof"; the scenes are hall, cellar, garden.',
    ),
    "cast": (
        lambda p: p["cast"][0].update(scene="roof"),
        'cast[0].scene: there is no scene "roof"; the scenes are hall, cellar, garden.',
    ),
    "blocked": (
        lambda p: p["scenes"][0]["exits"][0].pop("blocked"),
        "scenes[0].exits[0]: when and blocked need each other.",
    ),
    "flag": (
        lambda p: key(p)["effects"].pop("flags"),
        "cast[0].topics[1].doing.when.flags: nothing ever sets has_key to True; add an effect that does.",
    ),
    "clock": (
        lambda p: key(p)["effects"]["flags"].update(waited=3),
        'scenes[0].things[1].doings[1].effects.flags: "waited" is the pressure clock; take another name.',
    ),
    "thread": (
        lambda p: key(p)["effects"].update(opens_threads=["what"]),
        'scenes[0].things[1].doings[1].effects: there is no thread "what"; the threads are who, why.',
    ),
    "by-waiting": (
        lambda p: p["endings"][1].update(is_good=True),
        "endings[1]: is good, but comes by waiting; it must need a flag that no pressure sets.",
    ),
    "at-once": (
        lambda p: p["endings"][0].update(when={}),
        "endings[0].when.flags: needs at least one flag, or the story ends before it begins.",
    ),
    "filler": (
        lambda p: p["filler"].pop("look"),
        'filler: needs lines for "look".',
    ),
    "words": (
        lambda p: p["scenes"][0]["things"][2].update(words=["Desk"]),
        'scenes[0].things[2].words: "desk" is also a word of scenes[0].things[0]; players could mean either.',
    ),
    "label": (
        lambda p: key(p).pop("text"),
        "scenes[0].things[1].doings[1]: label and text need each other.",
    ),
    "blank": (
        lambda p: p["scenes"][0].update(read_aloud="A hall for {hero}."),
        "scenes[0].read_aloud: cannot fill {hero}; there is only {name}, where an action is answered.",
    ),
    "flag-name": (
        lambda p: key(p)["effects"]["flags"].update({"A b": True}),
        (
            "scenes[0].things[1].doings[1].effects.flags: has the name 'A b'; must be small letters, digits, "
            "- and _ (40 at most), beginning with a letter."
        ),
    ),
    "flag-value": (
        lambda p: key(p)["effects"]["flags"].update(has_key=[1]),
        (
            "scenes[0].things[1].doings[1].effects.flags.has_key: "
            "must be a JSON boolean or integer or string, not [1]."
        ),
    ),
    "ruleset": (
        lambda p: p.update(ruleset="chess"),
        'ruleset: must be one of "story", "dungeon", not \'chess\'.',
    ),
    "self": (
        lambda p: p["scenes"][0]["exits"][1].update(to="hall"),
        "scenes[0].exits[1].to: leads back into its own scene; name another.",
    ),
    "off-map": (
        lambda p: p["scenes"][2].update(id="off_map"),
        'scenes[2].id: must not be "off_map", which is everywhere else; take another name.',
    ),
    "npc": (
        lambda p: p["cast"][0].update(id="npc-x"),
        'cast[0].id: must not begin with "npc-"; who comes in during play is called so.',
    ),
    "namesakes": (
        lambda p: p["cast"][0].update(name=p["ready_characters"][0]["name"].upper()),
        (
            f'ready_characters and cast: "{raw()["ready_characters"][0]["name"].casefold()}" stands there '
            "more than once; give each its own."
        ),
    ),
    "long-name": (
        lambda p: p["cast"][0].update(name="N" * 33),
        "cast[0].name: takes at most 32 characters, has 33.",
    ),
    "never": (
        lambda p: p["endings"][0]["when"].update(without=list(p["endings"][0]["when"]["flags"])),
        (
            f"endings[0].when: needs {next(iter(raw()['endings'][0]['when']['flags']))} and must be "
            "without it; it can never hold."
        ),
    ),
    "invisible": (
        lambda p: p["cast"][0].update(name="\u200b "),
        "cast[0].name: must have something to read; it looks empty.",
    ),
    "steering": (
        lambda p: p["opening"].update(text="Rain.\x1b[2J"),
        "opening.text: has a character that cannot be shown (U+001B); leave it out.",
    ),
    "half": (
        lambda p: p.update(title="Lamp \ud83d"),
        "title: has a character that cannot be shown (U+D83D); leave it out.",
    ),
    "two-lines": (
        lambda p: key(p).update(label="Take\nit"),
        "scenes[0].things[1].doings[1].label: must stand on one line; leave the line break out.",
    ),
    "untypable": (
        lambda p: p["scenes"][0]["things"][2].update(words=["!?"]),
        "scenes[0].things[2].words[0]: must have a letter or a digit, or nobody can type it.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BREACHES)
def test_each_fault_names_file_place_and_what_would_be_right(name: str, tmp_path: Path) -> None:
    """An author without a programmer at hand must be able to put it right."""
    breach, said = BREACHES[name]

    assert f"en.json: {said}" in check_pack(written(tmp_path, breach))


def test_a_scene_that_nobody_can_get_to_is_found(tmp_path: Path) -> None:
    """A locked door whose key lies behind it makes half a story unplayable."""

    def breach(pack: dict[str, Any]) -> None:
        pack["scenes"][1]["things"].append(pack["scenes"][0]["things"].pop(1))

    problems = check_pack(written(tmp_path, breach))

    assert problems[0] == (
        'en.json: scenes[1]: nobody can ever get to "cellar"; check the exits and their conditions.'
    )
    assert 'en.json: endings[0]: "dry" can never be reached; check its scene and flags.' in problems


def test_a_file_that_is_not_json_says_where(tmp_path: Path) -> None:
    """A missing comma is the commonest fault of all."""
    file = tmp_path / "en.json"
    file.write_text('{\n "id": "x"\n "version": 1}', encoding="utf-8")

    assert check_pack(file) == ("en.json: line 3, column 2: is not JSON (Expecting ',' delimiter).",)


@pytest.mark.parametrize("endless", ["[" * 100_000, '{"version": ' + "9" * 5000 + "}"])
def test_a_file_without_an_end_is_refused(endless: str, tmp_path: Path) -> None:
    """Also a file that somebody made to break us."""
    file = tmp_path / "en.json"
    file.write_text(endless)

    assert check_pack(file) == ("en.json: has a number that is too long, or nests too deeply.",)


def test_a_name_that_stands_twice_is_found(tmp_path: Path) -> None:
    """JSON keeps the last of two and says nothing; an author would look for the first for hours."""
    file = written(tmp_path)
    file.write_text(file.read_text().replace('"version"', '"title": "Old", "version"', 1))

    assert check_pack(file) == (
        'en.json: "title" stands 2 times in one object (beside "id", "version"); keep one.',
    )


def test_a_mark_before_the_text_is_no_fault(tmp_path: Path) -> None:
    """Some editors write one, and show nothing of it."""
    file = written(tmp_path)
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())

    assert check_pack(file) == ()


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    """An old editor's encoding would turn every umlaut into noise."""
    file = tmp_path / "en.json"
    file.write_bytes(b'{"id": "\xff"}')

    assert check_pack(file) == ("en.json: is not text in UTF-8; save it again as UTF-8.",)


def test_a_missing_file_and_an_empty_folder_say_so(tmp_path: Path) -> None:
    """The path itself may be the typo."""
    assert check_pack(tmp_path / "no.json") == (f"{tmp_path / 'no.json'}: there is no such file.",)
    assert check_pack(tmp_path) == (f"{tmp_path}: holds no .json file.",)


def test_a_translation_that_tells_another_story_is_found(tmp_path: Path) -> None:
    """A table that plays in Italian must be able to reach the same end."""

    def breach(pack: dict[str, Any]) -> None:
        pack["language"] = "it"
        key(pack)["effects"]["flags"] = {"has_key": True, "lucky": True}
        pack["scenes"][2]["moods"].append("More moods are no other story.")

    written(tmp_path)
    written(tmp_path, breach, "it.json")

    (problem,) = check_pack(tmp_path)

    assert problem == (
        "it.json: scenes[0].things[1].doings[1].effects.flags.lucky: must be left out here too "
        "(compared with en.json)."
    )
    assert check_pack(tmp_path / "it.json") == (problem,)


def test_a_broken_pack_carries_all_its_problems(tmp_path: Path) -> None:
    """One round of mending for everything, not one for each fault."""

    def breach(pack: dict[str, Any]) -> None:
        pack.pop("title")
        pack.pop("pitch")
        pack["version"] = "one"

    with pytest.raises(BrokenPack) as caught:
        read_adventure(written(tmp_path, breach))

    assert caught.value.problems == (
        'en.json: the file: needs "title", "pitch".',
        "en.json: version: must be a JSON integer, not 'one'.",
    )
