// pi ends, in every way, in every mode, whatever the sidecar does: the sidecar is gone within a second.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { environment, piCommand } from "../host.ts";
import { PI } from "../pis.ts";
import { startRecovery } from "../recovery_server.ts";
import { call, type Step } from "../main_model.ts";
import { type Arena, valid } from "./arena.ts";
import { type Fault, inArena } from "./fault.ts";
import { isGone, linesOf, until } from "./processes.ts";

const CRASH = join(import.meta.dirname, "crash.ts");
const START_MS = 30_000;
const PI_ENDS_MS = 15_000;
const GONE_MS = 1_000; // what is promised

const MODES = ["print", "rpc", "tui"] as const;
const STATES = ["idle", "working", "stuck", "stopped", "asking"] as const;
const ENDINGS = ["quit", "SIGTERM", "SIGHUP", "SIGKILL", "throw", "abort"] as const;
type Mode = (typeof MODES)[number];
type State = (typeof STATES)[number];
type Ending = (typeof ENDINGS)[number];

const WORDS: Record<State, string> = { idle: "whole", working: "chaos:spin", stuck: "chaos:hold", stopped: "chaos:stop", asking: "" };

interface Living {
  pid: number;
  quit(): void;
  clear(): void;
}

async function end(mode: Mode, state: State, ending: Ending): Promise<number> {
  const first: Step = { calls: [state === "asking" ? call("write", { alpha: "a", beta: "b" }) : valid("a", `${WORDS[state]} text`)] };
  const recovery = await startRecovery([{ hang: true }]);
  try {
    return await inArena(
      [first],
      async (arena) => {
        const more = { CHAOS_CRASH: ending, TOOLRECOVERY_BASE_URL: recovery.baseUrl };
        const pi = living(arena, mode, arena.env(arena.faulty(), more));
        try {
          if (state === "asking") await recovery.arrival(1);
          else if (state === "idle") await arena.model.arrival(2);
          else await until(() => linesOf(arena.log).length > 1, START_MS);
          if (ending === "quit") pi.quit();
          else process.kill(pi.pid, ending === "throw" || ending === "abort" ? "SIGUSR2" : ending);
          const took = await until(() => isGone(pi.pid), PI_ENDS_MS);
          if (took === Infinity) return Infinity;
          return await until(() => arena.sidecars.length > 0 && arena.sidecars.every(isGone), 5 * GONE_MS);
        } finally {
          pi.clear();
          for (const pid of arena.sidecars) if (!isGone(pid)) process.kill(pid, "SIGKILL");
        }
      },
      { text: "Done.", hang: true },
    );
  } finally {
    await recovery.stop();
  }
}

function living(arena: Arena, mode: Mode, env: Record<string, string>): Living {
  const args = ["-e", CRASH];
  if (mode === "tui") return inTerminal(arena, env, args);
  const { child } = arena.start(mode === "print" ? ["-p", "Write it."] : ["--mode", "rpc"], { env, args });
  child.stdin.on("error", () => {});
  if (mode === "print") child.stdin.end();
  else child.stdin.write(`${JSON.stringify({ type: "prompt", message: "Write it.", id: "1" })}\n`);
  return { pid: child.pid ?? 0, quit: () => void child.stdin.end(), clear: () => {} };
}

function inTerminal(arena: Arena, env: Record<string, string>, args: readonly string[]): Living {
  const socket = join(arena.place.root, "tmux");
  const tmux = (...words: string[]): string => spawnSync("tmux", ["-S", socket, "-f", "/dev/null", ...words], { encoding: "utf8" }).stdout.trim();
  const set = Object.entries(environment(arena.place, env)).map(([name, value]) => `${name}=${value}`);
  const pi = piCommand(PI, arena.place, ["Write it."], { args });
  const command = ["exec", "env", "-i", "TERM=tmux-256color", ...set, pi.file, ...pi.args].map(quoted).join(" ");
  tmux("new-session", "-d", "-x", "100", "-y", "30", "-c", arena.place.work, command.replace("'exec'", "exec"));
  const pid = Number(tmux("list-panes", "-F", "#{pane_pid}"));
  const quit = (): void => {
    for (const key of ["C-c", "C-c"]) tmux("send-keys", key);
  };
  return { pid, quit, clear: () => void tmux("kill-server") };
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

const row = (mode: Mode, state: State): Fault => ({
  name: `${mode}: pi ends while the sidecar is ${state}`,
  inject: async () => {
    if (mode === "tui" && spawnSync("tmux", ["-V"]).status !== 0) return { skipped: "there is no tmux" };
    const endings = ENDINGS.filter((ending) => ending !== "quit" || mode !== "print"); // there it ends by itself
    const took: [Ending, number][] = [];
    for (const ending of endings) took.push([ending, await end(mode, state, ending)]);
    const late = took.filter(([, ms]) => !(ms < GONE_MS));
    return {
      times: took.length,
      survived: took.length - late.length,
      worstMs: Math.max(...took.map(([, ms]) => ms)),
      note: late.length > 0 ? `not in time: ${late.map(([ending]) => ending).join(", ")}` : endings.join(", "),
    };
  },
});

export const ENDS: readonly Fault[] = MODES.flatMap((mode) => STATES.map((state) => row(mode, state)));
