/** Blocks a call that pi would run with another meaning than the model sent. */

import type { ToolCallEvent, ToolCallEventResult } from "@earendil-works/pi-coding-agent";
import type { Session } from "../session/session.ts";

export function blockGuarded(session: Session, event: Pick<ToolCallEvent, "toolCallId">): ToolCallEventResult | undefined {
  const reason = session.lastMessage.guards.get(event.toolCallId);
  if (reason === undefined) return undefined;
  session.footer?.addBlocked();
  return { block: true, reason: `toolrecovery: ${reason}` };
}
