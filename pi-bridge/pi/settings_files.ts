/** Whether the person has settings files: without them the sidecar uses its defaults. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { getAgentDir } from "@earendil-works/pi-coding-agent";

const FILES = ["tool-recovery.json", "extensions/pi-tool-repair.json"];

export function hasSettings(): boolean {
  return FILES.some((name) => existsSync(join(getAgentDir(), name)));
}
