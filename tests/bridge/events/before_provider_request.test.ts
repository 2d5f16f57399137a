/** The tool list of a request to a provider. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startRun } from "../../../pi-bridge/events/before_agent_start.ts";
import { sanitizeRequest } from "../../../pi-bridge/events/before_provider_request.ts";
import { peer, person, running, SAFE, sessionWith } from "../helpers.ts";

const session = sessionWith(peer("well_behaved"), person());
after(() => session.stop());

async function logOf(): Promise<string[]> {
  const answer = await running(session).request<{ text: string }>("command/run", { name: "toolrecovery", args: "log" }, 50_000);
  return answer.ok ? answer.result.text.split(" ") : [];
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
  startRun(session, { prompt: "go on" } as never);
  await sanitizeRequest(session, { model: "gpt", tools: [given] }, asked);
  assert.equal(await count(), before + 2);
  assert.equal((await logOf()).some((method) => method.startsWith("run/start")), true);
});
