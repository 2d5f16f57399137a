/** The first words to the sidecar: who asks, in which pi, where. */

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { getAgentDir, VERSION as PI_VERSION, type ExtensionContext } from "@earendil-works/pi-coding-agent";
import { PROTOCOL, type InitializeParams } from "../protocol.ts";

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** As it was when pi loaded the bridge: an update may change the files under a running pi. */
export const VERSION: string = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).version;

export function greeting(ctx: Pick<ExtensionContext, "cwd" | "hasUI" | "mode">): InitializeParams {
  return {
    protocol: PROTOCOL,
    bridge: VERSION,
    pi: PI_VERSION ?? "unknown",
    agentDir: getAgentDir(),
    cwd: ctx.cwd ?? process.cwd(),
    mode: ctx.mode ?? "print",
    hasUI: ctx.hasUI === true,
  };
}

const SETTINGS = ["tool-recovery.json", "extensions/pi-tool-repair.json"];

/** Whether a person has settings of their own: without them the sidecar does as it does by default. */
export function hasSettings(): boolean {
  return SETTINGS.some((name) => existsSync(join(getAgentDir(), name)));
}
