"""The library: every adventure, prompt and sentence, read and checked once when the process starts."""

from collections.abc import Collection, Iterator
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path

import structlog

from bot.adapters.locales import LANGUAGES, load_locales
from bot.adapters.packs import BrokenPack, read_adventure, taken_fault
from bot.adapters.packs.translation import translation_faults
from bot.adapters.prompt_files import load_prompts
from bot.adapters.rulebooks import load_rulebooks
from engine.errors import NoSuchAdventure
from engine.model.adventure import Adventure, AdventureCard
from engine.model.noun import Language
from engine.ports import Locale, Prompts

_log = structlog.get_logger(__name__)
Shelf = dict[str, dict[Language, Adventure]]


class FileLibrary:
    """What is packaged, and people's own packs in `<home>/adventures`.

    problems: what is wrong with people's own packs; those are left out, the rest can be played.
    packaged: ids of the adventures that come with the program. rulebooks: by ruleset and language.
    Raises SetupError if anything packaged is not right, naming file, place and what would be.
    """

    def __init__(
        self, home: Path | None = None, *, data: Traversable | None = None, prompts: Traversable | None = None
    ) -> None:
        data = data if data is not None else files("data")
        self._locales = load_locales(data / "locales")
        self.rulebooks = load_rulebooks(data / "rulesets")
        self._prompts = load_prompts(prompts if prompts is not None else files("prompts"))
        self._shelf, broken = _packaged(data / "adventures")
        if broken:
            raise BrokenPack(broken)
        self.packaged = frozenset(self._shelf)
        self.problems = _own(home / "adventures", self._shelf) if home is not None else ()
        for problem in self.problems:
            _log.warning("pack_left_out", problem=problem)

    def adventures(self, language: Language) -> tuple[AdventureCard, ...]:
        """Cards by title, each in this language where it has it."""
        cards = [AdventureCard.of(self.adventure(i, language), tuple(self._shelf[i])) for i in self._shelf]
        return tuple(sorted(cards, key=lambda card: card.title))

    def adventure(self, adventure_id: str, language: Language) -> Adventure:
        """In this language, else in its first. Raises NoSuchAdventure."""
        versions = self._shelf.get(adventure_id)
        if versions is None:
            raise NoSuchAdventure(name=adventure_id)
        return versions.get(language) or next(iter(versions.values()))

    def prompts(self, language: Language) -> Prompts:
        """The prompts of a language."""
        return self._prompts[language]

    def locale(self, language: Language) -> Locale:
        """The sentences of a language."""
        return self._locales[language]


def is_packaged(path: Path) -> bool:
    """Whether a file or folder is one that comes with the program."""
    with as_file(files("data")) as folder:
        return path.resolve().is_relative_to(folder.resolve())


def _packaged(root: Traversable) -> tuple[Shelf, list[str]]:
    """adventures/<id>/<language>.json."""
    shelf: Shelf = {}
    problems: list[str] = []
    folders = sorted((f for f in root.iterdir() if f.is_dir()), key=lambda f: f.name) if root.is_dir() else []
    for folder in folders:
        for language in LANGUAGES:
            file = folder / f"{language}.json"
            name = f"adventures/{folder.name}/{language}.json"
            if file.is_file():
                problems += _put(file, name, shelf, expected=(folder.name, language))
    return shelf, problems


def _own(root: Path, shelf: Shelf) -> tuple[str, ...]:
    """Packs that people put anywhere below a folder; those that are right go onto the shelf."""
    taken = frozenset(shelf)
    problems: list[str] = []
    found: Shelf = {}
    for file in sorted(root.rglob("*.json")):
        problems += _put(file, file.relative_to(root.parent).as_posix(), found, taken)
    for adventure_id in sorted(found):
        versions = found[adventure_id]
        shelf[adventure_id] = {language: versions[language] for language in LANGUAGES if language in versions}
    return tuple(problems)


def _put(
    file: Traversable,
    name: str,
    shelf: Shelf,
    taken: Collection[str] = (),
    expected: tuple[str, Language] | None = None,
) -> Iterator[str]:
    """Read a file onto the shelf, or yield what is wrong with it. taken: ids that it may not have."""
    try:
        adventure = read_adventure(file, name)
    except BrokenPack as broken:
        yield from broken.problems
        return
    if expected is not None and (adventure.id, adventure.language) != expected:
        yield f'{name}: must have id "{expected[0]}" and language "{expected[1]}", as its path says.'
        return
    if faults := taken_fault(name, adventure, taken):
        yield from faults
        return
    versions = shelf.setdefault(adventure.id, {})
    if adventure.language in versions:
        yield f'{name}: "{adventure.id}" is there in {adventure.language} already; keep one of the files.'
        return
    differing = [
        fault for other in list(versions.values())[:1] for fault in translation_faults(adventure, other)
    ]
    if differing:
        yield from (f"{name}: {fault}" for fault in differing)
        return
    versions[adventure.language] = adventure
