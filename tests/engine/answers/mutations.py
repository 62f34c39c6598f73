"""Breaks good answers as models, servers and bad lines break them; the same chance, the same breaks."""

from collections.abc import Callable

from engine.ports import Entropy

_JUNK = (
    *(
        "{",
        "}",
        "[",
        "]",
        '"',
        "'",
        ",",
        ":",
        "\\",
        "`",
        "```",
        "\n",
        "\x00",
        "\ud83d",
        "\ufeff",
        "\u2028",
        "“",
    ),
    *(
        "/",
        "//",
        "/*",
        "#",
        "-",
        "1e999",
        "9" * 400,
        "NaN",
        "-Infinity",
        "None",
        "True",
        "null",
        "...",
        "\\u12",
    ),
    *("</think>", "<think>", "[[[[[[[[", "}}}}", "@everyone", "🗝️" * 9, " " * 300, '"suggestions":'),
    *(
        '{"suggestions":',
        '"character_id":"nobody"',
        '"hit_points":-40',
        '{"label":"x"},',
        '"scene_id":"moon"',
    ),
    "updated_situation: ",
)
_QUOTES = ("'", "“", "\\'", "")
_TAKEN_OUT = 40
_BREAKS = 4
_COPIES = 30


def mutated(text: str, chance: Entropy) -> str:
    """The text after one to four breaks."""
    for _ in range(1 + _below(chance, _BREAKS)):
        text = _WAYS[_below(chance, len(_WAYS))](text, chance)
    return text


def _below(chance: Entropy, most: int) -> int:
    return chance.bits(32) % max(1, most)


def _span(text: str, chance: Entropy) -> tuple[int, int]:
    start = _below(chance, len(text) + 1)
    return start, min(len(text), start + _below(chance, _TAKEN_OUT))


def _cut(text: str, chance: Entropy) -> str:
    return text[: _below(chance, len(text) + 1)]


def _put_in(text: str, chance: Entropy) -> str:
    at = _below(chance, len(text) + 1)
    return text[:at] + _JUNK[_below(chance, len(_JUNK))] + text[at:]


def _take_out(text: str, chance: Entropy) -> str:
    start, end = _span(text, chance)
    return text[:start] + text[end:]


def _say_twice(text: str, chance: Entropy) -> str:
    start, end = _span(text, chance)
    return text[:end] + text[start:end] * (1 + _below(chance, _COPIES)) + text[end:]


def _swap(text: str, chance: Entropy) -> str:
    """Two stretches change places."""
    a, b = _span(text, chance)
    c, d = _span(text, chance)
    (a, b), (c, d) = sorted(((a, b), (c, d)))
    return text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:] if b <= c else text


def _change_mark(text: str, chance: Entropy) -> str:
    at = _below(chance, len(text) + 1)
    return text[:at] + chr(_below(chance, 0xD7FF)) + text[at + 1 :]


def _quote_otherwise(text: str, chance: Entropy) -> str:
    return text.replace('"', _QUOTES[_below(chance, len(_QUOTES))])


def _forget_commas(text: str, chance: Entropy) -> str:
    return text.replace(",", ("", " ", ",,", ",\n")[_below(chance, 4)])


def _put_into_a_text(text: str, _: Entropy) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _change_a_number(text: str, chance: Entropy) -> str:
    """Any word becomes a number, a yes or nothing."""
    words = ("-12", "true", "null", "3.0", "NaN", '"+3"', "[]", "{}")
    before, mark, after = text.partition((": ", ":", ",")[_below(chance, 3)])
    return before + mark + words[_below(chance, len(words))] + after


_WAYS: tuple[Callable[[str, Entropy], str], ...] = (
    _cut,
    _put_in,
    _put_in,
    _put_in,
    _take_out,
    _take_out,
    _say_twice,
    _swap,
    _change_mark,
    _quote_otherwise,
    _forget_commas,
    _put_into_a_text,
    _change_a_number,
)
