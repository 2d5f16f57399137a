// A sidecar that stops or is stuck in the middle of a request: the deadline holds, and it is replaced.
import { slip, valid } from "./arena.ts";
import { type Fault, inArena, tally } from "./fault.ts";
import { isGone, until } from "./processes.ts";

const LONGEST_MS = 35_000; // the bridge gives a message 25 s; the rest is for a machine under load
const GONE_MS = 2_000;

const hang = (name: string, word: string, times: number): Fault => ({
  name,
  inject: () => {
    const steps = Array.from({ length: times }, (_, index) => [
      { calls: [(index % 2 ? slip : valid)(`${index}-hang`, `chaos:${word} ${index}`)] },
      { calls: [slip(`${index}-next`, `next ${index}`)] },
    ]).flat();
    return inArena(steps, async (arena) => {
      await arena.play({ env: arena.env(arena.faulty()) });
      const gone = (await until(() => arena.sidecars.every(isGone), GONE_MS)) !== Infinity;
      const right = (one: { how: string; ms: number }): boolean => one.how !== "lost" && one.ms < LONGEST_MS && gone;
      const passed = arena.passed();
      const next = passed.filter(({ how }, index) => index % 2 === 1 && how !== "ran").length;
      return tally(passed, `${arena.sidecars.length} sidecars; next message not repaired: ${next}`, (one) => right(one) && next === 0);
    });
  },
});

export const HANGS: readonly Fault[] = [
  hang("SIGSTOP in the middle of a request", "stop", 2),
  hang("a core that works for ever", "spin", 2),
  hang("a core that holds the interpreter for ever", "hold", 2),
];
