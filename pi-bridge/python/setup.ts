/** Sets up the Python environment of the sidecar from the lock files, in the background. */

import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { noPython } from "./advice.ts";
import { pythonIn, type Environment } from "./environment.ts";
import { findInterpreter, findUv } from "./interpreters.ts";
import { BUILD_LOCK, LOCK } from "./locked.ts";
import type { Machine } from "./machine.ts";
import type { Program } from "./run.ts";

const STEP_MS = 10 * 60 * 1000; // a slow download must fit in
const LINES_SHOWN = 4; // from the error on: uv names the cause in the lines below it
const POLL_MS = 500; // while another pi sets up
const OFFLINE = /connect|resolve host|resolution|getaddrinfo|network|offline|unreachable|timed? ?out|\bdns\b|failed to fetch/i;

export type Outcome = { file: string } | { trouble: string };

export async function setUp(
  root: string,
  environment: Environment,
  machine: Machine,
  tell: (progress: string) => void,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    while (!environment.claim()) {
      tell("waiting for another pi that sets up Python…");
      await sleep(POLL_MS, undefined, { signal }).catch(() => {}); // aborted: handled in the next line
      if (signal.aborted) return { trouble: "the session has ended" };
      const file = environment.python();
      if (file) return { file };
    }
    try {
      const file = environment.python(); // another pi may have finished it
      return file ? { file } : await build(root, environment, machine, tell, signal);
    } finally {
      environment.release();
    }
  } catch (error) {
    return { trouble: `toolrecovery could not set up Python: ${error instanceof Error ? error.message : error}` };
  }
}

async function build(
  root: string,
  environment: Environment,
  machine: Machine,
  tell: (progress: string) => void,
  signal: AbortSignal,
): Promise<Outcome> {
  tell("setting up Python…");
  const uv = findUv(machine);
  const search = await findInterpreter(machine, uv !== undefined, AbortSignal.any([signal, AbortSignal.timeout(STEP_MS)]));
  const base = search.found;
  if (!uv && !base?.hasEnsurepip) return { trouble: noPython(machine, search) };
  environment.sweep();
  const folder = environment.begin();
  const python = pythonIn(folder, machine.platform);
  const to: Target = { folder, python, cache: environment.cache };
  const steps = uv ? withUv(uv, base?.file, to, root) : withPip(base!.file, to, root);
  for (const [number, step] of steps.entries()) {
    tell(`setting up Python… ${number + 1}/${steps.length}`);
    environment.renew();
    const ran = await machine.run(step, AbortSignal.any([signal, AbortSignal.timeout(STEP_MS)]));
    if (signal.aborted) return { trouble: "the session has ended" };
    if (ran.code !== 0) return { trouble: failed(step, ran.stderr || ran.stdout) };
  }
  environment.finish(folder);
  return { file: python };
}

/** `cache`: in a place that is sure to be writable, on the same disk. */
interface Target {
  folder: string;
  python: string;
  cache: string;
}

/** Packages that come as source are built by the locked setuptools, not by the newest one; it is removed afterwards. */
function withUv(uv: string, base: string | undefined, { folder, python, cache }: Target, root: string): Program[] {
  const pip = (...args: string[]): Program => ({ file: uv, args: ["pip", ...args, "--cache-dir", cache] });
  const from = base ? ["--python", base] : ["--python", "3.13", "--python-preference", "only-managed"];
  return [
    { file: uv, args: ["venv", "--no-project", ...from, "--cache-dir", cache, folder] },
    pip("install", "--python", python, "--require-hashes", "-r", join(root, BUILD_LOCK)),
    pip("install", "--python", python, "--require-hashes", "--no-build-isolation", "--compile-bytecode", "-r", join(root, LOCK)),
    pip("uninstall", "--python", python, "setuptools"),
  ];
}

function withPip(base: string, { folder, python, cache }: Target, root: string): Program[] {
  const pip = (...args: string[]): Program => ({
    file: python,
    args: ["-m", "pip", "--disable-pip-version-check", "--no-input", "--cache-dir", cache, ...args],
  });
  return [
    { file: base, args: ["-m", "venv", folder] },
    pip("install", "--no-user", "--require-hashes", "-r", join(root, BUILD_LOCK)),
    pip("install", "--no-user", "--require-hashes", "--no-build-isolation", "--use-pep517", "-r", join(root, LOCK)),
    pip("uninstall", "--yes", "setuptools"),
  ];
}

function failed({ file, args }: Program, output: string): string {
  const lines = output.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== "");
  const first = lines.findIndex((line) => /^(error|×|fatal)\b/i.test(line));
  const said = first >= 0 ? lines.slice(first, first + LINES_SHOWN) : [lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1) ?? "it said nothing"];
  const network = OFFLINE.test(output) ? " Is there a network?" : "";
  const what = [file, ...args.slice(0, 3)].join(" ");
  return `toolrecovery could not set up Python: ${what} failed: ${said.join(" ").slice(0, 500)}.${network} It tries again at the next start.`;
}
