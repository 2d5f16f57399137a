/** Registers what pi's terminal draws, where this pi lets an extension draw it. */

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { ENTRY_TYPE } from "../session/record.ts";
import type { Session } from "../session/session.ts";
import { drawRepairLines } from "./repair_lines.ts";
import { toldResults } from "./told_results.ts";

export function registerDrawing(pi: Partial<Pick<ExtensionAPI, "registerEntryRenderer" | "registerToolRenderer">>, session: Session): void {
  pi.registerEntryRenderer?.(ENTRY_TYPE, drawRepairLines);
  pi.registerToolRenderer?.(toldResults(session.told));
  session.drawsEntries = typeof pi.registerEntryRenderer === "function";
}
