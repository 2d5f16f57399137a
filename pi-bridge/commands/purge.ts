/** `/toolrecovery purge`: stops the sidecar and removes what toolrecovery stored on this machine. */

import { getAgentDir } from "@earendil-works/pi-coding-agent";
import { Environment } from "../python/environment.ts";
import { ROOT } from "../pi/package.ts";
import { program } from "./program.ts";
import type { Session } from "../session/session.ts";

const DEADLINE_MS = 20_000;

export async function purge(session: Session, words: readonly string[]): Promise<void> {
  const lines: string[] = [];
  let failed = false;
  try {
    const python = session.startup?.python;
    await session.stop();
    session.trouble = "toolrecovery was purged: `pi remove` it, or /reload sets it up again";
    if (python) {
      const ran = await program(python, ["purge", ...words], AbortSignal.timeout(DEADLINE_MS));
      failed = ran.code !== 0;
      lines.push((ran.stdout + ran.stderr).trim());
    }
    const environment = new Environment(ROOT, getAgentDir());
    if (!failed && environment.clear()) lines.push(`removed ${environment.home}`);
    if (!failed) lines.push("Now `pi remove` toolrecovery; the next start would set it up again.");
  } catch (error) {
    failed = true;
    lines.push(`toolrecovery could not remove everything: ${error instanceof Error ? error.message : error}`);
  }
  session.footer?.answer(lines.join("\n"), failed ? "error" : "info");
}
