"""The check of each method's params, by its type: nothing, or InvalidParams that names the field."""

from __future__ import annotations

from sidecar.core.blocks import JsonObject
from sidecar.core.checks import Check, check_of
from sidecar.errors import InvalidValueError

from . import protocol


def _of(kind: type) -> Check:
    def check(params: JsonObject) -> None:
        try:
            check_of(kind)(params)
        except InvalidValueError as error:
            raise protocol.InvalidParams(str(error)) from None

    return check


def warm() -> None:
    """Make the check that the first message would wait a millisecond for."""
    check_of(protocol.RepairParams)


def nothing(params: JsonObject) -> None:
    """Methods without params."""


def initialize(params: JsonObject) -> None:
    theirs = params.get("protocol")
    if type(theirs) is int and theirs != protocol.PROTOCOL:
        raise protocol.InvalidParams(
            f"protocol is {theirs}: this sidecar speaks {protocol.PROTOCOL}; update the older of the two"
        )
    _initialize(params)


_initialize = _of(protocol.InitializeParams)
tools_set = _of(protocol.ToolsSetParams)
message_repair = _of(protocol.RepairParams)
request_sanitize = _of(protocol.SanitizeParams)
request_failed = _of(protocol.FailedParams)
result_observe = _of(protocol.ObserveParams)
repair_rejected = _of(protocol.RejectedParams)
command_run = _of(protocol.CommandParams)
command_complete = _of(protocol.CompleteWordsParams)
run_start = _of(protocol.RunParams)
context_shown = _of(protocol.ContextParams)
config_set = _of(protocol.ConfigSetParams)
