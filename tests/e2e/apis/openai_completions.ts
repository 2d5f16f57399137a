// OpenAI chat completions: arguments of a call come in pieces, thinking in a field that servers added.
import type { Vendor } from "./vendor.ts";
import { judgeCompletions } from "./judge.ts";
import { EventStream } from "./sse.ts";
import { pieces, stopsForTools } from "./turn.ts";

export const openaiCompletions: Vendor = {
  name: "openai-completions",
  api: "openai-completions",
  model: "main-1",
  path: "/v1",
  reasoning: true,
  judge: judgeCompletions,
  stream(response, turn, serial) {
    const events = new EventStream(response);
    const id = serial.id("chatcmpl-", 6);
    const send = (fields: object): void => events.send({ id, object: "chat.completion.chunk", created: 1, model: "main-1", ...fields });
    const delta = (fields: object, finish: string | null = null): void =>
      send({ choices: [{ index: 0, delta: fields, finish_reason: finish }] });
    delta({ role: "assistant", content: "" });
    for (const piece of pieces(turn.thinking ?? "")) delta({ reasoning_content: piece });
    for (const piece of pieces(turn.text ?? "")) delta({ content: piece });
    for (const [index, { name, args }] of (turn.calls ?? []).entries()) {
      delta({ tool_calls: [{ index, id: serial.id("call_", 24), type: "function", function: { name, arguments: "" } }] });
      for (const piece of pieces(args)) delta({ tool_calls: [{ index, function: { arguments: piece } }] });
    }
    delta({}, stopsForTools(turn) ? "tool_calls" : "stop");
    send({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } });
    events.end("data: [DONE]\n\n");
  },
};
