"""The whole engine on every case of the corpora of broken calls and leaks, in process."""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from sidecar.core.toolset import Toolset
from sidecar.session import messages as engine
from sidecar.session.core_input import toolset
from sidecar.settings.config import Config, GrammarConfig

from . import messages, table
from .process import ROOT
from .samples import p50, p99

CALLS = ROOT / "tests/corpus/calls"
LEAKS = ROOT / "tests/corpus/grammar"
CONFIG = Config(grammar=GrammarConfig(enabled=True))
RAW = "no JSON\n\nReceived arguments:\n"


def rows(rounds: int) -> Iterator[table.Row]:
    cases = [*_calls(), *_leaks()]
    for case in cases:
        _ms(*case)
    times = [median(_ms(*case) for _ in range(5)) for case in cases]
    yield table.limit(f"corpus of {len(cases)} cases, p50", p50(times), 1, "ms")
    yield table.limit(f"corpus of {len(cases)} cases, p99", p99(times), 5, "ms")
    yield table.note("corpus, slowest case", "", f"{max(times):.3g} ms")


def _ms(message: dict[str, Any], tools: Toolset) -> float:
    started = time.perf_counter()
    engine.Task(engine.RepairRequest(message, model_id="m"), tools, CONFIG).result()
    return (time.perf_counter() - started) * 1000


def _calls() -> Iterator[tuple[dict[str, Any], Toolset]]:
    if not CALLS.is_dir():
        return
    packed = gzip.decompress((CALLS / "tools.jsonl.gz").read_bytes())
    tools = [json.loads(line) for line in packed.splitlines()]
    for case in _lines(CALLS / "calls.jsonl"):
        call = case["call"]
        message = messages.message(call["name"], call.get("arguments", {}))
        if "rawArguments" in call:
            try:
                message["content"][0]["arguments"] = json.loads(call["rawArguments"])
            except ValueError:
                message["content"][0]["argumentsError"] = RAW + call["rawArguments"]
        yield message, toolset([tools[line] for line in case["tools"]], CONFIG)


def _leaks() -> Iterator[tuple[dict[str, Any], Toolset]]:
    tools = {tool["name"]: tool for tool in json.loads((LEAKS / "tools.json").read_text("utf-8"))}
    for case in _lines(LEAKS / "dev.jsonl"):
        channel = case["channel"]
        content = [{"type": channel, channel: case["text"]}]
        content += [{"type": "toolCall", "id": "1", **call} for call in case["native_calls"]]
        message = {"role": "assistant", "content": content, "stopReason": "stop"}
        yield message, toolset([tools[name] for name in case["tools"]], CONFIG)


def _lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
