/** Around a message: its turn's end, its request's tool list, its calls while they still come in. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { MessageEndEvent, MessageUpdateEvent, TurnEndEvent } from "@earendil-works/pi-coding-agent";
import { repairLive } from "../../../pi-bridge/events/message_update.ts";
import { repairMessage } from "../../../pi-bridge/events/message_end.ts";
import { continueTurn } from "../../../pi-bridge/events/turn_end.ts";
import type { Message } from "../../../pi-bridge/protocol.ts";
import { sanitizeRequest } from "../../../pi-bridge/events/before_provider_request.ts";
import { call, during, messageEnd, peer, person, SAFE, sessionWith, toolHost, until } from "../stage.ts";

const session = sessionWith(peer("well_behaved"), person());
after(() => session.stop());

async function logOf(): Promise<string[]> {
  const answer = await session.request<{ text: string }>("command/run", { name: "toolrecovery", args: "log" }, 50_000);
  return answer.ok ? answer.result.text.split(" ") : [];
}

const turnEnd = (more: object = {}) =>
  ({ type: "turn_end", entries: [{ type: "custom", customType: "x" }], outcome: "completed", messageEntryId: "e1", ...more }) as unknown as TurnEndEvent;

test("a turn without the call it stopped for is replaced by a hidden note, once", SAFE, async () => {
  assert.equal(await repairMessage(session, messageEnd([]), during()), undefined);
  const continued = continueTurn(session, turnEnd(), during());
  assert.deepEqual(continued, {
    entries: [
      { type: "custom", customType: "x" },
      { type: "context_edit", targetId: "e1", replacement: null },
      { type: "custom_message", customType: "toolrecovery", content: "Call it.", display: false },
    ],
    continue: true,
  });
  assert.equal(continueTurn(session, turnEnd(), during()), undefined);
});

for (const [how, more, context] of [
  ["was aborted", { outcome: "aborted" }, during()],
  ["another extension made an error of", { messageEntryId: undefined, message: { role: "assistant", stopReason: "error" } }, during()],
  ["was aborted in a pi that does not say so", { messageEntryId: undefined }, during(AbortSignal.abort())],
] as const) {
  test(`a turn that ${how} ends`, SAFE, async () => {
    const asked: unknown[] = [];
    const phantom = sessionWith(peer("well_behaved"), person(), {}, { ...toolHost(), sendMessage: (...words) => void asked.push(words) });
    await repairMessage(phantom, messageEnd([]), during());
    assert.equal(continueTurn(phantom, turnEnd(more), context), undefined);
    assert.deepEqual(asked, []);
    await phantom.stop();
  });
}

for (const [how, more] of [
  ["of an older pi", { messageEntryId: undefined, entries: undefined }],
  ["in a shape nobody knows", { entries: { added: [] } }],
] as const) {
  test(`a turn's end ${how} takes no answer: the note is sent as a message, once`, SAFE, async () => {
    const asked: unknown[] = [];
    const old = sessionWith(peer("well_behaved"), person(), {}, { ...toolHost(), sendMessage: (...words) => void asked.push(words) });
    assert.equal(await repairMessage(old, messageEnd([]), during()), undefined);
    assert.equal(continueTurn(old, turnEnd(more), during()), undefined);
    assert.equal(continueTurn(old, turnEnd(more), during()), undefined);
    assert.deepEqual(asked, [[{ customType: "toolrecovery", content: "Call it.", display: false }, { deliverAs: "steer" }]]);
    await old.stop();
  });
}

const wanted = { parameters: { properties: { a: { pattern: "a" } } } };
const given = { parameters: { properties: { a: { pattern: "^a$" } } } };
const asked = { model: undefined, signal: undefined };

for (const [api, make] of [
  ["a list of tools", (tool: object) => ({ model: "kimi", stream: true, tools: [tool] })],
  ["google's", (tool: object) => ({ model: "kimi", config: { temperature: 1, tools: [{ functionDeclarations: [tool] }] } })],
  ["bedrock's", (tool: object) => ({ model: "kimi", toolConfig: { toolChoice: "auto", tools: [{ toolSpec: tool }] } })],
] as const) {
  test(`a request in the shape of ${api} gets its list back, and the given one stays`, SAFE, async () => {
    const payload = make(given);
    assert.deepEqual(await sanitizeRequest(session, payload, asked), make(wanted));
    assert.deepEqual(payload, make(given));
  });
}

test("a model that needs nothing is asked about once a run, tools without a pattern never", SAFE, async () => {
  const count = async () => (await logOf()).filter((method) => method === "request/sanitize").length;
  const before = await count();
  for (const payload of [
    { model: "gpt", tools: [given] },
    { model: "gpt", tools: [given] },
    { model: "kimi", tools: [{ parameters: {} }] },
    { model: "kimi", tools: [{ parameters: { properties: { pattern: { type: "string" } } } }] }, // an argument, as of grep
    { model: "kimi" },
    "no payload",
  ]) {
    assert.equal(await sanitizeRequest(session, payload, asked), undefined);
  }
  assert.equal(await count(), before + 1);
  session.startRun("go on");
  await sanitizeRequest(session, { model: "gpt", tools: [given] }, asked);
  assert.equal(await count(), before + 2);
  assert.equal((await logOf()).some((method) => method.startsWith("run/start")), true);
});

function arriving(content: object[], index: number): MessageUpdateEvent {
  const message = { role: "assistant", content, stopReason: "pending" };
  return { type: "message_update", message, assistantMessageEvent: { type: "toolcall_end", contentIndex: index } } as unknown as MessageUpdateEvent;
}

const watching = { ...during(), hasUI: true };
const known = async () => {
  session.startRun("");
  await until(() => session.tools !== undefined && session.knows(session.tools));
};

test("a call that just came in is shown repaired, and message_end judges what the model sent", SAFE, async () => {
  await known();
  const block = call("1", "bash", { cmd: "pwd" });
  const content = [{ type: "text", text: "I look." }, block];
  await repairLive(session, arriving(content, 1), watching);
  assert.deepEqual(block.arguments, { command: "pwd" });
  const event: MessageEndEvent = messageEnd(content);
  const result = await repairMessage(session, event, during());
  assert.deepEqual(block.arguments, { cmd: "pwd" });
  assert.deepEqual((result?.message as unknown as Message).content[1], call("1", "bash", { command: "pwd" }));
});

test("what pi drew of a call gets what will run, whoever repaired it and whenever", SAFE, async () => {
  await known();
  const [quick, late, left] = [call("1", "bash", { cmd: "pwd" }), call("2", "bash", { cmd: "ls" }), call("3", "bash", { command: "id" })];
  const content = [quick, late, left];
  await repairLive(session, arriving(content, 0), watching);
  await repairLive(session, arriving(content, 1), watching, () => assert.fail("no answer in time"));
  await repairLive(session, arriving(content, 2), watching);
  const drawn = content.map((block) => block.arguments);
  assert.deepEqual(drawn.slice(0, 2), [{ command: "pwd" }, { cmd: "ls" }]);
  await repairMessage(session, messageEnd(content), during());
  assert.deepEqual(drawn, [{ command: "pwd" }, { command: "ls" }, { command: "id" }]);
  assert.deepEqual(content.map((block) => block.arguments), [{ cmd: "pwd" }, { cmd: "ls" }, { command: "id" }], "the message that came");
});

test("what was shown repaired and will not run so is drawn as the model sent it", SAFE, async () => {
  const block = call("1", "bash", { cmd: "pwd" });
  await repairLive(session, arriving([block], 0), watching);
  const drawn = block.arguments;
  await repairMessage(session, messageEnd([block]), during(), () => () => "pi rejects everything");
  assert.deepEqual([drawn, block.arguments], [{ cmd: "pwd" }, { cmd: "pwd" }]);
});

test("what another extension changed in a call that is shown repaired is not undone", SAFE, async () => {
  await known();
  const block = call("1", "bash", { cmd: "pwd" });
  await repairLive(session, arriving([block], 0), watching);
  (block.arguments as { command: string }).command = "sandboxed pwd";
  assert.equal(await repairMessage(session, messageEnd([block]), during()), undefined);
  assert.deepEqual(block.arguments, { command: "sandboxed pwd" });
});

test("a turn that pi will not run is left with what the model sent", SAFE, async () => {
  const block = call("1", "bash", { cmd: "pwd" });
  await repairLive(session, arriving([block], 0), watching);
  await repairMessage(session, messageEnd([block], { stopReason: "length" }), during());
  assert.deepEqual(block.arguments, { cmd: "pwd" });
});

for (const [why, block, context] of [
  ["a repair that pi would reject", call("1", "write", { filename: "a.txt" }), watching],
  ["malformed text", call("1", "bash", { cmd: "pwd" }, { argumentsError: "bad JSON" }), watching],
  ["a call that nobody watches", call("1", "bash", { cmd: "pwd" }), { ...watching, hasUI: false }],
  ["a call of an aborted turn", call("1", "bash", { cmd: "pwd" }), { ...watching, signal: AbortSignal.abort() }],
  ["an answer that comes too late", call("1", "bash", { cmd: "pwd", play: "hang" }), watching],
  ["nonsense", call("1", "bash", { cmd: "pwd", play: "nonsense" }), watching],
] as const) {
  test(`${why} is shown as the model sent it`, SAFE, async () => {
    const sent = structuredClone(block.arguments);
    await repairLive(session, arriving([block], 0), context);
    assert.deepEqual(block.arguments, sent);
    assert.equal(session.sidecar?.off, undefined);
    assert.notEqual((await logOf()).length, 0, "the sidecar lives on");
  });
}
