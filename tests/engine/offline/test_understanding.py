"""What the game master without a model takes people's words to mean."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.changes import fold
from engine.model.change import Change
from engine.model.changes.cast import CharacterAdded
from engine.model.changes.situation import FlagSet, SceneSet
from engine.model.character import Character
from engine.model.noun import Language
from engine.moves.deeds import Deed, deed_name
from engine.moves.moment import Moment
from engine.offline.grammar import Grammar
from engine.offline.understanding import understand
from engine.table.opening import opening_state
from tests.engine.offline.lamp_house import lamp_house
from tests.fakes.library import shipped_locales


@cache
def grammar(language: Language) -> Grammar:
    return Grammar.of(shipped_locales()[language])


def moment(language: Language = "en", scene: str | None = "hall", *, has_key: bool = False) -> Moment:
    adventure = lamp_house(language)
    people = [
        Character(id="mira", name="Mira", role="guest", is_user_character=True),
        Character(id="tom", name="Tom", role="guest", is_user_character=True),
        Character(id="jory", name="Jory Fenn", role="ferryman", is_user_character=False),
    ]
    changes: list[Change] = [*(CharacterAdded(character=c) for c in people), SceneSet(scene_id=scene)]
    state = fold(opening_state(adventure), [*changes, FlagSet(key="has_key", value=has_key)])
    return Moment(adventure, state, came_from="garden" if scene == "hall" else "hall")


def read(
    words: str, language: Language = "en", where: Moment | None = None, *, speech: bool = False
) -> list[str]:
    where = where or moment(language)
    clauses = grammar(language).clauses(words, is_speech=speech)
    return [deed_name(d) for c in clauses for d in understand(c, where, "mira", grammar(language))]


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("look around", "look hall"),
        ("I look around the room", "look hall"),
        ("look at the desk", "look desk"),
        ("Examine the OLD DESK carefully!", "look desk"),
        ("desk", "look desk"),
        ("examin the deks", "look"),
        ("take the key", "take key"),
        ("pick up the iron key", "take key"),
        ("open the desk", "open desk"),
        ("go to the garden", "go >garden"),
        ("garden", "go >garden"),
        ("out into the rain", "go >garden"),
        ("walk down the stairs", "go >cellar"),
        ("go to the gardne", "go >garden"),
        ("go back", "go >garden"),
        ("talk to Odda", "talk odda"),
        ("ask the keeper about the bell", "talk odda/bell"),
        ("what about the ringing?", "talk odda/bell"),
        ("go to Odda", "talk odda"),
        ("look at Odda", "look odda"),
        ("talk to Jory", "talk jory"),
        ("ask Tom what he thinks", "talk tom"),
        ("wait", "wait"),
        ("I wait for Odda", "wait"),
        ("I sit down", "wait"),
        ("attack Odda", "attack odda"),
        ("don't touch the desk", "other"),
        ("I do not take the key", "other"),
        ("I say that I am not afraid", "talk odda"),
        ("go to the desk", "look desk"),
        ("xyzzy", "other"),
        ("dance", "other"),
        ("🎲🎲", ""),
    ],
)
def test_english_words_mean_what_a_player_would_expect(words: str, meant: str) -> None:
    """Nobody should have to learn a parser's language to play."""
    assert " + ".join(read(words)) == meant


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("ich sehe mich um", "look hall"),
        ("schau dich um", "look hall"),
        ("Ich betrachte den alten Tisch", "look desk"),
        ("nimm den Schlüssel", "take key"),
        ("Ich nehme den eisernen Schluessel", "take key"),
        ("öffne den Schreibtisch", "open desk"),
        ("geh in den Garten", "go >garden"),
        ("wir gehen die Treppe hinunter", "go >cellar"),
        ("geh zurück", "go >garden"),
        ("frag die Wärterin nach der Glocke", "talk odda/bell"),
        ("Ich spreche Odda an.", "talk odda"),
        ("warte", "wait"),
        ("wir warten ab", "wait"),
        ("ich fasse den Tisch nicht an", "other"),
        ("Garten", "go >garden"),
        ("raus in den Garten", "go >garden"),
        ("mach den Schreibtisch auf", "open desk"),
        ("sperr den alten Tisch bitte auf", "open desk"),
        ("mach den Schreibtisch auf und nimm den Schlüssel", "open desk + take key"),
        ("ich greife Odda an", "attack odda"),
        ("ich greife an den Schlüssel", "take key"),
        ("ich zähle bis zehn", "other"),
    ],
)
def test_german_words_mean_the_same(words: str, meant: str) -> None:
    """Endings, umlauts and articles are no reason to be misunderstood."""
    assert " + ".join(read(words, "de")) == meant


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("mi guardo intorno", "look hall"),
        ("guardo la scrivania", "look desk"),
        ("esamino la vecchia scrivania", "look desk"),
        ("prendo la chiave", "take key"),
        ("prendiamo la chiave di ferro", "take key"),
        ("apro la scrivania", "open desk"),
        ("vado in giardino", "go >garden"),
        ("scendo le scale", "go >cellar"),
        ("torno indietro", "go >garden"),
        ("chiedo alla guardiana della campana", "talk odda/bell"),
        ("parlo con Odda", "talk odda"),
        ("aspetta", "wait"),
        ("aspettiamo", "wait"),
        ("non tocco la scrivania", "other"),
        ("giardino", "go >garden"),
    ],
)
def test_italian_words_mean_the_same(words: str, meant: str) -> None:
    """A third language is a locale file, not a third parser."""
    assert " + ".join(read(words, "it")) == meant


def test_several_actions_in_one_message_are_all_understood() -> None:
    """ "Take the key and go down" is one sentence for a player."""
    assert read("take the key and look at the desk. Then go to the garden") == [
        "take key",
        "look desk",
        "go >garden",
    ]


def test_the_same_done_with_two_things_is_two_deeds() -> None:
    """Nobody takes a lamp and a rope in two messages."""
    assert read("look at the desk and the key") == ["look desk", "look key"]


def test_something_is_given_to_somebody_by_their_topic() -> None:
    """ "Give X to Y" reaches the person, not the thing in the hand."""
    where = moment(has_key=True)

    assert read("give the iron key to Odda", where=where) == ["give odda/key"]


def test_what_is_carried_can_be_named_in_every_scene() -> None:
    """A key in the pocket does not vanish at the door."""
    where = moment(scene="garden", has_key=True)

    assert read("look at the key", where=where) == ["look key-carried"]


def test_spoken_words_are_never_taken_for_deeds() -> None:
    """Saying "take the key" to somebody takes nothing."""
    assert read("Take the key and go!", speech=True) == ["talk odda"]
    assert read("“Take the key and go!”") == ["talk odda"]


def test_going_on_takes_the_only_new_way() -> None:
    """With one way that was not just walked, "go on" is clear enough."""
    where = moment(scene="cellar", has_key=True)

    assert read("go on", where=where) == ["go >hall"]


def test_off_the_map_going_back_leads_to_the_last_scene() -> None:
    """A party that strayed from the adventure finds its way again with two words."""
    where = moment(scene=None)

    assert read("go back", where=where) == ["go <hall"]


@settings(max_examples=120, deadline=None)
@given(st.text(max_size=80), st.sampled_from(["en", "de", "it"]), st.booleans())
def test_any_text_is_understood_as_something(words: str, language: Language, speech: bool) -> None:
    """Whatever somebody types, the game goes on."""
    where = moment(language)

    for clause in grammar(language).clauses(words, is_speech=speech):
        deeds = understand(clause, where, "mira", grammar(language))

        assert deeds
        assert all(isinstance(deed, Deed) for deed in deeds)
