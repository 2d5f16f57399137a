// kill -9 before, during and after a request; each is followed by a slip that the next sidecar has to repair.
import type { Step } from "../main_model.ts";
import { type Arena, slip } from "./arena.ts";
import { type Fault, inArena, type Outcome, tally } from "./fault.ts";
import { isBuried, isGone, until } from "./processes.ts";

const DEATHS_MS = 10_000;

type How = "before" | "during" | "after";
const WORDS: Record<How, string> = { before: "whole", during: "chaos:die", after: "chaos:die-after" };

export function deaths(times: number): Fault {
  return { name: `killed before, during or after a request, ${times} times in one session`, inject: () => dieAgain(times) };
}

async function dieAgain(times: number): Promise<Outcome> {
  let arena: Arena | undefined;
  const kill = async (): Promise<void> => {
    await until(() => arena?.newest !== undefined && !isBuried(arena.newest), DEATHS_MS);
    if (arena?.newest !== undefined) process.kill(arena.newest, "SIGKILL");
  };
  const hows = Array.from({ length: times }, (_, index) => (["before", "during", "after"] as const)[index % 3] as How);
  const steps = hows.flatMap((how, index): Step[] => [
    { calls: [slip(`${index}-${how}`, `${WORDS[how]} ${index}`)], ...(how === "before" && { before: kill }) },
    { calls: [slip(`${index}-next`, `next ${index}`)] },
  ]);
  let buried = false; // all but the last, while pi lives: an orphan is for others to bury
  const afterwards: Step = {
    text: "Done.",
    before: async () => void (buried = (await until(() => arena?.sidecars.slice(0, -1).every(isBuried) ?? false, DEATHS_MS)) !== Infinity),
  };
  const play = async (stage: Arena): Promise<Outcome> => {
    arena = stage;
    const pi = await stage.play({ env: stage.env(stage.faulty()) });
    const passed = stage.passed();
    const next = passed.filter((_, index) => index % 2 === 1);
    const unrepaired = next.filter(({ how }) => how !== "ran").length;
    const started = stage.sidecars.length;
    const left = (await until(() => stage.sidecars.every(isGone), DEATHS_MS)) === Infinity;
    const off = pi.notices.some((notice) => JSON.stringify(notice).includes("is off for this session"));
    const missed = hows.filter((how, index) => how !== "during" && passed[2 * index]?.how === "unchanged").length;
    const note = `${missed} of them not killed during; ${started} sidecars; next message not repaired: ${unrepaired}${off ? "; turned off" : ""}${buried ? "" : "; zombies"}${left ? "; orphans" : ""}`;
    const outcome = tally(passed, note);
    return unrepaired > 0 || started <= times || off || !buried || left ? { ...outcome, survived: 0 } : outcome;
  };
  return inArena(steps, play, afterwards);
}
