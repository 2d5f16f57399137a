// A scripted recovery model behind both APIs: request n gets answer n, the last one again after that.
import { ScriptedServer, sendJson } from "./http_script.ts";

export interface Answer {
  /** The corrected call, sent as JSON text. */
  call?: { toolName: string; args: unknown };
  /** The reply's text as it is, where it is not just the corrected call. */
  content?: string;
  status?: number;
  headers?: Record<string, string>;
  /** Take the request and answer then. */
  after?: Promise<unknown>;
  /** Take the request and never answer. */
  hang?: boolean;
}

export const RECOVERY_KEY = "sk-recovery-6b1f0c"; // may show up nowhere but in the authorization header
export const RECOVERY_MODEL = "fixer-1";

export function startRecovery(answers: readonly Answer[]): Promise<ScriptedServer> {
  return ScriptedServer.start((exchange, index, response) => {
    const answer = answers[Math.min(index, answers.length - 1)];
    if (!answer) return sendJson(response, 400, { error: { message: "nothing was expected here" } });
    if (answer.hang) return;
    const body = exchange.path.endsWith("/messages") ? anthropic(answer) : openAi(answer, exchange.body.model);
    const status = answer.status ?? 200;
    const failure = { error: { message: "scripted failure" } };
    void Promise.resolve(answer.after).then(() => sendJson(response, status, status === 200 ? body : failure, answer.headers));
  });
}

function openAi(answer: Answer, model: string): object {
  const content = answer.content ?? JSON.stringify(answer.call);
  const choice = { index: 0, finish_reason: "stop", message: { role: "assistant", content } };
  const usage = { prompt_tokens: 50, completion_tokens: 10, total_tokens: 60 };
  return { id: "recovery", object: "chat.completion", model, choices: [choice], usage };
}

/** The corrected call as the input of the tool that the request forces; anything else as text. */
function anthropic(answer: Answer): object {
  const said =
    answer.content === undefined
      ? { type: "tool_use", id: "toolu_1", name: "corrected_call", input: answer.call }
      : { type: "text", text: answer.content };
  const content = [{ type: "thinking", thinking: "What could it mean?", signature: "" }, said];
  const usage = { input_tokens: 50, output_tokens: 10 };
  return { id: "msg_1", type: "message", role: "assistant", content, stop_reason: "end_turn", usage };
}

/** The address of a recovery server that is no longer there. */
export async function closedPort(): Promise<string> {
  const server = await startRecovery([]);
  await server.stop();
  return server.baseUrl;
}
