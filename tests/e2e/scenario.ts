// A scenario is what the models will say, what is on disk, and what has to be true afterwards.
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { collect, makePlace, type PiOptions, type PiRun, type Place, startCommand, startPi, writeMcp, writeModels } from "./host.ts";
import type { ScriptedServer } from "./http_script.ts";
import { type Step, startMainModel } from "./main_model.ts";
import { PI, type Pi } from "./pis.ts";
import { type Answer, closedPort, RECOVERY_KEY, RECOVERY_MODEL, startRecovery } from "./recovery_server.ts";
import { RpcPi } from "./rpc_mode.ts";
import { hasTmux, TuiPi } from "./tui_mode.ts";

export interface Scenario {
  name: string;
  /** What the main model says, request by request. */
  main: readonly Step[];
  /** What the recovery model says; "down" is an address where nobody listens; absent: none is configured. */
  recovery?: readonly Answer[] | "down";
  /** What a second provider's model, `helper/helper-1`, says. */
  helper?: readonly Step[];
  /** tool-recovery.json */
  config?: object;
  /** Files that are in the work directory before pi starts. */
  files?: Readonly<Record<string, string>>;
  env?: Readonly<Record<string, string>>;
  /** A program in peers/ that is the MCP server `peer`. It logs to mcp.log. */
  mcp?: string;
  /** It is played in pi's terminal UI, which takes a tmux. */
  tui?: boolean;
  /** How its tools are reached; absent: they are declared to the model. */
  mcpExposure?: string;
  /** The sidecar is not meant to work here, and the extension is meant to say so. */
  troubled?: boolean;
  /** Where the usual one is too short. */
  deadlineMs?: number;
  /** How pi is used; absent: one prompt in print mode. */
  play?(stage: Stage): Promise<void>;
  check(stage: Stage): void | Promise<void>;
}

/** Why a scenario cannot be played on this machine; undefined: it can. */
export function obstacle(scenario: Scenario): string | undefined {
  return scenario.tui && !hasTmux() ? "tmux is not installed" : undefined;
}

/** The servers that play the models. */
interface Cast {
  main: ScriptedServer;
  recovery: ScriptedServer | undefined;
  helper: ScriptedServer | undefined;
}

export class Stage {
  readonly facts: string[] = [];
  readonly runs: PiRun[] = [];
  readonly pi: Pi;
  readonly place: Place;
  readonly main: ScriptedServer;
  readonly recovery: ScriptedServer | undefined;
  readonly helper: ScriptedServer | undefined;
  readonly #env: Record<string, string>;
  readonly #children: ChildProcessWithoutNullStreams[] = [];
  readonly #screens: TuiPi[] = [];

  private constructor(pi: Pi, place: Place, cast: Cast, env: Record<string, string>) {
    this.pi = pi;
    this.place = place;
    this.main = cast.main;
    this.recovery = cast.recovery;
    this.helper = cast.helper;
    this.#env = env;
  }

  static async set(scenario: Scenario, pi = PI): Promise<Stage> {
    const place = makePlace();
    const main = await startMainModel(scenario.main);
    const helper = scenario.helper && (await startMainModel(scenario.helper));
    const answers = scenario.recovery;
    const recovery = answers && answers !== "down" ? await startRecovery(answers) : undefined;
    const url = answers === "down" ? await closedPort() : recovery?.baseUrl;
    writeModels(place, main.baseUrl, helper?.baseUrl);
    if (scenario.mcp) writeMcp(place, scenario.mcp, scenario.mcpExposure ?? "direct");
    if (scenario.config) writeFileSync(join(place.agent, "tool-recovery.json"), JSON.stringify(scenario.config));
    for (const [name, text] of Object.entries(scenario.files ?? {})) {
      mkdirSync(dirname(join(place.work, name)), { recursive: true });
      writeFileSync(join(place.work, name), text);
    }
    return new Stage(pi, place, { main, recovery, helper }, { ...(url && endpoint(url)), ...scenario.env });
  }

  /** One `pi -p` from start to end. */
  async print(prompt: string, options: PiOptions = {}): Promise<PiRun> {
    const { child, run } = this.#start(["-p", prompt], options);
    child.stdin.end();
    await once(child, "close");
    return run;
  }

  /** One `pi --mode rpc`, used by `talk`, then asked to end. */
  async rpc(talk: (pi: RpcPi) => Promise<void>, options: PiOptions = {}): Promise<PiRun> {
    const { child, run } = this.#start(["--mode", "rpc"], options);
    const pi = new RpcPi(child);
    await talk(pi);
    await pi.stop();
    return run;
  }

  /** One `pi install …` or the like, from start to end. */
  async command(words: readonly string[], env: Record<string, string>): Promise<PiRun> {
    const { child, run } = this.#watch(startCommand(this.pi, this.place, words, env));
    child.stdin.end();
    await once(child, "close");
    return run;
  }

  /** One pi in a terminal, used by `watch`, then told to quit. */
  async tui(watch: (pi: TuiPi) => Promise<void>, options: PiOptions = {}): Promise<PiRun> {
    const run: PiRun = { stdout: "", stderr: "", code: null };
    this.runs.push(run);
    const pi = new TuiPi(this.pi, this.place, run);
    this.#screens.push(pi);
    await pi.start({ ...options, env: { ...this.#env, ...options.env } });
    await watch(pi);
    await pi.quit();
    return run;
  }

  note(fact: string): void {
    this.facts.push(fact);
  }

  file(name: string): string {
    return readFileSync(join(this.place.work, name), "utf8");
  }

  config(): Record<string, unknown> {
    return JSON.parse(readFileSync(join(this.place.agent, "tool-recovery.json"), "utf8")) as Record<string, unknown>;
  }

  async clear(): Promise<void> {
    await Promise.all(this.#screens.map((pi) => pi.kill()));
    const alive = this.#children.filter((child) => child.exitCode === null && child.signalCode === null);
    for (const child of alive) child.kill("SIGKILL");
    await Promise.all(alive.map((child) => once(child, "close")));
    await Promise.all([this.main.stop(), this.recovery?.stop(), this.helper?.stop()]);
    rmSync(this.place.root, { recursive: true, force: true, maxRetries: 3 });
  }

  #start(mode: readonly string[], options: PiOptions): { child: ChildProcessWithoutNullStreams; run: PiRun } {
    return this.#watch(startPi(this.pi, this.place, mode, { ...options, env: { ...this.#env, ...options.env } }));
  }

  #watch(child: ChildProcessWithoutNullStreams): { child: ChildProcessWithoutNullStreams; run: PiRun } {
    const run = collect(child);
    this.#children.push(child);
    this.runs.push(run);
    return { child, run };
  }
}

function endpoint(url: string): Record<string, string> {
  return {
    TOOLRECOVERY_BASE_URL: url,
    TOOLRECOVERY_API_KEY: RECOVERY_KEY,
    TOOLRECOVERY_MODEL_ID: RECOVERY_MODEL,
  };
}
