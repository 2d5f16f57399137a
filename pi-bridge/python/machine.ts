/** What set-up sees of a machine: its platform, its environment, which files there are, what a program answers. */

import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { pythonEnv } from "./choose.ts";
import { run, type Ran } from "./run.ts";

export interface Program {
  file: string;
  args: string[];
}

export interface Surroundings {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  exists: (path: string) => boolean;
  /** Where a path leads to; itself where that cannot be told. */
  real: (path: string) => string;
  run: (program: Program, signal: AbortSignal) => Promise<Ran>;
}

/** For uv and pip: the person's settings of them hold, Python's own do not. */
export function here(cwd: string): Surroundings {
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

/** The rules for paths are the platform's, also where a test names another one. */
export function pathsOf({ platform }: Pick<Surroundings, "platform">): path.PlatformPath {
  return platform === "win32" ? path.win32 : path.posix;
}

/** A variable of the environment; Windows tells no case apart. */
export function variable({ platform, env }: Pick<Surroundings, "platform" | "env">, name: string): string {
  if (platform !== "win32") return env[name] ?? "";
  return Object.entries(env).find(([key]) => key.toUpperCase() === name.toUpperCase())?.[1] ?? "";
}

/** Every file of one of these names on PATH and in `more`: the first folder is the person's first choice. */
export function lookUp(around: Surroundings, names: readonly string[], more: readonly string[]): string[] {
  const { join, delimiter, isAbsolute } = pathsOf(around);
  const listed = variable(around, "PATH").split(delimiter).map((folder) => folder.replace(/^"(.*)"$/, "$1"));
  const folders = [...listed, ...more].filter((folder) => isAbsolute(folder)); // "." is whatever project pi was started in
  return [...new Set(folders.flatMap((folder) => names.map((name) => join(folder, name))))].filter(around.exists);
}
