/** A machine given by its platform, its files and what its programs answer. Nothing is started. */

import type { Program, Ran } from "../../pi-bridge/python/run.ts";
import type { Machine } from "../../pi-bridge/python/machine.ts";

/** `3.12.1` is a Python of that version, `3.12.1-` one without ensurepip; anything else is a program that fails. */
export type Programs = Record<string, string | ((args: string[]) => Partial<Ran> | void)>;

export interface FakeMachine extends Machine {
  /** Every program that was started, with its arguments. */
  started: string[][];
}

export function fakeMachine(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, programs: Programs, links: Record<string, string> = {}): FakeMachine {
  const started: string[][] = [];
  const run = async ({ file, args }: Program): Promise<Ran> => {
    started.push([file, ...args]);
    const does = programs[file];
    if (typeof does === "function") return { code: 0, stdout: "", stderr: "", ...does(args) };
    const [, version, lacks] = /^(\d+\.\d+\.\d+)(-?)$/.exec(does ?? "") ?? [];
    if (version === undefined || !args.includes("-c")) return { code: does === undefined ? null : 1, stdout: "", stderr: does ?? "" };
    const numbers = version.split(".").map(Number);
    return { code: 0, stdout: `${JSON.stringify([numbers, lacks === "", links[file] ?? file])}\n`, stderr: "" };
  };
  return { platform, env, exists: (path) => path in programs, real: (path) => links[path] ?? path, run, started };
}
