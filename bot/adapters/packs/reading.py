"""Read one adventure's file, or say what is wrong in it: which file, which place, and what would be right."""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path

from pydantic import JsonValue, ValidationError

from bot.adapters.packs.letters import letter_faults
from bot.adapters.packs.schema import noun_fault, schema_faults
from bot.adapters.packs.soundness import faults_of
from bot.adapters.packs.translation import translation_faults
from engine.errors import SetupError
from engine.model.adventure import Adventure

_NEIGHBOURS = 3
"""Names by which an author finds the object that has one twice."""


class BrokenPack(SetupError):
    """A pack cannot be played. problems: one line each, file and place first."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


def read_adventure(file: Traversable, name: str | None = None) -> Adventure:
    """The adventure in a file. name: how messages call the file. Raises BrokenPack with all its faults."""
    name = name or file.name
    twice: list[str] = []
    try:
        # "-sig": some editors put a mark before UTF-8, which is no fault of the author's.
        content: JsonValue = json.loads(
            file.read_text(encoding="utf-8-sig"), object_pairs_hook=lambda pairs: _object(pairs, twice)
        )
    except UnicodeDecodeError as cause:
        raise BrokenPack([f"{name}: is not text in UTF-8; save it again as UTF-8."]) from cause
    except json.JSONDecodeError as cause:
        where = f"line {cause.lineno}, column {cause.colno}"
        raise BrokenPack([f"{name}: {where}: is not JSON ({cause.msg})."]) from cause
    except OSError as cause:
        raise BrokenPack([f"{name}: cannot be read ({cause.strerror or cause})."]) from cause
    except (ValueError, RecursionError) as cause:
        raise BrokenPack([f"{name}: has a number that is too long, or nests too deeply."]) from cause
    if faults := (*twice, *letter_faults(content), *schema_faults(content)):
        raise BrokenPack([f"{name}: {fault}" for fault in faults])
    try:
        adventure = Adventure.model_validate(content)
    except ValidationError as cause:
        raise BrokenPack([f"{name}: {noun_fault(e['loc'], e['msg'])}" for e in cause.errors()]) from cause
    if faults := faults_of(adventure):
        raise BrokenPack([f"{name}: {fault}" for fault in faults])
    return adventure


def check_pack(path: Path, packaged: Collection[str] = ()) -> tuple[str, ...]:
    """All that is wrong with a pack, () if nothing. path: a file, or the folder of an adventure's languages.

    A file is also compared with its translations: the files beside it that are the same adventure.
    packaged: ids that a pack of one's own may not have.
    """
    if path.is_dir():
        files = sorted(path.glob("*.json"))
        return _faults_of_all(files, packaged) if files else (f"{path}: holds no .json file.",)
    if not path.is_file():
        return (f"{path}: there is no such file.",)
    try:
        adventure = read_adventure(path)
    except BrokenPack as broken:
        return broken.problems
    return taken_fault(path.name, adventure, packaged) + tuple(
        f"{path.name}: {fault}"
        for other in _read(p for p in sorted(path.parent.glob("*.json")) if p != path)
        if other.id == adventure.id
        for fault in translation_faults(adventure, other)
    )


def taken_fault(name: str, adventure: Adventure, packaged: Collection[str]) -> tuple[str, ...]:
    """One's own pack never takes the place of a packaged one: games under way would change."""
    if adventure.id not in packaged:
        return ()
    return (f'{name}: id: "{adventure.id}" is the id of a packaged adventure; give yours another.',)


def _object(pairs: Sequence[tuple[str, JsonValue]], twice: list[str]) -> JsonValue:
    """An object of the file; a name that stands twice in it would silently lose the first."""
    read = dict(pairs)
    for name, count in Counter(name for name, _ in pairs).items():
        if count > 1:
            beside = ", ".join(f'"{other}"' for other in list(read)[:_NEIGHBOURS] if other != name)
            twice.append(f'"{name}" stands {count} times in one object (beside {beside}); keep one.')
    return read


def _faults_of_all(files: Sequence[Path], packaged: Collection[str]) -> tuple[str, ...]:
    problems: list[str] = []
    read: list[tuple[str, Adventure]] = []
    for file in files:
        try:
            adventure = read_adventure(file)
            read.append((file.name, adventure))
            problems += taken_fault(file.name, adventure, packaged)
        except BrokenPack as broken:
            problems += broken.problems
    for name, adventure in read[1:]:
        problems += [f"{name}: {fault}" for fault in translation_faults(adventure, read[0][1])]
    return tuple(problems)


def _read(files: Iterable[Path]) -> Iterator[Adventure]:
    for file in files:
        try:
            yield read_adventure(file)
        except BrokenPack:
            continue  # it is checked when somebody asks about that file
