"""Models that we know to play well, and which of them suits a machine."""

from dataclasses import dataclass

from bot.doctor_model import TURN_NEW, TURN_TOLD
from bot.setup.machine import GB, Machine
from engine.asking.pace import Pace

BESIDE = 2 * GB
"""What the system, Discord and the game need beside the model."""
_PLAY = 1.25
"""A model in play needs its size and a quarter more: the conversation, and room to reckon in."""
_CARD_RATE = 250.0 * GB
"""What a small graphics card reads in a second; most are faster."""
_USED = 0.8
"""Of what a machine reads in a second, so much goes into tokens."""
_READS_AHEAD = 5
"""A processor reads a prompt so many times as fast as it tells."""
_CARD_READS_AHEAD = 30
PATIENCE_S = 30.0
"""A table that waits longer than this for a whole story begins to look at its phones."""


@dataclass(frozen=True)
class KnownModel:
    """name: as Ollama's library has it. download_bytes: about. num_ctx: the window that it is played with."""

    name: str
    download_bytes: int
    num_ctx: int

    @property
    def needed_bytes(self) -> int:
        """Memory in play."""
        return in_play(self.download_bytes)


@dataclass(frozen=True)
class Suited:
    """A model on a machine. expected_s: about, from an action to the whole story; reckoned, not measured."""

    model: KnownModel
    fits: bool
    expected_s: float


KNOWN = (
    KnownModel("gemma2:2b", 1_630_000_000, 4096),
    KnownModel("llama3.2:3b", 2_020_000_000, 8192),
    KnownModel("llama3.1:8b", 4_920_000_000, 8192),
    KnownModel("gemma2:9b", 5_440_000_000, 4096),
    KnownModel("mistral-nemo:12b", 7_070_000_000, 8192),
    KnownModel("gemma2:27b", 15_630_000_000, 4096),
)
"""From small to large, which is from plain to well told. Windows: those of games, so 4,096 tokens for a model
that slides over so many (engine.asking.context_window)."""


def in_play(size_bytes: int) -> int:
    """Memory that a model of this size needs in play."""
    return round(size_bytes * _PLAY)


def suited(machine: Machine) -> tuple[Suited, ...]:
    """Each known model on this machine, small ones first."""
    return tuple(_suited(model, machine) for model in KNOWN)


def recommended(machine: Machine) -> KnownModel:
    """The largest that fits and keeps nobody waiting for long; else the smallest."""
    well = [s.model for s in suited(machine) if s.fits and s.expected_s <= PATIENCE_S]
    return well[-1] if well else KNOWN[0]


def _suited(model: KnownModel, machine: Machine) -> Suited:
    on_card = model.needed_bytes <= machine.card_bytes
    rate = _CARD_RATE if on_card else machine.rate
    output_rate = max(_USED * rate / model.download_bytes, 0.01)
    ahead = _CARD_READS_AHEAD if on_card else _READS_AHEAD
    pace = Pace(prompt_rate=ahead * output_rate, output_rate=output_rate)
    fits = on_card or model.needed_bytes + BESIDE <= machine.memory_bytes
    return Suited(model, fits, pace.expected_s(TURN_NEW, TURN_TOLD) or 0.0)
