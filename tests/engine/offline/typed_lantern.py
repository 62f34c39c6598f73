"""What people type for the deeds on the lighthouse rock. A language needs its words here."""

from engine.model.noun import Language

TYPED: dict[Language, dict[str, str]] = {
    "en": {
        "go >kitchen": "we go into the kitchen",
        "go >watch": "go to the watch room",
        "go >lamp": "climb to the lamp room",
        "go >cellar": "climb down the hatch into the cellar",
        "go >landing": "out to the landing",
        "go >bell": "cross the Neck to the bell-house",
        "take hand-lantern": "take the lantren off the hook",
        "look log": "I read the logbook",
        "look ledger": "read the oil book beside it",
        "look pilot": "open the old pilot book with the sealskin back",
        "talk liv/father": "ask Liv where her father is",
        "use clockwork": "we wind up the clock with her",
        "look cans": "check all the oil cans",
        "take coil": "take the copper wire",
        "talk tove/oil": "I ask Tove who emptied the cans",
        "give tove/flask": "show Tove the flask from the boat",
        "talk eskil/who": "ask the man on the step who he is",
        "give eskil/jon": "give Eskil the mitten",
        "give joren/tea": "pour the old man some hot tea",
        "talk joren/minutes": "ask Joren about the forty minutes",
        "use wire-end": "splice the broken wire",
        "talk joren/home": "bring Joren home with us",
        "talk joren/stay": "let him stay and ring the bell",
        "give liv/page": "I give Liv the page",
        "use flame": "fill the lamp with oil",
        "push flame": "put out the lamp",
        "use lens": "stop the lens with the pin",
        "use watch-chair": "sit down in the keeper's chair",
    },
}
