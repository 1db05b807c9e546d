"""Every exception of the project, in one tree.

LangEvalError
├── InputError                what the user gave cannot be used: file, line, field and what to do
│   ├── EmptyBenchmarkSetError    a benchmark without cases
│   └── NoPromptColumnError       a benchmark file without a column that is known to be the prompt; carries the columns
├── ProviderError             a model could not be reached or refused; says whether a retry can help
├── SubjectError              the subject failed fatally; carries the answers already paid for
├── MutationError             a mutator's reply cannot be applied; keeps the raw reply
├── StoreError                the run store cannot be opened or written
└── RunNotFoundError          no run has this id
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from langeval_core.schema.completion import TokenUsage
    from langeval_core.schema.report import CaseAnswer


class LangEvalError(Exception):
    """Base of all errors that are meant for a user to read."""


class InputError(LangEvalError):
    """Input that cannot be used.

    Args:
        problem: what is wrong, one sentence.
        file: the file's name as the user knows it.
        line: 1-based line or row number.
        field: column, key or dotted path.
        hint: what to do about it, one sentence.
    """

    def __init__(
        self,
        problem: str,
        *,
        file: str | None = None,
        line: int | None = None,
        field: str | None = None,
        hint: str | None = None,
    ) -> None:
        self.problem = problem
        self.file = file
        self.line = line
        self.field = field
        self.hint = hint
        super().__init__(str(self))

    def __str__(self) -> str:
        place = ", ".join(
            part
            for part in (
                self.file or "",
                f"line {self.line}" if self.line is not None else "",
                f"field {self.field}" if self.field else "",
            )
            if part
        )
        text = f"{place}: {self.problem}" if place else self.problem
        return f"{text} {self.hint}" if self.hint else text


class EmptyBenchmarkSetError(InputError):
    """A benchmark without a single case."""

    def __init__(self, file: str | None = None) -> None:
        super().__init__("The benchmark has no cases.", file=file, hint="Add at least one case with a prompt.")


class NoPromptColumnError(InputError):
    """A sound benchmark file, none of whose columns is known to be the prompt.

    Args:
        columns: the file's own columns, one of which may be it.
    """

    def __init__(self, problem: str, *, columns: Sequence[str], file: str | None = None) -> None:
        super().__init__(problem, file=file, field="prompt", hint="Name the column: prompt=COLUMN.")
        self.columns = tuple(columns)


class ProviderErrorKind(StrEnum):
    """Why a provider call failed, in words of ours whatever the vendor."""

    AUTHENTICATION = "authentication"
    BAD_REQUEST = "bad_request"
    CONTEXT_TOO_LONG = "context_too_long"
    REFUSED = "refused"
    RATE_LIMITED = "rate_limited"
    SERVER = "server"
    CONNECTION = "connection"
    TIMEOUT = "timeout"
    NOT_RECORDED = "not_recorded"
    OTHER = "other"


class ProviderError(LangEvalError):
    """A call that brought no completion.

    Args:
        message: for the user; never holds a key.
        kind: the cause; decides whether a retry can help.
        retry_after_s: seconds the server asked to wait, if it did.
        status: HTTP status, if there was one.
        usage: tokens the failed call was charged, if reported.
    """

    def __init__(
        self,
        message: str,
        *,
        kind: ProviderErrorKind = ProviderErrorKind.OTHER,
        retry_after_s: float | None = None,
        status: int | None = None,
        usage: TokenUsage | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.kind = kind
        self.retry_after_s = retry_after_s
        self.status = status
        self.usage = usage

    @property
    def can_retry(self) -> bool:
        """Whether the same call may succeed when made again."""
        return self.kind in _RETRYABLE


_RETRYABLE = frozenset(
    {
        ProviderErrorKind.RATE_LIMITED,
        ProviderErrorKind.SERVER,
        ProviderErrorKind.CONNECTION,
        ProviderErrorKind.TIMEOUT,
    }
)


class SubjectError(LangEvalError):
    """A subject call failed fatally and ended the evaluation.

    Args:
        case_index: 0-based index of the case whose call failed.
        answers: the answers collected before it, in case order.
    """

    def __init__(self, message: str, *, case_index: int, answers: Sequence[CaseAnswer]) -> None:
        super().__init__(message)
        self.case_index = case_index
        self.answers = tuple(answers)


class MutationError(LangEvalError):
    """A mutator's reply that cannot be applied; nothing was changed."""

    def __init__(self, message: str, *, raw_reply: str) -> None:
        super().__init__(message)
        self.raw_reply = raw_reply


class StoreError(LangEvalError):
    """The run store cannot be opened, read or written."""


class RunNotFoundError(LangEvalError):
    """No kept run has this id."""

    def __init__(self, run_id: str) -> None:
        super().__init__(
            f"There is no run “{run_id}” in this store. It may have been deleted or kept in another store."
        )
        self.run_id = run_id
