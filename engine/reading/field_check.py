"""Checks what a model wrote field by field: one wrong value costs that value, never the whole answer.

The rules are the same for every noun: null means empty, one value where a list is due is a list of one,
an object keyed by ids is a list of entries, identical entries count once, whole numbers may be written
as 3.0 or "+3", words of an enum in any letter case. A faulty field is dropped, and with it its entry
where the entry cannot do without; what cannot be understood is never guessed. Entries of a noun that
`counts_by_place` keep their places: equal ones are several, and a dropped one leaves a blank. A faulty field
that is one of a noun's `conditions` drops the noun: without it more would hold than was meant.
"""

import math
import re
import types
from functools import lru_cache
from typing import Annotated, Literal, TypeAlias, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, JsonValue, TypeAdapter, ValidationError

M = TypeVar("M", bound=BaseModel)

_Form: TypeAlias = object
"""A type annotation, as `typing` hands it out."""

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_LONE_SURROGATE = re.compile(r"[\ud800-\udfff]")
_WHOLE_NUMBER = re.compile(r"[+-]?\d{1,18}(\.0{1,3})?")


class _Fault(Exception):
    """A value is not what is due; the message says what is wrong with it."""


def checked(value: JsonValue, model_class: type[M]) -> tuple[M, tuple[str, ...]] | None:
    """The value as this noun and what was dropped on the way; null if it cannot be one at all."""
    warnings: list[str] = []
    try:
        return _noun(value, model_class, model_class.__name__, warnings), tuple(warnings)
    except _Fault:
        return None


def cleaned(text: str) -> str:
    """The text without control characters (line break and tab stay) and without broken emoji halves."""
    return _LONE_SURROGATE.sub("\ufffd", _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n")))


def _noun(value: JsonValue, model_class: type[M], place: str, warnings: list[str]) -> M:
    if not isinstance(value, dict):
        raise _Fault(f"{place} is no object")
    fields = model_class.model_fields
    for name in value.keys() - fields.keys():
        warnings.append(f"{place}.{name[:40]} is unknown")
    good: dict[str, object] = {}
    for name, info in fields.items():
        if name not in value:
            continue
        try:
            good[name] = _value(value[name], info.annotation, f"{place}.{name}", warnings)
        except _Fault as fault:
            if name in getattr(model_class, "conditions", ()):
                raise
            warnings.append(str(fault))
    return _built(model_class, good, place, warnings)


def _built(model_class: type[M], good: dict[str, object], place: str, warnings: list[str]) -> M:
    """The noun of these fields; those that break a limit of their own are left out as well."""
    try:
        return model_class.model_validate(good)
    except ValidationError as error:
        faulty = {str(e["loc"][0]) for e in error.errors() if e["loc"]}
        needed = sorted(n for n in faulty if n not in good or model_class.model_fields[n].is_required())
        if needed or not faulty:
            raise _Fault(f"{place} is without {', '.join(needed) or 'sense'}") from error
        warnings.extend(f"{place}.{name} is outside its limits" for name in sorted(faulty))
        return _built(model_class, {k: v for k, v in good.items() if k not in faulty}, place, warnings)


def _value(value: JsonValue, form: _Form, place: str, warnings: list[str]) -> object:
    origin: object = get_origin(form)
    args = get_args(form)
    if origin is Annotated:
        return _value(value, args[0], place, warnings)
    if origin in (Union, types.UnionType):
        return _one_of(value, args, place, warnings)
    if origin is Literal:
        return _word(value, args, place)
    if origin is tuple:
        return _entries(value, args[0], place, warnings)
    if origin is dict:
        return _members(value, args[1], place, warnings)
    if isinstance(form, type) and issubclass(form, BaseModel):
        return _noun(value, form, place, warnings)
    return _leaf(value, form, place)


def _one_of(value: JsonValue, forms: tuple[_Form, ...], place: str, warnings: list[str]) -> object:
    """The first form that fits exactly, else the first that fits at all."""
    if value is None and type(None) in forms:
        return None
    for form in forms:
        if isinstance(form, type) and type(value) is form:
            return _value(value, form, place, warnings)
    for form in (f for f in forms if f is not type(None)):
        try:
            return _value(value, form, place, warnings)
        except _Fault:
            continue
    raise _Fault(f"{place} has the wrong type")


def _word(value: JsonValue, words: tuple[object, ...], place: str) -> object:
    if isinstance(value, str):
        for word in words:
            if isinstance(word, str) and word.casefold() == value.strip().casefold():
                return word
    raise _Fault(f"{place} is none of {', '.join(map(str, words))}")


def _entries(value: JsonValue, form: _Form, place: str, warnings: list[str]) -> tuple[object, ...]:
    kept: dict[str, object] = {}
    blank = form if isinstance(form, type) and getattr(form, "counts_by_place", False) else None
    for number, entry in enumerate(_as_list(value, form)):
        try:
            good = _value(entry, form, f"{place}[{number}]", warnings)
        except _Fault as fault:
            warnings.append(str(fault))
            if blank:
                kept[str(number)] = blank()
            continue
        key = str(number) if blank else repr(good)  # a list of nouns would be searched entry by entry
        kept.setdefault(key, good)
    return tuple(kept.values())


def _as_list(value: JsonValue, form: _Form) -> list[JsonValue]:
    if value is None:
        return []
    if isinstance(value, list):
        return value
    if not (isinstance(value, dict) and isinstance(form, type) and issubclass(form, BaseModel)):
        return [value]
    first = next(iter(form.model_fields))
    if value.keys() & form.model_fields.keys() or not all(isinstance(v, dict) for v in value.values()):
        return [value]
    return [{first: key, **entry} for key, entry in value.items() if isinstance(entry, dict)]


def _members(value: JsonValue, form: _Form, place: str, warnings: list[str]) -> dict[str, object]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise _Fault(f"{place} is no object")
    good: dict[str, object] = {}
    for key, entry in value.items():
        try:
            good[cleaned(key)] = _value(entry, form, f"{place}.{key[:40]}", warnings)
        except _Fault as fault:
            warnings.append(str(fault))
    return good


def _leaf(value: JsonValue, form: _Form, place: str) -> object:
    if isinstance(value, str) and form is str:
        return cleaned(value)
    if form is int:
        return _whole_number(value, place)
    if isinstance(value, float) and not math.isfinite(value):
        raise _Fault(f"{place} is no number")
    if not isinstance(form, type):
        raise _Fault(f"{place} is of a kind that cannot be read")
    try:
        return _adapter(form).validate_python(value, strict=True)
    except ValidationError as error:
        raise _Fault(f"{place} has the wrong type") from error


def _whole_number(value: JsonValue, place: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**18:
        return value
    if isinstance(value, float) and value.is_integer() and abs(value) < 10**15:
        return int(value)
    if isinstance(value, str) and _WHOLE_NUMBER.fullmatch(value.strip()):
        return int(float(value)) if "." in value else int(value)
    raise _Fault(f"{place} is no whole number")


@lru_cache(maxsize=64)
def _adapter(form: type) -> TypeAdapter[object]:
    return TypeAdapter(form)
