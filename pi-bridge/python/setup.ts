/** No Python for the sidecar → one, set up in the background from the lock files, or a line that says what is missing. */

import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { noPython } from "./advice.ts";
import { pythonIn, type Environment } from "./environment.ts";
import { findInterpreter, findUv } from "./interpreters.ts";
import { BUILD_LOCK, LOCK } from "./locked.ts";
import type { Program, Surroundings } from "./machine.ts";

const STEP_MS = 10 * 60 * 1000; // a slow line, not a hang
const LOOK_MS = 500; // at another pi's set-up
const OFFLINE = /connect|resolve host|resolution|getaddrinfo|network|offline|unreachable|timed? ?out|\bdns\b|failed to fetch/i;

export type Outcome = { file: string } | { trouble: string };

export async function setUp(
  root: string,
  environment: Environment,
  around: Surroundings,
  tell: (progress: string) => void,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    while (!environment.claim()) {
      tell("waiting for another pi that sets up Python…");
      await sleep(LOOK_MS, undefined, { signal }).catch(() => {}); // the abort is seen below
      if (signal.aborted) return { trouble: "the session has ended" };
      const file = environment.python();
      if (file) return { file };
    }
    try {
      const file = environment.python(); // another pi may have been quicker
      return file ? { file } : await build(root, environment, around, tell, signal);
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
  around: Surroundings,
  tell: (progress: string) => void,
  signal: AbortSignal,
): Promise<Outcome> {
  tell("setting up Python…");
  const uv = findUv(around);
  const search = await findInterpreter(around, uv !== undefined, AbortSignal.any([signal, AbortSignal.timeout(STEP_MS)]));
  const base = search.found;
  if (!uv && !base?.makes) return { trouble: noPython(around, search) };
  environment.sweep();
  const folder = environment.begin();
  const python = pythonIn(folder, around.platform);
  const steps = uv ? withUv(uv, base?.file, folder, python, root) : withPip(base!.file, folder, python, root);
  for (const [number, step] of steps.entries()) {
    tell(`setting up Python… ${number + 1}/${steps.length}`);
    environment.renew();
    const ran = await around.run(step, AbortSignal.any([signal, AbortSignal.timeout(STEP_MS)]));
    if (signal.aborted) return { trouble: "the session has ended" };
    if (ran.code !== 0) return { trouble: failed(step, ran.stderr || ran.stdout) };
  }
  environment.finish(folder);
  return { file: python };
}

/** What is built from source is built by a locked setuptools, not by whatever is newest, and that goes again. */
function withUv(uv: string, base: string | undefined, folder: string, python: string, root: string): Program[] {
  const pip = (...args: string[]): Program => ({ file: uv, args: ["pip", ...args] });
  const from = base ? ["--python", base] : ["--python", "3.13", "--python-preference", "only-managed"];
  return [
    { file: uv, args: ["venv", "--no-project", ...from, folder] },
    pip("install", "--python", python, "--require-hashes", "-r", join(root, BUILD_LOCK)),
    pip("install", "--python", python, "--require-hashes", "--no-build-isolation", "--compile-bytecode", "-r", join(root, LOCK)),
    pip("uninstall", "--python", python, "setuptools"),
  ];
}

function withPip(base: string, folder: string, python: string, root: string): Program[] {
  const pip = (...args: string[]): Program => ({ file: python, args: ["-m", "pip", "--disable-pip-version-check", "--no-input", ...args] });
  return [
    { file: base, args: ["-m", "venv", folder] },
    pip("install", "--no-user", "--require-hashes", "-r", join(root, BUILD_LOCK)),
    pip("install", "--no-user", "--require-hashes", "--no-build-isolation", "--use-pep517", "-r", join(root, LOCK)),
    pip("uninstall", "--yes", "setuptools"),
  ];
}

function failed({ file, args }: Program, said: string): string {
  const lines = said.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== "");
  const told = lines.find((line) => /^(error|×|fatal)\b/i.test(line)) ?? lines.findLast((line) => /error/i.test(line));
  const last = told ?? lines.at(-1) ?? "it said nothing";
  const why = OFFLINE.test(said) ? "the packages could not be fetched, is there a network?" : `${[file, ...args.slice(0, 3)].join(" ")} failed`;
  return `toolrecovery could not set up Python: ${why} (${last.slice(0, 300)}). It tries again at the next start.`;
}
