/** toolrecovery for pi: repairs a model's broken tool calls before pi rejects them. Usage: pi -e /path/to/toolrecovery */

import { join } from "node:path";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { registerCommands } from "./commands/register.ts";
import { registerDrawing } from "./drawing/register.ts";
import { loadTui } from "./drawing/tui.ts";
import { startRun } from "./events/before_agent_start.ts";
import { changeRequest } from "./events/before_provider_request.ts";
import { joinNotes } from "./events/context.ts";
import { stopSession } from "./events/session_shutdown.ts";
import { startSession } from "./events/session_start.ts";
import { blockGuarded } from "./events/tool_call.ts";
import { startCalls } from "./events/tool_execution_start.ts";
import { turnHandlers } from "./events/turn.ts";
import { ROOT } from "./pi/package.ts";
import { Copies, tellDuplicate } from "./session/copies.ts";
import { Session } from "./session/session.ts";

export default function load(pi: ExtensionAPI): void {
  toolrecovery(pi, join(ROOT, "pi-bridge"));
}

/** `folder`: where the file is that pi was given, one of two in this package. */
export function toolrecovery(pi: ExtensionAPI, folder: string): void {
  const copies = new Copies(pi.events, folder);
  const { first } = copies;
  if (first !== undefined) {
    pi.on("session_start", (_event, ctx) => tellDuplicate(ctx, folder, first));
    return;
  }
  const session = new Session(pi, copies.others);
  const turn = () => turnHandlers(session);
  registerDrawing(pi, session);
  pi.on("session_start", async (_event, ctx) => {
    await loadTui(ctx);
    startSession(session, ctx);
  });
  pi.on("session_shutdown", () => stopSession(session, copies));
  pi.on("before_agent_start", (event) => startRun(session, event));
  pi.on("context", (event) => joinNotes(session, event));
  pi.on("before_provider_request", (event, ctx) => changeRequest(session, event.payload, ctx));
  pi.on("message_update", async (event, ctx) => (await turn())?.repairDisplayed(session, event, ctx));
  pi.on("message_end", async (event, ctx) => (await turn())?.endMessage(session, event, ctx));
  pi.on("tool_execution_start", () => startCalls(session));
  pi.on("tool_call", (event) => blockGuarded(session, event));
  pi.on("tool_result", async (event, ctx) => (await turn())?.explainResult(session, event, ctx));
  pi.on("turn_end", async (event, ctx) => (await turn())?.continueTurn(session, event, ctx));
  registerCommands(pi, session);
}
