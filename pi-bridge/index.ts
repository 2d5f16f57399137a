/** toolrecovery for pi: a model's broken tool calls are repaired before pi rejects them. Usage: pi -e pi-bridge */

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { registerCommands } from "./commands/run_command.ts";
import { Copies } from "./session/copies.ts";
import { standDown } from "./session/footer.ts";
import { ROOT } from "./pi/greeting.ts";
import { sanitizeRequest } from "./events/before_provider_request.ts";
import { startRun } from "./events/before_agent_start.ts";
import { Session } from "./session/session.ts";

type Turn = typeof import("./events/turn_handlers.ts");
let imported: Promise<Turn> | undefined;

export default function toolrecovery(pi: ExtensionAPI): void {
  const copies = new Copies(pi.events, ROOT);
  const { first } = copies;
  if (first !== undefined) {
    pi.on("session_start", (_event, ctx) => standDown(ctx, ROOT, first));
    return;
  }
  const session = new Session(pi, copies.others);
  /** Imported once the sidecar has greeted: pi's start does not wait for it. */
  const turn = async (): Promise<Turn | undefined> => {
    try {
      return await (imported ??= import("./events/turn_handlers.ts"));
    } catch (error) {
      session.unchanged(error);
      return undefined;
    }
  };
  pi.on("session_start", (_event, ctx) => session.start(ctx, { onReady: () => void turn() }));
  pi.on("session_shutdown", () => {
    copies.leave();
    return session.stop();
  });
  pi.on("before_agent_start", (event) => startRun(session, event));
  pi.on("before_provider_request", (event, ctx) => sanitizeRequest(session, event.payload, ctx));
  pi.on("message_update", async (event, ctx) => (await turn())?.repairLive(session, event, ctx));
  pi.on("turn_end", async (event, ctx) => (await turn())?.continueTurn(session, event, ctx));
  pi.on("message_end", async (event, ctx) => {
    const role: string | undefined = event.message?.role;
    if (role === "toolResult") return (await turn())?.explainRefusal(session, event, ctx);
    if (role === "assistant" || role === undefined) return (await turn())?.repairMessage(session, event, ctx);
    return undefined;
  });
  pi.on("tool_result", async (event, ctx) => (await turn())?.explainResult(session, event, ctx));
  pi.on("tool_call", (event) => {
    const reason = session.guards.get(event.toolCallId);
    return reason === undefined ? undefined : { block: true, reason };
  });
  registerCommands(pi, session);
}
