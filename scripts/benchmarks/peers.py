"""What others make of the corpus of broken calls: kept out of the table's bars, and out of CI.

json_repair reads malformed argument text and knows no schema: it is asked about the cases that are such text.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from . import messages, table
from .process import SIDECAR, Process
from .samples import p50

Answer = dict[str, Any] | None

corpus: Any = importlib.import_module("tests.corpus.test_calls")


def rows(rounds: int) -> Iterator[table.Row]:
    cases = corpus.lines("calls.jsonl")
    with Process(SIDECAR) as sidecar:
        sidecar.greet()
        yield _row("toolrecovery over the wire, all cases", cases, lambda case: _asked(sidecar, case))
        texts = [case for case in cases if "rawArguments" in case["call"]]
        yield _row("toolrecovery over the wire, argument text", texts, lambda case: _asked(sidecar, case))
    if importlib.util.find_spec("json_repair") is None:
        yield table.note("json_repair", "", f"not installed: {sys.executable} -m pip install json_repair")
    else:
        yield _row("json_repair in process, argument text", texts, _json_repair)
    yield table.note("pi-tool-repair", "", "not compared: its package was found on no registry")


def _row(who: str, cases: list[Any], answer: Callable[[Any], tuple[Answer, float]]) -> table.Row:
    answers = [answer(case) for case in cases]
    counts = Counter(_verdict(case, got) for case, (got, _) in zip(cases, answers, strict=True))
    said = ", ".join(f"{counts[word]} {word}" for word in ("right", "left", "wrong"))
    took = p50([ms for _, ms in answers])
    return table.note(who, f"{len(cases)} cases", f"{said}; {took:.3g} ms p50", **counts, ms=took)


def _verdict(case: Any, got: Answer) -> str:
    """As the corpus counts: wrong is what would run and was not meant."""
    wanted = [want for want in (case["expected"], *case.get("alt", ())) if want is not None]
    if any(corpus.same(got, want) for want in wanted):
        return "right"
    tools = [corpus.TOOLS[line] for line in case["tools"]]
    if got is None or corpus.same(got, case["call"]) or not corpus.runs(tools, got):
        return "left" if wanted else "right"
    return "wrong"


def _asked(sidecar: Process, case: Any) -> tuple[Answer, float]:
    call = case["call"]
    message = messages.message(call["name"], call.get("arguments", {}))
    if "rawArguments" in call:
        try:
            message["content"][0]["arguments"] = json.loads(call["rawArguments"])
        except ValueError:
            message["content"][0]["argumentsError"] = (
                f"no JSON\n\nReceived arguments:\n{call['rawArguments']}"
            )
    sidecar.ask("tools/set", {"key": "k", "tools": [corpus.TOOLS[line] for line in case["tools"]]})
    params = messages.params(message, "rejected")
    sidecar.ask("message/repair", params)
    started = time.perf_counter()
    result = sidecar.ask("message/repair", params)
    took = (time.perf_counter() - started) * 1000
    block = (result["message"] or message)["content"][0]
    unread = "argumentsError" in block
    return None if unread else {"name": block["name"], "arguments": block["arguments"]}, took


def _json_repair(case: Any) -> tuple[Answer, float]:
    import json_repair

    started = time.perf_counter()
    arguments = json_repair.loads(case["call"]["rawArguments"])
    took = (time.perf_counter() - started) * 1000
    fits = isinstance(arguments, dict)
    return {"name": case["call"]["name"], "arguments": arguments} if fits else None, took
