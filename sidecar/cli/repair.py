"""`repair`: messages on stdin → results on stdout, without pi."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from sidecar.core.blocks import JsonObject
from sidecar.core.printable import printable
from sidecar.core.strict_json import encode
from sidecar.core.toolset import Toolset
from sidecar.errors import InvalidValueError, UsageError
from sidecar.session.call_ids import CallIds
from sidecar.session.core_input import toolset
from sidecar.session.messages import HostReport, RepairRequest, SessionMemory, Task
from sidecar.session.program import program
from sidecar.settings.config import Config

from . import inputs, shell
from .parser import UNUSABLE


@dataclass(frozen=True, slots=True)
class Job:
    """What holds for every message of one run. `recover` asks the recovery model about a message."""

    config: Config
    tools: Toolset | None
    model_id: str | None
    recover: Callable[[Task], None] | None
    ids: CallIds = field(default_factory=CallIds)

    def result(
        self,
        message: Any,
        tools: Toolset | None,
        model_id: str | None,
        raw_arguments: Mapping[str, str] = MappingProxyType({}),
        seed: str = "",
    ) -> JsonObject:
        """The ids of calls that are made follow from `seed`. Raises UsageError, InvalidValueError."""
        message = inputs.message(message)
        if tools is None:
            raise UsageError("no tools: give --tools FILE or a `tools` list in the line")
        try:
            request = RepairRequest(message, HostReport(raw_arguments=raw_arguments), model_id=model_id)
            task = Task(request, tools, self.config, SessionMemory(ids=self.ids.of(seed)))
            if self.recover and task.askable:
                self.recover(task)
            return task.result()
        except RecursionError as error:
            raise UsageError("the message is nested too deep") from error

    def case(self, case: Any, number: int) -> JsonObject:
        """The result for line `number` of --jsonl. Raises UsageError, InvalidValueError."""
        if not isinstance(case, dict):
            raise UsageError("a case must be a JSON object")
        if "message" not in case:
            raise UsageError("message is missing")
        tools = self.tools
        if case.get("tools") is not None:
            tools = toolset(inputs.tools(case["tools"]), self.config)
        model = case.get("model")
        model_id = model.get("id") if isinstance(model, dict) else model
        model_id = model_id if isinstance(model_id, str) else self.model_id
        seed = str(case.get("id", number))
        result = self.result(case["message"], tools, model_id, inputs.raw_arguments(case), seed)
        return {"id": case.get("id"), **result}


def run(given: argparse.Namespace, environ: Mapping[str, str]) -> int:
    config = replace(shell.settings(environ).current, enabled=True, mode="repair")
    if given.grammar:
        config = replace(config, grammar=replace(config.grammar, enabled=True))
    recover = _recovery(config) if given.recover else None
    tools = toolset(inputs.tools_file(given.tools), config) if given.tools else None
    job = Job(config, tools, given.model, recover)
    if given.jsonl:
        return _lines(job)
    _write(job.result(inputs.value(sys.stdin.buffer.read()), job.tools, job.model_id))
    return 0


def _lines(job: Job) -> int:
    """One result for each line, in order. What is wrong with a line is said, and the next one read."""
    status = 0
    for number, line in enumerate(sys.stdin.buffer, 1):
        if not line.strip():
            continue
        try:
            result = job.case(inputs.value(line), number)
        except (UsageError, InvalidValueError) as error:
            status = _unusable(number, str(error))
        except Exception as error:  # a fault of ours must not cost the other lines
            status = _unusable(number, f"internal error, please report it: {error!r}")
        else:
            _write(result)
    return status


def _unusable(number: int, reason: str) -> int:
    print(f"{program()} repair: line {number}: {printable(reason)}", file=sys.stderr)
    return UNUSABLE


def _write(result: JsonObject) -> None:
    sys.stdout.buffer.write(encode(result) + b"\n")
    sys.stdout.buffer.flush()


def _recovery(config: Config) -> Callable[[Task], None]:
    """One event loop for all messages: the client keeps its connections."""
    import asyncio

    from sidecar.session.recovery_model import Recovery, at_endpoint

    if config.endpoint is None:
        raise UsageError("--recover needs an endpoint: set TOOLRECOVERY_BASE_URL")
    recovery = Recovery(at_endpoint(config.endpoint), config.recovery.max_per_run)
    runner = asyncio.Runner()

    def recover(task: Task) -> None:
        runner.run(task.recover(recovery))

    return recover
