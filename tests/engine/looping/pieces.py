"""Answers in pieces, and what they are together."""

from tests.engine.looping.small_update import Person, Situation, Update

RIVER = Update(situation=Situation(summary="The river is high and the ferry is gone."), suggestions=("Swim",))
HORN = Update(situation=Situation(summary="A horn sounds twice."), suggestions=("Answer it",))
SNOW = Update(situation=Situation(summary="Snow falls."), suggestions=("Make camp", "March on"))
HIT = Update(situation=Situation(summary="Hit!"), characters=(Person(id="gob1", hp_delta=-5),))
TWO = Update(
    characters=(Person(id="ash", hp_delta=-12), Person(id="bryn", hp_delta=3)), suggestions=("Rest",)
)
SIT = Update(suggestions=("Sit",))

_RIVER = '{"situation":{"summary":"The river is high and the fer'
_SWIM = 'ry is gone."},"suggestions":["Swim"]}'
_HORN = '{"situation":{"summary":"A horn soun'
_ANSWER = 'twice."},"suggestions":["Answer it"]}'
_SNOW = '{"situation":{"summary":"Snow falls."}'
_CAMP = '"suggestions":["Make camp","March on"]}'
_WIDE = '{\n  "situation": {\n    "summary": "Snow falls."\n  },\n  "suggestions": [\n    "Make camp",\n'
_ASH = '{"characters":[{"id":"ash","hp_delta":-12},'
_ASH_BEFORE = '{"characters":[{"id":"ash","hp_delta":-9},'
_BRYN = '{"id":"bryn","hp_delta":3}],"suggestions":["Rest"]}'
_HIT = '{"situation":{"summary":"Hit!"},"characters":[{"id":"gob1","hp_delta":'
_SIT = '{"suggestions":["Sit"],'

REPEATED = [
    ([_RIVER, f"is high and the fer{_SWIM}"], RIVER),
    ([_RIVER[:40], _RIVER[27:], f"is high and the fer{_SWIM[:20]}", f"ferry is gone{_SWIM[10:]}"], RIVER),
    ([f"{_ASH[:-3]}", f'"ash","hp_delta":-12}},{_BRYN}'], TWO),
    ([f"{_ASH_BEFORE[:-3]}1", f'":[{{"id":"ash","hp_delta":-12}},{_BRYN[:9]}', f"-12}},{_BRYN}"], TWO),
    # behind a blank, which was stripped from what is to be repeated
    (['{"situation":{"summary":"A horn ', f'{{"situation":{{"summary":"A horn sounds {_ANSWER}'], HORN),
    (['{"situation":{"summary":"A horn sounds ', f'":{{"summary":"A horn sounds {_ANSWER}'], HORN),
    # behind a blank that the model left out, as it was not shown it
    (['{"situation":{"summary":"A horn sounds ', f'{{"situation":{{"summary":"A horn sounds{_ANSWER}'], HORN),
    # behind a mark of its own
    ([_ASH + _BRYN[:10], f"{{{_ASH[1:]}{_BRYN}"], TWO),
    ([_ASH + _BRYN[:10], f"{{{_ASH[14:]}{_BRYN}"], TWO),
    ([_RIVER, f'{{"summary":"The river is high and the fer{_SWIM}'], RIVER),
    ([_RIVER, f'"is high and the fer{_SWIM}'], RIVER),
    ([_RIVER, f"...is high and the fer{_SWIM}"], RIVER),
    # more than was asked for
    ([_ASH + _BRYN[:10], _ASH[1:] + _BRYN], TWO),
    # in another layout
    ([f'{_WIDE}    "March', _CAMP], SNOW),
    ([f"{_SNOW},{_CAMP[:28]}", '"suggestions": [\n    "Make camp",\n    "March on"\n  ]\n}'], SNOW),
    ([_WIDE, '  },\n"suggestions": [\n"Make camp",\n"March on"\n]\n}'], SNOW),
    ([f'{_WIDE}    "March', '    "March on"\n  ]\n}'], SNOW),
    # with one sign changed
    ([_RIVER, f'{{"summary":"the river is high and the fer{_SWIM}'], RIVER),
    ([_RIVER, f'{{"summary":"The river was high and the fer{_SWIM}'], RIVER),
]  # fmt: skip
"""The end of what was there is said again, as was asked for, more or less."""

TALKED_AROUND = [
    ([_HORN, f"Continuing from where I stopped:\n```json\nds {_ANSWER}\n```"], HORN),
    ([f"Sure:\n```json\n{_HORN}", f'```json\n"summary":"A horn sounds {_ANSWER}\n```\nShall I go on?'], HORN),
    ([_HORN, f"<think>It stopped at soun.</think>\nds {_ANSWER}"], HORN),
    ([_HORN, f"I should go on.\n</think>\n\nds {_ANSWER}"], HORN),
    ([_HORN, f"Here is the rest of the answer:\n\nds {_ANSWER}"], HORN),
]  # fmt: skip

NOT_REPEATED = [
    ([_RIVER, _SWIM], RIVER),
    ([f'{_SNOW},"suggestions":["Make camp",', '"March on"]}'], SNOW),
    ([f"{_SNOW},", _CAMP], SNOW),
    ([_SNOW, f",{_CAMP}"], SNOW),
    ([_SNOW, _CAMP], SNOW),
    ([f"{_SNOW},{_CAMP[:26]}", '"March on"]}'], SNOW),
    # one word, less than what counts as an overlap
    ([_HORN, f"sounds {_ANSWER}"], HORN),
    ([_HORN, f"horn sounds {_ANSWER}"], HORN),
]

BEGUN_AGAIN = [
    ([f"{_SNOW},{_CAMP[:30]}", '"March on"]}'], SNOW),
    ([f"{_SNOW},{_CAMP[:28]}", '"March on"]}'], SNOW),
    (['{"situation":{"summary":"Snow', f"{_SNOW[24:]},{_CAMP}"], SNOW),
    (['{"situation":{"summary":"Snow', f"{_SNOW[14:]},{_CAMP}"], SNOW),
    ([_ASH + _BRYN[:8], _BRYN], TWO),
    ([_ASH_BEFORE + _BRYN[:8], _ASH[1:] + _BRYN], TWO),
    ([_ASH_BEFORE + _BRYN[:8], _ASH[15:] + _BRYN], TWO),
    ([_ASH_BEFORE, _ASH[15:] + _BRYN], TWO),
    (['{"suggestions":["Rest","Sle', f'"Rest"],{_ASH[1:]}{{"id":"bryn","hp_delta":3}}]}}'], TWO),
    # all of it, whole: -5, and neither -4 nor -9
    ([f'{_HIT}-4}},{{"id":"a', f"{_HIT}-5}}]}}"], HIT),
    ([f'{_HIT}-4}}],"sug', f"Again, in full:\n```json\n{_HIT}-5}}]}}\n```"], HIT),
    # all of it, cut again, and gone on with
    (['{"situation":{"summary":"Hi', _HIT[:-9], '{"id":"gob1","hp_delta":-5}]}'], HIT),
]

OF_NO_USE = [
    ([f'{_SIT}"situation":{{"summary":"Halfway ac', "", " \n"], ["blank", "blank"], SIT),
    # a number or a word is never put together from two pieces
    ([f'{_SIT}"characters":[{{"id":"ash","hp_delta":-1', "2}]}"], ["no overlap"], SIT),
    ([f'{_SIT}"situation":nul', "l}"], ["no overlap"], SIT),
    ([f'{_SIT}"characters":[{{"id":"ash","hp_delta":', "2}]}"], ["no overlap"], SIT),
    ([f'{_SIT}"characters":[{{"id":"ash","hp_delta":1', "1}]}"], ["no overlap"], SIT),
    ([f'{_SIT}"characters":[{{"id":"ash","hp_delta":1', '[{"id":"ash","hp_delta":-2}]}'],
     ["no overlap"], SIT),
    # another sentence is not the rest of this one
    ([f'{_SIT}"situation":{{"summary":"The river ris', 'Snow falls."}}'], ["no overlap"], SIT),
    ([f'{_SIT}"situation":{{"summary":"The river', "Sorry, I cannot do that."], ["no overlap"], SIT),
    # it overlaps, and cannot be read
    ([f'{_SIT}"situation":{{"summary":"The river is', '"The river is"]]]]'], ["thrown away"], SIT),
    # the same again
    ([f'{_SIT}"situation":{{"summary":"The river is', '"summary":"The river is'], ["thrown away"], SIT),
    # all of it again, cut before it was as far
    ([f'{_SIT}"situation":{{"summary":"The river is', '{"suggestions":["Si'], ["no overlap"], SIT),
    # what is closed in the second piece counts; what is cut in the first does not
    ([f'{_SIT}"situation":{{"summary":"The ri', '"characters":[{"id":"ash"}]}'], ["merged"],
     SIT.model_copy(update={"characters": (Person(id="ash"),)})),
]  # fmt: skip

_RAT, _BAT, _CAT = '{"roll":"1","text":"rat"}', '{"roll":"2","text":"bat"}', '{"roll":"3","text":"cat"}'

ROWS = [
    [f'{{"rows":[{_RAT},{_BAT}]}}', f'{{"rows":[{_CAT}]}}'],
    [f'{{"rows":[{_RAT},{_BAT[:21]}', f'{{"rows":[{_BAT},{_CAT}]}}'],
    [f'{{"rows":[{_RAT},{_BAT[:21]}', f"{_BAT},{_CAT}]}}"],
    [f'{{"rows":[{_RAT},{{"ro', f'{{"rows":[{_RAT},{_BAT},{{"r', f'{{"rows":[{_BAT},{_CAT}]}}'],
]
"""Three rows of one table."""
