/** `/toolrecovery …`: the sidecar answers, the bridge shows the answer. */

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { CommandParams, CommandResult } from "./protocol.ts";
import type { Session } from "./session.ts";

const DEADLINE_MS = 10_000;

export function registerCommands(pi: Pick<ExtensionAPI, "registerCommand">, session: Session): void {
  pi.registerCommand("toolrecovery", {
    description: "Repair of broken tool calls: on, off, status, report; without a word it toggles",
    getArgumentCompletions: async (typed) => (await import("./command_words.ts")).completeWords(session, typed),
    handler: (args) => runCommand(session, { name: "toolrecovery", args: args.trim() }),
  });
  pi.registerCommand("toolrecovery-model", {
    description: "The model that recovers calls which rules cannot repair: provider/id, or none",
    getArgumentCompletions: async (prefix) => (await import("./model_command.ts")).completions(session.models, prefix),
    handler: async (args, ctx) => (await import("./model_command.ts")).modelCommand(session, args, ctx),
  });
}

export async function runCommand(session: Session, params: CommandParams): Promise<void> {
  const answer = await session.request<CommandResult>("command/run", params, DEADLINE_MS);
  if (!answer.ok) return session.unanswered(answer.reason);
  session.footer?.well();
  session.footer?.answer(answer.result.text, answer.result.level);
}
