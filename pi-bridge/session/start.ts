/** Starts the sidecar of a session: at once, or when a Python has been set up for it. */

import { getAgentDir, type ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Models } from "../pi/complete.ts";
import { greeting } from "../pi/greeting.ts";
import { hostView } from "../pi/host.ts";
import { ROOT, VERSION } from "../pi/package.ts";
import type { CompleteParams, HostState, NotifyParams, StatusParams } from "../protocol.ts";
import { findPython, pythonEnv } from "../python/choose.ts";
import { Environment } from "../python/environment.ts";
import type { Outcome } from "../python/setup.ts";
import { SETUP_IS_OFF, unknownWord, whenToWait, type When } from "../python/when.ts";
import type { Options } from "../sidecar/options.ts";
import { Sidecar } from "../sidecar/sidecar.ts";
import { Footer, type FooterContext } from "./footer.ts";
import { repairedBefore, toldBefore, type Branch } from "./record.ts";
import type { Session, Startup } from "./session.ts";
import { waitFor } from "./set_up_wait.ts";

// Errors of a sidecar that cannot start because its environment is broken, such as by an upgrade of the system's Python.
const BROKEN_ENVIRONMENT = /No module named|ImportError|could not be started|No Python at/;
const FIRST_TIME: Record<Exclude<When, "off">, string> = {
  wait: "toolrecovery sets up its Python environment, this once; the first message waits for it",
  background: "toolrecovery sets up its Python environment, this once; until then calls pass unrepaired",
  broken: "toolrecovery sets up its Python environment, this once; a broken call waits for it, a minute at most",
};
const READY = "toolrecovery is ready: broken tool calls are repaired from now on";
const WAIT_MS = 60_000;
const TOO_LONG = "toolrecovery left a message unchanged: its Python is not set up yet, and a minute was waited for it";

export type SessionContext = FooterContext & Pick<ExtensionContext, "cwd"> & { modelRegistry?: Models; sessionManager?: Branch };

export function startSidecar(session: Session, ctx: SessionContext, override: Partial<Options> = {}): void {
  if (session.startup) endFirst(session);
  session.footer = new Footer(ctx);
  const before = repairedBefore(ctx.sessionManager);
  session.footer.addRepairs(Object.values(before).reduce((sum, count) => sum + count, 0));
  session.told.remember(toldBefore(ctx.sessionManager));
  session.models = ctx.modelRegistry;
  const startup = new SidecarStartup(session, ctx, override);
  session.startup = startup;
  try {
    startup.start();
  } catch (error) {
    session.giveUp(couldNotStart(error));
  }
}

/** pi 0.84.4 starts a session twice if it replaces another one in rpc mode: the first sidecar would stay until pi ends. */
function endFirst(session: Session): void {
  void session.startup?.stop();
  void session.sidecar?.stop();
  session.sidecar = undefined;
  session.tools.forget();
}

function couldNotStart(error: unknown): string {
  return `toolrecovery could not start: ${error instanceof Error ? error.message : error}`;
}

export class SidecarStartup implements Startup {
  progress: string | undefined;
  python: string | undefined;
  done: Promise<void> = Promise.resolve();
  #session: Session;
  #ctx: SessionContext;
  #override: Partial<Options>;
  #stopped = new AbortController();
  #rebuilt = false;
  #versionTold = false;
  /** Its Python was set up in this session, which the person is not told to be ready yet. */
  #isNew = false;
  #when: When;
  #waitMs: number;
  #isSettingUp = false;
  #isOverdue = false;
  #waiting = 0;

  constructor(session: Session, ctx: SessionContext, override: Partial<Options>, when = whenToWait(process.env), waitMs = WAIT_MS) {
    this.#session = session;
    this.#ctx = ctx;
    this.#override = override;
    this.#when = when;
    this.#waitMs = waitMs;
  }

  start(environment = new Environment(ROOT, getAgentDir()), find = findPython): void {
    const python = find(ROOT, process.env, environment);
    if (python === undefined) return this.#prepare(environment);
    if ("tried" in python) return this.#session.giveUp(`toolrecovery found no Python: tried ${python.tried}`);
    this.#run(python.file, python.managed ? environment : undefined);
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.done;
  }

  waits(isBroken: () => boolean): boolean {
    if (!this.#isSettingUp || this.#isOverdue || this.#when === "background") return false;
    return this.#when === "wait" || isBroken();
  }

  async wait(signal: AbortSignal | undefined): Promise<void> {
    this.#waiting += 1;
    this.#showProgress(this.progress);
    const isLate = await waitFor(this.done, this.#when === "wait" ? undefined : this.#waitMs, signal);
    this.#waiting -= 1;
    if (!isLate || this.#isOverdue) return;
    this.#isOverdue = true;
    this.#session.footer?.notify(TOO_LONG, "warning");
  }

  #prepare(environment: Environment): void {
    if (this.#when === "off") return this.#session.giveUp(SETUP_IS_OFF, "");
    const warning = unknownWord(process.env);
    if (warning !== undefined) this.#session.footer?.notify(warning, "warning");
    if (!this.#ctx.hasUI) this.#session.footer?.notify(FIRST_TIME[this.#when], "info");
    this.#isSettingUp = true;
    this.done = this.#setUp(environment)
      .then((outcome) => {
        this.#isSettingUp = false;
        this.#showProgress(undefined);
        if (this.#stopped.signal.aborted) return;
        if ("trouble" in outcome) this.#session.giveUp(outcome.trouble, "");
        else {
          this.#isNew = true;
          this.#run(outcome.file, environment);
        }
      })
      .catch((error) => {
        this.#isSettingUp = false;
        this.#session.giveUp(couldNotStart(error));
      });
  }

  /** Imported only here, since most starts have a Python. */
  async #setUp(environment: Environment): Promise<Outcome> {
    const [{ setUp }, { thisMachine }] = await Promise.all([import("../python/setup.ts"), import("../python/machine.ts")]);
    return setUp(ROOT, environment, thisMachine(environment.home), (progress) => this.#showProgress(progress), this.#stopped.signal);
  }

  #run(file: string, managed: Environment | undefined): void {
    const session = this.#session;
    this.python = file;
    managed?.touch();
    session.sidecar = new Sidecar({
      command: { file, args: ["-m", "sidecar", "serve"], cwd: ROOT, env: pythonEnv(process.env) },
      hello: { ...greeting(this.#ctx), host: hostView(session.pi, session.models, session.copies), repaired: repairedBefore(this.#ctx.sessionManager) },
      handlers: {
        "host/status": ({ text }: StatusParams) => session.footer?.status(text),
        "host/notify": ({ text, level }: NotifyParams) => session.footer?.notify(text, level),
        "host/state": (state: HostState) => {
          if (session.sidecar?.hello) session.sidecar.hello.state = state;
        },
      },
      requestHandlers: {
        "host/complete": async (params: CompleteParams, signal) => (await import("../pi/complete.ts")).complete(session.models, params, signal),
      },
      onOff: (why) => {
        if (managed && !this.#rebuilt && !session.sidecar?.hello && BROKEN_ENVIRONMENT.test(why)) this.#rebuild(managed);
        else session.giveUp(`toolrecovery is off for this session: ${why}`);
      },
      ...this.#override,
      onReady: (hello) => {
        session.footer?.status(hello.status); // it may be off or only observing
        this.#compareVersions(hello.sidecar);
        if (this.#isNew) session.footer?.notify(READY, "info");
        this.#isNew = false;
        this.#override.onReady?.(hello);
      },
    });
    session.sidecar.start();
    session.tools.sendAhead(session.sidecar);
  }

  /** They differ if the package was updated after pi loaded the bridge. */
  #compareVersions(sidecar: string): void {
    if (sidecar === VERSION || this.#versionTold) return;
    this.#versionTold = true;
    this.#session.footer?.notify(`toolrecovery ${VERSION} is running with a sidecar ${sidecar}: /reload to use one version`, "warning");
  }

  #rebuild(managed: Environment): void {
    this.#rebuilt = true;
    this.#session.sidecar = undefined;
    this.#session.tools.forget();
    managed.drop();
    this.#prepare(managed);
  }

  #showProgress(progress: string | undefined): void {
    this.progress = progress;
    const { footer } = this.#session;
    footer?.status(progress ? `toolrecovery: ${progress}` : "");
    if (progress && this.#waiting > 0 && !footer?.hasUI) footer?.notify(`toolrecovery: ${progress}`, "info");
  }
}
