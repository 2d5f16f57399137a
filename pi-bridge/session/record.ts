/** Records repairs that pi accepted: in the footer, in a note if the person wants one, and as entries in the session file. */

import type { RepairResult } from "../protocol.ts";
import type { Session } from "./session.ts";

export function recordRepairs(session: Session, repairs: RepairResult["repairs"]): void {
  session.footer?.addRepairs(repairs.length);
  const lines = repairs.map(({ summary }) => `⚒ ${summary}`);
  // one note for all: pi replaces a note by the next one
  if (lines.length > 0 && session.sidecar?.hello?.state?.verbose) session.footer?.notify(lines.join("\n"), "info");
  for (const { id, tool, stage, rules } of repairs) {
    try {
      // The model never sees entries. They do not quote what it sent, so that the mistake is nowhere in the session file.
      session.pi.appendEntry("toolrecovery", { id, tool, stage, rules: rules ?? [] });
    } catch {
      // the repair stands without its entry
    }
  }
}
