// Sidecars by the numbers they wrote down themselves, and whether they are still there.
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

const LOOK_MS = 5;

/** Dead but not yet buried counts as gone; who has to bury it is asked for with `isBuried`. */
export function isGone(pid: number): boolean {
  if (process.platform !== "linux") return isBuried(pid);
  const stat = readStat(pid);
  return stat === undefined || /^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
}

export function isBuried(pid: number): boolean {
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
}

/** How long it takes until it is so. */
export async function until(isSo: () => boolean | Promise<boolean>, mostMs: number): Promise<number> {
  const started = performance.now();
  while (!(await isSo())) {
    if (performance.now() - started > mostMs) return Infinity;
    await pause(LOOK_MS);
  }
  return performance.now() - started;
}

export function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").filter((line) => line !== "") : [];
}

function readStat(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return undefined;
  }
}
