"""A script that ended because pi refused one of its calls: the call is explained, other scripts are not."""

import pytest

from sidecar.results.observation import Observation, Result
from sidecar.results.scripts import inner

REFUSED = """Script failed
Wall time 0.1 seconds
Output:

Script error:
Error: Validation failed for tool "bash":
  - command: missing

Received arguments:
{
  "cmd": "ls"
}

Tool calls made before the failure (they are not undone): bash (error)"""


def of(text: str, tool: str = "codemode", *, is_error: bool = True) -> Observation:
    content = ({"type": "text", "text": text},)
    return Observation("c1", tool, {"code": "…"}, Result(content, is_error=is_error))


def test_the_refused_call_stands_for_the_script() -> None:
    found = inner(of(REFUSED))
    assert (found.tool, found.arguments, found.executed) == ("bash", {"cmd": "ls"}, False)
    assert found.text.startswith("Validation failed")
    assert found.text.endswith("}")


@pytest.mark.parametrize(
    "kept",
    [
        of(REFUSED, "bash"),
        of(REFUSED, is_error=False),
        of(REFUSED.replace("Script error:\n", "")),
        of(REFUSED.replace('"ls"\n}', '"ls"')),
        of("Script failed\n\nScript error:\nTypeError: tools.Shell does not exist."),
        of(f"Script completed\n{REFUSED}"),
    ],
    ids=["another tool", "no error", "only printed", "cut off", "another error", "a script that worked"],
)
def test_every_other_result_is_the_scripts_own(kept: Observation) -> None:
    assert inner(kept) is kept
