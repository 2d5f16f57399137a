"""The plan for one assistant message: a finished outcome, and the calls to ask a recovery model about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeAlias

from .argument_text import raw_of, sent
from .asking import question
from .blocks import Answer, Declined, Guard, JsonObject, Outcome, Question, RepairRecord, Stage, ToolCall
from .call import Broken, Mended, Settings, judge
from .grammars.quotation.shown import Shown
from .leaks import unleak
from .learned import Shape, fault, in_words, judged
from .search.guard import salvaged_reason
from .summary import summarise
from .toolset import Toolset

__all__ = ["ALL_STAGES", "Lookup", "Plan", "Settings", "finish", "plan"]

ALL_STAGES: frozenset[Stage] = frozenset(
    {"rules", "raw", "edits", "learned", "grammar", "recovery", "phantom"}
)
TOUCHED_STOPS = frozenset({"toolUse", "stop"})  # pi itself refuses the calls of any other ending


Lookup: TypeAlias = Callable[[str], Shape | None]


@dataclass(frozen=True, slots=True)
class Plan:
    """`outcome` stands if nobody is asked. `questions`: calls pi would reject, rules declined.

    `learned`: the fault of each call that was repaired as a model once taught, by call id.
    """

    message: JsonObject
    outcome: Outcome
    questions: tuple[Question, ...] = ()
    learned: Mapping[str, str] = field(default_factory=dict)


def plan(
    message: JsonObject,
    tools: Toolset,
    *,
    host_errors: Mapping[str, str | None],
    ids: Iterator[str],
    raw_arguments: Mapping[str, str] | None = None,
    settings: Settings | None = None,
    stages: frozenset[Stage] = ALL_STAGES,
    examples: Callable[[Toolset], Mapping[str, JsonObject]] = lambda tools: {},
    shown: Shown | None = None,
    lookup: Lookup | None = None,
) -> Plan:
    """Repair what rules can. `host_errors` maps a call's id to pi's own error, None where pi accepts it.
    `ids` are for the calls that are made of leaked text; it has no end.

    `raw_arguments` maps a call's id to the text that pi read its arguments from, where it may say more.
    `examples` gives arguments that worked, by tool name; it is asked only when there is a question.
    A call that `host_errors` does not know counts as rejected when it breaks its schema. `shown` is what the
    model was given to read: text that stands there is a quotation, never a call. `lookup` gives the shape
    that was learned for a fault.
    """
    content = message.get("content")
    if message.get("stopReason") not in TOUCHED_STOPS or not isinstance(content, list):
        return Plan(message, Outcome())
    settings = settings or Settings()
    outcome = Outcome()
    questions: list[Question] = []
    learned: dict[str, str] = {}
    blocks = list(content)
    unfit: frozenset[str] = frozenset()
    if "grammar" in stages and settings.grammar.enabled:
        unleaked = unleak(content, tools, settings, shown, ids)
        blocks, outcome = unleaked.content, Outcome(repairs=unleaked.records, left=unleaked.left)
        unfit = unleaked.unfit
    recovered = {record.id for record in outcome.repairs}
    for index, block in enumerate(blocks):
        call = _call(block, (raw_arguments or {}) if "raw" in stages else {})
        if call is None or call.id in recovered or ("rules" not in stages and call.id not in unfit):
            continue
        call = replace(call, leaked=call.id in unfit)
        verdict = judge(call, tools, settings)
        if isinstance(verdict, Mended):
            blocks[index] = _patched(block, verdict.name, verdict.arguments)
            outcome = replace(outcome, repairs=(*outcome.repairs, _record(call, verdict)))
        elif isinstance(verdict, Broken):
            error = host_errors.get(call.id, verdict.reason)
            taught = None
            if lookup is not None and "learned" in stages and (error is not None or verdict.guard):
                taught = _taught(call, tools, lookup)
            if taught is not None:
                record, learned[call.id] = taught
                blocks[index] = _patched(block, record.tool, record.after["arguments"])
                outcome = replace(outcome, repairs=(*outcome.repairs, record))
                continue
            outcome = _with_broken(outcome, call, verdict, error)
            refusal = error if error is not None or call.raw is None else verdict.reason
            if refusal is not None and verdict.askable and "recovery" in stages:
                asked = question(call, refusal, tools, examples(tools))
                questions.extend([asked] if asked is not None else [])
    if outcome.repairs or blocks != content:
        stop = {"stopReason": "toolUse"} if recovered or unfit else {}
        outcome = replace(outcome, message={**message, **stop, "content": blocks})
    return Plan(message, outcome, tuple(questions), learned)


def finish(plan: Plan, answers: Mapping[str, Answer]) -> Outcome:
    """The outcome with the accepted answers, by call id, put in."""
    if not answers:
        return plan.outcome
    message = plan.outcome.message or plan.message
    blocks = list(message["content"])
    records = list(plan.outcome.repairs)
    for index, block in enumerate(blocks):
        call = _call(block)
        answer = answers.get(call.id) if call is not None else None
        if call is None or answer is None:
            continue
        blocks[index] = _patched(block, answer.name, answer.arguments)
        mended = Mended(answer.name, answer.arguments, (), notes=("a recovery model was asked",))
        records.append(replace(_record(call, mended), stage="recovery"))
    return Outcome(
        {**message, "content": blocks},
        tuple(records),
        tuple(declined for declined in plan.outcome.declined if declined.id not in answers),
        tuple(guard for guard in plan.outcome.guards if guard.id not in answers),
        plan.outcome.left,
    )


def _taught(call: ToolCall, tools: Toolset, lookup: Lookup) -> tuple[RepairRecord, str] | None:
    """The repair of a call whose fault a model once mended, and the fault."""
    name = fault(call, tools)
    shape = lookup(name) if name is not None else None
    answer = judged(shape, call, tools) if shape is not None else None
    if name is None or shape is None or answer is None:
        return None
    mended = Mended(answer.name, answer.arguments, ())
    summary = f"{in_words(shape)} (learned)"
    return replace(_record(call, mended), stage="learned", summary=summary), name


def _call(block: object, sent: Mapping[str, str] = MappingProxyType({})) -> ToolCall | None:
    """A toolCall block as the model wrote it; None for any other block, or one of no usable shape."""
    if not isinstance(block, dict) or block.get("type") != "toolCall":
        return None
    name, arguments, error = block.get("name"), block.get("arguments"), block.get("argumentsError")
    if not isinstance(name, str):
        return None
    raw = raw_of(error) if isinstance(error, str) else None
    id = str(block.get("id", ""))
    return ToolCall(id, name, arguments if arguments is not None else {}, raw, sent.get(id))


def _patched(block: JsonObject, name: str, arguments: JsonObject) -> JsonObject:
    changed = {**block, "name": name, "arguments": arguments}
    changed.pop("argumentsError", None)
    return changed


def _record(call: ToolCall, verdict: Mended) -> RepairRecord:
    return RepairRecord(
        id=call.id,
        tool=verdict.name,
        stage="raw" if any(rule in sent.RULES for rule in verdict.rules) else "rules",
        rules=verdict.rules,
        before={"name": call.name, "arguments": call.arguments},
        after={"name": verdict.name, "arguments": verdict.arguments},
        summary=summarise(call.name, verdict.name, verdict.steps, verdict.notes, call.arguments),
    )


def _with_broken(outcome: Outcome, call: ToolCall, verdict: Broken, error: str | None) -> Outcome:
    """A call pi rejects is declined; one it would run with another meaning, or only a part of, is guarded."""
    if error is None and call.raw is not None:
        return replace(outcome, guards=(*outcome.guards, Guard(call.id, salvaged_reason(verdict.reason))))
    if verdict.guard is not None and (error is None or error == verdict.reason):
        return replace(outcome, guards=(*outcome.guards, Guard(call.id, verdict.guard)))
    if error is None:
        return outcome
    return replace(outcome, declined=(*outcome.declined, Declined(call.id, call.name, verdict.reason)))
