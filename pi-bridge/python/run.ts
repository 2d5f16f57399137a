/** A program → how it ended and what it said. It and its children end when the signal says so, or with pi. */

import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from "node:child_process";
import type { Program } from "./machine.ts";

const SAID_CHARS = 20_000; // of either stream, the last of it

export interface Ran {
  /** null: it could not be started, or was ended. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface How {
  cwd: string;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

const alive = new Set<ChildProcess>();
process.on("exit", () => alive.forEach(end));

export function run(program: Program, how: How, platform = process.platform): Promise<Ran> {
  const ran: Ran = { code: null, stdout: "", stderr: "" };
  if (how.signal.aborted) return Promise.resolve(ran);
  return new Promise((resolve) => {
    const { file, args, options } = command(program, how, platform);
    let child: ChildProcess;
    try {
      child = spawn(file, args, options);
    } catch (error) {
      return resolve({ ...ran, stderr: String(error) });
    }
    alive.add(child);
    const abort = (): void => end(child);
    how.signal.addEventListener("abort", abort, { once: true });
    for (const name of ["stdout", "stderr"] as const) {
      const stream = child[name];
      stream?.setEncoding("utf8").on("data", (text: string) => (ran[name] = (ran[name] + text).slice(-SAID_CHARS)));
      stream?.on("error", () => {}); // its end is told by "close"
    }
    const over = (code: number | null): void => {
      alive.delete(child);
      how.signal.removeEventListener("abort", abort);
      resolve({ ...ran, code });
    };
    child.once("error", (error) => {
      ran.stderr += error.message;
      over(null);
    });
    child.once("close", over);
  });
}

/** Windows starts no .cmd or .bat by itself; elsewhere a group of its own lets the children be ended too. */
export function command(program: Program, { cwd, env }: Omit<How, "signal">, platform: NodeJS.Platform) {
  const options: SpawnOptions = { cwd, env, stdio: ["ignore", "pipe", "pipe"], windowsHide: true };
  if (platform !== "win32") return { ...program, options: { ...options, detached: true } };
  if (!/\.(cmd|bat)$/i.test(program.file)) return { ...program, options };
  const line = [program.file, ...program.args].map((word) => `"${word}"`).join(" ");
  const args = ["/d", "/s", "/c", `"${line}"`];
  return { file: env["ComSpec"] ?? "cmd.exe", args, options: { ...options, windowsVerbatimArguments: true } };
}

function end(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") spawnSync("taskkill", ["/pid", String(child.pid), "/t", "/f"], { windowsHide: true });
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // it has ended
  }
}
