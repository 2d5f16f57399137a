/** toolrecovery for pi: a model's broken tool calls are repaired before pi rejects them. Usage: pi -e pi-bridge */

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { registerCommands } from "./commands.ts";
import { Copies } from "./copies.ts";
import { standDown } from "./footer.ts";
import { ROOT } from "./greeting.ts";
import { repairLive } from "./live.ts";
import { repairMessage } from "./message_end.ts";
import { startRun } from "./run_start.ts";
import { continueTurn } from "./phantom.ts";
import { sanitizeRequest } from "./provider_request.ts";
import { Session } from "./session.ts";
import { explainRefusal, explainResult } from "./tool_result.ts";

export default function toolrecovery(pi: ExtensionAPI): void {
  const copies = new Copies(pi.events, ROOT);
  const { first } = copies;
  if (first !== undefined) {
    pi.on("session_start", (_event, ctx) => standDown(ctx, ROOT, first));
    return;
  }
  const session = new Session(pi, copies.others);
  pi.on("session_start", (_event, ctx) => session.start(ctx));
  pi.on("session_shutdown", () => {
    copies.leave();
    return session.stop();
  });
  pi.on("before_agent_start", (event) => startRun(session, event));
  pi.on("before_provider_request", (event, ctx) => sanitizeRequest(session, event.payload, ctx));
  pi.on("message_update", (event, ctx) => repairLive(session, event, ctx));
  pi.on("turn_end", (event, ctx) => continueTurn(session, event, ctx));
  pi.on("message_end", (event, ctx) =>
    event.message?.role === "toolResult" ? explainRefusal(session, event, ctx) : repairMessage(session, event, ctx),
  );
  pi.on("tool_result", (event, ctx) => explainResult(session, event, ctx));
  pi.on("tool_call", (event) => {
    const reason = session.guards.get(event.toolCallId);
    return reason === undefined ? undefined : { block: true, reason };
  });
  registerCommands(pi, session);
}
