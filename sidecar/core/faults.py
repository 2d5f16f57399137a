"""Why a call cannot be judged; it then stays as it is.

UnusableSchemaError     the schema cannot be applied to the call
├── OverBudgetError     applying it takes more work than a call is worth
└── BeyondRepairError   the call has too many faults
"""

from __future__ import annotations


class UnusableSchemaError(Exception):
    """The schema cannot be applied (dangling `$ref`, endless recursion): the call stays as it is."""


class OverBudgetError(UnusableSchemaError):
    """Applying the schema takes too much work. Says so on every further step, too."""


class BeyondRepairError(UnusableSchemaError):
    """The call has too many faults, or judging it takes too long: it stays as it is. Says which."""
