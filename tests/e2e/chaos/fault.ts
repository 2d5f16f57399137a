// A row of the table: what is done to pi and its sidecar, how often, and what came of it.
import { Arena, type Passed } from "./arena.ts";
import type { Step } from "../main_model.ts";

export interface Outcome {
  times: number;
  survived: number;
  worstMs: number;
  /** What a reader of the table should know besides. */
  note?: string;
}

export interface Fault {
  name: string;
  inject(): Promise<Outcome | { skipped: string }>;
}

/** Messages count as survived when they went through as `isRight` says; by default any way but lost. */
export function tally(passed: readonly Passed[], note = "", isRight = (one: Passed): boolean => one.how !== "lost"): Outcome {
  const count = (how: Passed["how"]): number => passed.filter((one) => one.how === how).length;
  const told = `${count("ran")} ran, ${count("unchanged")} unchanged`;
  return {
    times: passed.length,
    survived: passed.filter(isRight).length,
    worstMs: Math.max(...passed.map(({ ms }) => ms)),
    note: [told, note].filter(Boolean).join("; "),
  };
}

export async function inArena<T>(steps: readonly Step[], work: (arena: Arena) => Promise<T>, afterwards?: Step): Promise<T> {
  const arena = await Arena.set(steps, afterwards);
  try {
    return await work(arena);
  } finally {
    await arena.clear();
  }
}
