// A judge that lets everything pass would prove nothing: of each rule, what keeps it and what breaks it.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as judge from "./judge.ts";
import type { Json } from "./json.ts";
import type { Sent } from "./vendor.ts";

const sent = (thinking: readonly [string, string][] = []): Sent => ({ thinking: new Map(thinking), reasonedBy: new Map() });

interface Request {
  ids?: readonly string[];
  /** What stands between the call and its result, and after the result. */
  before?: Json[];
  after?: Json[];
}

const chat = ({ ids = ["abcdefghi"], before = [], after = [] }: Request): Json => {
  const turn = (id: string): Json[] => [
    { role: "assistant", tool_calls: [{ id, type: "function", function: { name: "write", arguments: "{}" } }] },
    ...before,
    { role: "tool", tool_call_id: id, content: "done" },
  ];
  return { messages: [{ role: "user", content: "Go." }, ...ids.flatMap(turn), ...after] };
};

const blocks = ({ ids = ["abcdefghi"], before = [], after = [] }: Request): Json => {
  const turn = (id: string): Json[] => [
    { role: "assistant", content: [{ type: "tool_use", id, name: "write", input: {} }] },
    ...before,
    { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "done" }] },
  ];
  return { messages: [{ role: "user", content: "Go." }, ...ids.flatMap(turn), ...after] };
};

const converse = ({ ids = ["abcdefghi"], before = [], after = [] }: Request): Json => {
  const turn = (toolUseId: string): Json[] => [
    { role: "assistant", content: [{ toolUse: { toolUseId, name: "write", input: {} } }] },
    ...before,
    { role: "user", content: [{ toolResult: { toolUseId, content: [{ text: "done" }] } }] },
  ];
  const messages = [{ role: "user", content: [{ text: "Go." }] }, ...ids.flatMap(turn), ...after];
  return { messages, toolConfig: { tools: [{ toolSpec: { name: "write" } }] } };
};

const items = ({ ids = ["abcdefghi"], before = [], after = [] }: Request): Json => {
  const turn = (call_id: string): Json[] => [
    { type: "function_call", call_id, name: "write", arguments: "{}" },
    ...before,
    { type: "function_call_output", call_id, output: "done" },
  ];
  return { input: [{ role: "user", content: [{ type: "input_text", text: "Go." }] }, ...ids.flatMap(turn), ...after] };
};

const own = ({ ids = ["abcdefghi"], before = [], after = [] }: Request): Json => {
  const turn = (id: string): Json[] => [
    { role: "assistant", content: [{ type: "toolCall", id, name: "write", arguments: {} }] },
    ...before,
    { role: "toolResult", toolCallId: id, content: [{ type: "text", text: "done" }] },
  ];
  return { context: { messages: [{ role: "user", content: "Go." }, ...ids.flatMap(turn), ...after] } };
};

interface Case {
  api: string;
  request(parts: Request): Json;
  judge(body: Json): string[];
  badId: string;
  user: Json;
  /** Whether a user message may stand right after a result. */
  userAfterResult: boolean;
}

const user: Json = { role: "user", content: "And?" };
const CASES: readonly Case[] = [
  { api: "completions", request: chat, judge: judge.judgeCompletions, badId: "x".repeat(41), user, userAfterResult: true },
  { api: "mistral", request: chat, judge: judge.judgeMistral, badId: "call_1234", user, userAfterResult: false },
  { api: "anthropic", request: blocks, judge: (body) => judge.judgeAnthropic(body, sent()), badId: "a|b", user, userAfterResult: true },
  {
    api: "bedrock",
    request: converse,
    judge: (body) => judge.judgeBedrock(body, sent()),
    badId: "a|b",
    user: { role: "user", content: [{ text: "And?" }] },
    userAfterResult: false,
  },
  { api: "responses", request: items, judge: (body) => judge.judgeResponses(body, sent()), badId: "x".repeat(65), user, userAfterResult: true },
  { api: "pi-messages", request: own, judge: (body) => judge.judgePiMessages(body, sent()), badId: "a|b", user, userAfterResult: true },
];

for (const { api, request, judge: found, badId, user: asked, userAfterResult } of CASES) {
  test(`${api}: calls with results right after them are accepted`, () => assert.deepEqual(found(request({ ids: ["abcdefghi", "jklmnopqr"] })), []));
  test(`${api}: an id of another form is refused`, () => assert.match(found(request({ ids: [badId] })).join(), /has not the form/));
  test(`${api}: an id that comes twice is refused`, () => assert.match(found(request({ ids: ["abcdefghi", "abcdefghi"] })).join(), /two calls/));
  test(`${api}: a user between a call and its result is refused`, () =>
    assert.match(found(request({ before: [asked] })).join(), /has no result right after it|behind something else/));
  test(`${api}: a user right after a result is ${userAfterResult ? "accepted" : "refused"}`, () =>
    assert.equal(found(request({ after: [asked] })).length === 0, userAfterResult));
}

const content = (role: string, ...parts: Json[]): Json => ({ role, parts });
const asking = content("user", { text: "Go." });
const calling = (signature?: string): Json =>
  content("model", { functionCall: { name: "write", args: {}, id: "abcdefghi" }, ...(signature && { thoughtSignature: signature }) });
const answering = content("user", { functionResponse: { name: "write", response: {}, id: "abcdefghi" } });
const gemini = (contents: Json[], model = "gemini-3-pro-preview"): string => judge.judgeGoogle({ contents }, model).join();

test("Gemini 3: a call of the current turn without a signature is refused", () =>
  assert.match(gemini([asking, calling(), answering]), /missing a thought_signature/));
test("Gemini 3: a signature in base64 and the documented value are accepted", () => {
  for (const signature of ["YWJj", "skip_thought_signature_validator"]) assert.equal(gemini([asking, calling(signature), answering]), "");
});
test("Gemini 3: any other signature is refused", () => assert.match(gemini([asking, calling("no_such_value"), answering]), /neither base64/));
test("Gemini 3: a call of an earlier turn needs none", () => assert.equal(gemini([asking, calling(), answering, asking]), ""));
test("Gemini 2.5: no call needs one", () => assert.equal(gemini([asking, calling(), answering], "gemini-2.5-pro"), ""));
test("Gemini: a call without its response is refused", () => assert.match(gemini([asking, calling("YWJj"), asking]), /0 responses to 1 calls/));
test("Gemini: a call after the model's own content is refused", () =>
  assert.match(gemini([asking, content("model", { text: "Now." }), calling("YWJj"), answering]), /comes after model/));

const THOUGHT: readonly [string, string][] = [["c2ln", "Let me see."]];
const thinking = { type: "thinking", thinking: "Let me see.", signature: "c2ln" };
const anthropic = (...said: Json[]): string =>
  judge.judgeAnthropic({ messages: [{ role: "user", content: "Go." }, { role: "assistant", content: said }] }, sent(THOUGHT)).join();

test("Anthropic: thinking that comes back first and whole is accepted", () => assert.equal(anthropic(thinking, { type: "text", text: "So." }), ""));
test("Anthropic: thinking behind text, changed or lost is refused", () => {
  assert.match(anthropic({ type: "text", text: "So." }, thinking), /behind something else/);
  assert.match(anthropic({ ...thinking, thinking: "Let me" }), /not sent like this/);
  assert.match(anthropic({ type: "text", text: "So." }), /was lost/);
});
test("Anthropic: blank text is refused", () => assert.match(anthropic(thinking, { type: "text", text: " " }), /empty content/));

const reasoning = { type: "reasoning", id: "rs_1", encrypted_content: "c2ln", summary: [{ type: "summary_text", text: "Let me see." }] };
const said = { type: "message", id: "msg_1", role: "assistant", content: [{ type: "output_text", text: "So." }] };
const responses = (...input: Json[]): string =>
  judge.judgeResponses({ input }, { thinking: new Map(THOUGHT), reasonedBy: new Map([["msg_1", "rs_1"]]) }).join();

test("Responses: reasoning with the item that followed it is accepted", () => assert.equal(responses(reasoning, said), ""));
test("Responses: either of them alone is refused", () => {
  assert.match(responses(reasoning), /without a following item/);
  assert.match(responses(said), /without its reasoning/);
});
test("Responses: an item's id that comes twice, or begins otherwise, is refused", () => {
  assert.match(responses(reasoning, said, said), /duplicate item id/);
  assert.match(responses(reasoning, { ...said, id: "call_1" }), /id call_1 of a message/);
});
