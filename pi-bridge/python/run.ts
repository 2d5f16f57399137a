/** Runs a program to its end and returns its exit code and output. It and its children are killed on abort and when pi exits. */

import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from "node:child_process";

const OUTPUT_CHARS = 20_000; // the end of either stream

export interface Program {
  file: string;
  args: string[];
}

export interface Ran {
  /** null: it could not be started, or was killed. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  cwd: string;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

const alive = new Set<ChildProcess>();
process.on("exit", () => alive.forEach(kill));

export function run(program: Program, options: RunOptions, platform = process.platform): Promise<Ran> {
  const ran: Ran = { code: null, stdout: "", stderr: "" };
  const { signal } = options;
  if (signal.aborted) return Promise.resolve(ran);
  return new Promise((resolve) => {
    const started = command(program, options, platform);
    let child: ChildProcess;
    try {
      child = spawn(started.file, started.args, started.options);
    } catch (error) {
      return resolve({ ...ran, stderr: String(error) });
    }
    alive.add(child);
    const abort = (): void => kill(child);
    signal.addEventListener("abort", abort, { once: true });
    for (const name of ["stdout", "stderr"] as const) {
      const stream = child[name];
      stream?.setEncoding("utf8").on("data", (text: string) => (ran[name] = (ran[name] + text).slice(-OUTPUT_CHARS)));
      stream?.on("error", () => {}); // "close" follows
    }
    const finish = (code: number | null): void => {
      alive.delete(child);
      signal.removeEventListener("abort", abort);
      resolve({ ...ran, code });
    };
    child.once("error", (error) => {
      ran.stderr += error.message;
      finish(null);
    });
    child.once("close", finish);
  });
}

/** Windows runs .cmd and .bat only through its shell; elsewhere `detached` makes a process group, so that children can be killed too. */
export function command(program: Program, { cwd, env }: Omit<RunOptions, "signal">, platform: NodeJS.Platform) {
  const options: SpawnOptions = { cwd, env, stdio: ["ignore", "pipe", "pipe"], windowsHide: true };
  if (platform !== "win32") return { ...program, options: { ...options, detached: true } };
  if (!/\.(cmd|bat)$/i.test(program.file)) return { ...program, options };
  const line = [program.file, ...program.args].map((word) => `"${word}"`).join(" ");
  const args = ["/d", "/s", "/c", `"${line}"`];
  return { file: env["ComSpec"] ?? "cmd.exe", args, options: { ...options, windowsVerbatimArguments: true } };
}

function kill(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") spawnSync("taskkill", ["/pid", String(child.pid), "/t", "/f"], { windowsHide: true });
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // it has already exited
  }
}
