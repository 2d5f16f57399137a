/** Which Python runs the sidecar, and with which environment variables. */

import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { pythonIn, type Environment } from "./environment.ts";
import { isCurrent } from "./locked.ts";

export type Python = { file: string; managed: boolean } | { tried: string };

/**
 * In this order: TOOLRECOVERY_PYTHON, the repository's .venv, the managed environment; undefined: one has to be set up.
 * If TOOLRECOVERY_PYTHON is wrong, nothing else is tried, so that the person sees it.
 */
export function findPython(
  root: string,
  env: NodeJS.ProcessEnv,
  environment: Pick<Environment, "python">,
  exists: (path: string) => boolean = existsSync,
): Python | undefined {
  const set = env["TOOLRECOVERY_PYTHON"];
  // a bare name is looked up on PATH
  if (set) return set === basename(set) || exists(set) ? { file: set, managed: false } : { tried: set };
  const own = join(root, ".venv");
  const file = pythonIn(own);
  if (exists(file) && isCurrent(root, own)) return { file, managed: false };
  const managed = environment.python();
  return managed === undefined ? undefined : { file: managed, managed: true };
}

/** Without the person's PYTHON… variables: any of them may hide the sidecar or its packages. */
export function pythonEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !/^PYTHON/i.test(name));
  return { ...Object.fromEntries(kept), PYTHONNOUSERSITE: "1" };
}
