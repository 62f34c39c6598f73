"""What people type for the deeds of the auction, as people type it. A language needs its words here."""

from engine.model.noun import Language

TYPED: dict[Language, dict[str, str]] = {
    "en": {
        "look bill": "I read the bill under the lamp",
        "go >hall": "we go to the cloakroom",
        "go >viewing": "go to the viewing room",
        "go >saleroom": "let's head into the saleroom",
        "go >box": "sneak up behind the curtain",
        "go >cellar": "climb into the lift",
        "go >steps": "go out to the steps",
        "give minna/coats": "hand in our wet coats",
        "take umbrella-stand": "I borrow an umbrela from the stand",
        "look racks": "look through the rows of coats",
        "look lot-77": "I take a good look at the green bottle",
        "look card": "read the card beside it",
        "look parrot": "have a chat with the parrot",
        "take bottles": "pick up one of the empty bottles",
        "take worms": "put the glow-worms into the bottle",
        "open gate": "turn the crank",
        "use orchestra-key": "wind up the orchestra",
        "use gap": "swap the bottles",
        "give minna/hide": "ask Minna to hide the bottle in a coat",
        "open bottle-sky": "uncork the bottle",
        "look book": "look up number 77 in the ticket book",
        "talk minna/admit": "ask Minna about ticket 77",
        "talk minna/half": "tell Minna that Fend had the measles",
        "give minna/return": "give the bottle back to Minna",
        "talk count/moustache": "call the Count Wim Pluck",
        "talk count/confess": "I tell the Count that it was Minna's",
        "give quillon/confession": "hand the confession to Madam Quillon",
        "give quillon/half": "show Quillon the half ticket",
        "take paddles": "take a paddle from the rack",
        "look paddle-carried": "look at paddle nine from all sides",
        "talk quillon/call": "ask Quillon to call lot 77 out of turn",
        "push bid-six": "I bid with the paddle upside down!",
        "push bid-nine": "bid a thousand florins",
        "talk fend/lie": "ask Fend about that afternoon",
        "talk fend/measles": "ask Fend where he really was",
        "talk fend/tell": "show Fend the half ticket",
        "talk fend/tell_now": "give Fend the other half of the ticket",
        "give fend/give": "give the bottle to Fend",
        "give fend/give_warn": "offer Fend the bottle",
        "give fend/give_dark": "give Fend the bottle all the same",
        "use armchair": "sit down in the armchair",
        "open bottle-saleroom": "open the bottle",
    },
}

UNKNOWN: dict[Language, tuple[str, ...]] = {
    "en": (
        "dance a jig", "juggle three eggs", "xyzzy", "plugh", "think about pie", "recite my taxes",
        "be a teapot", "whittle", "knit socks", "invent a wheel", "meditate", "frobnicate",
        "become invisible", "levitate", "yodel backwards", "paint a portrait", "bake", "solve for x",
        "hide under a hat", "laugh", "pray", "wonder why", "dream of home", "somersault", "philosophise",
        "asdfgh", "compose an ode", "balance on one leg", "whistle", "blink",
    ),
}  # fmt: skip
"""Thirty things that the house of Quillon has no answer to."""
