"""What models get wrong when they write JSON, kind by kind: each must cost as little as it can."""

import json

import pytest

from engine.structured import read
from tests.engine.answers.sheet import Person, Place, Sheet, hurt, of

WET = '{"place":{"text":"Wet."},"moves":["Go"]}'
IS_WET = of("Wet.", "Go")


def whole(text: str) -> tuple[str, Sheet | None]:
    """How an answer was read."""
    found = read(text, Sheet, is_final=True)
    return found.status, found.value


@pytest.mark.parametrize(
    ("answer", "sheet"),
    [
        (WET, IS_WET),
        (f"\n\t {WET}" + "\n" * 600, IS_WET),
        (
            '{"place":{"text":"Read: (a: Door, b: Key) => void; c: { }"}}',
            of("Read: (a: Door, b: Key) => void; c: { }"),
        ),
        ('{"place":{"text":"// no, /* no */ # no, \'no\', no:]"}}', of("// no, /* no */ # no, 'no', no:]")),
        ('{"place":{"text":"None, True, NaN, ```json {} ```"}}', of("None, True, NaN, ```json {} ```")),
        ('{"place":{"text":"<think>{\\"moves\\":[]}</think>"}}', of('<think>{"moves":[]}</think>')),
        ('{"place":{"text":"32\\" \\\\ \\u00e9 \\ud83d\\udddd"}}', of('32" \\ é 🗝')),
        ('{"place":{"text":"Half \\ud83d!"}}', of("Half \ufffd!")),
        ('{"place":{"text":"Zero\\u0000, bell\\u0007\\u009b,\\ttab"}}', of("Zero, bell,\ttab")),
        ('{"place":"The hall is empty.","moves":["Go"]}', of(None, "Go")),
        ('{"place":["Wet."],"moves":[{"a":1},"Go"]}', of(None, "Go")),
        ('{"place":{"text":"Wet.","mood":3},"hp":{"a":-4},"moves":["Go"]}', IS_WET),
        ('{"place":{"text":"Wet.","danger":"unheard of"},"moves":"Go"}', IS_WET),
        ('{"place":{"danger":" Tense"},"moves":null}', of(danger="tense")),
        ('{"moves":["Go","Go"],"people":null}', of(None, "Go")),
    ],
)
def test_what_is_json_is_taken_as_it_stands(answer: str, sheet: Sheet) -> None:
    """An answer that needs no repair must not be changed by one."""
    assert whole(answer) == ("ok", sheet)


@pytest.mark.parametrize(
    ("written", "wounds"),
    [
        ("-4", -4),
        ('"-4"', -4),
        ('"+2"', 2),
        ("3.0", 3),
        ('"3.0"', 3),
        ("1e2", 100),
        ('"4 damage"', None),
        ('"1d6"', None),
        ("2.5", None),
        ("true", None),
        ("[3]", None),
        ("{}", None),
        ("null", None),
        ("-99999999999999999999999999", None),
        ("9" * 5000, None),
        ("1e999", None),
        ("-1e-999", 0),
    ],
)
def test_a_number_that_is_none_costs_its_field(written: str, wounds: int | None) -> None:
    """A wrong number must not be guessed at, and must not take the buttons with it."""
    assert whole(f'{{"people":[{{"id":"ash","wounds":{written}}}]}}') == ("ok", hurt(ash=wounds))


@pytest.mark.parametrize(
    "word", ["NaN", "-Infinity", "+Infinity", "Infinity", "1d6", "-", "0x1F", "4 damage", "", "?"]
)
def test_a_number_that_is_not_even_json_costs_its_field(word: str) -> None:
    """Servers have written such words, and models write dice."""
    assert whole(f'{{"people":[{{"id":"ash","wounds":{word}}}],"moves":["Go"]}}') == (
        "repaired",
        Sheet(people=(Person(id="ash"),), moves=("Go",)),
    )


@pytest.mark.parametrize(
    "entry",
    ['{"wounds":-3}', '{"id":null}', '"ash"', "3", "null", "[]", '{"id":["ash"]}'],
)
def test_an_entry_that_is_none_costs_only_itself(entry: str) -> None:
    """One wrong line must not undo what happened to the others."""
    answer = f'{{"people":[{entry},{{"id":"bryn","wounds":2}}]}}'

    assert whole(answer) == ("ok", hurt(bryn=2))


def test_an_entry_that_is_repeated_counts_once() -> None:
    """A model that stutters must not hurt somebody three times; two wounds are two wounds."""
    entries = [{"id": "ash", "wounds": -3}, {"wounds": -3, "id": "ash"}, {"id": "ash", "wounds": -2}]

    assert whole(json.dumps({"people": entries})) == (
        "ok",
        Sheet(people=(Person(id="ash", wounds=-3), Person(id="ash", wounds=-2))),
    )


@pytest.mark.parametrize(
    "people",
    ['{"ash":{"wounds":-2}}', '{"id":"ash","wounds":-2}', '[{"id":"ash","wounds":-2}]'],
)
def test_a_list_may_come_as_one_entry_or_by_name(people: str) -> None:
    """What is meant is plain."""
    assert whole(f'{{"people":{people}}}') == ("ok", hurt(ash=-2))


@pytest.mark.parametrize(
    "answer",
    [
        f"Sure! Here is the update:\n```json\n{WET}\n```\nShall I go on?",
        f"```\n{WET}\n```",
        f"~~~json\n{WET}\n~~~",
        f"```json {WET}```",
        f"Here it is: {WET} I hope that helps! {{}}",
        f"**Update** (see [1]): {WET}",
        f"Use {{braces}} like {{'so': 1}} or {{\"so\": [1]}}:\n{WET}",
        f"An open {{ brace, then {WET}",
        f"It's \"quoted\": {WET}",
        f"\ufeff\n{WET}\n",
        f"\ufeff```json\n{WET}\n```",
        f'{{"type":"object","properties":{{"moves":{{"type":"array"}}}}}}\n{WET}',
        f"{{}}{WET}",
        f"[{WET}]",
        f'{WET}{{"moves":["Stay"]}}',
        f"{WET}}}",
        f'<think>Rain. {{"moves":["Stay"]}}</think>\n{WET}',
        f"<THINKING>\n{{\n</THINKING>{WET}",
        f"[THINK]Rain[/THINK]{WET}",
        f'<|channel|>analysis<|message|>{{"moves":["Stay"]}}<|end|><|channel|>final<|message|>{WET}',
        f'<seed:think>{{"moves":["Stay"]}}</seed:think>{WET}',
        f'<|channel>thought\n{{"moves":["Stay"]}}<channel|>{WET}',
        f"<think></think>\n\n<think>Again.</think>{WET}",
        f"It rains, so {{not the answer}}\n</think>{WET}",
        f'It rains, so {{"moves":["Stay"]}}.\n</think>\n\n```json\n{WET}\n```',
        f'It rains, so {{"moves":["Stay",\n</think>{WET}',
        f"One </think> two </think>{WET}",
    ],
)  # fmt: skip
def test_talk_thoughts_and_forms_around_an_answer_are_left_out(answer: str) -> None:
    """Nobody at the table should notice that a model is chatty."""
    assert whole(answer) == ("repaired", IS_WET)


def test_a_tag_in_a_text_ends_no_thought() -> None:
    """Somebody in the story may say anything."""
    answer = 'Here: {"moves":["Say </think>"],"place":{"text":"</think> {"}}'

    assert whole(answer) == ("repaired", of("</think> {", "Say </think>"))


@pytest.mark.parametrize(
    "answer",
    [
        json.dumps(WET),
        json.dumps(json.dumps(WET)),
        json.dumps(f"```json\n{WET}\n```"),
        json.dumps(json.dumps(json.loads(WET), indent=1)),
        f"Here: {json.dumps(WET)}",
        f"```json\n{json.dumps(WET)}\n```",
        '{"' + WET,
        '{"' + WET + "\n\n",
        "{" + WET + "}",
        "{\n  " + WET,
    ],
)
def test_an_answer_in_another_wrapping_is_unwrapped(answer: str) -> None:
    """A whole update in quotes, or behind one brace too many, is still the update."""
    assert whole(answer) == ("repaired", IS_WET)


@pytest.mark.parametrize(
    "answer",
    [
        '{"place":{"text":"Wet.",},"moves":["Go",],}',
        '{,"place":{"text":"Wet."},,"moves":[,"Go",,]}',
        '{"place":{"text":"Wet."}\n"moves":["Go"]}',
        '{"place":{"text":"Wet."} "moves":["Go"]}',
        "{'place':{'text':'Wet.'},'moves':['Go']}",
        "{place:{text:\"Wet.\"},moves:['Go']}",
        '{place: {text: "Wet.", // a note, with: marks]\n danger: null}, moves: ["Go"]}',
        '{"place":{"text":"Wet." // so\n},"moves":["Go" /* it, is */] # done\n}',
        '{/* first */"place":/**/{"text":"Wet." /* * / ** */},"moves":["Go"]}',
        '# Update\n{"place":{"text":"Wet."},"moves":["Go"]}',
        '{"place":{"text":"Wet.","danger":None},"people":None,"moves":["Go"]}',
        '{"place":{"text":"Wet.","danger":undefined},"moves":["Go",NaN]}',
        "{“place”:{“text”:“Wet.”},“moves”:[“Go”]}",
        "{„place“:{„text“:„Wet.“},„moves“:[„Go“]}",
        "{\u2018place\u2019:{\u2018text\u2019:\u2018Wet.\u2019},\u2018moves\u2019:[\u2018Go\u2019]}",
        '{"place":{text:"Wet."\n danger: null},\nmoves:["Go"]\npeople: null\n}',
        '{"place":{"text":"Wet.","danger": very calm},"moves":["Go", ...]}',
        '{"place":{"text":"Wet.","danger":},"moves":["Go"], ...}',
        '{"place":{"text":"Wet.",\u00a0"danger":null},\u2003"moves":["Go"]}',
        '{"place":{"text":"Dry."},"place":{"text":"Wet."},"moves":["Go"],}',
    ],
)
def test_commas_quotes_comments_and_bare_words_are_forgiven(answer: str) -> None:
    """A slip of the pen is no reason to ask again and let the table wait."""
    assert whole(answer) == ("repaired", IS_WET)


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ('"Two\nlines"', "Two\nlines"),
        ('"Tab\tand \x07bell"', "Tab\tand bell"),
        ("'Mira's forge'", "Mira's forge"),
        ("'the guards' swords'", "the guards' swords"),
        ("\u2018Mira\u2019s forge\u2019", "Mira\u2019s forge"),
        ("'Mira\\'s \"forge\"'", 'Mira\'s "forge"'),
        ('"sword 32" long"', 'sword 32" long'),
        ('"He says "go" and goes"', 'He says "go" and goes'),
        ('"He says "go"!"', 'He says "go"!'),
        ('""Go" he says"', '"Go" he says'),
        ('"a\nb "c"\nd e"', 'a\nb "c"\nd e'),
        ('"C:\\dungeon \\_so\\_"', "C:\\dungeon _so_"),
        ('"\\u00e9\\x41 \\u12"', "éA \\u12"),
        ('"", //', ""),
    ],
)
def test_a_text_keeps_what_belongs_to_it(written: str, text: str) -> None:
    """Quotes inside a text are the commonest slip; words must neither be lost nor become members."""
    answer = f'{{"place":{{"text":{written}\n}},"moves":["Go"],}}'

    assert whole(answer) == ("repaired", Sheet(place=Place(text=text), moves=("Go",)))
