/** A run begins → the sidecar starts counting anew, and knows what the model was given to read. */

import type { BeforeAgentStartEvent } from "@earendil-works/pi-coding-agent";
import type { Session } from "../session/session.ts";
import { isObject } from "../pi/shape.ts";

export function startRun(session: Session, event: BeforeAgentStartEvent): void {
  const given: unknown = event.messageType === "custom" ? event.message?.content : event.prompt;
  session.startRun(typeof given === "string" ? given : textOf(given));
}

function textOf(blocks: unknown): string {
  if (!Array.isArray(blocks)) return "";
  return blocks.map((block) => (isObject(block) && typeof block["text"] === "string" ? block["text"] : "")).join("\n");
}
