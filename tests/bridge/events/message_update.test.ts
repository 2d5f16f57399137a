/** Calls that pi displays while their message is still arriving. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { MessageEndEvent, MessageUpdateEvent } from "@earendil-works/pi-coding-agent";
import { startRun } from "../../../pi-bridge/events/before_agent_start.ts";
import { repairMessage } from "../../../pi-bridge/events/message_end.ts";
import { repairDisplayed } from "../../../pi-bridge/events/message_update.ts";
import type { Message } from "../../../pi-bridge/protocol.ts";
import { call, during, isSent, messageEnd, peer, person, running, SAFE, sessionWith, until } from "../helpers.ts";

const session = sessionWith(peer("well_behaved"), person());
after(() => session.stop());

async function logOf(): Promise<string[]> {
  const answer = await running(session).request<{ text: string }>("command/run", { name: "toolrecovery", args: "log" }, 50_000);
  return answer.ok ? answer.result.text.split(" ") : [];
}

function arriving(content: object[], index: number): MessageUpdateEvent {
  const message = { role: "assistant", content, stopReason: "pending" };
  return { type: "message_update", message, assistantMessageEvent: { type: "toolcall_end", contentIndex: index } } as unknown as MessageUpdateEvent;
}

const watching = { ...during(), hasUI: true };
const known = async () => {
  startRun(session, { prompt: "" } as never);
  await until(() => isSent(session));
};

test("a call that just came in is shown repaired, and message_end judges what the model sent", SAFE, async () => {
  await known();
  const block = call("1", "bash", { cmd: "pwd" });
  const content = [{ type: "text", text: "I look." }, block];
  await repairDisplayed(session, arriving(content, 1), watching);
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
  await repairDisplayed(session, arriving(content, 0), watching);
  await repairDisplayed(session, arriving(content, 1), watching, () => assert.fail("no answer in time"));
  await repairDisplayed(session, arriving(content, 2), watching);
  const drawn = content.map((block) => block.arguments);
  assert.deepEqual(drawn.slice(0, 2), [{ command: "pwd" }, { cmd: "ls" }]);
  await repairMessage(session, messageEnd(content), during());
  assert.deepEqual(drawn, [{ command: "pwd" }, { command: "ls" }, { command: "id" }]);
  assert.deepEqual(content.map((block) => block.arguments), [{ cmd: "pwd" }, { cmd: "ls" }, { command: "id" }], "the message that came");
});

test("what was shown repaired and will not run so is drawn as the model sent it", SAFE, async () => {
  const block = call("1", "bash", { cmd: "pwd" });
  await repairDisplayed(session, arriving([block], 0), watching);
  const drawn = block.arguments;
  await repairMessage(session, messageEnd([block]), during(), () => () => "pi rejects everything");
  assert.deepEqual([drawn, block.arguments], [{ cmd: "pwd" }, { cmd: "pwd" }]);
});

test("what another extension changed in a call that is shown repaired is not undone", SAFE, async () => {
  await known();
  const block = call("1", "bash", { cmd: "pwd" });
  await repairDisplayed(session, arriving([block], 0), watching);
  (block.arguments as { command: string }).command = "sandboxed pwd";
  assert.equal(await repairMessage(session, messageEnd([block]), during()), undefined);
  assert.deepEqual(block.arguments, { command: "sandboxed pwd" });
});

test("a turn that pi will not run is left with what the model sent", SAFE, async () => {
  const block = call("1", "bash", { cmd: "pwd" });
  await repairDisplayed(session, arriving([block], 0), watching);
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
    await repairDisplayed(session, arriving([block], 0), context);
    assert.deepEqual(block.arguments, sent);
    assert.equal(session.sidecar?.off, undefined);
    assert.notEqual((await logOf()).length, 0, "the sidecar lives on");
  });
}
