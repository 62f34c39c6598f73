"""What an adventure under rules has besides its scenes."""

from engine.model.noun import Noun
from engine.model.rules.area import Countdown
from engine.model.rules.creature import CreatureKind
from engine.model.rules.item import ItemKind
from engine.model.rules.quest import Quest


class Dungeon(Noun):
    """Creatures, things and quests of one adventure. level: of the characters that it is meant for."""

    level: int = 1
    kinds: tuple[CreatureKind, ...] = ()
    items: tuple[ItemKind, ...] = ()
    quests: tuple[Quest, ...] = ()
    countdowns: tuple[Countdown, ...] = ()

    def kind(self, kind_id: str) -> CreatureKind | None:
        """The creature kind with this id."""
        return next((kind for kind in self.kinds if kind.id == kind_id), None)

    def item(self, item_id: str) -> ItemKind | None:
        """The item kind with this id, if it is the adventure's own."""
        return next((item for item in self.items if item.id == item_id), None)

    def quest(self, quest_id: str) -> Quest | None:
        """The quest with this id."""
        return next((quest for quest in self.quests if quest.id == quest_id), None)
