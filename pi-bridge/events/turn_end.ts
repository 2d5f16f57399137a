/** A turn that stopped for a tool call and has none: the model is asked again, with a note that the person does not see. */

import type { ExtensionContext, TurnEndEvent } from "@earendil-works/pi-coding-agent";
import { isObject } from "../pi/shape.ts";
import { ENTRY_TYPE, writeLines } from "../session/record.ts";
import type { Session } from "../session/session.ts";

type Draft = TurnEndEvent["entries"][number];
type Continued = { entries: Draft[]; continue: true };

export function continueTurn(session: Session, event: Partial<TurnEndEvent>, ctx: Pick<ExtensionContext, "signal">): Continued | undefined {
  writeLines(session); // of calls that pi did not begin to run
  const { phantom } = session.lastMessage;
  session.lastMessage.phantom = undefined;
  if (!phantom || ctx.signal?.aborted || hasFailed(event.message)) return undefined;
  const note = { customType: ENTRY_TYPE, content: phantom.note, display: false };
  if (!event.messageEntryId || !Array.isArray(event.entries)) {
    session.pi.sendMessage(note, { deliverAs: "steer" }); // an older pi, whose turn_end takes no result
    return undefined;
  }
  if (event.outcome !== "completed") return undefined;
  const entries: Draft[] = [...event.entries];
  if (phantom.drop) entries.push({ type: "context_edit", targetId: event.messageEntryId, replacement: null });
  entries.push({ type: "custom_message", ...note });
  return { entries, continue: true };
}

/** Another extension may turn the message into an error, so that pi tries again. */
function hasFailed(message: unknown): boolean {
  return isObject(message) && ["error", "aborted"].includes(String(message["stopReason"]));
}
