// Plays every scenario on every API: one pi for many sessions, one more pi for what is resumed.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { environment, makePlace, type Place, REPO } from "../host.ts";
import type { Pi } from "../pis.ts";
import { RpcPi } from "../rpc_mode.ts";
import { ApiServer } from "./api_server.ts";
import { ANCHORS, type Scenario, STAMP } from "./scenarios.ts";
import type { Turn } from "./turn.ts";
import type { Vendor } from "./vendor.ts";

const DEADLINE_MS = 30_000; // only for a pi that hangs: what it was at has failed, and another pi goes on

/** A scenario on an API. */
export interface Part {
  vendor: Vendor;
  scenario: Scenario;
}

export interface Outcome extends Part {
  /** What the vendor would refuse, and what did not happen; none: it passed. */
  faults: string[];
  ms: number;
}

/** A scenario that waits for the pi that resumes it. */
interface Paused {
  outcome: Outcome;
  session: string;
}

export class Lane {
  readonly outcomes: Outcome[] = [];
  readonly #pi: Pi;
  readonly #place: Place;
  readonly #servers: readonly ApiServer[];
  readonly #bare: boolean;
  #rpc: RpcPi | undefined;
  #kill = (): void => undefined;

  private constructor(pi: Pi, servers: readonly ApiServer[], bare: boolean) {
    this.#pi = pi;
    this.#place = makePlace();
    this.#servers = servers;
    this.#bare = bare;
    this.#write("models.json", { providers: Object.fromEntries(servers.map((server) => [providerOf(server), provider(server)])) });
    this.#write("settings.json", { transport: "sse" });
    this.#write("tool-recovery.json", { grammar: { enabled: true }, learning: false, sanitizeModels: [".*"] });
    writeFileSync(join(this.#place.agent, "stamp.ts"), STAMP);
  }

  static async open(pi: Pi, vendors: readonly Vendor[], bare = false): Promise<Lane> {
    return new Lane(pi, await Promise.all(vendors.map((vendor) => ApiServer.start(vendor))), bare);
  }

  async play(parts: readonly Part[]): Promise<void> {
    const paused: Paused[] = [];
    for (const part of parts) {
      const { outcome, session } = await this.#outcome(part);
      this.outcomes.push(outcome);
      if (session) paused.push({ outcome, session });
    }
    await this.#end();
    for (const { outcome, session } of paused) await this.#resume(outcome, session);
    await this.#end();
  }

  async close(): Promise<void> {
    await this.#end();
    await Promise.all(this.#servers.map((server) => server.stop()));
    rmSync(this.#place.root, { recursive: true, force: true, maxRetries: 3 });
  }

  async #outcome({ vendor, scenario }: Part): Promise<{ outcome: Outcome; session?: string | undefined }> {
    const server = this.#serverOf(vendor);
    const outcome: Outcome = { vendor, scenario, faults: [], ms: 0 };
    const turns = scenario.prompts((name) => this.#file(vendor, scenario, name));
    let session: string | undefined;
    await this.#timed(outcome, async (rpc) => {
      await rpc.ask({ type: "new_session" });
      await this.#use(rpc, server);
      if (scenario.recovery) await rpc.prompt(`/toolrecovery-model ${providerOf(server)}/${vendor.model}`);
      if (scenario.switches) await this.#switch(rpc, server, turns, outcome);
      else {
        const now = scenario.resumes ? turns.slice(0, -1) : turns;
        server.begin(turns.flat());
        for (const [at] of now.entries()) await rpc.prompt(`Do part ${at + 1}.`);
        if (scenario.resumes) session = String((await rpc.ask({ type: "get_state" })).data?.["sessionFile"]);
        else this.#judge(outcome, [server]);
      }
      if (scenario.recovery) await rpc.prompt("/toolrecovery-model none");
    });
    return { outcome, session };
  }

  async #switch(rpc: RpcPi, server: ApiServer, turns: readonly (readonly Turn[])[], outcome: Outcome): Promise<void> {
    const other = this.#servers.find(({ vendor }) => vendor.api !== server.vendor.api) as ApiServer;
    server.begin([...(turns[0] ?? []), ...(turns[2] ?? [])]);
    other.begin(turns[1] ?? []);
    await rpc.prompt("Do part 1.");
    await this.#use(rpc, other);
    await rpc.prompt("Do part 2.");
    await this.#use(rpc, server);
    await rpc.prompt("Do part 3.");
    this.#judge(outcome, [server, other]);
  }

  async #resume(outcome: Outcome, session: string): Promise<void> {
    const { vendor, scenario } = outcome;
    const server = this.#serverOf(vendor);
    await this.#timed(outcome, async (rpc) => {
      await rpc.ask({ type: "switch_session", sessionPath: session });
      await this.#use(rpc, server);
      server.begin(scenario.prompts((name) => this.#file(vendor, scenario, name)).at(-1) ?? []);
      await rpc.prompt("Go on.");
      this.#judge(outcome, [server]);
    });
  }

  #judge(outcome: Outcome, servers: readonly ApiServer[]): void {
    const { vendor, scenario, faults } = outcome;
    for (const server of servers) {
      for (const [at, { body, violations }] of server.requests.entries()) {
        const anchored = scenario.unanchored && JSON.stringify(body).includes(ANCHORS);
        if (anchored) faults.push(`${server.vendor.name}, request ${at + 1}: the anchors of a pattern were shown`);
        faults.push(...violations.map((violation) => `${server.vendor.name}, request ${at + 1}: ${violation}`));
      }
      if (server.unsaid > 0) faults.push(`${server.vendor.name}: ${server.unsaid} turns were never asked for`);
    }
    for (const [name, content] of Object.entries(scenario.files ?? {})) {
      const path = join(this.#place.work, this.#file(vendor, scenario, name));
      const held = existsSync(path) ? readFileSync(path, "utf8") : undefined;
      if (held !== content) faults.push(`file ${name} holds ${JSON.stringify(held)}`);
    }
    for (const name of scenario.absent ?? []) {
      if (existsSync(join(this.#place.work, this.#file(vendor, scenario, name)))) faults.push(`file ${name} was written`);
    }
  }

  #serverOf(vendor: Vendor): ApiServer {
    return this.#servers.find((server) => server.vendor === vendor) as ApiServer;
  }

  async #use(rpc: RpcPi, server: ApiServer): Promise<void> {
    await rpc.ask({ type: "set_model", provider: providerOf(server), modelId: server.vendor.model });
  }

  async #timed(outcome: Outcome, work: (rpc: RpcPi) => Promise<void>): Promise<void> {
    const started = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`not finished after ${DEADLINE_MS / 1000} s`)), DEADLINE_MS);
    });
    try {
      this.#rpc ??= this.#start();
      await Promise.race([work(this.#rpc), deadline]);
    } catch (error) {
      outcome.faults.push(String((error as Error).message ?? error));
      this.#kill();
      this.#rpc = undefined;
    } finally {
      clearTimeout(timer);
      outcome.ms += performance.now() - started;
    }
  }

  #start(): RpcPi {
    const [first] = this.#servers;
    const model = first && ["--model", `${providerOf(first)}/${first.vendor.model}`];
    const own = this.#bare ? [] : ["-e", join(REPO, "pi-bridge")];
    const args = [this.#pi.entry, "--mode", "rpc", ...(model ?? []), ...own, "-e", join(this.#place.agent, "stamp.ts")];
    const extra = Object.assign({}, ...this.#servers.map(({ vendor }) => vendor.env ?? {})) as Record<string, string>;
    const child = spawn(process.execPath, args, { cwd: this.#place.work, env: environment(this.#place, extra), stdio: "pipe" });
    child.stderr.resume();
    this.#kill = () => void child.kill("SIGKILL");
    return new RpcPi(child);
  }

  async #end(): Promise<void> {
    const rpc = this.#rpc;
    this.#rpc = undefined;
    await rpc?.stop();
  }

  #file(vendor: Vendor, scenario: Scenario, name: string): string {
    const folder = `${vendor.name} ${scenario.name}`.replace(/\W+/g, "_");
    mkdirSync(join(this.#place.work, folder), { recursive: true });
    return `${folder}/${name}.txt`;
  }

  #write(name: string, content: object): void {
    writeFileSync(join(this.#place.agent, name), JSON.stringify(content));
  }
}

const providerOf = ({ vendor }: ApiServer): string => vendor.name.toLowerCase().replace(/\W+/g, "-");

function provider({ baseUrl, vendor }: ApiServer): object {
  const { api, model: id, reasoning = false, compat } = vendor;
  const model = { id, name: id, contextWindow: 1_000_000, maxTokens: 32_000, input: ["text"], reasoning };
  return { baseUrl, api, apiKey: vendor.apiKey ?? "key", models: [{ ...model, ...(compat && { compat }) }] };
}
