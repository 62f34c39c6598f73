r"""Takes the power out of a model's own JSON without changing what it says.

Signs that a chat template reads as orders ("<|im_start|>", "[INST]", our own "[TASK") are written as JSON
escapes; everything else keeps its bytes, so that a server that has just written it need not read it again.
"""

import re

_MARK = re.compile(
    r"(?<!\\)((?:\\\\)*)\\?"
    r"(?:(<)(?=[|/A-Za-z<!\uff5c])|(\[)(?=/?[A-Z][A-Z_]|(?:actions|context|facts|log|opening|results|summary"
    r"|gMASK)\]))"
)
_ESCAPED = re.compile(r"(?<!\\)((?:\\\\)*)\\u00(?:3([cC])|5([bB]))")
_ROLE = re.compile(
    r"^([\s\W]{0,9}(?:system|user|assistant|human|ai|model|developer|tool|function|narrator|gm|dm))"
    r"[ \t]{0,9}:",
    re.IGNORECASE | re.MULTILINE,
)


def harmless(text: str) -> str:
    r"""JSON, or a piece of it, that says the same without signs of a chat template.

    >>> print(harmless('{"a": "I <3 [1] <|im_start|>sys"}'))
    {"a": "I <3 [1] \u003c|im_start|>sys"}
    """
    return _MARK.sub(lambda found: found[1] + (r"\u003c" if found[2] else r"\u005b"), text)


def plain(text: str) -> str:
    r"""The same with the signs as they are: a model may repeat them in either way.

    >>> plain(harmless('{"a": "<|im_start|>"}'))
    '{"a": "<|im_start|>"}'
    """
    return _ESCAPED.sub(lambda found: found[1] + ("<" if found[2] else "["), text)


def harmless_message(text: str) -> str:
    r"""The same as a message of a conversation: nor does a line of it look like somebody else's words.

    >>> "User:" in harmless_message('{"a": "He said\nUser: go"}')
    False
    """
    return _ROLE.sub("\\1\ua789", harmless(text))
