// Gemini, on Google's own API and on Vertex: parts of a content, arguments as an object, one part a chunk.
import type { Vendor } from "./vendor.ts";
import { judgeGoogle } from "./judge.ts";
import { EventStream } from "./sse.ts";
import { pieces } from "./turn.ts";

const gemini = (name: string, api: string, model: string, path: string): Vendor => ({
  name,
  api,
  model,
  path,
  reasoning: true,
  parsedArguments: true,
  noPhantom: true, // a turn with a call ends with the same STOP as any other
  judge: (body) => judgeGoogle(body, model),
  stream(response, turn, serial) {
    const events = new EventStream(response);
    const responseId = serial.id("r", 12);
    const send = (parts: object[], finishReason?: string): void =>
      events.send({ candidates: [{ index: 0, content: { role: "model", parts }, ...(finishReason && { finishReason }) }], responseId });
    for (const text of pieces(turn.thinking ?? "")) send([{ thought: true, text }]);
    for (const text of pieces(turn.text ?? "")) send([{ text }]);
    const named = /gemini-[3-9]/.test(model); // earlier ones give calls no id
    for (const [position, { name, args }] of (turn.calls ?? []).entries()) {
      const id = named ? { id: serial.id("g", 7) } : {};
      const signature = position === 0 ? { thoughtSignature: serial.signature() } : {}; // of parallel calls the first is signed
      send([{ functionCall: { ...id, name, args: JSON.parse(args) as object }, ...signature }]);
    }
    if (!turn.calls?.length) send([{ text: "", thoughtSignature: serial.signature() }], "STOP");
    else send([], "STOP");
    events.send({ usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 } });
    events.end();
  },
});

export const gemini3 = gemini("google-generative-ai, Gemini 3", "google-generative-ai", "gemini-3-pro-preview", "/v1beta");
export const gemini25 = gemini("google-generative-ai, Gemini 2.5", "google-generative-ai", "gemini-2.5-pro", "/v1beta");
export const vertex = gemini("google-vertex, Gemini 3", "google-vertex", "gemini-3-pro-preview", "/v1");
