/** A user prompt: the sidecar is told its text, and any change of the tools while the model thinks. */

import type { BeforeAgentStartEvent } from "@earendil-works/pi-coding-agent";
import type { Session } from "../session/session.ts";
import { isObject } from "../pi/shape.ts";

export function startRun(session: Session, event: BeforeAgentStartEvent): void {
  session.plainModels.clear();
  const sidecar = session.usableSidecar;
  if (!sidecar) return;
  const prompt: unknown = event.messageType === "custom" ? event.message?.content : event.prompt;
  void sidecar.notify("run/start", { text: typeof prompt === "string" ? prompt : textOf(prompt) });
  session.tools.sendAhead(sidecar);
}

function textOf(blocks: unknown): string {
  if (!Array.isArray(blocks)) return "";
  return blocks.map((block) => (isObject(block) && typeof block["text"] === "string" ? block["text"] : "")).join("\n");
}
