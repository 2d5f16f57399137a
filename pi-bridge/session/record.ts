/** Repairs that pi took → the counter in the footer, a line each where that is wanted, an entry in the session. */

import type { RepairResult } from "../protocol.ts";
import type { Session } from "./session.ts";

export function record(session: Session, repairs: RepairResult["repairs"]): void {
  session.footer?.repaired(repairs.length);
  const lines = repairs.map(({ summary }) => `⚒ ${summary}`);
  // in one note: pi puts a note in the place of the one right before it
  if (lines.length > 0 && session.sidecar?.hello?.state?.verbose) session.footer?.notify(lines.join("\n"), "info");
  for (const { id, tool, stage, rules } of repairs) {
    try {
      // Never sent to the model, and no word of what it sent: the session file keeps no trace of the slip.
      session.pi.appendEntry("toolrecovery", { id, tool, stage, rules: rules ?? [] });
    } catch {
      // a repair counts more than its entry
    }
  }
}
