// Mistral chat completions: thinking is a chunk of the content, the id of a call has nine letters and digits.
import type { Vendor } from "./vendor.ts";
import { judgeMistral } from "./judge.ts";
import { EventStream } from "./sse.ts";
import { pieces, stopsForTools } from "./turn.ts";

export const mistralConversations: Vendor = {
  name: "mistral-conversations",
  api: "mistral-conversations",
  model: "magistral-medium-latest",
  path: "",
  reasoning: true,
  judge: judgeMistral,
  stream(response, turn, serial) {
    const events = new EventStream(response);
    const id = serial.id("cmpl", 28);
    const send = (choices: object[], rest: object = {}): void =>
      events.send({ id, object: "chat.completion.chunk", created: 1, model: "magistral-medium-latest", choices, ...rest });
    const delta = (fields: object): void => send([{ index: 0, delta: fields, finish_reason: null }]);
    delta({ role: "assistant", content: "" });
    for (const piece of pieces(turn.thinking ?? "")) {
      delta({ content: [{ type: "thinking", thinking: [{ type: "text", text: piece }] }] });
    }
    for (const piece of pieces(turn.text ?? "")) delta({ content: piece });
    for (const [index, { name, args }] of (turn.calls ?? []).entries()) {
      const callId = serial.id("M", 8);
      for (const piece of pieces(args)) delta({ tool_calls: [{ index, id: callId, function: { name, arguments: piece } }] });
    }
    const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
    send([{ index: 0, delta: { content: "" }, finish_reason: stopsForTools(turn) ? "tool_calls" : "stop" }], { usage });
    events.end("data: [DONE]\n\n");
  },
};
