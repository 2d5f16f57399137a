/** Registers the commands. What they run is imported when they are used. */

import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { CommandParams } from "../protocol.ts";
import { modelName } from "../session/model_name.ts";
import type { Session } from "../session/session.ts";
import { available } from "./models.ts";
import { runCommand } from "./run_command.ts";

export function registerCommands(pi: Partial<Pick<ExtensionAPI, "registerCommand">>, session: Session): void {
  pi.registerCommand?.("toolrecovery", {
    description: "Repair of broken tool calls: on, off, status, report; without a word it toggles",
    getArgumentCompletions: async (typed) => (await import("./command_words.ts")).completeWords(session, typed),
    handler: async (args, ctx) => {
      const [verb, ...words] = args.trim().split(/\s+/);
      if (verb === "audit") await (await import("./audit.ts")).audit(session, words, ctx.cwd);
      else if (verb === "demo") await (await import("./demo.ts")).demo(session, ctx.cwd);
      else if (verb === "settings" && words.length === 0) await (await import("./settings.ts")).settings(session, ctx);
      else if (verb === "purge") await (await import("./purge.ts")).purge(session, words);
      else await runCommand(session, { name: "toolrecovery", args: args.trim(), ...available(session), ...used(ctx) });
    },
  });
  pi.registerCommand?.("toolrecovery-model", {
    description: "The model that recovers calls which rules cannot repair: provider/id, or none",
    getArgumentCompletions: async (prefix) => (await import("./model_command.ts")).completions(session.models, prefix),
    handler: async (args, ctx) => (await import("./model_command.ts")).modelCommand(session, args, ctx),
  });
}

function used({ model }: Partial<Pick<ExtensionContext, "model">>): Pick<CommandParams, "model"> {
  return model ? { model: modelName(model) } : {};
}
