/** What is changed in a request to a provider: the schemas of its tools, and the signatures of made calls. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startRun } from "../../../pi-bridge/events/before_agent_start.ts";
import { changeRequest } from "../../../pi-bridge/events/before_provider_request.ts";
import { Session } from "../../../pi-bridge/session/session.ts";
import { peer, person, running, SAFE, sessionWith, toolHost } from "../helpers.ts";

const session = sessionWith(peer("well_behaved"), person());
after(() => session.stop());

async function logOf(): Promise<string[]> {
  const answer = await running(session).request<{ text: string }>("command/run", { name: "toolrecovery", args: "log" }, 50_000);
  return answer.ok ? answer.result.text.split(" ") : [];
}

const wanted = { parameters: { properties: { a: { pattern: "a" } } } };
const given = { parameters: { properties: { a: { pattern: "^a$" } } } };
const asked = { model: undefined, signal: undefined };
const said = { role: "user", content: [{ type: "text", text: "Go." }] };

for (const [place, make] of [
  ["tools", (tool: object) => ({ model: "kimi", stream: true, tools: [tool] })],
  ["config.tools", (tool: object) => ({ model: "kimi", config: { temperature: 1, tools: [{ functionDeclarations: [tool] }] } })],
  ["toolConfig.tools", (tool: object) => ({ model: "kimi", toolConfig: { toolChoice: "auto", tools: [{ toolSpec: tool }] } })],
  ["input[].tools", (tool: object) => ({ model: "kimi", tools: [tool], input: [said, { type: "additional_tools", tools: [tool, tool] }] })],
  ["messages[].tools", (tool: object) => ({ model: "kimi", messages: [said, { role: "system", tools: [tool] }] })],
  [
    "messages[].content[].tool.definition",
    (tool: object) => ({ model: "kimi", messages: [said, { role: "system", content: [{ type: "tool_addition", tool: { definition: tool } }] }] }),
  ],
  ["context.tools", (tool: object) => ({ model: "kimi", context: { tools: [tool], messages: [said] } })],
  ["context.messages[].toolsAdded", (tool: object) => ({ model: "kimi", context: { messages: [{ role: "system", toolsAdded: [tool] }, said] } })],
] as const) {
  test(`tools in ${place} are replaced, and the given payload stays`, SAFE, async () => {
    const payload = make(given);
    assert.deepEqual(await changeRequest(session, payload, asked), make(wanted));
    assert.deepEqual(payload, make(given));
  });
}

test("what is called tools in another place is no list of tools", SAFE, async () => {
  for (const payload of [
    { model: "kimi", metadata: { tools: [given] } },
    { model: "kimi", messages: [{ role: "assistant", content: [{ type: "tool_use", input: { tools: [given] } }] }] },
    { model: "kimi", messages: [{ role: "assistant", content: [{ type: "tool_use", tool: "definition", input: given }] }] },
    { model: "kimi", tools: given, input: "tools", context: null },
  ]) {
    assert.equal(await changeRequest(session, payload, asked), undefined);
  }
});

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
    assert.equal(await changeRequest(session, payload, asked), undefined);
  }
  assert.equal(await count(), before + 1);
  startRun(session, { prompt: "go on" } as never);
  await changeRequest(session, { model: "gpt", tools: [given] }, asked);
  assert.equal(await count(), before + 2);
  assert.equal((await logOf()).some((method) => method.startsWith("run/start")), true);
});

const entry = (id: string, stage: string) => ({ type: "custom", customType: "toolrecovery", data: { id, tool: "bash", stage, rules: [] } });
const branch = [
  { type: "message", message: { role: "user", content: "go" } },
  entry("made00001", "grammar"),
  entry("sent00001", "rules"),
  { type: "custom", customType: "other", data: { id: "other0001", stage: "grammar" } },
];
const inSession = { ...asked, sessionManager: { getBranch: () => branch } };
const part = (id: string | undefined, thoughtSignature?: string) => ({
  functionCall: { name: "bash", args: {}, ...(id !== undefined && { id }) },
  ...(thoughtSignature !== undefined && { thoughtSignature }),
});
const request = (...parts: object[]) => ({ model: "gemini-3", contents: [{ role: "user", parts: [{ text: "go" }] }, { role: "model", parts }], config: {} });
const SKIPS = "skip_thought_signature_validator";

test("a made call is signed with the documented value, and nothing else of the request changes", SAFE, async () => {
  const payload = request({ text: "Now." }, part("made00001"), part("sent00001"), part("other0001"));
  const given = structuredClone(payload);
  const changed = await changeRequest(session, payload, inSession);
  assert.deepEqual(changed, request({ text: "Now." }, part("made00001", SKIPS), part("sent00001"), part("other0001")));
  assert.deepEqual(payload, given);
});

test("a made call is signed in every later request, and where there is no sidecar", SAFE, async () => {
  const later = (made: object) => ({ ...request(made), contents: [...request(made).contents, { role: "user", parts: [{ text: "go on" }] }] });
  for (const each of [session, new Session(toolHost())]) {
    assert.deepEqual(await changeRequest(each, later(part("made00001")), inSession), later(part("made00001", SKIPS)));
  }
});

test("a call with a signature keeps it; calls without ids, of the model, and of a session without made calls stay", SAFE, async () => {
  assert.equal(await changeRequest(session, request({ text: "Done." }), inSession), undefined);
  for (const payload of [request(part("made00001", "YWJj"), part(undefined), part("sent00001")), request(part("new000001"))]) {
    assert.deepEqual((await changeRequest(session, payload, inSession)) ?? payload, payload);
    assert.deepEqual((await changeRequest(session, payload, asked)) ?? payload, payload);
  }
});

test("one request may need both: a signature and other schemas", SAFE, async () => {
  const payload = { ...request(part("made00001")), model: "kimi", config: { tools: [{ functionDeclarations: [given] }] } };
  const changed = await changeRequest(session, payload, inSession);
  assert.deepEqual(changed, { ...request(part("made00001", SKIPS)), model: "kimi", config: { tools: [{ functionDeclarations: [wanted] }] } });
});
