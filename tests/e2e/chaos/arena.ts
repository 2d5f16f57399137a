// A pi with a sidecar that can be made to fail, a scripted model, and the time each message took.
import { once } from "node:events";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { collect, makePlace, type PiOptions, type PiRun, type Place, startPi, writeModels } from "../host.ts";
import type { ScriptedServer } from "../http_script.ts";
import { call, type ScriptedCall, type Step, startMainModel } from "../main_model.ts";
import { PI } from "../pis.ts";
import { RpcPi } from "../rpc_mode.ts";
import { linesOf } from "./processes.ts";

const REPO = join(import.meta.dirname, "..", "..", "..");
export const PYTHON = join(REPO, ".venv", "bin", "python");
const FAULTY = join(import.meta.dirname, "faulty_sidecar.py");

/** What became of one message, and how long pi was held up from its end to the next request. */
export interface Passed {
  how: "ran" | "unchanged" | "lost";
  ms: number;
}

/** The wrong name for `path` is repaired by a rule, and refused by pi where nobody repairs it. */
export const slip = (name: string, content: string): ScriptedCall => call("write", { filename: name, content });
export const valid = (name: string, content: string): ScriptedCall => call("write", { path: name, content });

export class Arena {
  readonly place: Place = makePlace();
  readonly log: string;
  model!: ScriptedServer;
  run: PiRun | undefined;
  readonly #times: number[] = [];
  #steps: Step[] = [];
  #pi: ChildProcessWithoutNullStreams | undefined;

  private constructor() {
    this.log = join(this.place.root, "chaos.log");
  }

  /** Each step is one message of the model's; a last one ends the turn. */
  static async set(steps: readonly Step[], afterwards: Step = { text: "Done." }): Promise<Arena> {
    const arena = new Arena();
    const timed = (step: Step): Step => ({
      ...step,
      before: async () => {
        arena.#times.push(performance.now());
        await step.before?.();
        arena.#replied.push(performance.now());
      },
    });
    arena.#steps = [...steps];
    arena.model = await startMainModel([...steps, afterwards].map(timed));
    writeModels(arena.place, arena.model.baseUrl, undefined);
    return arena;
  }

  readonly #replied: number[] = [];

  /** A program for TOOLRECOVERY_PYTHON: a shell that becomes what is given. */
  interpreter(command: readonly string[], first = ""): string {
    const file = join(this.place.root, "interpreter");
    writeFileSync(file, `#!/bin/sh\n${first}\nexec ${command.map((word) => `'${word}'`).join(" ")} "$@"\n`);
    chmodSync(file, 0o700);
    return file;
  }

  faulty(first = ""): string {
    return this.interpreter([PYTHON, FAULTY], first);
  }

  env(python: string, more: Record<string, string> = {}): Record<string, string> {
    return { TOOLRECOVERY_PYTHON: python, CHAOS_LOG: this.log, ...more };
  }

  /** The sidecars that were started, in order. */
  get sidecars(): number[] {
    return linesOf(this.log).filter((line) => line.startsWith("started")).map((line) => Number(line.split(" ")[1]));
  }

  get newest(): number | undefined {
    return this.sidecars.at(-1);
  }

  start(mode: readonly string[], options: PiOptions): { child: ChildProcessWithoutNullStreams; run: PiRun } {
    const child = startPi(PI, this.place, mode, options);
    this.#pi = child;
    this.run = collect(child);
    return { child, run: this.run };
  }

  /** One prompt in an rpc session, which then ends. */
  async play(options: PiOptions): Promise<RpcPi> {
    const { child } = this.start(["--mode", "rpc"], options);
    const pi = new RpcPi(child);
    await pi.prompt("Write it all.");
    await pi.stop();
    return pi;
  }

  /** Each step's message: the file it wanted is there as it should be, or pi has told the model why not. */
  passed(): Passed[] {
    return this.#steps.map((step, index) => {
      const wanted = JSON.parse(step.calls?.[0]?.args ?? "{}") as { path?: string; filename?: string; content: string };
      const file = join(this.place.work, wanted.path ?? wanted.filename ?? "");
      const ms = (this.#times[index + 1] ?? Infinity) - (this.#replied[index] ?? 0);
      if (existsSync(file)) return { how: readFileSync(file, "utf8") === wanted.content ? "ran" : "lost", ms };
      const told = JSON.stringify(this.model.requests[index + 1]?.body.messages.at(-1) ?? "");
      return { how: told.includes("Validation failed") ? "unchanged" : "lost", ms };
    });
  }

  async clear(): Promise<void> {
    if (this.#pi && this.#pi.exitCode === null && this.#pi.signalCode === null) {
      this.#pi.kill("SIGKILL");
      await once(this.#pi, "close");
    }
    await this.model.stop();
    rmSync(this.place.root, { recursive: true, force: true, maxRetries: 3 });
  }
}
