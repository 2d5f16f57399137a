// pi's own messages: a backend streams the events of pi's assistant message as they are.
import type { Vendor } from "./vendor.ts";
import { judgePiMessages } from "./judge.ts";
import { EventStream } from "./sse.ts";
import { type ModelCall, pieces, stopsForTools } from "./turn.ts";

const COST = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
const USAGE = { input: 100, output: 20, cacheRead: 0, cacheWrite: 0, totalTokens: 120, cost: COST };

/** The end of a call: its arguments, or pi's word for a text that is no JSON object, with the text itself. */
function read({ name, args }: ModelCall, id: string): object {
  const whole = { type: "toolCall", id, name };
  try {
    return { ...whole, arguments: JSON.parse(args) as object };
  } catch (error) {
    return { ...whole, arguments: {}, argumentsError: `${String(error)}\n\nReceived arguments:\n${args}` };
  }
}

export const piMessages: Vendor = {
  name: "pi-messages",
  api: "pi-messages",
  model: "gateway-1",
  path: "/v1",
  reasoning: true,
  judge: judgePiMessages,
  stream(response, turn, serial, sent) {
    const events = new EventStream(response);
    events.send({ type: "start" });
    let contentIndex = 0;
    const told = (kind: "text" | "thinking", content: string, contentSignature?: string): void => {
      events.send({ type: `${kind}_start`, contentIndex });
      for (const delta of pieces(content)) events.send({ type: `${kind}_delta`, contentIndex, delta });
      events.send({ type: `${kind}_end`, contentIndex: contentIndex++, content, contentSignature });
    };
    if (turn.thinking) {
      const signature = serial.signature();
      sent.thinking.set(signature, turn.thinking);
      told("thinking", turn.thinking, signature);
    }
    if (turn.text) told("text", turn.text);
    for (const one of turn.calls ?? []) {
      const id = serial.id("call_", 24);
      events.send({ type: "toolcall_start", contentIndex, id, toolName: one.name });
      for (const delta of pieces(one.args)) events.send({ type: "toolcall_delta", contentIndex, delta });
      events.send({ type: "toolcall_end", contentIndex: contentIndex++, toolCall: read(one, id) });
    }
    events.send({ type: "done", reason: stopsForTools(turn) ? "toolUse" : "stop", usage: USAGE, responseId: serial.id("r", 6) });
    events.end();
  },
};
