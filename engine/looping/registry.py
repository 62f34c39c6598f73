"""All kinds of answers that may come in pieces. A new one is a file in `use_cases` and a line here."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.looping.use_case import UseCase, problem_of
from engine.looping.use_cases import state_update, tool_plan


class CannotRegister(ValueError):
    """A use case is not fit for use; the message says why."""


class UnknownUseCase(LookupError):
    """No use case is called so."""


def registered(*use_cases: UseCase) -> Mapping[str, UseCase]:
    """These use cases by id. Raises CannotRegister for one without a builder, or otherwise unfit."""
    by_id: dict[str, UseCase] = {}
    for use_case in use_cases:
        if problem := problem_of(use_case):
            raise CannotRegister(problem)
        if use_case.id in by_id:
            raise CannotRegister(f"two use cases are called '{use_case.id}'")
        by_id[use_case.id] = use_case
    return MappingProxyType(by_id)


USE_CASES = registered(
    state_update.USE_CASE,
    tool_plan.USE_CASE,
)


def use_case_of(use_case_id: str, use_cases: Mapping[str, UseCase] = USE_CASES) -> UseCase:
    """Raises UnknownUseCase."""
    if use_case_id not in use_cases:
        raise UnknownUseCase(f"no use case is called '{use_case_id}'; there are: {', '.join(use_cases)}")
    return use_cases[use_case_id]
