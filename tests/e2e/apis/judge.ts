// Judges a request as its vendor would: what it answers is why the vendor would refuse. Each rule names where it is published.
import { isJson, type Json, list, record, text } from "./json.ts";
import type { Sent } from "./vendor.ts";

interface Call {
  id: string;
  name: string;
}

/** One message, however the vendor writes it down. */
interface Message {
  role: string;
  calls: Call[];
  results: Call[];
  /** There is nothing in it that the vendor would take. */
  empty: boolean;
}

// Anthropic: platform.claude.com/docs/en/agents-and-tools/tool-use (name and id of a tool);
// Bedrock: docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolUseBlock.html (name, toolUseId, 1 to 64)
const WORD = /^[a-zA-Z0-9_-]{1,64}$/;
// ai.google.dev/api/caching#FunctionDeclaration: begins with a letter or underscore, dots and colons too, at most 64
const GOOGLE_NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/;
// The API's own words, quoted in github.com/langchain-ai/langchain/pull/24668: a-z, A-Z, 0-9, with a length of 9
const MISTRAL_ID = /^[a-zA-Z0-9]{9}$/;
// platform.openai.com/docs/api-reference/chat/create: an id of a call has at most 40 characters
const COMPLETIONS_ID = /^.{1,40}$/;
// platform.openai.com/docs/api-reference/responses/create: a call_id has 1 to 64 characters
const RESPONSES_ID = /^.{1,64}$/;

export function judgeCompletions(body: Json): string[] {
  const messages = list(body["messages"]).map(completionsMessage);
  return [...words(messages, COMPLETIONS_ID), ...pairs(merged(messages, ["tool"])), ...empties(messages)];
}

export function judgeMistral(body: Json): string[] {
  const messages = list(body["messages"]).map(completionsMessage);
  const found = [...words(messages, MISTRAL_ID), ...pairs(merged(messages, ["tool"])), ...empties(messages)];
  for (const [at, { role }] of messages.entries()) {
    // The API's own words, quoted in github.com/NousResearch/hermes-agent/issues/20154: an answer stands between a result and a user
    if (role === "user" && messages[at - 1]?.role === "tool") found.push(`message ${at}: unexpected role user after role tool`);
  }
  // docs.mistral.ai/api: the last message is the user's or a tool's, unless it is a prefix
  if (!["user", "tool"].includes(messages.at(-1)?.role ?? "")) found.push("the last message is neither a user's nor a tool's");
  return found;
}

function completionsMessage(message: Json): Message {
  const role = text(message["role"]);
  const calls = list(message["tool_calls"]).map((one) => ({ id: text(one["id"]), name: text(record(one["function"])["name"]) }));
  const results = role === "tool" ? [{ id: text(message["tool_call_id"]), name: "" }] : [];
  // platform.openai.com/docs/api-reference/chat/create: content may be missing only where there are calls
  return { role, calls, results, empty: calls.length === 0 && isEmpty(message["content"]) };
}

export function judgeAnthropic(body: Json, sent: Sent): string[] {
  const given = joined(list(body["messages"]).filter(({ role }) => role !== "system"));
  const found: string[] = [];
  const messages: Message[] = [];
  for (const [at, message] of given.entries()) {
    const blocks = list(message["content"]);
    const of = (type: string): Json[] => blocks.filter((block) => block["type"] === type);
    const calls = of("tool_use").map(({ id, name }) => ({ id: text(id), name: text(name) }));
    const results = of("tool_result").map((block) => ({ id: text(block["tool_use_id"]), name: "" }));
    // platform.claude.com/docs/en/api/messages: text content blocks must be non-empty
    const empty = blocks.length === 0 || of("text").some((block) => text(block["text"]).trim() === "");
    messages.push({ role: text(message["role"]), calls, results, empty });
    // platform.claude.com/docs/en/build-with-claude/extended-thinking: thinking goes first, whole and unmodified
    found.push(...thinkingFirst(at, blocks.map((block) => text(block["type"])), ["thinking", "redacted_thinking"]));
    // platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use: results come before any text
    if (blocks.some(({ type }, index) => type === "tool_result" && blocks.slice(0, index).some((before) => before["type"] !== "tool_result"))) {
      found.push(`message ${at}: a tool_result stands behind something else`);
    }
  }
  const thinking = given.flatMap(({ content }) => list(content)).filter(({ type }) => type === "thinking");
  found.push(...unmodified(thinking.map((block) => [text(block["signature"]), text(block["thinking"])]), sent));
  return [...found, ...words(messages, WORD), ...names(messages, WORD), ...pairs(messages), ...empties(messages)];
}

/** platform.claude.com/docs/en/api/messages: a string is one text block, and messages of one role in a row are combined. */
function joined(given: readonly Json[]): Json[] {
  const turns: Json[] = [];
  for (const { role, content } of given) {
    const blocks = typeof content === "string" ? [{ type: "text", text: content }] : list(content);
    const last = turns.at(-1);
    if (last && last["role"] === role) turns[turns.length - 1] = { role, content: [...list(last["content"]), ...blocks] };
    else turns.push({ role, content: blocks });
  }
  return turns;
}

export function judgeBedrock(body: Json, sent: Sent): string[] {
  const given = list(body["messages"]);
  const found: string[] = [];
  const messages: Message[] = [];
  const thinking: [string, string][] = [];
  for (const [at, message] of given.entries()) {
    const blocks = list(message["content"]);
    const of = (kind: string): Json[] => blocks.filter((block) => kind in block).map((block) => record(block[kind]));
    const calls = of("toolUse").map((use) => ({ id: text(use["toolUseId"]), name: text(use["name"]) }));
    const results = of("toolResult").map((result) => ({ id: text(result["toolUseId"]), name: "" }));
    // The API's own words: the content field is empty; the text field in the ContentBlock object is blank
    const blank = blocks.some((block) => "text" in block && text(block["text"]).trim() === "");
    messages.push({ role: text(message["role"]), calls, results, empty: blocks.length === 0 || blank });
    for (const reasoning of of("reasoningContent")) {
      const { signature, text: told } = record(reasoning["reasoningText"]);
      thinking.push([text(signature), text(told)]);
    }
    found.push(...thinkingFirst(at, blocks.map((block) => Object.keys(block)[0] ?? ""), ["reasoningContent"]));
    // The API's own words, quoted in github.com/langchain-ai/langchain-aws/issues/130: a conversation must alternate
    const wanted = at % 2 === 0 ? "user" : "assistant";
    if (message["role"] !== wanted) found.push(`message ${at}: roles must alternate, ${text(message["role"])} where ${wanted} is due`);
  }
  // docs.aws.amazon.com/bedrock/latest/userguide/tool-use.html: toolConfig is there whenever tool blocks are
  const uses = messages.some(({ calls, results }) => calls.length + results.length > 0);
  if (uses && list(record(body["toolConfig"])["tools"]).length === 0) found.push("tools are used and none is declared");
  found.push(...unmodified(thinking, sent));
  return [...found, ...words(messages, WORD), ...names(messages, WORD), ...pairs(messages), ...empties(messages)];
}

const SKIPS = ["skip_thought_signature_validator", "context_engineering_is_the_way_to_go"];
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export function judgeGoogle(body: Json, model: string): string[] {
  const contents = list(body["contents"]);
  const found: string[] = [];
  const messages: Message[] = [];
  const signed = /gemini-([3-9]|\d\d)/.test(model);
  const isQuestion = (content: Json): boolean =>
    content["role"] === "user" && list(content["parts"]).some((part) => !("functionResponse" in part));
  const turn = contents.findLastIndex(isQuestion);
  for (const [at, content] of contents.entries()) {
    const parts = list(content["parts"]);
    const of = (kind: string): Json[] => parts.filter((part) => kind in part).map((part) => record(part[kind]));
    const named = (part: Json): Call => ({ id: text(part["id"]), name: text(part["name"]) });
    const [calls, results] = [of("functionCall").map(named), of("functionResponse").map(named)];
    // ai.google.dev/api/caching#Part: a part holds something; empty text only carries a signature
    const empty = parts.length === 0 || parts.some((part) => part["text"] === "" && part["thoughtSignature"] === undefined);
    messages.push({ role: text(content["role"]), calls, results, empty });
    for (const { thoughtSignature } of parts) {
      if (thoughtSignature === undefined || SKIPS.includes(text(thoughtSignature)) || BASE64.test(text(thoughtSignature))) continue;
      found.push(`content ${at}: a thought signature that is neither base64 nor the documented value`);
    }
    // ai.google.dev/gemini-api/docs/thought-signatures: in each step of the current turn, the first call is signed
    const first = parts.find((part) => "functionCall" in part);
    if (signed && at > turn && first && !first["thoughtSignature"]) {
      found.push(`content ${at}: function call ${text(record(first["functionCall"])["name"])} is missing a thought_signature`);
    }
    const before = messages[at - 1];
    // The API's own words, quoted in github.com/google-gemini/gemini-cli/issues/26486 and 17208: a call comes right after a
    // user or a response, and each call has its response in the next content
    if (calls.length > 0 && before?.role !== "user") found.push(`content ${at}: a function call comes after ${before?.role ?? "nothing"}`);
    if ((before?.calls.length ?? 0) !== results.length) found.push(`content ${at}: ${results.length} responses to ${before?.calls.length ?? 0} calls`);
    if (results.some(({ name }, index) => name !== before?.calls[index]?.name)) found.push(`content ${at}: responses in another order than calls`);
  }
  if (messages.at(-1)?.calls.length) found.push("a function call has no response");
  found.push(...names(messages, GOOGLE_NAME), ...empties(messages));
  return signed ? [...found, ...words(messages, WORD), ...pairs(messages)] : found; // earlier models know no ids
}

const OUTPUT = ["message", "function_call", "custom_tool_call"];

export function judgeResponses(body: Json, sent: Sent): string[] {
  const input = list(body["input"]);
  const found: string[] = [];
  const messages: Message[] = [];
  const ids = new Set<string>();
  for (const [at, item] of input.entries()) {
    const type = text(item["type"]) || "message";
    const id = text(item["id"]);
    // The API's own words, quoted in github.com/vercel/ai/issues/13307: duplicate item found with id
    if (id && ids.has(id)) found.push(`item ${at}: duplicate item id ${id}`);
    ids.add(id);
    // The API's own words, quoted in github.com/vercel/ai/issues/7099: reasoning without its required following item
    if (type === "reasoning" && !OUTPUT.includes(text(input[at + 1]?.["type"]))) found.push(`item ${at}: reasoning without a following item`);
    // … and in github.com/TanStack/ai/issues/1212: an item without its required reasoning item
    const reasoning = sent.reasonedBy.get(id);
    if (reasoning && text(input[at - 1]?.["id"]) !== reasoning) found.push(`item ${at}: ${id} without its reasoning ${reasoning}`);
    // The API's own words, quoted in github.com/nodetool-ai/nodetool/pull/4252: the id of a call's item begins with fc
    const prefix = { function_call: "fc", message: "msg", reasoning: "rs" }[type];
    if (id && prefix && (!id.startsWith(prefix) || id.length > 64)) found.push(`item ${at}: id ${id} of a ${type}`);
    const call = { id: text(item["call_id"]), name: text(item["name"]) };
    const is = (kind: string): Call[] => (type.endsWith(kind) ? [call] : []);
    const calls = [...is("function_call"), ...is("custom_tool_call")];
    const results = is("_call_output");
    const role = calls.length > 0 ? "calls" : results.length > 0 ? "results" : type;
    messages.push({ role, calls, results, empty: type === "message" && isEmpty(item["content"]) });
  }
  const thinking = input.filter(({ type }) => type === "reasoning");
  const told = thinking.map((item) => [text(item["encrypted_content"]), list(item["summary"]).map((one) => text(one["text"])).join("")]);
  found.push(...unmodified(told as [string, string][], sent));
  return [...found, ...words(messages, RESPONSES_ID), ...names(messages, WORD), ...pairs(merged(messages, ["calls", "results"])), ...empties(messages)];
}

/** The backend hands the messages on to any vendor: what pi itself would not put right is judged. */
export function judgePiMessages(body: Json, sent: Sent): string[] {
  const given = list(record(body["context"])["messages"]);
  const messages = given.map((message) => {
    const role = text(message["role"]);
    const calls = list(message["content"]).filter(({ type }) => type === "toolCall").map(({ id, name }) => ({ id: text(id), name: text(name) }));
    const results = role === "toolResult" ? [{ id: text(message["toolCallId"]), name: "" }] : [];
    return { role, calls, results, empty: false };
  });
  const thinking = given.flatMap(({ content }) => list(content)).filter(({ type }) => type === "thinking");
  const told = thinking.map((block): [string, string] => [text(block["thinkingSignature"]), text(block["thinking"])]);
  return [...words(messages, WORD), ...pairs(merged(messages, ["toolResult"])), ...unmodified(told, sent)];
}

/** Ids of the vendor's form, each of them of one call in the whole request. */
function words(messages: readonly Message[], form: RegExp): string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  for (const { id } of messages.flatMap(({ calls }) => calls)) {
    if (!form.test(id)) found.push(`id ${JSON.stringify(id)} has not the form ${form.source}`);
    // Anthropic and Bedrock in so many words ("ids must be unique", "contain duplicate Ids": github.com/BerriAI/litellm/issues/20047),
    // Responses likewise ("Duplicate 'call_id'": github.com/earendil-works/pi/issues/9057)
    if (seen.has(id)) found.push(`id ${JSON.stringify(id)} is given to two calls`);
    seen.add(id);
  }
  return found;
}

function names(messages: readonly Message[], form: RegExp): string[] {
  const bad = messages.flatMap(({ calls }) => calls).filter(({ name }) => !form.test(name));
  return bad.map(({ name }) => `tool name ${JSON.stringify(name)} has not the form ${form.source}`);
}

/** Every call has exactly one result in the message after it, and no result is of anything else. All vendors say so. */
function pairs(messages: readonly Message[]): string[] {
  const found: string[] = [];
  for (const [at, { calls, results }] of messages.entries()) {
    const due = (messages[at - 1]?.calls ?? []).map(({ id }) => id);
    for (const { id } of results) if (!due.includes(id)) found.push(`message ${at}: a result for ${id}, which is not of the call before it`);
    if (new Set(results.map(({ id }) => id)).size !== results.length) found.push(`message ${at}: two results for one call`);
    const answered = (messages[at + 1]?.results ?? []).map(({ id }) => id);
    for (const { id } of calls) if (!answered.includes(id)) found.push(`message ${at}: call ${id} has no result right after it`);
  }
  return found;
}

function empties(messages: readonly Message[]): string[] {
  return messages.flatMap(({ role, empty }, at) => (empty ? [`message ${at}: empty content of ${role}`] : []));
}

/** Messages in a row of one of these roles are one. */
function merged(messages: readonly Message[], roles: readonly string[]): Message[] {
  const runs: Message[] = [];
  for (const message of messages) {
    const last = runs.at(-1);
    if (!last || last.role !== message.role || !roles.includes(message.role)) runs.push({ ...message });
    else {
      last.calls = [...last.calls, ...message.calls];
      last.results = [...last.results, ...message.results];
    }
  }
  return runs;
}

function thinkingFirst(at: number, kinds: readonly string[], thinking: readonly string[]): string[] {
  const late = kinds.some((kind, index) => thinking.includes(kind) && kinds.slice(0, index).some((before) => !thinking.includes(before)));
  return late ? [`message ${at}: thinking stands behind something else`] : [];
}

/** Signed thinking comes back as it was sent, and none is lost. */
function unmodified(told: readonly [string, string][], sent: Sent): string[] {
  const back = new Map(told);
  const changed = told.filter(([signature, thinking]) => sent.thinking.get(signature) !== thinking);
  const lost = [...sent.thinking.keys()].filter((signature) => !back.has(signature));
  return [...changed.map(() => "thinking that was not sent like this"), ...lost.map(() => "signed thinking was lost")];
}

function isEmpty(content: unknown): boolean {
  if (typeof content === "string") return content === "";
  const blocks = Array.isArray(content) ? content.filter(isJson) : [];
  return blocks.length === 0 || blocks.some((block) => block["text"] === "");
}
