/** `/toolrecovery …`: the sidecar answers, the bridge shows the answer. */

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { CommandParams, CommandResult } from "../protocol.ts";
import type { Session } from "../session/session.ts";

const DEADLINE_MS = 10_000;

export function registerCommands(pi: Partial<Pick<ExtensionAPI, "registerCommand">>, session: Session): void {
  pi.registerCommand?.("toolrecovery", {
    description: "Repair of broken tool calls: on, off, status, report; without a word it toggles",
    getArgumentCompletions: async (typed) => (await import("./command_words.ts")).completeWords(session, typed),
    handler: async (args) => {
      const [verb, ...words] = args.trim().split(/\s+/);
      if (verb === "purge") await (await import("./purge.ts")).purge(session, words);
      else await runCommand(session, { name: "toolrecovery", args: args.trim(), ...known(session) });
    },
  });
  pi.registerCommand?.("toolrecovery-model", {
    description: "The model that recovers calls which rules cannot repair: provider/id, or none",
    getArgumentCompletions: async (prefix) => (await import("./model_command.ts")).completions(session.models, prefix),
    handler: async (args, ctx) => (await import("./model_command.ts")).modelCommand(session, args, ctx),
  });
}

function known({ models }: Session): Pick<CommandParams, "models"> {
  return models ? { models: models.getAvailable().map(({ provider, id }) => ({ provider, id })) } : {};
}

/** Print mode has nothing else to do than to wait for a set-up: `pi -p "/toolrecovery doctor"` makes one. */
export async function runCommand(session: Session, params: CommandParams): Promise<void> {
  if (!session.footer?.hasUI) await session.bringUp?.done;
  const answer = await session.request<CommandResult>("command/run", params, DEADLINE_MS);
  if (!answer.ok) return session.unanswered(answer.reason, params.args === "doctor" ? session.sidecar?.lastWords : []);
  session.footer?.well();
  session.footer?.answer(answer.result.text, answer.result.level);
}
