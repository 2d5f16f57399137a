/** `/toolrecovery …`: the sidecar answers, the bridge shows the answer. */

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { CommandParams, CommandResult } from "./protocol.ts";
import type { Session } from "./session.ts";

const DEADLINE_MS = 10_000;

const VERBS: readonly { value: string; description: string }[] = [
  { value: "on", description: "repair broken tool calls" },
  { value: "off", description: "leave tool calls as the model sent them" },
  { value: "status", description: "what is on, and what it did in this session" },
  { value: "report", description: "write the last failed call down, without its values; a number takes an earlier one" },
];

export function registerCommands(pi: Pick<ExtensionAPI, "registerCommand">, session: Session): void {
  pi.registerCommand("toolrecovery", {
    description: "Repair of broken tool calls: on, off, status, report; without a word it toggles",
    getArgumentCompletions: (prefix) => {
      const fitting = VERBS.filter(({ value }) => value.startsWith(prefix));
      return fitting.length > 0 ? fitting.map((verb) => ({ ...verb, label: verb.value })) : null;
    },
    handler: (args) => runCommand(session, { name: "toolrecovery", args: args.trim() }),
  });
}

export async function runCommand(session: Session, params: CommandParams): Promise<void> {
  const answer = await session.request<CommandResult>("command/run", params, DEADLINE_MS);
  if (!answer.ok) return session.unanswered(answer.reason);
  session.footer?.well();
  session.footer?.answer(answer.result.text, answer.result.level);
}
