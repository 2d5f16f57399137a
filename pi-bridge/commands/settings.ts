/** `/toolrecovery settings`: a page in pi's terminal, elsewhere the same as text. */

import { settingsPage, type PageContext } from "../drawing/settings_page.ts";
import type { CommandResult } from "../protocol.ts";
import type { Session } from "../session/session.ts";
import { runCommand } from "./run_command.ts";

const COMMAND = { name: "toolrecovery", args: "settings" };
const DEADLINE_MS = 10_000;

export async function settings(session: Session, ctx: PageContext): Promise<void> {
  const { sidecar } = session;
  const answer = ctx.mode === "tui" ? await sidecar?.request<CommandResult>("command/run", COMMAND, DEADLINE_MS) : undefined;
  if (!sidecar || !answer?.ok || !answer.result.switches) return runCommand(session, COMMAND);

  /** A value that could not be saved at all is put back; one that holds for this session alone is told. */
  const change = async (key: string, value: string): Promise<string | undefined> => {
    const saved = await sidecar.request<CommandResult>("command/run", { ...COMMAND, args: `settings ${key} ${value}` }, DEADLINE_MS);
    if (!saved.ok) session.unanswered(saved.reason);
    else if (saved.result.level !== "info") session.footer?.answer(saved.result.text, saved.result.level);
    const now = await sidecar.request<CommandResult>("command/run", COMMAND, DEADLINE_MS);
    return now.ok ? now.result.switches?.find((each) => each.key === key)?.value : undefined;
  };
  if (!(await settingsPage(ctx, "toolrecovery settings", answer.result.switches, change))) session.footer?.answer(answer.result.text, "info");
}
