/** A session → its sidecar: at once, or when a Python has been set up for it. */

import { getAgentDir } from "@earendil-works/pi-coding-agent";
import { Environment } from "../python/environment.ts";
import { hostView } from "../pi/host.ts";
import { greeting, ROOT, VERSION } from "../pi/greeting.ts";
import type { Options } from "../sidecar/options.ts";
import type { CompleteParams, HostState, NotifyParams, StatusParams } from "../protocol.ts";
import { findPython, pythonEnv } from "../python/choose.ts";
import type { Session, SessionContext } from "./session.ts";
import type { Outcome } from "../python/setup.ts";
import { Sidecar } from "../sidecar/sidecar.ts";

// A sidecar that never greeted for one of these lacks its packages: the system's Python was upgraded, or removed.
const BROKEN = /No module named|ImportError|could not be started|No Python at/;
const FIRST_TIME = "toolrecovery sets up its Python environment, this once; until then calls pass unrepaired";

export class BringUp {
  /** What the set-up does now. */
  progress: string | undefined;
  /** When there is no set-up under way, or it has ended. */
  done: Promise<void> = Promise.resolve();
  #session: Session;
  #ctx: SessionContext;
  #override: Partial<Options>;
  #over = new AbortController();
  #python: string | undefined;
  #anew = false;
  #compared = false;

  constructor(session: Session, ctx: SessionContext, override: Partial<Options>) {
    this.#session = session;
    this.#ctx = ctx;
    this.#override = override;
  }

  start(environment = new Environment(ROOT, getAgentDir()), find = findPython): void {
    const python = find(ROOT, process.env, environment);
    if (python === undefined) return this.#prepare(environment);
    if ("tried" in python) return this.#session.giveUp(`toolrecovery found no Python: tried ${python.tried}`);
    this.#run(python.file, python.managed ? environment : undefined);
  }

  async stop(): Promise<void> {
    this.#over.abort();
    await this.done;
  }

  /** The Python that the sidecar was started with. */
  get python(): string | undefined {
    return this.#python;
  }

  #prepare(environment: Environment): void {
    if (!this.#ctx.hasUI) this.#session.footer?.notify(FIRST_TIME, "info");
    this.done = this.#setUp(environment)
      .then((outcome) => {
        this.#show(undefined);
        if (!this.#over.signal.aborted) this.#prepared(outcome, environment);
      })
      .catch((error) => this.#session.giveUp(`toolrecovery could not start: ${error instanceof Error ? error.message : error}`));
  }

  /** Loaded only where it is needed: most starts have a Python. */
  async #setUp(environment: Environment): Promise<Outcome> {
    const [{ setUp }, { thisMachine }] = await Promise.all([import("../python/setup.ts"), import("../python/machine.ts")]);
    return setUp(ROOT, environment, thisMachine(environment.home), (progress) => this.#show(progress), this.#over.signal);
  }

  #prepared(outcome: Outcome, environment: Environment): void {
    if ("trouble" in outcome) this.#session.giveUp(outcome.trouble, "");
    else this.#run(outcome.file, environment);
  }

  #run(file: string, managed: Environment | undefined): void {
    const session = this.#session;
    this.#python = file;
    managed?.touch();
    session.sidecar = new Sidecar({
      command: { file, args: ["-m", "sidecar", "serve"], cwd: ROOT, env: pythonEnv(process.env) },
      hello: { ...greeting(this.#ctx), host: hostView(session.pi, session.models, session.copies) },
      handlers: {
        "host/status": ({ text }: StatusParams) => session.footer?.status(text),
        "host/notify": ({ text, level }: NotifyParams) => session.footer?.notify(text, level),
        "host/state": (state: HostState) => {
          if (session.sidecar?.hello) session.sidecar.hello.state = state;
        },
      },
      works: {
        "host/complete": async (params: CompleteParams, signal) => (await import("../pi/complete.ts")).complete(session.models, params, signal),
      },
      onOff: (why) => {
        if (managed && !this.#anew && !session.sidecar?.hello && BROKEN.test(why)) this.#mend(managed);
        else session.giveUp(`toolrecovery is off for this session: ${why}`);
      },
      ...this.#override,
      onReady: (hello) => {
        session.footer?.status(hello.status); // off or observing since before, or again after a restart
        this.#compare(hello.sidecar);
        this.#override.onReady?.(hello);
      },
    });
    session.sidecar.start();
    session.showTools(); // so that it has read them when the first message comes
  }

  /** They are one package: an update came between the two. */
  #compare(sidecar: string): void {
    if (sidecar === VERSION || this.#compared) return;
    this.#compared = true;
    this.#session.footer?.notify(`toolrecovery ${VERSION} is at work with a sidecar ${sidecar}: /reload to use one version`, "warning");
  }

  #mend(managed: Environment): void {
    this.#anew = true;
    this.#session.sidecar = undefined;
    this.#session.forgetTools();
    managed.drop();
    this.#prepare(managed);
  }

  #show(progress: string | undefined): void {
    this.progress = progress;
    this.#session.footer?.status(progress ? `toolrecovery: ${progress}` : "");
  }
}
