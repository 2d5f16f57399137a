// Anthropic messages: blocks by index, thinking with its signature at the end. With threads, a request may hold only what
// is new since a reply that the server keeps.
import type { ServerResponse } from "node:http";
import { type Json, list, record, text } from "./json.ts";
import { judgeAnthropic } from "./judge.ts";
import { EventStream } from "./sse.ts";
import { pieces, type Serial, stopsForTools, type Turn } from "./turn.ts";
import type { Sent, Vendor } from "./vendor.ts";

export const anthropicMessages: Vendor = {
  name: "anthropic-messages",
  api: "anthropic-messages",
  model: "claude-sonnet-4-5",
  path: "",
  reasoning: true,
  judge: judgeAnthropic,
  stream: (response, turn, serial, sent) => void say(response, turn, serial, sent),
};

const threads = new Map<string, Json[]>();
let asked: Json[] = [];

export const anthropicThreads: Vendor = {
  ...anthropicMessages,
  name: "anthropic-messages, threads",
  compat: { supportsMessageThreads: true },
  judge(body, sent) {
    const thread = record(body["thread"]);
    const kept = thread["type"] === "continue" ? threads.get(text(thread["previous_message_id"])) : [];
    if (!kept) return ["a thread that the server does not know"];
    asked = [...kept, ...list(body["messages"])];
    return judgeAnthropic({ ...body, messages: asked }, sent);
  },
  stream(response, turn, serial, sent) {
    const { id, content } = say(response, turn, serial, sent);
    const reply = content.length > 0 ? [{ role: "assistant", content }] : []; // an empty reply is the server's own affair
    threads.set(id, [...asked, ...reply]);
  },
};

/** Streams a turn; what the server keeps of it. */
function say(response: ServerResponse, turn: Turn, serial: Serial, sent: Sent): { id: string; content: Json[] } {
  const events = new EventStream(response);
  const content: Json[] = [];
  const usage = { input_tokens: 100, output_tokens: 1 };
  const message = { id: serial.id("msg_", 24), type: "message", role: "assistant", content: [], model: "claude-sonnet-4-5", usage };
  events.named({ type: "message_start", message: { ...message, stop_reason: null, stop_sequence: null } });
  let index = 0;
  const block = (content_block: object, deltas: readonly object[]): void => {
    events.named({ type: "content_block_start", index, content_block });
    for (const delta of deltas) events.named({ type: "content_block_delta", index, delta });
    events.named({ type: "content_block_stop", index: index++ });
  };
  if (turn.thinking) {
    const signature = serial.signature();
    sent.thinking.set(signature, turn.thinking);
    const told = pieces(turn.thinking).map((thinking) => ({ type: "thinking_delta", thinking }));
    block({ type: "thinking", thinking: "", signature: "" }, [...told, { type: "signature_delta", signature }]);
    content.push({ type: "thinking", thinking: turn.thinking, signature });
  }
  if (turn.text) {
    block({ type: "text", text: "" }, pieces(turn.text).map((text) => ({ type: "text_delta", text })));
    content.push({ type: "text", text: turn.text });
  }
  for (const { name, args } of turn.calls ?? []) {
    const start = { type: "tool_use", id: serial.id("toolu_01", 22), name, input: {} };
    block(start, pieces(args).map((partial_json) => ({ type: "input_json_delta", partial_json })));
    content.push({ ...start, input: args });
  }
  const stop_reason = stopsForTools(turn) ? "tool_use" : "end_turn";
  events.named({ type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 20 } });
  events.named({ type: "message_stop" });
  events.end();
  return { id: message.id, content };
}
