/** Sends the sidecar what the model has read before the sidecar ran: a call that the model only quotes from there is not run. */

import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { ContextParams } from "../protocol.ts";
import type { Session } from "./session.ts";

export type ShownContext = Partial<Pick<ExtensionContext, "getSystemPrompt" | "sessionManager">>;

const MAX_CHARACTERS = 4_000_000;

/** Sent once to each process: a session may be resumed, and a process started again. */
export async function showContext(session: Session, ctx: ShownContext): Promise<void> {
  const hello = session.sidecar?.hello;
  if (!session.sidecar || (hello && session.contextShownTo === hello)) return;
  session.contextShownTo = hello;
  const params: ContextParams = { texts: newest([...readTexts(ctx), ctx.getSystemPrompt?.() ?? ""]) };
  await session.sidecar.notify("context/shown", params);
}

/** Everything in the session that the model did not write itself. */
function readTexts(ctx: ShownContext): string[] {
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

/** The newest texts that fit in MAX_CHARACTERS. */
function newest(all: readonly string[]): string[] {
  let left = MAX_CHARACTERS;
  const from = all.findLastIndex((text) => (left -= text.length) < 0);
  return all.slice(from + 1).filter((text) => text !== "");
}
