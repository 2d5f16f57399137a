// Starts the real pi in a home, agent directory and work directory of its own, with nothing inherited that could steer it.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import type { Pi } from "./pis.ts";

export const REPO = join(import.meta.dirname, "..", "..");
const INHERITED = ["LANG", "LC_ALL", "TMPDIR", "TEMP", "TMP", "SystemRoot", "ComSpec", "PATHEXT"];

/** An extension of the folder `extensions`. */
export const extension = (name: string): string => join(import.meta.dirname, "extensions", `${name}.ts`);

export interface Place {
  root: string;
  home: string;
  agent: string;
  work: string;
}

export interface PiOptions {
  /** Start pi without the extension, to see what pi alone does. */
  bare?: boolean;
  /** Extensions that pi loads before this one, and after it. */
  before?: readonly string[];
  after?: readonly string[];
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** A program that is given pi's command line to run, with its own arguments before it. */
  under?: readonly string[];
}

/** `pi install …` and the like. */
export function startCommand(pi: Pi, place: Place, words: readonly string[], env: PiOptions["env"]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [pi.entry, ...words], { cwd: place.work, env: environment(place, env), stdio: "pipe" });
}

export interface PiRun {
  stdout: string;
  stderr: string;
  code: number | null;
}

export function makePlace(): Place {
  const root = mkdtempSync(join(tmpdir(), "toolrecovery-e2e-"));
  const place = { root, home: join(root, "home"), agent: join(root, "agent"), work: join(root, "work") };
  for (const folder of [place.home, place.agent, place.work]) mkdirSync(folder);
  return place;
}

/** models.json: provider `mock` is the main model, `helper` a second one that can be picked for recovery. */
export function writeModels(place: Place, mainUrl: string, helperUrl: string | undefined): void {
  const provider = (baseUrl: string, apiKey: string, id: string): object => ({
    baseUrl,
    api: "openai-completions",
    apiKey,
    models: [{ id, name: id, contextWindow: 1_000_000, maxTokens: 32_000, input: ["text"] }],
  });
  const mock = provider(mainUrl, "sk-main", "main-1");
  const helper = helperUrl ? { helper: provider(helperUrl, "sk-helper", "helper-1") } : {};
  writeFileSync(join(place.agent, "models.json"), JSON.stringify({ providers: { mock, ...helper } }));
}

/** mcp.json: one server over stdio. */
export function writeMcp(place: Place, program: string, exposure: string): void {
  const args = [join(import.meta.dirname, "peers", `${program}.mjs`), join(place.work, "mcp.log")];
  const mcpServers = { peer: { command: process.execPath, args, exposure } };
  writeFileSync(join(place.agent, "mcp.json"), JSON.stringify({ mcpServers }));
}

export interface Command {
  file: string;
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
}

export function piCommand(pi: Pi, place: Place, mode: readonly string[], options: PiOptions): Command {
  const own = options.bare ? [] : [join(REPO, "pi-bridge")];
  const extensions = [...(options.before ?? []), ...own, ...(options.after ?? [])].flatMap((path) => ["-e", path]);
  const args = [pi.entry, ...mode, "--model", "mock/main-1", ...extensions, ...(options.args ?? [])];
  return { file: process.execPath, args, cwd: place.work, env: environment(place, options.env) };
}

export function startPi(pi: Pi, place: Place, mode: readonly string[], options: PiOptions): ChildProcessWithoutNullStreams {
  const { file, args, cwd, env } = piCommand(pi, place, mode, options);
  const [first = file, ...rest] = [...(options.under ?? []), file, ...args];
  return spawn(first, rest, { cwd, env, stdio: "pipe" });
}

export function environment(place: Place, extra: PiOptions["env"]): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter),
    HOME: place.home,
    USERPROFILE: place.home,
    PI_CODING_AGENT_DIR: place.agent,
    PI_OFFLINE: "1",
    NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache"), // an older pi has none of its own, and starts often here
  };
  for (const name of INHERITED) if (process.env[name] !== undefined) env[name] = process.env[name];
  return { ...env, ...extra };
}

/** Gathers what a pi says, from its start on, so that it can be shown even if pi never ends. */
export function collect(child: ChildProcessWithoutNullStreams): PiRun {
  const run: PiRun = { stdout: "", stderr: "", code: null };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (run.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (run.stderr += text));
  child.on("close", (code) => (run.code = code));
  return run;
}
