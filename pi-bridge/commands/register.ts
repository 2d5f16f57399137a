/** Registers the commands. What they run is imported when they are used. */

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { CommandParams } from "../protocol.ts";
import type { Session } from "../session/session.ts";
import { runCommand } from "./run_command.ts";

export function registerCommands(pi: Partial<Pick<ExtensionAPI, "registerCommand">>, session: Session): void {
  pi.registerCommand?.("toolrecovery", {
    description: "Repair of broken tool calls: on, off, status, report; without a word it toggles",
    getArgumentCompletions: async (typed) => (await import("./command_words.ts")).completeWords(session, typed),
    handler: async (args) => {
      const [verb, ...words] = args.trim().split(/\s+/);
      if (verb === "purge") await (await import("./purge.ts")).purge(session, words);
      else await runCommand(session, { name: "toolrecovery", args: args.trim(), ...models(session) });
    },
  });
  pi.registerCommand?.("toolrecovery-model", {
    description: "The model that recovers calls which rules cannot repair: provider/id, or none",
    getArgumentCompletions: async (prefix) => (await import("./model_command.ts")).completions(session.models, prefix),
    handler: async (args, ctx) => (await import("./model_command.ts")).modelCommand(session, args, ctx),
  });
}

function models({ models: known }: Session): Pick<CommandParams, "models"> {
  return known ? { models: known.getAvailable().map(({ provider, id }) => ({ provider, id })) } : {};
}
