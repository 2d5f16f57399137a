/** What the model reads after a tool's result: the sidecar's block, with everything else of the result kept. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { BeforeAgentStartEvent, MessageEndEvent, ToolResultEvent } from "@earendil-works/pi-coding-agent";
import { repairMessage } from "../../../pi-bridge/events/message_end.ts";
import { startRun } from "../../../pi-bridge/events/before_agent_start.ts";
import { explainRefusal, explainResult } from "../../../pi-bridge/events/tool_result.ts";
import { call, during, messageEnd, peer, person, running, SAFE, sessionWith, until } from "../helpers.ts";

const watcher = person();
const session = sessionWith(peer("well_behaved"), watcher);
after(() => session.stop());

const text = (said: string): { type: "text"; text: string } => ({ type: "text", text: said });

function result(id: string, said: string, more: object = {}): ToolResultEvent {
  const event = { type: "tool_result", toolCallId: id, toolName: "bash", input: { command: "coerced" } };
  return { ...event, content: [text(said)], details: undefined, isError: true, ...more } as unknown as ToolResultEvent;
}

function refusal(id: string, said: string, more: object = {}): MessageEndEvent {
  const message = { role: "toolResult", toolCallId: id, toolName: "bash", content: [text(said)], isError: true };
  return { type: "message_end", message: { ...message, timestamp: 1, ...more } } as unknown as MessageEndEvent;
}

const log = async (): Promise<string> => {
  const answer = await running(session).request<{ text: string }>("command/run", { name: "toolrecovery", args: "log" }, 50_000);
  return answer.ok ? answer.result.text : "";
};

test("a failed result gets the block at its end, and keeps its structured content", SAFE, async () => {
  const structuredContent = { content: [], isError: true };
  const explained = await explainResult(session, result("1", "bad", { structuredContent }), during());
  assert.deepEqual(explained, { content: [text("bad"), text('ran {"command":"coerced"}: bad')], structuredContent });
});

test("a result without structured content gets none", SAFE, async () => {
  const explained = await explainResult(session, result("2", "bad"), during());
  assert.deepEqual(Object.keys(explained ?? {}), ["content"]);
});

test("a result the sidecar has nothing to say about is pi's own", SAFE, async () => {
  assert.equal(await explainResult(session, result("3", "fine", { isError: false }), during()), undefined);
});

test("the sidecar hears the arguments as the message has them, repaired, and of images only that they are there", SAFE, async () => {
  await repairMessage(session, messageEnd([call("4", "bash", { cmd: "ls" })]), during());
  const content = [text("bad"), { type: "image", data: "AAAA", mimeType: "image/png" }];
  const explained = await explainResult(session, result("4", "", { content }), during());
  assert.deepEqual(explained?.content?.slice(0, 2), content);
  assert.deepEqual(explained?.content?.[2], text('ran {"command":"ls"}: bad image'));
});

test("what a script's call returned is the script's business", SAFE, async () => {
  const before = await log();
  assert.equal(await explainResult(session, result("5/1", "fine", { parentToolCallId: "5", isError: false }), during()), undefined);
  assert.equal((await log()).length, before.length + " command/run".length);
});

test("a script's call that failed gets the block, also where the script looks for it", SAFE, async () => {
  const structuredContent = { content: [text("bad")], isError: true };
  const explained = await explainResult(session, result("5/2", "bad", { parentToolCallId: "5", structuredContent }), during());
  const content = [text("bad"), text('ran {"command":"coerced"}: bad')];
  assert.deepEqual(explained, { content, structuredContent: { content, isError: true } });
});

test("a refused call is explained in its message, everything else of it kept", SAFE, async () => {
  await repairMessage(session, messageEnd([call("6", "bash", { wrong: 1 })]), during());
  const event = refusal("6", "Validation failed");
  const explained = await explainRefusal(session, event, during());
  assert.deepEqual(explained?.message, { ...event.message, content: [text("Validation failed"), text('refused {"wrong":1}: Validation failed')] });
});

test("the message of a call that ran is not explained twice", SAFE, async () => {
  await explainResult(session, result("7", "bad"), during());
  assert.equal(await explainRefusal(session, refusal("7", "bad"), during()), undefined);
});

test("a new message forgets the one before", SAFE, async () => {
  await explainResult(session, result("8", "bad"), during());
  await repairMessage(session, messageEnd([call("9", "bash", { command: "ls" })]), during());
  assert.deepEqual([[...session.lastMessage.arguments.keys()], session.lastMessage.ran.size], [["9"], 0]);
});

test("an abort ends the matter", SAFE, async () => {
  const over = AbortSignal.abort();
  assert.equal(await explainResult(session, result("10", "bad"), during(over)), undefined);
  assert.equal(await explainRefusal(session, refusal("11", "bad"), during(over)), undefined);
});

for (const [how, event] of [
  ["a prompt", { messageType: "user", prompt: "Do it." }],
  ["an older pi's prompt", { prompt: "Do it." }],
  ["another extension's message", { messageType: "custom", message: { content: [{ type: "text", text: "Do it." }] } }],
] as const) {
  test(`a run that ${how} begins is told, with its text`, SAFE, async () => {
    startRun(session, event as unknown as BeforeAgentStartEvent);
    await until(async () => (await log()).split(" ").at(-2) === "run/start:Do_it.");
  });
}

test("a sidecar that fails leaves the result, and is said once", SAFE, async () => {
  assert.equal(await explainResult(session, result("12", "nonsense"), during()), undefined);
  assert.equal(await explainRefusal(session, refusal("13", "nonsense"), during()), undefined);
  assert.equal(watcher.statuses.filter((status) => status?.includes("unchanged")).length, 1);
});

for (const name of ["dies_at_once", "dies_mid_frame", "speaks_garbage", "floods_text"]) {
  test(`a sidecar that ${name.replaceAll("_", " ")} leaves every result`, SAFE, async () => {
    const ill = sessionWith(peer(name), person());
    assert.equal(await explainResult(ill, result("1", "bad"), during()), undefined);
    assert.equal(await explainRefusal(ill, refusal("2", "bad"), during()), undefined);
    await ill.stop();
  });
}
