/** What set-up needs to know of a machine: platform, environment, files, and the output of programs. Tests pass their own. */

import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { pythonEnv } from "./choose.ts";
import { run, type Program, type Ran } from "./run.ts";

export interface Machine {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  exists: (path: string) => boolean;
  /** The path with its links followed; unchanged if that fails. */
  real: (path: string) => string;
  run: (program: Program, signal: AbortSignal) => Promise<Ran>;
}

/** The environment keeps the person's settings for uv and pip, and drops Python's own. */
export function thisMachine(cwd: string): Machine {
  const env = { ...pythonEnv(process.env), PYTHON_MANAGER_AUTOMATIC_INSTALL: "0" };
  return {
    platform: process.platform,
    env,
    exists: existsSync,
    real: (path) => {
      try {
        return realpathSync(path);
      } catch {
        return path;
      }
    },
    run: (program, signal) => run(program, { cwd, env, signal }),
  };
}

/** The path functions of the machine's platform, which in a test is not the one the test runs on. */
export function pathsOf({ platform }: Pick<Machine, "platform">): path.PlatformPath {
  return platform === "win32" ? path.win32 : path.posix;
}

/** An environment variable; on Windows the case of its name does not matter. */
export function variable({ platform, env }: Pick<Machine, "platform" | "env">, name: string): string {
  if (platform !== "win32") return env[name] ?? "";
  return Object.entries(env).find(([key]) => key.toUpperCase() === name.toUpperCase())?.[1] ?? "";
}

/** Every file with one of these names, in the folders of PATH and then in `more`. */
export function lookUp(machine: Machine, names: readonly string[], more: readonly string[]): string[] {
  const { join, delimiter, isAbsolute } = pathsOf(machine);
  const listed = variable(machine, "PATH").split(delimiter).map((folder) => folder.replace(/^"(.*)"$/, "$1"));
  const folders = [...listed, ...more].filter((folder) => isAbsolute(folder)); // a relative folder would be below the project that pi was started in
  return [...new Set(folders.flatMap((folder) => names.map((name) => join(folder, name))))].filter(machine.exists);
}
