// A scripted model behind a streaming OpenAI-compatible endpoint: request n gets step n.
import type { ServerResponse } from "node:http";
import { type Exchange, ScriptedServer, sendJson } from "./http_script.ts";

export interface ScriptedCall {
  name: string;
  /** The arguments exactly as the model would write them: JSON text, or what should have been. */
  args: string;
  id?: string;
}

export interface Step {
  text?: string;
  reasoning?: string;
  calls?: ScriptedCall[];
  finish?: string;
  /** Answer with this HTTP status and an error body, which says `because`. */
  status?: number;
  because?: string;
  /** The stream holds on before it says how it ends, until the exchange is let go. */
  held?: boolean;
  /** Send what the step holds, then never finish. */
  hang?: boolean;
  /** What happens when the request has come and is not answered yet. */
  before?(): void | Promise<void>;
}

export const call = (name: string, args: object): ScriptedCall => ({ name, args: JSON.stringify(args) });

const PIECE = 20; // characters a delta: enough to split markup and arguments over several

export function startMainModel(steps: readonly Step[]): Promise<ScriptedServer> {
  return ScriptedServer.start(async (exchange, index, response) => {
    const step = steps[index];
    await step?.before?.();
    if (!step) return sendJson(response, 400, { error: { message: `the script ends after ${steps.length} steps` } });
    if (step.status) return sendJson(response, step.status, { error: { message: step.because ?? "scripted failure" } });
    stream(response, exchange, index, step);
  });
}

function stream(response: ServerResponse, exchange: Exchange, index: number, step: Step): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const base = { id: `chatcmpl-${index}`, object: "chat.completion.chunk", created: 1, model: exchange.body.model };
  const send = (chunk: object): unknown => response.write(`data: ${JSON.stringify({ ...base, ...chunk })}\n\n`);
  const delta = (fields: object, finish: string | null = null): unknown =>
    send({ choices: [{ index: 0, delta: fields, finish_reason: finish }] });

  delta({ role: "assistant", content: "" });
  for (const piece of pieces(step.reasoning ?? "")) delta({ reasoning_content: piece });
  for (const piece of pieces(step.text ?? "")) delta({ content: piece });
  for (const [position, one] of (step.calls ?? []).entries()) {
    const id = one.id ?? `call_${index}_${position}`;
    delta({ tool_calls: [{ index: position, id, type: "function", function: { name: one.name, arguments: "" } }] });
    for (const piece of pieces(one.args)) delta({ tool_calls: [{ index: position, function: { arguments: piece } }] });
  }
  if (step.hang) return;
  const close = (): void => {
    delta({}, step.finish ?? (step.calls ? "tool_calls" : "stop"));
    send({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } });
    response.end("data: [DONE]\n\n");
  };
  if (step.held) void exchange.released.then(close);
  else close();
}

function* pieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += PIECE) yield text.slice(start, start + PIECE);
}
