/** A turn that stopped for tools and holds none → the model is asked again, with a note the person does not see. */

import type { TurnEndEvent } from "@earendil-works/pi-coding-agent";
import type { Message } from "./protocol.ts";
import type { Session } from "./session.ts";
import type { ToolList } from "./tools.ts";

const RETRIED = "the reply ended without the tool call it stopped for"; // "ended without" is what pi retries on

type Draft = TurnEndEvent["entries"][number];

export function continueTurn(session: Session, event: TurnEndEvent): { entries: Draft[]; continue: true } | undefined {
  const phantom = session.phantom;
  session.phantom = undefined;
  if (!phantom || !event.messageEntryId || event.outcome !== "completed") return undefined;
  const entries: Draft[] = [...event.entries];
  if (phantom.drop) entries.push({ type: "context_edit", targetId: event.messageEntryId, replacement: null });
  entries.push({ type: "custom_message", customType: "toolrecovery", content: phantom.note, display: false });
  return { entries, continue: true };
}

/** For a pi whose `turn_end` takes no answer. */
export function asRetryable(message: Message): Message {
  return { ...message, stopReason: "error", errorMessage: RETRIED };
}

/** Tools have an exposure since 0.99, turns can be continued since a little before. */
export function canContinue(tools: ToolList): boolean {
  return tools.all.some((tool) => "exposure" in tool);
}
