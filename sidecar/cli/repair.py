"""`repair`: the engine outside pi. Messages on stdin, results on stdout, unusable input on stderr."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from sidecar.core.blocks import JsonObject
from sidecar.core.printable import printable
from sidecar.core.toolset import Toolset
from sidecar.errors import UsageError
from sidecar.paths import agent_dir
from sidecar.rpc import params
from sidecar.rpc.protocol import InvalidParams
from sidecar.rpc.stdio import decode, encode
from sidecar.session.messages import Task, toolset
from sidecar.session.recovery_role import Recovery
from sidecar.settings.config import Config
from sidecar.settings.store import ConfigStore

UNUSABLE = 2


@dataclass(frozen=True, slots=True)
class Job:
    """What holds for every message of one run."""

    config: Config
    tools: Toolset | None
    model_id: str | None
    recover: Callable[[Task], None] | None

    def run(self, message: Any, tools: Toolset | None, model_id: str | None) -> JsonObject:
        """Raises UsageError, InvalidParams."""
        if not isinstance(message, dict):
            raise UsageError("the message must be a JSON object")
        params.message(message)
        if tools is None:
            raise UsageError("no tools: give --tools FILE or a `tools` list in the line")
        try:
            task = Task(message, tools, self.config, host_errors=None, model_id=model_id, stages=None)
            if self.recover and task.askable:
                self.recover(task)
            return task.result()
        except RecursionError as error:
            raise UsageError("the message is nested too deep") from error


def repair(options: list[str], environ: Mapping[str, str]) -> int:
    parser = _parser()
    given = parser.parse_args(options)
    try:
        job = _job(given, environ)
        if given.jsonl:
            return _lines(job, sys.stdin.buffer, sys.stdout.buffer)
        result = job.run(_json(sys.stdin.buffer.read()), job.tools, job.model_id)
        sys.stdout.buffer.write(encode(result) + b"\n")
        sys.stdout.buffer.flush()
    except (UsageError, InvalidParams) as error:
        return _say(str(error))
    except BrokenPipeError:  # whoever read the results has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    except KeyboardInterrupt:
        return 130
    return 0


def _lines(job: Job, source: BinaryIO, sink: BinaryIO) -> int:
    """One result a line, in order. An unusable line is said, and the next one read."""
    status = 0
    for number, line in enumerate(source, 1):
        if not line.strip():
            continue
        try:
            case = _json(line)
            if not isinstance(case, dict):
                raise UsageError("a case must be a JSON object")
            result = encode({"id": case.get("id"), **_case(job, case)})
        except (UsageError, InvalidParams) as error:
            status = _say(f"line {number}: {error}")
            continue
        except Exception as error:  # a fault of ours must not cost the other lines
            status = _say(f"line {number}: internal error, please report it: {error!r}")
            continue
        sink.write(result + b"\n")
        sink.flush()
    return status


def _case(job: Job, case: JsonObject) -> JsonObject:
    if "message" not in case:
        raise UsageError("message is missing")
    tools = job.tools
    if case.get("tools") is not None:
        tools = _toolset(case["tools"], job.config)
    model = case.get("model")
    model_id = model.get("id") if isinstance(model, dict) else model
    return job.run(case["message"], tools, model_id if isinstance(model_id, str) else job.model_id)


def _job(given: argparse.Namespace, environ: Mapping[str, str]) -> Job:
    store = ConfigStore(agent_dir(environ), environ, lambda fault: print(fault, file=sys.stderr))
    config = replace(store.current, enabled=True, mode="repair")  # to run this is to ask for it
    if given.grammar:
        config = replace(config, grammar=replace(config.grammar, enabled=True))
    recover = None
    if given.recover:
        from sidecar.rpc.host import Host
        from sidecar.session.recovery_model import connector

        recovery = connector(Host())(config)
        if recovery is None:
            raise UsageError("--recover needs an endpoint: set TOOLRECOVERY_BASE_URL")
        recover = _recoverer(recovery)
    tools = _toolset(_file(given.tools), config) if given.tools else None
    return Job(config, tools, given.model, recover)


def _recoverer(recovery: Recovery) -> Callable[[Task], None]:
    """One event loop for all messages: the client keeps its connections."""
    import asyncio

    runner = asyncio.Runner()

    def recover(task: Task) -> None:
        runner.run(task.recover(recovery))

    return recover


def _file(path: str) -> Any:
    try:
        return _json(Path(path).read_bytes())
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from error
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from error


def _toolset(tools: Any, config: Config) -> Toolset:
    if isinstance(tools, dict):
        tools = tools.get("tools")
    if not isinstance(tools, list):
        raise UsageError("tools must be a list of {name, parameters, …}")
    params.wire_tools(tools)
    return toolset(tools, config)


def _json(data: bytes) -> Any:
    try:
        return decode(data.removeprefix(b"\xef\xbb\xbf"))
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, " if error.lineno > 1 else ""
        raise UsageError(f"no JSON: {error.msg} at {where}column {error.colno}") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"no JSON: {error}") from error


def _say(reason: str) -> int:
    print(f"sidecar repair: {printable(reason)}", file=sys.stderr)
    return UNUSABLE


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(UNUSABLE, f"{self.prog}: {message}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="sidecar repair", description="Repair one assistant message from stdin.")
    parser.add_argument("--tools", metavar="FILE", help="JSON list of {name, parameters, …}")
    parser.add_argument("--jsonl", action="store_true", help="one case a line: {id, message, tools, model?}")
    parser.add_argument("--model", metavar="ID", help="id of the model that wrote the message")
    parser.add_argument("--grammar", action="store_true", help="turn leaked tool-call text into calls")
    parser.add_argument("--recover", action="store_true", help="ask the recovery model; uses the network")
    return parser
