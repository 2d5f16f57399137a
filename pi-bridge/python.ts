/** The surroundings → the Python that runs the sidecar, or the places where there was none. */

import { existsSync } from "node:fs";
import { basename, join } from "node:path";

export type Python = { file: string } | { tried: string[] };

/** In the order they are tried. A setting stands alone: a wrong one should be seen, not papered over. */
function candidates(root: string, env: NodeJS.ProcessEnv): string[] {
  const set = env["TOOLRECOVERY_PYTHON"];
  if (set) return [set];
  return [join(root, ".venv", "bin", "python"), join(root, ".venv", "Scripts", "python.exe")];
}

export function findPython(root: string, env: NodeJS.ProcessEnv, exists: (path: string) => boolean = existsSync): Python {
  const tried = candidates(root, env);
  const file = tried.find((path) => path === basename(path) || exists(path)); // a bare name is looked up on PATH
  return file === undefined ? { tried } : { file };
}

/** Python's own settings belong to the user's programs: any of them may hide the sidecar or its packages. */
export function pythonEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !/^PYTHON/i.test(name));
  return { ...Object.fromEntries(kept), PYTHONNOUSERSITE: "1" };
}
