// A scripted recovery model behind an OpenAI chat-completions endpoint: request n gets answer n, the last one again after that.
import { ScriptedServer, sendJson } from "./http_script.ts";

export interface Answer {
  /** The corrected call, sent as JSON text. */
  call?: { toolName: string; args: unknown };
  /** The reply's text as it is, where it is not just the corrected call. */
  content?: string;
  status?: number;
  headers?: Record<string, string>;
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
    const content = answer.content ?? JSON.stringify(answer.call);
    const choice = { index: 0, finish_reason: "stop", message: { role: "assistant", content } };
    const usage = { prompt_tokens: 50, completion_tokens: 10, total_tokens: 60 };
    const body = { id: "recovery", object: "chat.completion", model: exchange.body.model, choices: [choice], usage };
    const status = answer.status ?? 200;
    const failure = { error: { message: "scripted failure" } };
    sendJson(response, status, status === 200 ? body : failure, answer.headers);
  });
}

/** The address of a recovery server that is no longer there. */
export async function closedPort(): Promise<string> {
  const server = await startRecovery([]);
  await server.stop();
  return server.baseUrl;
}
