/** A run begins → the sidecar starts counting anew, and knows what the model was given to read. */

import type { BeforeAgentStartEvent } from "@earendil-works/pi-coding-agent";
import type { Session } from "./session.ts";

export function startRun(session: Session, event: BeforeAgentStartEvent): void {
  const given = event.messageType === "custom" ? event.message.content : event.prompt;
  const text = typeof given === "string" ? given : given.map((block) => ("text" in block ? block.text : "")).join("\n");
  session.startRun(text);
}
