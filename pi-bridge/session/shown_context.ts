/** What the model was given before this sidecar was there to see it: quoted from it, a call never runs. */

import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { ContextParams } from "../protocol.ts";
import type { Session } from "./session.ts";

export type ShownContext = Partial<Pick<ExtensionContext, "getSystemPrompt" | "sessionManager">>;

const MOST_CHARACTERS = 4_000_000; // the newest

/** Once for each sidecar process: a session may be resumed, and a process restarted. */
export async function showContext(session: Session, ctx: ShownContext): Promise<void> {
  const hello = session.sidecar?.hello;
  if (!session.sidecar || (hello && session.shownTo === hello)) return;
  session.shownTo = hello;
  const params: ContextParams = { texts: newest([...given(ctx), ctx.getSystemPrompt?.() ?? ""]) };
  await session.sidecar.notify("context/shown", params);
}

/** Everything on the way to here that the model did not say itself. */
function given(ctx: ShownContext): string[] {
  const entries: readonly object[] = ctx.sessionManager?.getBranch() ?? [];
  return entries.flatMap((entry) => {
    const message = "message" in entry ? (entry.message as { role?: string }) : entry;
    return "role" in message && message.role === "assistant" ? [] : texts(message);
  });
}

function texts(message: object): string[] {
  const { content, summary } = message as { content?: unknown; summary?: unknown };
  const blocks = Array.isArray(content) ? content.map((block: { text?: unknown } | null) => block?.text) : [content];
  return [...blocks, summary].filter((text) => typeof text === "string");
}

function newest(all: readonly string[]): string[] {
  let left = MOST_CHARACTERS;
  const from = all.findLastIndex((text) => (left -= text.length) < 0);
  return all.slice(from + 1).filter((text) => text !== "");
}
