/** The sidecar hears each text of a request once that the model did not write itself, and all of them again when it is another process. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { changeRequest } from "../../../pi-bridge/events/before_provider_request.ts";
import { Session } from "../../../pi-bridge/session/session.ts";
import { shownTexts, type ShownContext } from "../../../pi-bridge/session/shown_context.ts";
import type { Sidecar } from "../../../pi-bridge/sidecar/sidecar.ts";
import { SAFE, toolHost } from "../helpers.ts";

const hello = (grammar: boolean) => ({ protocol: 1, state: { grammar, sanitize: false, verbose: false } });

interface Listening {
  session: Session;
  told: string[][];
  greet(grammar: boolean): void;
}

function listening(grammar = true): Listening {
  const told = [] as string[][];
  const session = new Session(toolHost());
  const notify = async (method: string, { texts }: { texts: string[] }): Promise<void> => {
    if (method === "context/shown") told.push(texts);
  };
  const sidecar = { hello: hello(grammar), notify, greeting: async () => sidecar.hello, stop: async () => {} };
  session.sidecar = sidecar as unknown as Sidecar;
  after(() => session.stop());
  return { session, told, greet: (on) => void (sidecar.hello = hello(on)) };
}

const CONTEXT = { model: undefined, signal: undefined };
const user = (text: string) => ({ role: "user", content: text });
const request = (...messages: object[]) => ({ messages });

async function asks(session: Session, payload: object): Promise<void> {
  await changeRequest(session, payload, CONTEXT);
  await session.shown.complete(session);
}

test("each text is sent once", SAFE, async () => {
  const { session, told } = listening();
  await asks(session, request(user("one page")));
  await asks(session, request(user("one page"), { role: "assistant", content: "its own words" }, user("another page")));
  await asks(session, request(user("one page"), user("another page")));
  assert.deepEqual(told.map((texts) => texts.filter((text) => text.endsWith("page"))), [["one page"], ["another page"]]);
});

test("another process is sent all of the last request, also where the message has come already", SAFE, async () => {
  const { session, told, greet } = listening();
  await asks(session, request(user("one page"), user("another page")));
  greet(true);
  await session.shown.complete(session);
  assert.equal(told.length, 2);
  assert.deepEqual(told[1], told[0]);
});

test("nothing is sent while grammar is off; switched on, the last request is sent", SAFE, async () => {
  const { session, told, greet } = listening(false);
  await asks(session, request(user("one page")));
  assert.equal(told.length, 0);
  greet(true);
  await session.shown.complete(session);
  assert.equal(told.flat().includes("one page"), true);
});

test("the request does not wait for what is sent", SAFE, async () => {
  const { session, told } = listening();
  const changed = changeRequest(session, request(user("one page")), CONTEXT);
  assert.equal(told.length, 0);
  await changed;
  assert.equal(told.length, 0);
  await session.shown.complete(session);
  assert.equal(told.length, 1);
});

const OWN = "OWN words";
const SHAPES: Record<string, object> = {
  "openai-completions, mistral-conversations": {
    tools: [{ type: "function", function: { name: "bash", description: "SHOWN tool", parameters: { properties: { a: { description: "SHOWN key" } } } } }],
    messages: [
      { role: "system", content: "SHOWN system" },
      { role: "developer", content: [{ type: "text", text: "SHOWN developer" }] },
      { role: "user", content: [{ type: "text", text: "SHOWN user" }, { type: "image_url", image_url: { url: `data:image/png;base64,${OWN}` } }] },
      { role: "assistant", content: OWN, reasoning_content: OWN, tool_calls: [{ function: { name: "bash", arguments: OWN } }] },
      { role: "tool", content: "SHOWN result" },
    ],
  },
  responses: {
    instructions: "SHOWN instructions",
    tools: [{ type: "function", name: "bash", description: "SHOWN tool", parameters: {} }],
    input: [
      { role: "user", content: [{ type: "input_text", text: "SHOWN user" }, { type: "input_image", image_url: `data:image/png;base64,${OWN}` }] },
      { type: "reasoning", summary: [{ type: "summary_text", text: OWN }], encrypted_content: OWN },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: OWN }] },
      { type: "function_call", name: "bash", arguments: OWN },
      { type: "function_call_output", output: "SHOWN result" },
    ],
  },
  "anthropic-messages": {
    system: [{ type: "text", text: "SHOWN system" }],
    tools: [{ name: "bash", description: "SHOWN tool", input_schema: { properties: { a: { description: "SHOWN key" } } } }],
    messages: [
      { role: "user", content: [{ type: "text", text: "SHOWN user" }, { type: "image", source: { type: "base64", data: OWN } }] },
      { role: "assistant", content: [{ type: "thinking", thinking: OWN, signature: OWN }, { type: "text", text: OWN }, { type: "tool_use", input: { command: OWN } }] },
      { role: "user", content: [{ type: "tool_result", content: [{ type: "text", text: "SHOWN result" }] }] },
    ],
  },
  google: {
    contents: [
      { role: "user", parts: [{ text: "SHOWN user" }, { inlineData: { mimeType: "image/png", data: OWN } }] },
      { role: "model", parts: [{ text: OWN }, { functionCall: { name: "bash", args: { command: OWN } } }] },
      { role: "user", parts: [{ functionResponse: { name: "bash", response: { output: "SHOWN result" } } }] },
    ],
    config: { systemInstruction: "SHOWN system", tools: [{ functionDeclarations: [{ name: "bash", description: "SHOWN tool" }] }] },
  },
  "bedrock-converse-stream": {
    system: [{ text: "SHOWN system" }],
    toolConfig: { tools: [{ toolSpec: { name: "bash", description: "SHOWN tool" } }] },
    messages: [
      { role: "user", content: [{ text: "SHOWN user" }, { image: { source: { bytes: new TextEncoder().encode(OWN) } } }] },
      { role: "assistant", content: [{ text: OWN }, { toolUse: { input: { command: OWN } } }] },
      { role: "user", content: [{ toolResult: { content: [{ text: "SHOWN result" }] } }] },
    ],
  },
  "pi-messages": {
    context: {
      systemPrompt: "SHOWN system",
      tools: [{ name: "bash", description: "SHOWN tool" }],
      messages: [
        { role: "user", content: "SHOWN user", toolsAdded: [{ name: "read", description: "SHOWN key" }] },
        { role: "assistant", content: [{ type: "text", text: OWN }, { type: "toolCall", name: "bash", arguments: { command: OWN } }] },
        { role: "toolResult", content: [{ type: "text", text: "SHOWN result" }, { type: "image", data: OWN }] },
      ],
    },
  },
};

for (const [api, payload] of Object.entries(SHAPES)) {
  test(`${api}: what the model did not write itself is shown`, SAFE, () => {
    const texts = shownTexts(payload, {});
    const wanted = [...JSON.stringify(payload).matchAll(/SHOWN \w+/g)].map(([text]) => text);
    assert.deepEqual(texts.filter((text) => text.startsWith("SHOWN")), wanted);
    assert.deepEqual(texts.filter((text) => text.includes(OWN)), []);
  });
}

test("what another model of the session wrote is shown, what this one wrote is not", SAFE, () => {
  const wrote = (model: string, text: string) => ({ type: "message", message: { role: "assistant", model, content: [{ type: "text", text }] } });
  const branch = [wrote("small", "said by another"), wrote("large", "said by itself"), wrote("small", "not in this request")];
  const context = { model: { id: "large" }, sessionManager: { getBranch: () => branch } } as unknown as ShownContext;
  const payload = request({ role: "assistant", content: "said by another\n" }, { role: "assistant", content: [{ type: "text", text: "said by itself" }] });
  assert.deepEqual(shownTexts(payload, context), ["said by another\n"]);
});

test("a payload of any depth is read", SAFE, () => {
  let payload: object = { text: "the page" };
  for (let depth = 0; depth < 20_000; depth++) payload = { content: [payload] };
  assert.deepEqual(shownTexts(payload, {}), ["the page"]);
});
