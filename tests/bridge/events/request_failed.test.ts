/** A request whose tools were marked strict, and a server that refuses it. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { changeRequest } from "../../../pi-bridge/events/before_provider_request.ts";
import { endMessage } from "../../../pi-bridge/events/message_end.ts";
import { continueTurn } from "../../../pi-bridge/events/turn_end.ts";
import { during, messageEnd, peer, person, running, SAFE, sessionWith, toolHost } from "../helpers.ts";

const entries: unknown[] = [];
const host = { ...toolHost(), appendEntry: (_type: string, data: unknown) => void entries.push(data) };
const session = sessionWith(peer("well_behaved", "--strict"), person(), {}, host);
after(() => session.stop());

const asked = { model: { baseUrl: "http://localhost:8000/v1" } as never, signal: undefined };
const tool = { type: "function", name: "read" };
const failed = (errorMessage: string) => messageEnd([], { stopReason: "error", errorMessage });
const turnEnd = { entries: [], outcome: "completed", messageEntryId: "e1" } as never;

test("tools without a pattern are sent too, with the server's address, and the session file says from where on", SAFE, async () => {
  await running(session).request("config/get", {}, 50_000); // it has said by then what it wants to be sent
  const payload = { model: "qwen", tools: [tool] };
  assert.deepEqual(await changeRequest(session, payload, asked), { model: "qwen", tools: [{ ...tool, strict: "http://localhost:8000/v1" }] });
  await changeRequest(session, payload, asked);
  assert.deepEqual(entries, [{ model: "qwen", strict: true }]);
});

test("a refused request is asked again in the same turn, once", SAFE, async () => {
  await changeRequest(session, { model: "qwen", tools: [tool] }, asked);
  const ended = (await endMessage(session, failed("400: strict"), during())) as unknown as { message: { stopReason: string; errorMessage?: string } };
  assert.deepEqual([ended.message.stopReason, "errorMessage" in ended.message], ["stop", false]);
  assert.equal(continueTurn(session, turnEnd, during())?.continue, true);
  assert.equal(await endMessage(session, failed("400: strict"), during()), undefined, "that request was not changed");
});

test("another error of a changed request stays", SAFE, async () => {
  await changeRequest(session, { model: "qwen", tools: [tool] }, asked);
  assert.equal(await endMessage(session, failed("401: no key"), during()), undefined);
  assert.equal(continueTurn(session, turnEnd, during()), undefined);
});

test("an error after the model began to answer stays", SAFE, async () => {
  await changeRequest(session, { model: "qwen", tools: [tool] }, asked);
  const began = messageEnd([{ type: "text", text: "I will" }], { stopReason: "error", errorMessage: "400: strict" });
  assert.equal(await endMessage(session, began, during()), undefined);
});

test("a request that was not changed blames nobody", SAFE, async () => {
  assert.equal(await changeRequest(session, { model: "gpt", tools: [tool] }, asked), undefined);
  assert.equal(await endMessage(session, failed("400: strict"), during()), undefined);
});
