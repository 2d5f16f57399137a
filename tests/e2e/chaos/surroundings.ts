// What both live on: descriptors, the interpreter, disks.
import { spawnSync } from "node:child_process";
import { mkdirSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Arena, PYTHON, slip } from "./arena.ts";
import { type Fault, inArena, tally } from "./fault.ts";

const slips = (count: number) => Array.from({ length: count }, (_, index) => ({ calls: [slip(`${index}`, `text ${index}`)] }));

const fewForSidecar = (limit: number): Fault => ({
  name: `a sidecar with ${limit} file descriptors`,
  inject: () =>
    inArena(slips(5), async (arena) => {
      await arena.play({ env: arena.env(arena.faulty(`ulimit -n ${limit}`)) });
      return tally(arena.passed());
    }),
});

/** pi as it is alone under the same limit says what to expect: with the extension it may do no worse. */
const fewForPi = (limit: number): Fault => ({
  name: `a pi with ${limit} file descriptors`,
  inject: async () => {
    const under = ["/bin/sh", "-c", `ulimit -n ${limit}; exec "$@"`, "pi"];
    const play = (bare: boolean) =>
      inArena(slips(5), async (arena) => {
        await arena.play({ bare, under, env: arena.env(arena.faulty()) });
        return tally(arena.passed());
      });
    if (!(await play(true).catch(() => undefined))) return { skipped: "pi alone does not start with so few" };
    return play(false);
  },
});

/** A virtual environment behind a link, as a version manager makes them. */
function linked(arena: Arena): { link: string; python: string; again: () => void } {
  const link = join(arena.place.root, "environment");
  const again = (): void => {
    symlinkSync(dirname(dirname(PYTHON)), `${link}.new`);
    renameSync(`${link}.new`, link);
  };
  again();
  return { link, python: join(link, "bin", "python"), again };
}

const kill = (arena: Arena | undefined): void => {
  const pid = arena?.newest;
  if (pid !== undefined) process.kill(pid, "SIGKILL");
};

const replaced: Fault = {
  name: "the interpreter is replaced while it runs, then killed",
  inject: () => {
    let stage: Arena | undefined;
    let swap = (): void => {};
    const steps = slips(20).map((step, index) => ({ ...step, before: () => (index % 4 === 2 ? swap() : index % 4 === 3 ? kill(stage) : undefined) }));
    return inArena(steps, async (arena) => {
      stage = arena;
      const { python, again } = linked(arena);
      swap = again;
      await arena.play({ env: arena.env(arena.interpreter([python, join(import.meta.dirname, "faulty_sidecar.py")])) });
      return tally(arena.passed(), "", ({ how }) => how === "ran");
    });
  },
};

const removed: Fault = {
  name: "the interpreter is removed while it runs, then killed",
  inject: () => {
    let stage: Arena | undefined;
    let remove = (): void => {};
    const steps = slips(8).map((step, index) => ({ ...step, before: () => (index === 2 ? remove() : index === 4 ? kill(stage) : undefined) }));
    return inArena(steps, async (arena) => {
      stage = arena;
      const { link, python } = linked(arena);
      remove = () => unlinkSync(link);
      const wrapper = arena.interpreter([python, join(import.meta.dirname, "faulty_sidecar.py")]);
      const pi = await arena.play({ env: arena.env(wrapper) });
      const said = pi.notices.filter((notice) => /left a message unchanged|is off for this/.test(JSON.stringify(notice))).length;
      const passed = arena.passed();
      const right = passed.slice(0, 4).every(({ how }) => how === "ran") && said > 0;
      return tally(passed, `said: ${said > 0}`, ({ how }) => right && how !== "lost");
    });
  },
};

/** A tmpfs of the test's own, full or read-only, where the state goes. */
const disk = (name: string, spoil: (folder: string) => void): Fault => ({
  name,
  inject: () =>
    inArena(slips(10), async (arena) => {
      const folder = join(arena.place.root, "disk");
      mkdirSync(folder);
      if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "none", folder]).status !== 0) return { skipped: "only root can mount" };
      try {
        spoil(folder);
        const pi = await arena.play({ env: arena.env(arena.faulty(), { XDG_STATE_HOME: folder }) });
        const said = pi.notices.filter((notice) => JSON.stringify(notice).includes("keeps no journal")).length;
        return tally(arena.passed(), `said ${said} times`, ({ how }) => how === "ran" && said === 1);
      } finally {
        spawnSync("umount", [folder]);
      }
    }),
});

function fill(folder: string): void {
  try {
    writeFileSync(join(folder, "full"), Buffer.alloc(1 << 20));
  } catch {
    // it is
  }
}

export const SURROUNDINGS: readonly Fault[] = [
  ...[4, 5, 6, 8, 12].map(fewForSidecar),
  ...[24, 28, 32, 40, 64].map(fewForPi),
  replaced,
  removed,
  disk("a full disk for the state", fill),
  disk("a read-only disk for the state", (folder) => void spawnSync("mount", ["-o", "remount,ro", folder])),
];
