/** `/toolrecovery-model`: shows a list of models where pi can; the sidecar checks and stores the choice. */

import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { runCommand } from "./run_command.ts";
import type { Session } from "../session/session.ts";

const NAME = "toolrecovery-model";
const DEADLINE_MS = 10_000;
const SHOWN_AT_ONCE = 15; // of more than these, the person first types a part of the name
const COMPLETIONS = 50;
const NONE = "none";

type Model = ReturnType<ExtensionContext["modelRegistry"]["getAvailable"]>[number];
export type PickContext = Pick<ExtensionContext, "hasUI"> & {
  modelRegistry: Pick<ExtensionContext["modelRegistry"], "getAvailable">;
  scopedModels?: readonly { model: Model }[];
  ui: Pick<ExtensionContext["ui"], "input" | "select" | "notify">;
};

export async function modelCommand(session: Session, args: string, ctx: PickContext): Promise<void> {
  const models = inOrder(ctx);
  const known = models.map(({ provider, id }) => ({ provider, id }));
  let picked: string | undefined = args.trim();
  if (!picked && ctx.hasUI && typeof ctx.ui?.select === "function" && typeof ctx.ui.input === "function" && models.length > 0) {
    const config = await session.sidecar?.request<{ model: { provider: string; id: string } | null }>("config/get", {}, DEADLINE_MS);
    if (!config?.ok) return session.unanswered(config?.reason);
    picked = await choose(models, config.result.model ? fullName(config.result.model) : NONE, ctx.ui);
    if (picked === undefined) return;
  }
  await runCommand(session, { name: NAME, args: picked, models: known });
}

export function completions(models: PickContext["modelRegistry"] | undefined, prefix: string): { value: string; label: string }[] | null {
  const typed = prefix.toLowerCase();
  const begins = (name: string): boolean => name.toLowerCase().startsWith(typed);
  const available = models?.getAvailable?.() ?? [];
  const names = [...available.filter((model) => begins(fullName(model)) || begins(model.id)).map(fullName), ...(begins(NONE) ? [NONE] : [])];
  if (names.length === 0 || names.includes(prefix)) return null; // with an open list, Enter would pick from it and not run the command
  return names.slice(0, COMPLETIONS).map((value) => ({ value, label: value }));
}

/** The session's own models first. */
function inOrder(ctx: PickContext): Model[] {
  const available = ctx.modelRegistry?.getAvailable?.() ?? [];
  const scoped = new Set((ctx.scopedModels ?? []).map(({ model }) => fullName(model)));
  const own = (model: Model): boolean => scoped.has(fullName(model));
  return [...available.filter(own), ...available.filter((model) => !own(model))];
}

async function choose(models: Model[], current: string, ui: PickContext["ui"]): Promise<string | undefined> {
  let shown = models;
  while (shown.length === 0 || (shown === models && models.length > SHOWN_AT_ONCE)) {
    const text = await ui.input(`Recovery model: which of ${models.length}? Part of its name`, "nothing shows all");
    if (text === undefined) return undefined;
    shown = matching(models, text, (model) => `${fullName(model)} ${model.name}`);
    if (shown.length === 0) ui.notify(`no model has "${text}" in its name`, "warning");
    else if (text.trim() === "") break;
  }
  const names = [...shown.map(fullName), NONE];
  const labels = [...shown.map((model) => fullName(model) + price(model)), `${NONE}: only rules repair`];
  const options = labels.map((label, at) => (names[at] === current ? `${label} (current)` : label));
  const answer = await ui.select("Recovery model", options);
  return answer === undefined ? undefined : names[options.indexOf(answer)];
}

function matching<T>(all: T[], text: string, nameOf: (one: T) => string): T[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0 ? all : all.filter((one) => words.every((word) => nameOf(one).toLowerCase().includes(word)));
}

function fullName({ provider, id }: { provider: string; id: string }): string {
  return `${provider}/${id}`;
}

function price({ cost }: Model): string {
  return cost.input || cost.output ? `  $${cost.input} in, $${cost.output} out per million tokens` : "";
}
