/** A pi of tomorrow, whose parts have other shapes: everything passes through as it came, and is said once. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import type { ExtensionAPI, MessageEndEvent, MessageUpdateEvent, ToolInfo, ToolResultEvent } from "@earendil-works/pi-coding-agent";
import toolrecovery from "../../pi-bridge/index.ts";
import { registerCommands } from "../../pi-bridge/commands/register.ts";
import { runCommand } from "../../pi-bridge/commands/run_command.ts";
import { complete, type Models } from "../../pi-bridge/pi/complete.ts";
import { hostView } from "../../pi-bridge/pi/host.ts";
import { repairDisplayed } from "../../pi-bridge/events/message_update.ts";
import { repairMessage } from "../../pi-bridge/events/message_end.ts";
import { modelCommand, type PickContext } from "../../pi-bridge/commands/model_command.ts";
import type { Message } from "../../pi-bridge/protocol.ts";
import { Session } from "../../pi-bridge/session/session.ts";
import { startRun } from "../../pi-bridge/events/before_agent_start.ts";
import type { ToolHost } from "../../pi-bridge/pi/tools.ts";
import { explainRefusal, explainResult } from "../../pi-bridge/events/tool_result.ts";
import { piJudge } from "../../pi-bridge/pi/verdict.ts";
import { call, during, messageEnd, peer, person, SAFE, sessionWith, toolHost } from "./helpers.ts";

const slip = () => messageEnd([call("1", "bash", { cmd: "pwd" })]);
const unknown = (what: string) => `toolrecovery left a message unchanged: this pi's ${what} have a shape that it does not know; update toolrecovery`;

const ended = (message: unknown) => ({ type: "message_end", message }) as MessageEndEvent;
const assistant = (content: unknown, more: object = {}) => ended({ role: "assistant", stopReason: "toolUse", content, ...more });

for (const [how, event, what] of [
  ["without a message", ended(undefined), "messages"],
  ["with text for content", assistant("I see."), "messages"],
  ["with parts for content", assistant(undefined, { parts: [] }), "messages"],
  ["with blocks of no type", assistant([{ kind: "toolCall" }]), "messages"],
  ["with no word on why it stopped", assistant([], { stopReason: undefined, finish: "toolUse" }), "messages"],
  ["with calls whose arguments have another name", assistant([{ type: "toolCall", id: "1", name: "bash", input: { cmd: "ls" } }]), "tool calls"],
  ["with calls under no id", assistant([{ type: "toolCall", callId: "1", name: "bash", arguments: { cmd: "ls" } }]), "tool calls"],
] as const) {
  test(`a message ${how} stays, said once`, SAFE, async () => {
    const watcher = person();
    const session = sessionWith(peer("well_behaved"), watcher);
    const before = structuredClone(event);
    assert.equal(await repairMessage(session, event, during()), undefined);
    assert.equal(await repairMessage(session, event, during()), undefined);
    assert.deepEqual(event, before);
    assert.deepEqual(watcher.statuses, [unknown(what)]);
    assert.notEqual(await repairMessage(session, slip(), during()), undefined, "a message of a known shape is repaired again");
    await session.stop();
  });
}

test("blocks of a type nobody knows go along, the same objects", SAFE, async () => {
  const session = sessionWith(peer("well_behaved"), person());
  const painting = { type: "painting", strokes: [{ hue: 3 }] };
  const event = messageEnd([painting, call("1", "bash", { cmd: "pwd" }), { type: "text", words: ["no text"] }]);
  const message = (await repairMessage(session, event, during()))?.message as unknown as Message | undefined;
  assert.equal(message?.content[0], painting);
  assert.deepEqual(message?.content[1], call("1", "bash", { command: "pwd" }));
  assert.equal(message?.content[2], (event.message as unknown as Message).content[2]);
  await session.stop();
});

const { getAllTools, getActiveTools } = toolHost();
for (const [how, change] of [
  ["that throws", { getAllTools: () => assert.fail("not now") }],
  ["that is gone", { getAllTools: undefined }],
  ["that comes later", { getAllTools: () => Promise.resolve(getAllTools()) }],
  ["that is a map", { getAllTools: () => new Map() }],
  ["of names alone", { getAllTools: getActiveTools }],
  ["whose active names are gone", { getActiveTools: undefined }],
  ["whose active names are objects", { getActiveTools: getAllTools }],
] as const) {
  test(`a list of tools ${how} costs no message and no start, and is said once`, SAFE, async () => {
    const watcher = person();
    const host = { ...toolHost(), ...change } as unknown as ToolHost;
    const session = sessionWith(peer("well_behaved"), watcher, {}, host);
    startRun(session, { prompt: "Do it." } as never);
    assert.equal(session.trouble, undefined);
    assert.equal(await repairMessage(session, slip(), during()), undefined);
    assert.equal(await repairMessage(session, slip(), during()), undefined);
    assert.equal(watcher.statuses.length, 1);
    assert.match(watcher.statuses[0] ?? "", how === "that throws" ? /unchanged: not now/ : /this pi's tools have a shape/);
    await session.stop();
  });
}

test("a tool that declares nothing takes any call, and the others are repaired beside it", SAFE, async () => {
  const session = sessionWith(peer("well_behaved"), person(), {}, toolHost([...getAllTools(), { name: "magic" } as ToolInfo]));
  const magic = call("2", "magic", { anything: [1] });
  const message = (await repairMessage(session, messageEnd([call("1", "bash", { cmd: "pwd" }), magic]), during()))?.message as unknown as Message;
  assert.deepEqual(message.content, [call("1", "bash", { command: "pwd" }), magic]);
  const wire = session.tools.list?.wire().at(-1);
  assert.deepEqual(wire, { name: "magic", parameters: {}, active: true, exposure: "direct", source: "unknown" });
  await session.stop();
});

test("a pi that shares no check of a call gets its messages back as they were, said once", SAFE, async () => {
  const watcher = person();
  const session = sessionWith(peer("well_behaved"), watcher);
  const judge: typeof piJudge = (tools, cwd) => piJudge(tools, cwd, {});
  for (const _ of "ab") assert.equal(await repairMessage(session, slip(), during(), judge), undefined);
  assert.deepEqual(watcher.statuses, [unknown("checks of a call")]);
  await session.stop();
});

test("a pi whose edit cannot be asked judges edits by their schema", () => {
  const { validateToolArguments } = { validateToolArguments: () => ({}) };
  const judge = piJudge({ active: new Map(getAllTools().map((tool) => [tool.name, tool])) } as never, "/", { validateToolArguments });
  assert.equal(judge(call("1", "edit", { path: "a", edits: "[]" }) as never), null);
});

test("a call that comes in with other events is shown as it came", SAFE, async () => {
  const session = sessionWith(peer("well_behaved"), person());
  for (const event of [{}, { assistantMessageEvent: { type: "toolcall_end", contentIndex: 0 } }, { message: {}, assistantMessageEvent: { type: "toolcall_end" } }]) {
    await repairDisplayed(session, event as MessageUpdateEvent, { ...during(), hasUI: true });
  }
  await session.stop();
});

test("results in another shape stay, said once", SAFE, async () => {
  const watcher = person();
  const session = sessionWith(peer("well_behaved"), watcher);
  for (const content of ["failed", undefined, ["failed"]]) {
    const result = { type: "tool_result", toolCallId: "1", toolName: "bash", input: {}, content, isError: true };
    assert.equal(await explainResult(session, result as unknown as ToolResultEvent, during()), undefined);
    assert.equal(await explainRefusal(session, ended({ role: "toolResult", toolCallId: "2", content }), during()), undefined);
  }
  assert.deepEqual(watcher.statuses, [unknown("tool results")]);
  await session.stop();
});

test("a run that begins with other words begins", SAFE, async () => {
  const session = sessionWith(peer("well_behaved"), person());
  for (const event of [{}, { messageType: "custom" }, { prompt: [{ type: "image" }, null] }, { messageType: "custom", message: { content: 7 } }]) {
    startRun(session, event as never);
  }
  await session.stop();
});

for (const missing of ["setStatus", "notify", "ui"] as const) {
  test(`without ${missing}, what a person must know goes to stderr, once`, SAFE, async () => {
    const said = mock.method(console, "error", () => {});
    const watcher = person();
    Object.assign(missing === "ui" ? watcher.context : watcher.context.ui, { [missing]: undefined });
    const session = sessionWith(peer("well_behaved"), watcher);
    assert.notEqual(await repairMessage(session, slip(), during()), undefined, "a repair needs no footer");
    for (const _ of "ab") await repairMessage(session, assistant("text"), during());
    await runCommand(session, { name: "toolrecovery", args: "status" });
    said.mock.restore();
    const lines = said.mock.calls.map(({ arguments: [line] }) => String(line).split(":")[0]);
    const trouble = missing === "notify" ? [] : ["toolrecovery left a message unchanged"];
    assert.deepEqual(lines, [...trouble, ...(missing === "setStatus" ? [] : ["status"])]);
    await session.stop();
  });
}

const asked = { model: { provider: "helper", id: "m" }, system: "s", user: "u", maxTokens: 9 };

for (const [how, models] of [
  ["no models", undefined],
  ["models that cannot be asked", { find: () => ({}), getAvailable: () => [] }],
] as const) {
  test(`${how}: the sidecar is told so`, async () => {
    await assert.rejects(complete(models as unknown as Models, asked, new AbortController().signal), /this pi lets no extension ask a model/);
  });
}

test("an answer that tells no usage is an answer", async () => {
  const answer = async () => ({ stopReason: "stop", content: [{ type: "text", text: "yes" }] });
  const models = { find: () => ({}), getAvailable: () => [], complete: answer } as unknown as Models;
  assert.deepEqual(await complete(models, asked, new AbortController().signal), { text: "yes" });
});

test("a model is picked in words where pi can show no list", SAFE, async () => {
  const watcher = person();
  const session = sessionWith(peer("well_behaved"), watcher);
  const models = { getAvailable: () => [{ provider: "helper", id: "m", name: "m", cost: {} }] };
  for (const ctx of [{ hasUI: true, modelRegistry: models }, { hasUI: true, ui: {}, modelRegistry: {} }, { hasUI: true }]) {
    await modelCommand(session, "", ctx as unknown as PickContext);
  }
  assert.deepEqual(watcher.notes, ["picked  of 1", "picked  of 0", "picked  of 0"]);
  await session.stop();
});

test("a pi that only tells events gets them heard", () => {
  const events: string[] = [];
  const pi = { on: (name: string) => void events.push(name) } as unknown as ExtensionAPI;
  toolrecovery(pi);
  assert.equal(events.includes("message_end"), true);
  registerCommands({}, new Session(toolHost()));
});

test("what a pi lacks is told for doctor, and what it has is not", () => {
  const nothing = hostView({}, undefined, [], {}).lacks;
  assert.deepEqual(nothing, ["a list of its tools", "its own check of a call", "the text of broken arguments", "models that an extension can ask"]);
  assert.deepEqual(hostView(toolHost(), { complete: () => {} }, []).lacks, []);
});
