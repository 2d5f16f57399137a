/** What the sidecar asks of pi's models, and what it hears back: an answer, or a reason without anybody's secret. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Models } from "../../../pi-bridge/pi/complete.ts";
import type { CommandResult } from "../../../pi-bridge/protocol.ts";
import { peer, person, running, SAFE, sessionWith, until } from "../helpers.ts";

type Complete = Models["complete"];

const usage = { input: 5, cacheRead: 2, cacheWrite: 1, output: 3, cost: { total: 0.25 } };
const says = (message: object): Complete => (() => Promise.resolve({ content: [], usage, ...message })) as unknown as Complete;

function models(complete: Complete): Models {
  const find = (provider: string, id: string) => (provider === "p" && id === "m" ? { provider, id } : undefined);
  return { find, complete, getAvailable: () => [] } as unknown as Models;
}

async function ask(complete: Complete, name = "p/m"): Promise<unknown> {
  const session = sessionWith(peer("well_behaved"), person("rpc", models(complete)));
  const answer = await running(session).request<CommandResult>("command/run", { name: "toolrecovery", args: `ask ${name}` }, 50_000);
  await session.stop();
  return answer.ok ? JSON.parse(answer.result.text) : answer;
}

test("the text of the answer travels, and what it cost", SAFE, async () => {
  const content = [{ type: "thinking", thinking: "hm" }, { type: "text", text: "an" }, { type: "text", text: "swer" }];
  let heard: unknown[] = [];
  const complete = ((...given: unknown[]) => {
    heard = given;
    return says({ content, stopReason: "stop" })({} as never, {} as never);
  }) as unknown as Complete;
  assert.deepEqual(await ask(complete), { text: "answer", usage: { input: 8, output: 3, cost: 0.25 } });
  const [model, context, options] = heard as [object, { systemPrompt: string; messages: { content: string }[] }, { maxTokens: number }];
  assert.deepEqual(model, { provider: "p", id: "m" });
  assert.deepEqual([context.systemPrompt, context.messages[0]?.content, options.maxTokens], ["s", "u", 9]);
});

for (const [why, complete, name, message] of [
  ["an unknown model", says({}), "p/x", "pi knows no model p/x"],
  ["a provider that fails", says({ stopReason: "error", errorMessage: '401: {"key": "sk-1"}' }), "p/m", "p answered with status 401"],
  ["no connection", says({ stopReason: "error", errorMessage: "sk-1" }), "p/m", "p cannot be reached or refused the request"],
  ["a missing sign-in", (() => Promise.reject(new Error("sk-1"))) as Complete, "p/m", "pi could not sign in to p"],
] as const) {
  test(`${why} is a reason`, SAFE, async () => {
    assert.deepEqual(await ask(complete, name), { code: -32603, message });
  });
}

test("a cancel of the sidecar, and its end, abort the model's request", SAFE, async () => {
  const signals: AbortSignal[] = [];
  const hangs = ((_model: unknown, _context: unknown, { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return new Promise(() => {});
  }) as unknown as Complete;
  const session = sessionWith(peer("well_behaved"), person("rpc", models(hangs)));
  const leave = new AbortController();
  const asked = (args: string) => running(session).request("command/run", { name: "toolrecovery", args }, 50_000, leave.signal);
  const waiting = [asked("ask p/m"), asked("ask p/m")];
  await until(() => signals.length === 2);
  await asked("withdraw");
  await until(() => signals[0]?.aborted === true);
  assert.deepEqual(signals.map((signal) => signal.aborted), [true, false]);
  await session.stop();
  assert.deepEqual(signals.map((signal) => signal.aborted), [true, true]);
  leave.abort();
  await Promise.all(waiting);
});
