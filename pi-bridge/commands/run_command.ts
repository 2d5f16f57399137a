/** Sends a command to the sidecar and shows the answer. Where the command wants it, the model is asked again. */

import type { CommandParams, CommandResult } from "../protocol.ts";
import { ENTRY_TYPE } from "../session/record.ts";
import type { Session } from "../session/session.ts";

const DEADLINE_MS = 10_000;

export async function runCommand(session: Session, params: CommandParams): Promise<void> {
  if (!session.footer?.hasUI) await session.startup?.done; // print mode waits for the set-up: `pi -p "/toolrecovery doctor"`
  const answer = await session.sidecar?.request<CommandResult>("command/run", params, DEADLINE_MS);
  if (!answer?.ok) return session.unanswered(answer?.reason, params.args === "doctor" ? session.sidecar?.lastWords : []);
  session.footer?.clearTrouble();
  session.footer?.answer(answer.result.text, answer.result.level);
  const { again } = answer.result;
  if (again) session.pi.sendMessage({ customType: ENTRY_TYPE, content: again, display: false }, { triggerTurn: true });
}
