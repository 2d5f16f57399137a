/** Runs a word of the sidecar's command line to its end, in a process of its own. */

import { getAgentDir } from "@earendil-works/pi-coding-agent";
import { ROOT } from "../pi/package.ts";
import { pythonEnv } from "../python/choose.ts";
import { run, type Ran } from "../python/run.ts";

export function program(python: string, words: readonly string[], signal: AbortSignal): Promise<Ran> {
  const env = { ...pythonEnv(process.env), PI_CODING_AGENT_DIR: getAgentDir(), PYTHONIOENCODING: "utf-8" };
  return run({ file: python, args: ["-m", "sidecar", ...words] }, { cwd: ROOT, env, signal });
}
