/** A sidecar hears once what the model was given before it was there, and again when it is another process. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { showContext, type ShownContext } from "../../../pi-bridge/session/shown_context.ts";
import type { Sidecar } from "../../../pi-bridge/sidecar/sidecar.ts";
import { Session } from "../../../pi-bridge/session/session.ts";
import { SAFE, toolHost } from "../helpers.ts";

interface Told {
  method: string;
  texts: string[];
}

function listening(): { session: Session; told: Told[] } {
  const told: Told[] = [];
  const session = new Session(toolHost());
  const notify = async (method: string, { texts }: { texts: string[] }): Promise<void> => void told.push({ method, texts });
  session.sidecar = { hello: { protocol: 1 }, notify, stop: async () => {} } as unknown as Sidecar;
  after(() => session.stop());
  return { session, told };
}

const text = (role: string, said: string): object => ({ type: "message", message: { role, content: [{ type: "text", text: said }] } });

function context(entries: readonly object[]): ShownContext {
  return { getSystemPrompt: () => "rules", sessionManager: { getBranch: () => entries } } as unknown as ShownContext;
}

test("what the model did not say itself is told, once for each process", SAFE, async () => {
  const { session, told } = listening();
  const ctx = context([
    { type: "message", message: { role: "user", content: "a prompt" } },
    text("toolResult", "a file"),
    text("assistant", "its own words"),
    { type: "message", message: { role: "toolResult", content: [{ type: "image" }, null] } },
    { type: "compaction", summary: "a summary" },
    { type: "custom_message", content: "a note" },
    { type: "model_change" },
  ]);
  await showContext(session, ctx);
  await showContext(session, ctx);
  assert.deepEqual(told, [{ method: "context/shown", texts: ["a prompt", "a file", "a summary", "a note", "rules"] }]);
  (session.sidecar as { hello: unknown }).hello = { protocol: 1 };
  await showContext(session, ctx);
  assert.equal(told.length, 2, "another process has not heard it");
});

test("of too much the newest is told", SAFE, async () => {
  const { session, told } = listening();
  await showContext(session, context([text("toolResult", "x".repeat(3_999_990)), text("toolResult", "y".repeat(100)), text("user", "z")]));
  assert.deepEqual(told[0]?.texts.map((one) => one.length), [100, 1, 5]);
});

test("a pi that shows no session is no trouble", SAFE, async () => {
  const { session, told } = listening();
  await showContext(session, {});
  assert.deepEqual(told, [{ method: "context/shown", texts: [] }]);
});
